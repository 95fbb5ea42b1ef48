"""Anything can be written as JSON, and what cannot be says so."""

import json
from dataclasses import dataclass
from datetime import date
from enum import Enum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, model_serializer

from giskard.checks.core.interaction.frozen import freeze
from giskard.checks.core.jsonable import jsonable


class Color(Enum):
    RED = "red"


class Text(str, Enum):  # noqa: UP042  its str is not its value, which is what the test is about
    RED = "red"


class Closed(dict[str, int]):
    def items(self) -> Any:
        raise RuntimeError("closed")


class Model(BaseModel):
    text: str
    score: float = float("inf")


@dataclass
class Point:
    x: int


class Odd:
    def __repr__(self) -> str:
        return "Odd()"


class Unshowable:
    def __repr__(self) -> str:
        raise RuntimeError("no")


def circle() -> Any:
    value: list[Any] = [1]
    value.append(value)
    return value


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param({"a": [1, 2.5, None, True, "x"]}, {"a": [1, 2.5, None, True, "x"]}, id="JSON"),
        pytest.param(float("nan"), "NaN", id="NaN"),
        pytest.param(float("-inf"), "-Infinity", id="minus infinity"),
        pytest.param("x \ud83d y", "x \\ud83d y", id="a lone surrogate"),
        pytest.param({"\ud83d": 1}, {"\\ud83d": 1}, id="a lone surrogate as a key"),
        pytest.param(b"text", "text", id="bytes that are text"),
        pytest.param(b"\xff", "<bytes: b'\\xff'>", id="bytes that are none"),
        pytest.param((1, (2,)), [1, [2]], id="tuples"),
        pytest.param({3}, [3], id="a set"),
        pytest.param({1: "a", None: "b", (1, 2): "c"}, {"1": "a", "None": "b", "<tuple: (1, 2)>": "c"}, id="keys"),
        pytest.param(Color.RED, "red", id="an enum"),
        pytest.param({Text.RED: Text.RED}, {"red": "red"}, id="an enum that is text"),
        pytest.param({1: "a", "1": "b"}, {"1": "a", "1 <str>": "b"}, id="keys that would become one"),
        pytest.param([Closed(a=1), 2], ["<dict: reading it raised RuntimeError>", 2], id="a dict that cannot be read"),
        pytest.param(date(2025, 10, 3), "2025-10-03", id="a date"),
        pytest.param(Model(text="x \ud83d"), {"text": "x \\ud83d", "score": "Infinity"}, id="a model"),
        pytest.param(Point(1), {"x": 1}, id="a dataclass"),
        pytest.param([Odd(), 2], ["<Odd: Odd()>", 2], id="an object beside a number"),
        pytest.param(Unshowable(), "<Unshowable: its repr raised RuntimeError>", id="an object without repr"),
        pytest.param(circle(), [1, "<list: holds itself>"], id="a list that holds itself"),
        pytest.param(freeze({"a": [circle()]}), {"a": [[1, "<list: holds itself>"]]}, id="recorded"),
        pytest.param([[1], [1]], [[1], [1]], id="the same twice is no circle"),
    ],
)
def test_writes(value: Any, expected: Any) -> None:
    assert jsonable(value) == expected
    json.dumps(jsonable(value), allow_nan=False).encode()


def test_the_same_object_twice_is_written_twice() -> None:
    shared = [1]
    assert jsonable([shared, shared]) == [[1], [1]]


def test_depth_ends_in_a_mark() -> None:
    value: list[Any] = []
    for _ in range(50_000):
        value = [value]
    written = json.dumps(jsonable(value))
    assert "nested too deep" in written


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()) | st.binary() | st.just(Odd()),
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.integers(), inner) | st.tuples(inner),
)


@given(anything)
def test_what_it_writes_is_json(value: Any) -> None:
    text = json.dumps(jsonable(value), allow_nan=False)
    assert json.loads(text.encode()) == json.loads(text)


class Refuses(BaseModel):
    def __iter__(self) -> Any:
        raise RuntimeError("no")

    @model_serializer
    def _write(self) -> Any:
        raise RuntimeError("no")


def test_an_object_whose_serializer_raises_is_shown() -> None:
    assert jsonable({"a": Refuses(), "b": 1}) == {"a": "<Refuses: Refuses()>", "b": 1}
