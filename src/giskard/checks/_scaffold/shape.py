"""The stand-in rule of a generated check, and values that it passes and fails."""

from dataclasses import dataclass
from typing import Any

from giskard.checks._scaffold.answers import Answers
from giskard.checks._scaffold.types import FieldType


@dataclass(frozen=True)
class Shape:
    """A stand-in rule.

    Attributes
    ----------
    expression
        Python expression over `target` and the fields.
    passing, failing
        Values under test that it passes and fails.
    given
        Values of the first input with which it does so; empty without inputs.
    """

    expression: str
    passing: Any
    failing: Any
    given: dict[str, Any]


def shape_of(answers: Answers) -> Shape:
    """Return the rule that compares the value under test with the first input, in the way their types suggest.

    Without inputs, the value under test must not be empty.
    """
    target = answers.target
    first, _ = target.samples
    if not answers.inputs:
        return Shape("bool(target)", first, target.empty, {})
    name, kind = answers.inputs[0].name, answers.inputs[0].parsed
    expression, passing, failing, value = _compared(target, kind, name)
    return Shape(expression, passing, failing, {name: value})


def _compared(target: FieldType, kind: FieldType, name: str) -> tuple[str, Any, Any, Any]:
    """Return expression, passing and failing target, and the value of the input."""
    first, second = kind.samples
    sample, _ = target.samples
    if target.name == "str" and kind.name == "str":
        return f"{name} in target", f"an {first} a day", second, first
    if target.name in ("str", "list", "dict") and kind.is_number:
        return f"len(target) <= {name}", sample[:3] if target.name == "str" else sample, _longer(target), 3
    if target.name == "list" and kind.name not in ("list", "dict"):
        return f"{name} in target", [first], [second], first
    if target.name == "dict" and kind.name == "str":
        return f"{name} in target", {first: 1}, {second: 1}, first
    if kind.name == "list" and kind.item and kind.item.name == target.name:
        item, other_item = kind.item.samples
        return f"target in {name}", item, other_item, [item]
    if target.name in ("any", kind.name) or (target.is_number and kind.is_number):
        return f"target == {name}", first, second, first
    return f"bool(target) == bool({name})", sample, target.empty, first


def _longer(target: FieldType) -> Any:
    if target.name == "str":
        return "a longer text"
    return [1, 2, 3, 4] if target.name == "list" else {"a": 1, "b": 2, "c": 3, "d": 4}
