"""What `new-check` can be told, and what is refused, all of it at once."""

import builtins
import keyword

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from giskard.checks import Check
from giskard.checks._scaffold.answers import Answers, InputField, ParamField, collect
from giskard.checks._scaffold.names import Name
from giskard.checks.core.exceptions import UserError


def refusal(**answers: object) -> UserError:
    """Return how answers are refused, which says what to do in one line."""
    with pytest.raises(UserError) as refused:
        collect(**{"name": "Mine", **answers})  # type: ignore[arg-type]
    assert refused.value.exit_code == 2
    assert "\n" not in str(refused.value)
    return refused.value


def test_a_name_is_enough() -> None:
    answers = collect("AllowedLinks")
    assert answers == Answers(name="AllowedLinks", kind="allowed_links")
    assert answers.spelled == Name("AllowedLinks", "allowed_links")
    assert answers.target.source == "Any"


def test_everything_can_be_told() -> None:
    answers = collect(
        "json-valid",
        kind="valid",
        inputs=["word:str", " words : list [ str ] "],
        params=["limit:int=3", "strict:bool", 'table:dict[str,str]={"a": "b=c:d"}', "note:str="],
        target_type="list",
        target_key="trace.interactions[*].outputs",
        description=' Says "no".\r\n\r\n\tMore. ',
    )
    assert answers.spelled == Name("JSONValid", "valid")
    assert answers.inputs == [InputField(name="word", type="str"), InputField(name="words", type="list[str]")]
    assert answers.params == [
        ParamField(name="limit", type="int", default="3"),
        ParamField(name="strict", type="bool"),
        ParamField(name="table", type="dict[str, str]", default='{"a": "b=c:d"}'),
        ParamField(name="note", type="str", default=""),
    ]
    assert [param.value for param in answers.params] == [3, None, {"a": "b=c:d"}, ""]
    assert [field.parsed.source for field in answers.inputs] == ["str", "list[str]"]
    assert answers.target.source == "list[Any]"
    assert answers.description == 'Says "no".\n\n\tMore.'


def test_answers_come_back_from_json() -> None:
    answers = collect("Mine", inputs=["word:str"], params=["limit:int=3"], description="Größe 😀")
    assert Answers.model_validate_json(answers.model_dump_json()) == answers


def test_an_answer_that_nothing_asked_for_is_refused() -> None:
    with pytest.raises(ValidationError, match="Did you mean 'inputs'"):
        Answers.model_validate({"name": "Mine", "kind": "mine", "input": []})


def test_every_problem_is_reported_at_once() -> None:
    error = str(
        refusal(
            name="a/b",
            kind="My Kind",
            inputs=["run:strr", "word", "size:int"],
            params=["schema:int=three", "limit:int=x", "size:int"],
            target_type="text",
            target_key="outputs",
            description="\x1b[31m",
        )
    )
    for part in (
        "'a/b' is no name for a check",
        "--kind 'My Kind' is not snake_case",
        "--input 'run' is taken",
        "--input run: 'strr' is no type that a field can have. Did you mean 'str'?",
        "--input 'word' has no type",
        "--param 'schema' is taken",
        "--param schema: the default 'three' is not a whole number",
        "--param limit: the default 'x' is not a whole number",
        "More than one field is called 'size'",
        "--target-type 'text' does not exist",
        "--target-key: Invalid JSONPath expression 'outputs': path must start with 'trace.'",
        "--description holds '\\x1b'",
    ):
        assert part in error


def test_a_single_problem_keeps_its_hint() -> None:
    assert refusal(inputs=["word"]).hint == "Write NAME:TYPE, as in keyword:str."


TAKEN = [
    pytest.param("run", "every check has a 'run' already", id="the method of every check"),
    pytest.param("kind", "every check has a 'kind' already", id="kind"),
    pytest.param("schema", "every check has a 'schema' already", id="a method of pydantic"),
    pytest.param("copy", "every check has a 'copy' already", id="another method of pydantic"),
    pytest.param("json", "every check has a 'json' already", id="json"),
    pytest.param("model_config", "every check has a 'model_config' already", id="pydantic's configuration"),
    pytest.param("name", "every check has a 'name' already", id="name"),
    pytest.param("description", "every check has a 'description' already", id="description"),
    pytest.param("target", "would hide what the code needs", id="the value under test"),
    pytest.param("trace", "would hide what the code needs", id="the trace"),
    pytest.param("self", "would hide what the code needs", id="self"),
    pytest.param("resolve", "would hide what the code needs", id="a function that is imported"),
    pytest.param("override", "would hide what the code needs", id="a decorator"),
    pytest.param("model_validator", "would hide what the code needs", id="a decorator of pydantic"),
    pytest.param("list", "would hide what the code needs", id="a builtin type"),
    pytest.param("id", "would hide what the code needs", id="a builtin function"),
    pytest.param("len", "would hide what the code needs", id="a builtin function that is used"),
    pytest.param("class", "is a keyword of Python", id="a keyword"),
    pytest.param("word_key", "would be a path. Name the value; its path is added: --input word:str.", id="a path"),
    pytest.param("key", "would be a path. Name the value; its path is added: --input value:str.", id="only key"),
    pytest.param("target_key", "is there already. Give its default with --target-key.", id="the path of the target"),
    pytest.param("model_dump_path", "begins as methods of pydantic do", id="a prefix of pydantic"),
    pytest.param("Word", "is no name for a field", id="a capital"),
    pytest.param("_word", "is no name for a field", id="private"),
    pytest.param("a__b", "is no name for a field", id="two underscores"),
    pytest.param("2nd", "is no name for a field", id="a digit first"),
    pytest.param("größe", "is no name for a field", id="an umlaut"),
    pytest.param("two words", "is no name for a field", id="two words"),
    pytest.param("a-b", "is no name for a field", id="a hyphen"),
    pytest.param("a.b", "is no name for a field", id="a dot"),
    pytest.param("a\nb", "is no name for a field", id="two lines"),
    pytest.param("", "is no name for a field", id="nothing"),
    pytest.param("w" * 300, "has more than 60 characters", id="300 characters"),
]


@pytest.mark.parametrize("flag", ["input", "param"])
@pytest.mark.parametrize(("name", "why"), TAKEN)
def test_a_field_that_would_break_the_check_is_refused_with_a_way_out(flag: str, name: str, why: str) -> None:
    error = refusal(**{f"{flag}s": [f"{name}:str"]})
    assert error.message.startswith(f"--{flag} '{name[:10]}".replace("\n", "\\n"))
    assert why in str(error)
    assert error.hint
    assert len(str(error)) < 250


@pytest.mark.parametrize("name", ["run", "kind", "schema", "copy", "name", "target", "list", "id", "class"])
def test_the_field_that_is_suggested_is_one(name: str) -> None:
    hint = refusal(inputs=[f"{name}:str"]).hint or ""
    instead = hint.removeprefix("Try '").removesuffix("'.")
    assert collect("Mine", inputs=[f"{instead}:str"]).inputs[0].name == instead


@pytest.mark.parametrize(
    "name", ["word", "w", "match", "case", "keyname", "keys_of", "type_of", "model_name", "a1", "on_2"]
)
def test_a_field_may_be_called_like_something_reserved(name: str) -> None:
    answers = collect("Mine", inputs=[f"{name}:str"])
    assert answers.inputs == [InputField(name=name, type="str")]


@pytest.mark.parametrize("name", sorted({*dir(Check), *dir(builtins), *keyword.kwlist, *Check.model_fields}))
def test_no_field_hides_an_attribute_a_builtin_or_a_keyword(name: str) -> None:
    assert repr(name) in refusal(params=[f"{name}:str"]).message


CLASSES = [
    pytest.param("Check", "CheckCheck", id="the base class"),
    pytest.param("check", "CheckCheck", id="the base class in snake_case"),
    pytest.param("trace", "TraceCheck", id="what is judged"),
    pytest.param("Any", "AnyCheck", id="a type"),
    pytest.param("Field", "FieldCheck", id="a function of pydantic"),
    pytest.param("ValidationError", "ValidationErrorCheck", id="an error of pydantic"),
    pytest.param("ValueError", "ValueErrorCheck", id="a builtin error"),
    pytest.param("value_error", "ValueErrorCheck", id="a builtin error in snake_case"),
    pytest.param("PASSES", "PASSESCheck", id="a table of the test"),
]


@pytest.mark.parametrize(("name", "instead"), CLASSES)
def test_a_class_that_would_hide_what_the_code_needs_is_refused(name: str, instead: str) -> None:
    error = refusal(name=name)
    assert "would hide what the code needs" in error.message
    assert error.hint == f"Try '{instead}'."
    assert collect(instead).name == instead


KINDS = [
    pytest.param("", "is not snake_case", id="nothing"),
    pytest.param("MyKind", "is not snake_case", id="PascalCase"),
    pytest.param("my-kind", "is not snake_case", id="kebab-case"),
    pytest.param("../kind", "is not snake_case", id="a path"),
    pytest.param("kind\n", "is not snake_case", id="a line feed"),
    pytest.param("größe", "is not snake_case", id="an umlaut"),
    pytest.param("class", "is a keyword of Python", id="a keyword"),
    pytest.param("type", "is a keyword of Python", id="a soft keyword"),
    pytest.param("aux", "is the name of a device on Windows", id="a device"),
    pytest.param("k" * 300, "has 300 characters, and 60 are the limit", id="300 characters"),
    pytest.param("K" * 300, "is not snake_case", id="300 capitals"),
]


@pytest.mark.parametrize(("kind", "why"), KINDS)
def test_a_kind_that_cannot_name_a_module_is_refused(kind: str, why: str) -> None:
    error = refusal(kind=kind)
    assert why in error.message
    assert error.hint
    assert len(str(error)) < 250


FIELDS = [
    pytest.param("word", "has no type", id="no type"),
    pytest.param("word:", "has no type", id="no type behind the colon"),
    pytest.param("word: ", "has no type", id="a blank behind the colon"),
    pytest.param("", "has no type", id="nothing"),
    pytest.param(":str", "is no name for a field", id="no name"),
    pytest.param("word:str:int", "is no type", id="two types"),
    pytest.param("word:exit()", "is no type", id="code"),
]


@pytest.mark.parametrize("flag", ["input", "param"])
@pytest.mark.parametrize(("text", "why"), FIELDS)
def test_a_field_that_is_not_name_and_type_is_refused(flag: str, text: str, why: str) -> None:
    assert why in refusal(**{f"{flag}s": [text]}).message


def test_an_input_has_no_default() -> None:
    assert "is no type" in refusal(inputs=["word:str=a"]).message


def test_a_default_without_a_type_is_refused() -> None:
    assert refusal(params=["limit=3"]).hint == "Write NAME:TYPE or NAME:TYPE=DEFAULT, as in limit:int=3."


DOUBLED = [
    pytest.param(["a:str", "a:int"], [], "'a'", id="two inputs"),
    pytest.param([], ["a:str", "a:str"], "'a'", id="two settings"),
    pytest.param(["a:str"], ["a:str"], "'a'", id="an input and a setting"),
    pytest.param(["b:str", "a:str"], ["a:str", "b:str", "c:str"], "'a', 'b'", id="two names twice"),
]


@pytest.mark.parametrize(("inputs", "params", "names"), DOUBLED)
def test_a_name_for_two_fields_is_refused(inputs: list[str], params: list[str], names: str) -> None:
    assert refusal(inputs=inputs, params=params).message == f"More than one field is called {names}."


TARGETS = [
    pytest.param("str", "outputs", "must start with 'trace.'", id="no path"),
    pytest.param("str", "", "must start with 'trace.'", id="an empty path"),
    pytest.param("str", "trace.", "Invalid JSONPath", id="nothing behind the dot"),
    pytest.param("str", "trace.last.outputs[", "Invalid JSONPath", id="an open bracket"),
    pytest.param("str", "trace.last.outputs + 1", "Invalid JSONPath", id="a sum"),
    pytest.param("str", "trace.last['\udcff']", "--target-key: ", id="a byte that is no text"),
    pytest.param("str", "trace" + ".a" * 5000, "--target-key has more than 300 characters", id="5000 names"),
    pytest.param("str", "trace.last[?" + "(" * 250, "Invalid JSONPath", id="250 brackets"),
    pytest.param("str", "trace.last" + "[0]" * 100, "more than 300 characters", id="310 characters"),
    pytest.param("str", "trace.interactions[*].outputs", "selects a list", id="a list for a string"),
    pytest.param("number", "trace.interactions[1:].outputs", "selects a list", id="a slice for a number"),
    pytest.param("dict", "trace..answer", "selects a list", id="descendants for a dict"),
    pytest.param("string", "trace.last.outputs", "does not exist. Did you mean 'str'?", id="a misspelled type"),
    pytest.param("float", "trace.last.outputs", "does not exist", id="a type of fields"),
    pytest.param("", "trace.last.outputs", "does not exist", id="no type"),
    pytest.param("s" * 5000, "trace.last.outputs", "does not exist", id="a long type"),
]


@pytest.mark.parametrize(("target_type", "target_key", "why"), TARGETS)
def test_a_target_that_cannot_be_meant_is_refused(target_type: str, target_key: str, why: str) -> None:
    error = refusal(target_type=target_type, target_key=target_key)
    assert why in error.message
    assert error.hint


@pytest.mark.parametrize("target_type", ["list", "any"])
def test_a_path_to_a_list_suits_a_list_and_anything(target_type: str) -> None:
    answers = collect("Mine", target_type=target_type, target_key="trace.interactions[*].outputs")
    assert answers.target_key == "trace.interactions[*].outputs"


@pytest.mark.parametrize("text", ["", " ", "\r\n", "\t"])
def test_a_blank_description_is_none(text: str) -> None:
    assert collect("Mine", description=text).description is None


@pytest.mark.parametrize("text", ["a\0b", "\x1b[31mred", "a\rb", "a\x85b", "\udcff"])
def test_a_description_that_is_no_text_is_refused(text: str) -> None:
    assert "--description holds" in refusal(description=text).message


@pytest.mark.parametrize(
    "text", ['"""', "\\", "{{ x }} {% y %} ${z}", "<a href='b'>&amp;</a>", "# x", "a\nb\tc", "😀 é"]
)
def test_a_description_is_kept_as_it_is(text: str) -> None:
    assert collect("Mine", description=text).description == text


@settings(deadline=None)
@given(st.text(max_size=30), st.text(max_size=30), st.text(max_size=30), st.text(max_size=30))
def test_any_text_is_answers_or_refused(name: str, field: str, key: str, description: str) -> None:
    try:
        answers = collect(name, inputs=[field], params=[field], target_key=key, description=description)
    except UserError as exc:
        assert "\n" not in str(exc)  # noqa: PT017  either outcome is right
        return
    assert Answers.model_validate_json(answers.model_dump_json()) == answers
