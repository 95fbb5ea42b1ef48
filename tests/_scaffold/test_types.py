"""The types that a field can have: how they are read, and what their values are."""

import ast
import itertools
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from giskard.checks._scaffold.types import TARGETS, FieldType, parse_default, parse_type
from giskard.checks.core.exceptions import UserError
from giskard.checks.core.fields import is_of

SOURCES = [
    pytest.param("str", "str", str, id="str"),
    pytest.param("int", "int", int, id="int"),
    pytest.param("float", "float", float, id="float"),
    pytest.param("bool", "bool", bool, id="bool"),
    pytest.param("any", "Any", Any, id="any"),
    pytest.param("Any", "Any", Any, id="Any"),
    pytest.param(" str ", "str", str, id="blanks around"),
    pytest.param("list", "list[Any]", list[Any], id="list"),
    pytest.param("list[str]", "list[str]", list[str], id="a list of strings"),
    pytest.param("list[list[str]]", "list[list[str]]", list[list[str]], id="a list of lists"),
    pytest.param("dict", "dict[str, Any]", dict[str, Any], id="dict"),
    pytest.param("dict[str,int]", "dict[str, int]", dict[str, int], id="a dict of numbers"),
    pytest.param("dict[str, list[bool]]", "dict[str, list[bool]]", dict[str, list[bool]], id="a dict of lists"),
    pytest.param(
        "list[dict[str, list[float]]]", "list[dict[str, list[float]]]", list[dict[str, list[float]]], id="a mixture"
    ),
]


@pytest.mark.parametrize(("text", "source", "python"), SOURCES)
def test_a_type_is_read_and_written(text: str, source: str, python: Any) -> None:
    kind = parse_type(text, "--input x")
    assert kind.source == source
    assert kind.python == python
    assert parse_type(source, "--input x") == kind


UNKNOWN = [
    pytest.param("string", " Did you mean 'str'?", id="another word"),
    pytest.param("integer", " Did you mean 'int'?", id="a longer word"),
    pytest.param("STR", " Did you mean 'str'?", id="capitals"),
    pytest.param("boolean", " Did you mean 'bool'?", id="boolean"),
    pytest.param("List[str]", " Did you mean 'list'?", id="a type of typing"),
    pytest.param("list[strng]", " Did you mean 'str'?", id="misspelled inside of a list"),
    pytest.param("dict[str, flot]", " Did you mean 'float'?", id="misspelled inside of a dict"),
    pytest.param("dict[int, str]", " A dict has keys of type str and one type of values.", id="numbers as keys"),
    pytest.param("dict[str]", " A dict has keys of type str and one type of values.", id="a dict without values"),
    pytest.param("dict[str, int, int]", " A dict has keys of type str", id="a dict of three"),
    pytest.param("list[str, int]", " A list has one type of items.", id="a list of two"),
    pytest.param("list[list[list[list[list[str]]]]]", " It is nested more than 5 deep.", id="six deep"),
    pytest.param("xylophone", "", id="nothing near"),
    pytest.param("tuple[int, ...]", "", id="a tuple"),
    pytest.param("str | None", "", id="a union"),
    pytest.param("list[str | None]", "", id="a union inside"),
    pytest.param("str[int]", " Did you mean 'str'?", id="a string of numbers"),
    pytest.param("'str'", "", id="a string"),
    pytest.param("", "", id="nothing"),
    pytest.param("list[]", "", id="a list of nothing"),
    pytest.param("list[", "", id="an open bracket"),
    pytest.param("str: int", "", id="two types"),
    pytest.param("str = 3", "", id="an assignment"),
    pytest.param("__import__('os').abort()", "", id="code"),
    pytest.param("[exit() for _ in [1]]", "", id="more code"),
    pytest.param("a\0b", "", id="a null character"),
    pytest.param("a\nb", "", id="two lines"),
    pytest.param("\udcff", "", id="half a character"),
    pytest.param("9" * 5000, "", id="a huge number"),
    pytest.param("1if 1else 2", "", id="doubtful spelling, of which Python warns"),
    pytest.param("list[" * 100 + "str" + "]" * 100, " It is nested more than 5 deep.", id="100 deep"),
    pytest.param("list[" * 5000 + "str" + "]" * 5000, "", id="5000 deep"),
    pytest.param("-" * 50_000 + "1", "", id="50000 deep"),
    pytest.param("a." * 5000 + "b", "", id="a long chain"),
]


@pytest.mark.parametrize(("text", "more"), UNKNOWN)
def test_a_type_that_does_not_exist_is_refused_with_the_nearest(text: str, more: str) -> None:
    with pytest.raises(UserError) as refused:
        parse_type(text, "--input x")
    before, _, after = refused.value.message.partition(" is no type that a field can have.")
    assert before.startswith("--input x: ")
    assert after.startswith(more) if more else not after
    assert refused.value.hint == "Types are: str, int, float, bool, any, list[...], dict[str, ...]."
    assert refused.value.exit_code == 2
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 300


DEFAULTS = [
    pytest.param("str", "a", "a", id="text"),
    pytest.param("str", "", "", id="empty text"),
    pytest.param("str", '"a"', '"a"', id="text with quotes, which belong to it"),
    pytest.param("str", "3", "3", id="text of digits"),
    pytest.param("str", "null", "null", id="text that says null"),
    pytest.param("str", " a=b:c\n", " a=b:c\n", id="text with blanks and signs"),
    pytest.param("str", "__import__('os').abort()", "__import__('os').abort()", id="text that looks like code"),
    pytest.param("int", "3", 3, id="a number"),
    pytest.param("int", " -3 ", -3, id="a number with blanks"),
    pytest.param("int", "1_000", 1000, id="a number as Python writes it"),
    pytest.param("int", "9" * 400, int("9" * 400), id="a number of 400 digits"),
    pytest.param("float", "0.5", 0.5, id="a fraction"),
    pytest.param("float", "3", 3.0, id="a whole number"),
    pytest.param("float", "1e3", 1000.0, id="an exponent"),
    pytest.param("bool", "true", True, id="true in JSON"),
    pytest.param("bool", "False", False, id="false in Python"),
    pytest.param("any", "hello", "hello", id="any text"),
    pytest.param("any", "3", 3, id="any number"),
    pytest.param("any", "null", None, id="null"),
    pytest.param("any", "None", None, id="None"),
    pytest.param("any", "exit()", "exit()", id="any text that looks like code"),
    pytest.param("any", r'"\d"', r"\d", id="text of which Python warns"),
    pytest.param("list[str]", '["a", "b"]', ["a", "b"], id="a list in JSON"),
    pytest.param("list[str]", "['a']", ["a"], id="a list in Python"),
    pytest.param("list[float]", "[1, 2.5]", [1.0, 2.5], id="a list of numbers"),
    pytest.param("list", "[]", [], id="an empty list"),
    pytest.param("list[list[int]]", "[[1], []]", [[1], []], id="a list of lists"),
    pytest.param("dict[str, int]", '{"a": 1}', {"a": 1}, id="a dict in JSON"),
    pytest.param("dict[str, bool]", "{'a': True}", {"a": True}, id="a dict in Python"),
    pytest.param("dict", "{}", {}, id="an empty dict"),
]


@pytest.mark.parametrize(("kind", "text", "expected"), DEFAULTS)
def test_a_default_is_read_as_a_value_of_its_type(kind: str, text: str, expected: Any) -> None:
    value = parse_default(text, parse_type(kind, "--param x"), "--param x")
    assert value == expected
    assert type(value) is type(expected)


MISFITS = [
    pytest.param("int", "", "is not a whole number", id="nothing for a number"),
    pytest.param("int", "three", "is not a whole number", id="a word for a number"),
    pytest.param("int", "3.0", "is not a whole number", id="a fraction for a whole number"),
    pytest.param("int", "true", "is not a whole number", id="true for a number"),
    pytest.param("int", '"3"', "is not a whole number", id="text for a number"),
    pytest.param("int", "1 + 1", "is not a whole number", id="a sum for a number"),
    pytest.param("int", "9" * 9000, "is not a whole number", id="a number of 9000 digits"),
    pytest.param("float", "true", "is not a number", id="true for a fraction"),
    pytest.param("bool", "1", "is not true or false", id="1 for a bool"),
    pytest.param("bool", "yes", "is not true or false", id="yes for a bool"),
    pytest.param("list[str]", "a, b", "is not a list of strings", id="text for a list"),
    pytest.param("list[str]", "[1]", "is not a list of strings", id="a list of numbers for one of strings"),
    pytest.param("list[int]", "{}", "is not a list of whole numbers", id="a dict for a list"),
    pytest.param("dict[str, int]", "[]", "is not a dict of whole numbers", id="a list for a dict"),
    pytest.param("dict[str, int]", '{"a": "1"}', "is not a dict of whole numbers", id="a dict of text"),
    pytest.param("float", "__import__('os').abort()", "is not a number", id="code"),
    pytest.param("list", "[exit()]", "is not a list", id="code in a list"),
    pytest.param("list", "[" * 100_000, "is not a list", id="100000 brackets"),
    pytest.param("int", "-" * 50_000 + "1", "is not a whole number", id="50000 signs"),
    pytest.param("float", "nan", "is not a number", id="nan"),
    pytest.param("float", "NaN", "cannot be saved as JSON", id="NaN, which Python reads as JSON"),
    pytest.param("float", "-Infinity", "cannot be saved as JSON", id="an infinite number"),
    pytest.param("float", "1e999", "cannot be saved as JSON", id="a number too large"),
    pytest.param("list[float]", "[NaN]", "cannot be saved as JSON", id="NaN in a list"),
    pytest.param("any", "NaN", "cannot be saved as JSON", id="NaN for any"),
    pytest.param("any", "{1, 2}", "cannot be saved as JSON", id="a set"),
    pytest.param("any", "(1, 2)", "cannot be saved as JSON", id="a tuple, which JSON makes a list of"),
    pytest.param("any", "{1: 2}", "cannot be saved as JSON", id="a number as a key"),
    pytest.param("any", "b'x'", "cannot be saved as JSON", id="bytes"),
    pytest.param("any", "...", "cannot be saved as JSON", id="an ellipsis, which makes a field required"),
    pytest.param("any", "2j", "cannot be saved as JSON", id="a complex number"),
    pytest.param("any", r'"\ud800"', "cannot be saved as JSON", id="half a character"),
    pytest.param("str", "\udcff", "cannot be saved as JSON", id="a byte that is no text"),
    pytest.param("list", "[" * 250 + "]" * 250, "cannot be saved as JSON", id="deeper than Python nests brackets"),
    pytest.param("any", "[" * 200 + "]" * 200, "cannot be saved as JSON", id="deep enough to break in a call"),
]


@pytest.mark.parametrize(("kind", "text", "why"), MISFITS)
def test_a_default_that_does_not_fit_is_refused_and_never_evaluated(kind: str, text: str, why: str) -> None:
    with pytest.raises(UserError) as refused:
        parse_default(text, parse_type(kind, "--param x"), "--param x")
    assert refused.value.message.startswith("--param x: the default ")
    assert why in refused.value.message
    assert refused.value.hint
    assert refused.value.exit_code == 2
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 300


DATA = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda items: st.lists(items, max_size=3) | st.dictionaries(st.text(), items, max_size=3),
    max_leaves=6,
)


@settings(deadline=None)
@given(DATA)
def test_any_data_is_read_alike_from_json_and_from_python(value: Any) -> None:
    anything = FieldType("any")
    assert parse_default(json.dumps(value), anything, "--param x") == value
    assert parse_default(repr(value), anything, "--param x") == value


@settings(deadline=None)
@given(st.text(max_size=60), st.sampled_from(["str", "int", "float", "bool", "any", "list[int]", "dict[str, str]"]))
def test_any_text_is_a_default_that_code_and_json_can_hold_or_refused(text: str, source: str) -> None:
    kind = parse_type(source, "--param x")
    try:
        value = parse_default(text, kind, "--param x")
    except UserError as exc:
        assert "\n" not in str(exc)  # noqa: PT017  either outcome is right
        return
    assert is_of(value, kind.python)
    assert ast.literal_eval(repr(value)) == value
    assert json.loads(json.dumps(value, allow_nan=False)) == value


@settings(deadline=None)
@given(st.text(max_size=40))
def test_any_text_is_a_type_or_refused(text: str) -> None:
    try:
        kind = parse_type(text, "--input x")
    except UserError as exc:
        assert "\n" not in str(exc)  # noqa: PT017  either outcome is right
        return
    assert parse_type(kind.source, "--input x") == kind


SCALARS = ["str", "int", "float", "bool", "any"]
ONE_DEEP = [form.format(one) for form, one in itertools.product(["list[{}]", "dict[str, {}]"], SCALARS)]
TWO_DEEP = [form.format(one) for form, one in itertools.product(["list[{}]", "dict[str, {}]"], ONE_DEEP)]
TYPES = [*SCALARS, *ONE_DEEP, *TWO_DEEP]


@pytest.mark.parametrize("source", TYPES)
def test_samples_are_two_different_values_of_the_type(source: str) -> None:
    kind = parse_type(source, "--input x")
    first, second = kind.samples
    assert is_of(first, kind.python)
    assert is_of(second, kind.python)
    assert first != second


@pytest.mark.parametrize("source", TYPES)
def test_the_empty_value_is_of_the_type_and_false(source: str) -> None:
    kind = parse_type(source, "--input x")
    assert is_of(kind.empty, kind.python)
    assert not kind.empty


@pytest.mark.parametrize("source", [source for source in TYPES if source != "any"])
def test_a_misfit_is_not_of_the_type(source: str) -> None:
    kind = parse_type(source, "--input x")
    assert not is_of(kind.misfit, kind.python)


def test_nothing_misfits_any() -> None:
    assert FieldType("any").misfit is None


def test_every_target_type_is_a_type() -> None:
    kinds = {name: parse_type(source, "--target-type").python for name, source in TARGETS.items()}
    assert kinds == {"str": str, "number": float, "list": list[Any], "dict": dict[str, Any], "any": Any}


def test_only_numbers_are_numbers() -> None:
    assert [source for source in TYPES if parse_type(source, "--input x").is_number] == ["int", "float"]
