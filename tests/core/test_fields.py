"""Pieces for the authors of checks."""

from typing import Any

import pytest
from pydantic import BaseModel

from giskard.checks import MISSING, NoMatch, Status
from giskard.checks.core.fields import brief, exactly_one, is_of, unusable, words_for


class Pair(BaseModel):
    x: Any = MISSING
    x_key: Any = MISSING
    y: Any = MISSING


@pytest.mark.parametrize("given", [{"x": 1}, {"x": None}, {"x_key": "trace.last"}])
def test_one_of_a_pair_is_enough(given: dict[str, Any]) -> None:
    exactly_one(Pair(**given), "x", "x_key")


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({}, "Exactly one of 'x' and 'x_key' must be given, none was."),
        ({"x": None, "x_key": "a"}, "Exactly one of 'x' and 'x_key' must be given, not both."),
    ],
)
def test_none_or_both_are_refused(given: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        exactly_one(Pair(**given), "x", "x_key")


def test_three_of_three_are_counted() -> None:
    with pytest.raises(ValueError, match="not 3"):
        exactly_one(Pair(x=1, x_key=2, y=3), "x", "x_key", "y")


@pytest.mark.parametrize(
    ("value", "kind", "message"),
    [
        pytest.param(NoMatch("trace.a"), str, "No value found for f at 'trace.a'.", id="no match"),
        pytest.param(
            NoMatch("trace.a", "OSError: x"), Any, "No value found for f at 'trace.a' (OSError: x).", id="why"
        ),
        pytest.param(3, str, "The value of f must be a string, but it is of type int: 3.", id="a number for a string"),
        pytest.param(True, int, "must be a whole number, but it is of type bool: True.", id="a bool for a number"),
        pytest.param("3", float, "must be a number, but it is of type str: '3'.", id="text for a number"),
        pytest.param(["a", 1], list[str], "must be a list of strings, but it is of type list", id="one wrong item"),
        pytest.param(None, dict[str, Any], "must be a dict, but it is of type NoneType", id="None for a dict"),
    ],
)
def test_says_why_a_value_cannot_be_used(value: Any, kind: Any, message: str) -> None:
    result = unusable("f", value, kind)
    assert result is not None
    assert result.status is Status.ERROR
    assert message in str(result.message)


@pytest.mark.parametrize(
    ("value", "kind"),
    [(None, Any), ("a", str), (3, float), (3, int), ([], list[str]), ({"a": [1]}, dict[str, list[int]]), (True, bool)],
)
def test_a_fitting_value_can_be_used(value: Any, kind: Any) -> None:
    assert unusable("f", value, kind) is None
    assert kind is Any or is_of(value, kind)


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (str, "a string"),
        (list[float], "a list of numbers"),
        (dict[str, bool], "a dict of booleans"),
        (list[list[str]], "a list of lists"),
        (list[Any], "a list"),
        (bytes, "bytes"),
    ],
)
def test_words_for(kind: Any, words: str) -> None:
    assert words_for(kind) == words


class Unshowable:
    def __repr__(self) -> str:
        raise RuntimeError("no")


def test_a_message_survives_a_value_that_cannot_be_shown_and_one_that_is_long() -> None:
    assert brief(Unshowable()) == "<Unshowable whose repr raised RuntimeError>"
    assert brief("x" * 1000).endswith("... (1002 characters)")
