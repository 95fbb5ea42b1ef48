"""What the annotation of a field says, seen through unions, aliases and strings."""

import ast
from collections.abc import Callable

from giskard.checks._lint.source import Field, Module, Source

PATH = "path"
NONE = "None"
MISSING = "MISSING"
PATH_CONTAINER = "container of paths"

_JSONPATH = "giskard.checks.core.extraction.JSONPathStr"
_UNIONS = ("typing.Union", "typing.Optional", "typing_extensions.Union", "typing_extensions.Optional")
_ANNOTATED = ("typing.Annotated", "typing_extensions.Annotated")


def members(source: Source, module: Module, annotation: ast.expr, depth: int = 0) -> set[str]:
    """Return what the value of an annotation may be.

    The result holds `PATH`, `NONE`, `MISSING` and `PATH_CONTAINER`; every other type is there by its source text.
    """
    if depth > 20:  # noqa: PLR2004  an alias that leads to itself
        return {ast.unparse(annotation)}

    def inner(*parts: ast.expr) -> set[str]:
        return {kind for part in parts for kind in members(source, module, part, depth + 1)}

    if isinstance(annotation, ast.Constant):
        if annotation.value is None:
            return {NONE}
        return inner(_parsed(annotation.value)) if isinstance(annotation.value, str) else {repr(annotation.value)}
    if isinstance(annotation, ast.BinOp) and isinstance(annotation.op, ast.BitOr):
        return inner(annotation.left, annotation.right)
    if isinstance(annotation, ast.Subscript):
        return _subscript(source, module, annotation, inner)
    return _name(source, module, annotation, depth)


def _parsed(text: str) -> ast.expr:
    try:
        return ast.parse(text, mode="eval").body
    except SyntaxError:
        return ast.Name(text)


def _subscript(source: Source, module: Module, annotation: ast.Subscript, inner: Callable[..., set[str]]) -> set[str]:
    origin = source.origin(module, annotation.value)
    arguments = annotation.slice.elts if isinstance(annotation.slice, ast.Tuple) else [annotation.slice]
    if origin in _UNIONS:
        return inner(*arguments) | ({NONE} if origin.endswith("Optional") else set())
    if origin in _ANNOTATED:
        return inner(arguments[0])
    if origin.endswith("Literal"):
        return {ast.unparse(annotation)}
    return {PATH_CONTAINER} if PATH in inner(*arguments) else {ast.unparse(annotation)}


def _name(source: Source, module: Module, annotation: ast.expr, depth: int) -> set[str]:
    origin = source.origin(module, annotation)
    if origin == _JSONPATH:
        return {PATH}
    if origin == MISSING or origin.endswith(f".{MISSING}"):
        return {MISSING}
    where, _, name = origin.rpartition(".")
    home = source.module(where)
    alias = home.values.get(name) if home else None
    if home and alias is not None:
        return members(source, home, alias, depth + 1)
    return {ast.unparse(annotation)}


def of(source: Source, field: Field) -> set[str]:
    """Return what the value of a field may be; see `members`."""
    return members(source, field.owner.module, field.annotation)


def default_is(source: Source, field: Field, sentinel: str) -> bool:
    """Say whether the default of a field is `NONE` or `MISSING`."""
    return field.default is not None and members(source, field.owner.module, field.default) == {sentinel}
