"""What the annotation of a field says, seen through unions, aliases and strings."""

import ast
from collections.abc import Iterator

from giskard.checks._lint.module import Field, Module
from giskard.checks._lint.source import Source

PATH = "path"
NONE = "None"
MISSING = "MISSING"
PATH_CONTAINER = "container of paths"

_JSONPATH = "giskard.checks.core.extraction.JSONPathStr"


def members(source: Source, module: Module, annotation: ast.expr, within: frozenset[str] = frozenset()) -> set[str]:
    """Return what the value of an annotation may be.

    The result holds `PATH`, `NONE`, `MISSING` and `PATH_CONTAINER`; every other type is there by its source text.
    `within` names the aliases that lead here, since one may lead to itself.
    """
    return {kind for part in _alternatives(annotation) for kind in _kinds(source, module, part, within)}


def _alternatives(annotation: ast.expr) -> Iterator[ast.expr]:
    pending = [annotation]
    while pending:
        part = pending.pop()
        if isinstance(part, ast.BinOp) and isinstance(part.op, ast.BitOr):
            pending += [part.left, part.right]
        else:
            yield part


def _kinds(source: Source, module: Module, part: ast.expr, within: frozenset[str]) -> set[str]:
    if isinstance(part, ast.Constant) and isinstance(part.value, str):
        return members(source, module, _parsed(part.value), within)
    if isinstance(part, ast.Constant):
        return {NONE} if part.value is None else {repr(part.value)}
    if isinstance(part, ast.Subscript):
        return _subscript(source, module, part, within)
    return _name(source, module, part, within)


def _parsed(text: str) -> ast.expr:
    try:
        return ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return ast.Name(text)


def _subscript(source: Source, module: Module, annotation: ast.Subscript, within: frozenset[str]) -> set[str]:
    form = source.origin(module, annotation.value).rpartition(".")[2]
    arguments = annotation.slice.elts if isinstance(annotation.slice, ast.Tuple) else [annotation.slice]
    if form == "Literal":
        return {_type_of_literal(argument) for argument in arguments}
    if form == "Annotated":
        arguments = arguments[:1]
    inner = {kind for argument in arguments for kind in members(source, module, argument, within)}
    if form in ("Annotated", "Union", "Optional"):
        return inner | ({NONE} if form == "Optional" else set())
    return {PATH_CONTAINER} if inner & {PATH, PATH_CONTAINER} else {ast.unparse(annotation)}


def _type_of_literal(value: ast.expr) -> str:
    if not isinstance(value, ast.Constant):
        return ast.unparse(value)
    return NONE if value.value is None else type(value.value).__name__


def _name(source: Source, module: Module, annotation: ast.expr, within: frozenset[str]) -> set[str]:
    origin = source.origin(module, annotation)
    if origin == _JSONPATH:
        return {PATH}
    if _is_missing(origin):
        return {MISSING}
    where, _, name = origin.rpartition(".")
    home = source.module(where)
    if home and name in home.values and origin not in within:
        return members(source, home, home.values[name], within | {origin})
    return {ast.unparse(annotation)}


def _is_missing(origin: str) -> bool:
    return origin.rpartition(".")[2] == MISSING


def of(source: Source, field: Field) -> set[str]:
    """Return what the value of a field may be; see `members`."""
    return members(source, field.owner.module, field.annotation)


def default_of(source: Source, field: Field) -> ast.expr | None:
    """Return the expression of a field's default, a name followed to what it was assigned; None when it has none."""
    return field.default and source.value(field.owner.module, field.default)[1]


def default_is(source: Source, field: Field, sentinel: str) -> bool:
    """Say whether the default of a field is `NONE` or `MISSING`."""
    if field.default is None:
        return False
    module, default = source.value(field.owner.module, field.default)
    if isinstance(default, ast.Constant):
        return sentinel == NONE and default.value is None
    return sentinel == MISSING and _is_missing(source.origin(module, default))
