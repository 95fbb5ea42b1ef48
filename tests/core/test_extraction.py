"""What a path may be, and what reading by it gives."""

from typing import Any

import pytest
from pydantic import BaseModel, TypeAdapter, ValidationError, model_serializer

from giskard.checks import MISSING, Interaction, JSONPathStr, NoMatch, Trace, provided_or_resolve, resolve
from giskard.checks.core._jsonpath import compile_path
from giskard.checks.core.extraction import yields_list

CALLS = [{"name": "search", "arguments": {"q": "x"}}, {"name": "book", "arguments": {}}]
TRACE = Trace(
    interactions=[
        Interaction(inputs="one", outputs={"answer": "first", "tool_calls": []}),
        Interaction(inputs="two", outputs={"answer": None, "tool_calls": CALLS}, metadata={"k": 1}),
    ]
)
ONE_TURN = Trace(interactions=[TRACE.interactions[0]])


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        pytest.param("trace.last.inputs", "two", id="the last turn"),
        pytest.param("trace.interactions[0].outputs.answer", "first", id="a turn by number"),
        pytest.param("trace.interactions[-2].inputs", "one", id="a turn from the end"),
        pytest.param("trace.last.outputs.answer", None, id="None is a value"),
        pytest.param("trace.last.metadata.k", 1, id="metadata"),
        pytest.param("trace.last.outputs['answer']", None, id="a quoted name"),
        pytest.param("trace.interactions[*].inputs", ["one", "two"], id="all turns"),
        pytest.param("trace.interactions[1:].inputs", ["two"], id="a slice"),
        pytest.param("trace.interactions[0,1].inputs", ["one", "two"], id="several numbers"),
        pytest.param("trace.last.inputs,metadata", ["two", {"k": 1}], id="several names"),
        pytest.param("trace.last.outputs.tool_calls[*].name", ["search", "book"], id="a wildcard below"),
        pytest.param("trace.last.outputs.tool_calls[?name == 'book'].name", ["book"], id="a filter"),
        pytest.param("trace..answer", ["first", None], id="descendants, the last turn once"),
        pytest.param("trace.interactions[*].outputs.nothing", [], id="a list path without match"),
    ],
)
def test_resolves(path: str, expected: Any) -> None:
    assert resolve(TRACE, path) == expected


@pytest.mark.parametrize(
    "path",
    ["trace.last.outputs.nothing", "trace.last.outputs.answer.deeper", "trace.interactions[5]", "trace.nothing"],
)
def test_says_that_nothing_matches(path: str) -> None:
    assert resolve(TRACE, path) == NoMatch(path)
    assert str(NoMatch(path)) == repr(path)


@pytest.mark.parametrize("path", ["trace.interactions[*].outputs", "trace..outputs", "trace.interactions[?outputs]"])
def test_gives_a_list_whether_there_is_one_turn_or_two(path: str) -> None:
    assert [len(resolve(trace, path)) for trace in (Trace(), ONE_TURN, TRACE)] == [0, 1, 2]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        pytest.param("trace.last", False, id="names"),
        pytest.param("trace.last.outputs[0]", False, id="an index"),
        pytest.param("trace.last.`parent`", False, id="parent"),
        pytest.param("trace.interactions.`len`", False, id="len"),
        pytest.param("trace.*", True, id="a wildcard for names"),
        pytest.param("trace.interactions[*]", True, id="a wildcard for indices"),
        pytest.param("trace.interactions[0:1]", True, id="a slice"),
        pytest.param("trace.interactions[0,1]", True, id="several indices"),
        pytest.param("trace.last.a,b", True, id="several names"),
        pytest.param("trace.interactions[?x]", True, id="a filter"),
        pytest.param("trace..x", True, id="descendants"),
        pytest.param("trace.(a|b)", True, id="a union"),
        pytest.param("trace.interactions.`sorted`", True, id="sorted"),
        pytest.param("trace.interactions[/inputs]", True, id="sorted by a field"),
        pytest.param("trace.last where x", True, id="where"),
        pytest.param("trace.interactions[?a[*]].x", True, id="a wildcard in a condition, within a filter"),
    ],
)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_expression_alone_decides_whether_it_gives_a_list(path: str, expected: bool) -> None:
    assert yields_list(path) is expected


def test_a_wildcard_that_is_only_a_condition_makes_no_list_of_its_own() -> None:
    assert yields_list("trace.last where outputs[*]") is True
    assert yields_list("trace.last.outputs") is False


class Config(BaseModel):
    path: JSONPathStr = "trace.last"


@pytest.mark.parametrize(
    ("path", "message"),
    [
        pytest.param("last.outputs", "must start with 'trace.'", id="no trace"),
        pytest.param("$.trace.last", "must start with 'trace.'", id="a root sign"),
        pytest.param("", "must start with 'trace.'", id="empty"),
        pytest.param("trace", "must start with 'trace.'", id="the trace alone"),
        pytest.param("tracer.last", "must start with 'trace.'", id="another name"),
        pytest.param("trace.", "Invalid JSONPath expression", id="nothing behind the dot"),
        pytest.param("trace.last[", "Invalid JSONPath expression", id="an open bracket"),
        pytest.param("trace.last[?]", "Invalid JSONPath expression", id="an empty filter"),
        pytest.param("trace.last.`nope`", "Invalid JSONPath expression", id="an unknown operator"),
        pytest.param("trace.a + trace.b", "computes a new value", id="arithmetic"),
        pytest.param("trace.a.`sub(/x/, y)`", "computes a new value", id="sub"),
        pytest.param("trace.a.`split(x, 0, -1)`", "computes a new value", id="split"),
        pytest.param("trace.a.`str()`", "computes a new value", id="str"),
        pytest.param("trace.a\x00", "Invalid JSONPath expression", id="a null character"),
        pytest.param("trace.a.`sub(`", "Invalid JSONPath expression", id="a broken operator"),
        pytest.param("trace" + ".a" * 5000, "Invalid JSONPath expression", id="many names"),
        pytest.param("trace." + "(" * 3000, "Invalid JSONPath expression", id="depth"),
    ],
)
def test_refuses_as_a_field(path: str, message: str) -> None:
    with pytest.raises(ValidationError, match="Invalid JSONPath expression") as caught:
        Config(path=path)
    assert message in str(caught.value)


def test_a_failing_evaluation_is_no_match_with_the_reason() -> None:
    outcome = resolve(
        Trace(interactions=[Interaction(inputs=1, outputs=[{"a": 1}, {"a": "x"}])]), "trace.last.outputs[/a]"
    )
    assert isinstance(outcome, NoMatch)
    assert outcome.reason is not None
    assert "TypeError" in outcome.reason
    assert "TypeError" in str(outcome)


class Broken(BaseModel):
    @model_serializer
    def _fail(self) -> Any:
        raise RuntimeError("no dump today")


def test_a_recorded_value_that_cannot_be_dumped_is_no_match_with_the_reason() -> None:
    trace = Trace(interactions=[Interaction(inputs="fine", outputs=Broken())])
    outcome = resolve(trace, "trace.last.outputs")
    assert isinstance(outcome, NoMatch)
    assert "no dump today" in str(outcome.reason)
    assert resolve(trace, "trace.last.inputs") == "fine"


def test_a_list_that_contains_itself_is_found_as_such() -> None:
    circle: list[Any] = [1]
    circle.append(circle)
    trace = Trace(interactions=[Interaction(inputs="fine", outputs=circle)])
    assert resolve(trace, "trace.last.outputs[0]") == 1
    assert resolve(trace, "trace.last.outputs[1][1][0]") == 1


def test_a_distinct_expression_is_parsed_once() -> None:
    assert compile_path("trace.last.outputs.once") is compile_path("trace.last.outputs.once")


def test_resolving_by_something_that_is_no_path_is_a_mistake_of_the_author() -> None:
    with pytest.raises(ValueError, match="must start with"):
        resolve(TRACE, "outputs")


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        pytest.param(MISSING, "given", "given", id="the value"),
        pytest.param("trace.last.inputs", "given", "given", id="the value goes before the path"),
        pytest.param("trace.last.inputs", None, None, id="None is a value"),
        pytest.param("trace.last.inputs", MISSING, "two", id="the path"),
        pytest.param("trace.nothing", MISSING, NoMatch("trace.nothing"), id="a path without match"),
    ],
)
def test_provided_or_resolve_gives(key: Any, value: Any, expected: Any) -> None:
    assert provided_or_resolve(TRACE, key=key, value=value) == expected


@pytest.mark.parametrize("key", [MISSING, None])
def test_provided_or_resolve_needs_one_of_the_two(key: Any) -> None:
    with pytest.raises(ValueError, match="Neither"):
        provided_or_resolve(TRACE, key=key)


def test_a_path_says_so_in_a_json_schema() -> None:
    assert TypeAdapter(JSONPathStr).json_schema()["format"] == "jsonpath"
