"""The types that fields of a generated check can have: how they are written, checked and sampled."""

import ast
import json
import warnings
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter, ValidationError

from giskard.checks.core.exceptions import UserError
from giskard.checks.core.fields import brief, words_for
from giskard.checks.core.strict import nearest

_SCALARS: dict[str, type] = {"str": str, "int": int, "float": float, "bool": bool}
_CLASSES: dict[str, type[Any]] = {**_SCALARS, "list": list, "dict": dict}
_SAMPLES: dict[str, tuple[Any, Any]] = {
    "str": ("apple", "pear"),
    "int": (3, 4),
    "float": (1.5, 2.5),
    "bool": (True, False),
    "any": ("apple", "pear"),
}
TARGETS = {"str": "str", "number": "float", "list": "list[any]", "dict": "dict[str, any]", "any": "any"}
_KNOWN = [*_SCALARS, "any", "list[...]", "dict[str, ...]"]
_DEEPEST = 5
_LONGEST = 80  # of what is repeated in a message
# What Python says to text that it cannot read.
_TOO_MUCH = (SyntaxError, TypeError, ValueError, MemoryError, RecursionError)


class _UnknownTypeError(Exception):
    """Text names no type; the message says more, or is empty."""


@dataclass(frozen=True)
class FieldType:
    """A type: `name` is `str`, `int`, `float`, `bool`, `any`, `list` or `dict`; `item` that of a collection's items."""

    name: str
    item: "FieldType | None" = None

    @property
    def source(self) -> str:
        """How it is written in code."""
        if self.item is None:
            return "Any" if self.name == "any" else self.name
        return f"list[{self.item.source}]" if self.name == "list" else f"dict[str, {self.item.source}]"

    @property
    def wanted(self) -> str:
        """What it asks for, in a sentence such as "must be a list of strings"."""
        return words_for(self.python)

    @property
    def python(self) -> Any:
        """The type itself."""
        if self.name == "list":
            return list[self.item.python if self.item else Any]
        if self.name == "dict":
            return dict[str, self.item.python if self.item else Any]
        return _SCALARS.get(self.name, Any)

    @property
    def samples(self) -> tuple[Any, Any]:
        """Two different values of the type."""
        if self.item is None:
            return _SAMPLES[self.name]
        first, second = self.item.samples
        return ([first], [second]) if self.name == "list" else ({"a": first}, {"a": second})

    @property
    def empty(self) -> Any:
        """The value of the type that counts as false."""
        return None if self.name == "any" else _CLASSES[self.name]()

    @property
    def misfit(self) -> Any:
        """A value that is not of the type; None where every value is."""
        if self.name == "any":
            return None
        return "three" if self.name in ("int", "float", "bool") else 7

    @property
    def is_number(self) -> bool:
        """Whether it is `int` or `float`."""
        return self.name in ("int", "float")


def parse_type(text: str, flag: str) -> FieldType:
    """Return the type that `text` names.

    Parameters
    ----------
    text
        Such as `str`, `list[str]` or `dict[str, int]`.
    flag
        Where it was given, for the message.

    Raises
    ------
    UserError
        There is no such type.
    """
    try:
        with warnings.catch_warnings(action="ignore"):
            return _parsed(ast.parse(text.strip(), mode="eval").body)
    except (_UnknownTypeError, *_TOO_MUCH) as exc:
        more = str(exc) if isinstance(exc, _UnknownTypeError) else ""
        raise UserError(
            f"{flag}: {brief(text, _LONGEST)} is no type that a field can have.{more}",
            f"Types are: {', '.join(_KNOWN)}.",
        ) from exc


def parse_default(text: str, kind: FieldType, flag: str) -> Any:
    """Return the default that `text` gives a field of a type: text as it is for `str`, else JSON or a Python literal.

    Raises
    ------
    UserError
        It is no value of the type, or none that both code and JSON can hold.
    """
    value: Any = text
    if kind.name != "str":
        try:
            value = _literal(text)
        except _TOO_MUCH:
            value = text
    shown = brief(text, _LONGEST)
    if not _is_data(value):
        raise UserError(f"{flag}: the default {shown} cannot be saved as JSON.", "Give it as JSON data.")
    try:
        return TypeAdapter[Any](kind.python).validate_python(value, strict=True)
    except ValidationError as exc:
        raise UserError(f"{flag}: the default {shown} is not {kind.wanted}.", f"The type is {kind.source}.") from exc


def _parsed(node: ast.expr, depth: int = 1) -> FieldType:
    if depth > _DEEPEST:
        raise _UnknownTypeError(f" It is nested more than {_DEEPEST} deep.")
    if isinstance(node, ast.Name) and (node.id in _SCALARS or node.id.lower() == "any"):
        return FieldType("any" if node.id.lower() == "any" else node.id)
    if isinstance(node, ast.Name) and node.id in ("list", "dict"):
        return FieldType(node.id, FieldType("any"))
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
        inner = node.slice
        if node.value.id == "list" and not isinstance(inner, ast.Tuple):
            return FieldType("list", _parsed(inner, depth + 1))
        if node.value.id == "dict" and isinstance(inner, ast.Tuple) and _is_str_pair(inner):
            return FieldType("dict", _parsed(inner.elts[1], depth + 1))
    raise _UnknownTypeError(_more_about(node))


def _is_str_pair(node: ast.Tuple) -> bool:
    return len(node.elts) == 2 and isinstance(node.elts[0], ast.Name) and node.elts[0].id == "str"  # noqa: PLR2004


def _more_about(node: ast.expr) -> str:
    name = node.value if isinstance(node, ast.Subscript) else node
    if not isinstance(name, ast.Name):
        return ""
    if name.id == "list":
        return " A list has one type of items."
    if name.id == "dict":
        return " A dict has keys of type str and one type of values."
    return nearest(name.id.lower(), [*_SCALARS, "any", "list", "dict"])


def _literal(text: str) -> Any:
    """Return what `text` says as JSON or else as a Python literal; nothing is evaluated."""
    try:
        return json.loads(text)
    except ValueError:
        with warnings.catch_warnings(action="ignore"):
            return ast.literal_eval(text)


def _is_data(value: Any) -> bool:
    """Say whether a value comes back as it was from JSON and from code, which infinite and too deep ones do not."""
    try:
        text = json.dumps(value, ensure_ascii=False).encode()
        return bool([json.loads(text)] == [value] == ast.literal_eval(repr([value])))
    except _TOO_MUCH:
        return False
