"""The stand-in rule holds and does not hold for the values that come with it, whatever is compared."""

import ast
import itertools
from typing import Any

import pytest

from giskard.checks._scaffold.answers import Answers, collect
from giskard.checks._scaffold.shape import shape_of
from giskard.checks._scaffold.types import TARGETS
from giskard.checks.core.fields import is_of

SCALARS = ["str", "int", "float", "bool", "any"]
ONE_DEEP = [form.format(one) for form, one in itertools.product(["list[{}]", "dict[str, {}]"], SCALARS)]
TWO_DEEP = [form.format(one) for form, one in itertools.product(["list[{}]", "dict[str, {}]"], ONE_DEEP)]
TYPES = [*SCALARS, *ONE_DEEP, *TWO_DEEP]


def answers_of(target_type: str, *types: str) -> Answers:
    names = ["first", "second", "third"]
    inputs = [f"{name}:{kind}" for name, kind in zip(names, types, strict=False)]
    return collect("Mine", inputs=inputs, target_type=target_type)


def holds(expression: str, target: Any, given: dict[str, Any]) -> Any:
    """Return what the rule gives, as the generated code evaluates it."""
    return eval(expression, {"target": target, **given})


@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("target_type", TARGETS)
def test_a_rule_with_an_input_tells_its_values_apart(target_type: str, kind: str) -> None:
    answers = answers_of(target_type, kind)
    shape = shape_of(answers)
    assert list(shape.given) == ["first"]
    assert holds(shape.expression, shape.passing, shape.given) is True
    assert holds(shape.expression, shape.failing, shape.given) is False


@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("target_type", TARGETS)
def test_its_values_are_of_their_types(target_type: str, kind: str) -> None:
    answers = answers_of(target_type, kind)
    shape = shape_of(answers)
    assert is_of(shape.passing, answers.target.python)
    assert is_of(shape.failing, answers.target.python)
    assert is_of(shape.given["first"], answers.inputs[0].parsed.python)


@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("target_type", TARGETS)
def test_the_rule_and_its_values_can_be_written_in_code(target_type: str, kind: str) -> None:
    shape = shape_of(answers_of(target_type, kind))
    names = {node.id for node in ast.walk(ast.parse(shape.expression)) if isinstance(node, ast.Name)}
    assert {"target", "first"} <= names <= {"target", "first", "len", "bool"}
    for value in (shape.passing, shape.failing, shape.given):
        assert ast.literal_eval(repr(value)) == value


@pytest.mark.parametrize("target_type", TARGETS)
def test_a_rule_without_inputs_asks_for_something(target_type: str) -> None:
    answers = answers_of(target_type)
    shape = shape_of(answers)
    assert shape.given == {}
    assert holds(shape.expression, shape.passing, {}) is True
    assert holds(shape.expression, shape.failing, {}) is False
    assert is_of(shape.passing, answers.target.python)
    assert is_of(shape.failing, answers.target.python)


@pytest.mark.parametrize("target_type", TARGETS)
def test_only_the_first_input_is_compared(target_type: str) -> None:
    assert shape_of(answers_of(target_type, "str", "int", "bool")) == shape_of(answers_of(target_type, "str"))


EXPRESSIONS = [
    pytest.param("str", "str", "first in target", id="text in text"),
    pytest.param("str", "int", "len(target) <= first", id="the length of text"),
    pytest.param("str", "list[str]", "target in first", id="text among several"),
    pytest.param("str", "list[int]", "bool(target) == bool(first)", id="text and what it cannot be compared with"),
    pytest.param("number", "int", "target == first", id="a number and a whole number"),
    pytest.param("number", "list[float]", "target in first", id="a number among several"),
    pytest.param("list", "str", "first in target", id="an item of a list"),
    pytest.param("list", "float", "len(target) <= first", id="the length of a list"),
    pytest.param("list", "list[str]", "target == first", id="a list and a list"),
    pytest.param("list", "list[list[int]]", "target in first", id="a list among several"),
    pytest.param("dict", "str", "first in target", id="a key of a dict"),
    pytest.param("dict", "dict[str, int]", "target == first", id="a dict and a dict"),
    pytest.param("dict", "list[dict[str, bool]]", "target in first", id="a dict among several"),
    pytest.param("any", "bool", "target == first", id="anything and true"),
    pytest.param("any", "any", "target == first", id="anything and anything"),
]


@pytest.mark.parametrize(("target_type", "kind", "expression"), EXPRESSIONS)
def test_the_types_suggest_the_rule(target_type: str, kind: str, expression: str) -> None:
    assert shape_of(answers_of(target_type, kind)).expression == expression
