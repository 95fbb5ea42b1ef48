"""StringMatching: what it passes, fails and cannot look into."""

from typing import Any

import pytest
from pydantic import ValidationError

from giskard.checks import Check, Interaction, StringMatching, Trace


def trace_of(outputs: Any, **metadata: Any) -> Trace:
    return Trace(interactions=[Interaction(inputs="?", outputs=outputs, metadata=metadata)])


PASSES = [
    pytest.param("Received: Hi", {"keyword": "Received"}, id="the keyword itself"),
    pytest.param("ｆｕｌｌ width", {"keyword": "full"}, id="compatible characters"),
    pytest.param("one\n two", {"keyword": "one two"}, id="another white space"),
    pytest.param("STRASSE", {"keyword": "straße", "case_sensitive": False}, id="folded case"),
    pytest.param({"a": 1}, {"keyword": "x", "text": "xyz"}, id="a text of its own goes before the path"),
    pytest.param("see x", {"keyword_key": "trace.last.metadata.word"}, id="a keyword by path"),
]
FAILS = [
    pytest.param("received", {"keyword": "Received"}, id="another case"),
    pytest.param("one  two", {"keyword": "one two", "normalization_form": None}, id="white space left alone"),
    pytest.param("", {"keyword": "x"}, id="an empty text"),
    pytest.param("see y", {"keyword_key": "trace.last.metadata.word"}, id="a keyword by path"),
]
ERRORS = [
    pytest.param(3, {"keyword": "x"}, "The value of text must be a string, but it is of type int", id="no text"),
    pytest.param("a", {"keyword": "x", "target_key": "trace.last.outputs.b"}, "No value found for text", id="nothing"),
    pytest.param("a", {"keyword_key": "trace.last.metadata.no"}, "No value found for keyword", id="no keyword"),
    pytest.param("a", {"keyword_key": "trace.last.metadata.number"}, "keyword must be a string", id="a number"),
    pytest.param("a", {"keyword_key": "trace.last.metadata.blank"}, "blank", id="a blank keyword by path"),
    pytest.param(
        3, {"keyword_key": "trace.last.metadata.number"}, "keyword must be", id="the keyword is looked at first"
    ),
]


@pytest.mark.parametrize(("outputs", "fields"), PASSES)
def test_passes(outputs: Any, fields: dict[str, Any]) -> None:
    result = StringMatching(**fields).run_sync(trace_of(outputs, word="x"))
    assert result.passed, result.message
    assert "contains the keyword" in str(result.message)


@pytest.mark.parametrize(("outputs", "fields"), FAILS)
def test_fails(outputs: Any, fields: dict[str, Any]) -> None:
    result = StringMatching(**fields).run_sync(trace_of(outputs, word="x"))
    assert result.failed, result.message
    assert "does not contain the keyword" in str(result.message)


@pytest.mark.parametrize(("outputs", "fields", "message"), ERRORS)
def test_is_an_error(outputs: Any, fields: dict[str, Any], message: str) -> None:
    result = StringMatching(**fields).run_sync(trace_of(outputs, number=3, blank=" \u2003"))
    assert result.errored, result.message
    assert message in str(result.message)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        pytest.param({"keyword": ""}, "is blank", id="an empty keyword"),
        pytest.param({"keyword": " \t\u00a0"}, "is blank", id="a blank keyword"),
        pytest.param({}, "Exactly one", id="no keyword"),
        pytest.param({"keyword": "a", "keyword_key": "trace.last"}, "not both", id="two keywords"),
        pytest.param({"keyword": None}, "keyword", id="None"),
    ],
)
def test_refuses(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationError) as caught:
        StringMatching(**fields)
    assert message in str(caught.value)


def test_is_loaded_as_it_was_saved() -> None:
    check = StringMatching(keyword="a", text="b", case_sensitive=False)
    assert Check.model_validate_json(check.model_dump_json()) == check
