"""The rules about fields: GC101 to GC105 and GC201 to GC204."""

import ast
from collections.abc import Iterator

from giskard.checks._lint import annotations
from giskard.checks._lint.annotations import MISSING, NONE, PATH, PATH_CONTAINER
from giskard.checks._lint.module import Class, Field
from giskard.checks._lint.source import Source
from giskard.checks.core._jsonpath import compile_path
from giskard.checks.core.check import Check

type Problem = tuple[str, Field, str]

_TYPED_RIGHT = ({PATH}, {PATH, NONE}, {PATH, MISSING})
# What a class takes from Check that is no field: a field of the same name would replace it.
_RESERVED = frozenset(dir(Check)) - frozenset(Check.model_fields) - {"model_config"}
_INHERITED_FIELDS = {"name": {"str", NONE}, "description": {"str", NONE}}
# Calls that say something about a path without reading it.
_NOT_READING = frozenset({"exactly_one", "unusable", "brief", "yields_list", "ValueError", "TypeError"})


def problems(source: Source, cls: Class) -> Iterator[Problem]:
    """Yield what is wrong with the fields that a check defines itself or has from a class that is no check."""
    everything = source.fields(cls)
    own = [field for field in everything.values() if field.owner is cls or _is_mixed_in(source, field)]
    for field in own:
        kinds = annotations.of(source, field)
        yield from _typing(field, kinds)
        yield from _shadowing(field, kinds)
        if PATH in kinds:
            yield from _optional(source, field, kinds)
            yield from _default(source, field)
            yield from _naming(source, field, everything)
            if not _is_read(source, cls, field.name):
                yield "GC104", field, f"{cls.name}.{field.name} is a path that nothing reads"
    yield from _pairs(source, cls, everything, own)


def _is_mixed_in(source: Source, field: Field) -> bool:
    return field.owner.module in source.modules and not source.is_check(field.owner)


def _typing(field: Field, kinds: set[str]) -> Iterator[Problem]:
    named_as_path = field.name == "key" or field.name.endswith("_key")
    if PATH_CONTAINER in kinds or (named_as_path and kinds not in _TYPED_RIGHT):
        typed = ast.unparse(field.annotation)
        yield "GC101", field, f"{field.owner.name}.{field.name} is typed {typed!r}, not as one path"


def _shadowing(field: Field, kinds: set[str]) -> Iterator[Problem]:
    if field.name in _RESERVED:
        yield "GC105", field, f"{field.owner.name}.{field.name} replaces {field.name!r} of Check"
    allowed = _INHERITED_FIELDS.get(field.name)
    if allowed and not kinds <= allowed:
        typed = ast.unparse(field.annotation)
        yield "GC105", field, f"{field.owner.name}.{field.name} redefines a field of Check as {typed!r}"


def _optional(source: Source, field: Field, kinds: set[str]) -> Iterator[Problem]:
    if NONE in kinds or annotations.default_is(source, field, NONE):
        yield "GC102", field, f"{field.owner.name}.{field.name} spells a path that was not given None, not MISSING"
    elif MISSING not in kinds and annotations.default_is(source, field, MISSING):
        yield "GC102", field, f"{field.owner.name}.{field.name} is MISSING by default, but not by its type"


def _default(source: Source, field: Field) -> Iterator[Problem]:
    default = annotations.default_of(source, field)
    if isinstance(default, ast.Constant) and default.value is not None:
        where = f"{field.owner.name}.{field.name}"
        try:
            compile_path(default.value if isinstance(default.value, str) else repr(default.value))
        except ValueError as exc:
            yield "GC103", field, f"{where} has a default that is no path: {exc}"


def _naming(source: Source, field: Field, everything: dict[str, Field]) -> Iterator[Problem]:
    name, where = field.name, f"{field.owner.name}.{field.name}"
    if not name.endswith("_key"):
        yield "GC201", field, f"{where} is a path, but it is named neither 'target_key' nor '*_key'"
        return
    static = everything.get(name.removesuffix("_key"))
    if static is None:
        if name != "target_key":
            yield "GC202", field, f"{where} has no field {name.removesuffix('_key')!r} beside it"
    elif PATH in annotations.of(source, static):
        yield "GC203", field, f"{where} stands beside {static.name!r}, which is a path too"
    elif annotations.default_is(source, static, NONE):
        place = static if static.owner.module in source.modules else field
        yield "GC102", place, f"{static.owner.name}.{static.name} means by None that {name!r} says where the value is"


def _pairs(source: Source, cls: Class, everything: dict[str, Field], own: list[Field]) -> Iterator[Problem]:
    for name, field in everything.items():
        static = everything.get(name.removesuffix("_key")) if name.endswith("_key") else None
        if static is None or not (field in own or static in own) or PATH not in annotations.of(source, field):
            continue
        without_path = any(annotations.default_is(source, field, nothing) for nothing in (MISSING, NONE))
        if without_path and static.default is not None and not _is_validated(source, cls, static.name, name):
            place = field if field in own else static
            yield "GC204", place, f"{cls.name} takes {static.name!r} or {name!r}, but does not validate that it is one"


def _is_validated(source: Source, cls: Class, static: str, path: str) -> bool:
    for ancestor in source.lineage(cls):
        for method in ancestor.methods.values():
            decorators = {source.origin(ancestor.module, _called(d)).rpartition(".")[2] for d in method.decorator_list}
            if "model_validator" in decorators and {static, path} <= _mentioned(method):
                return True
    return False


def _mentioned(function: ast.AST) -> set[str]:
    """Return the attributes and the texts that a function mentions."""
    nodes = list(ast.walk(function))
    attributes = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    return attributes | {n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)}


def _is_read(source: Source, cls: Class, name: str) -> bool:
    """Say whether a method of the class, its bases or its subclasses hands `self.<name>` on.

    Handing it to what only talks about it does not count.
    """
    if any(_hands_on(method, name) for base in source.lineage(cls) for method in base.methods.values()):
        return True
    heirs = [heir for heir in source.checks() if heir is not cls and cls in source.lineage(heir)]
    return any(_hands_on(method, name) for heir in heirs for method in heir.methods.values())


def _hands_on(method: ast.AST, name: str) -> bool:
    return any(_is_self(part, name) for node in ast.walk(method) for part in _choices(_handed(node)))


def _handed(node: ast.AST) -> list[ast.expr]:
    """Return the arguments of a call, or the value that is assigned, returned or iterated over."""
    if isinstance(node, ast.Call):
        return [] if _only_talks(node.func) else [*node.args, *(keyword.value for keyword in node.keywords)]
    if isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr | ast.Return | ast.Yield):
        return [node.value] if node.value else []
    return [node.iter] if isinstance(node, ast.For | ast.comprehension) else []


def _choices(expressions: list[ast.expr]) -> Iterator[ast.expr]:
    """Yield the expressions, and instead of one that only collects or chooses others, those."""
    pending = list(expressions)
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Tuple | ast.List | ast.Set):
            pending += node.elts
        elif isinstance(node, ast.IfExp):
            pending += [node.body, node.orelse]
        elif isinstance(node, ast.BoolOp):
            pending += node.values
        elif isinstance(node, ast.Starred):
            pending.append(node.value)
        else:
            yield node


def _only_talks(function: ast.expr) -> bool:
    on_result = isinstance(function, ast.Attribute) and _last_name(function.value) == "CheckResult"
    return on_result or _last_name(function) in _NOT_READING


def _is_self(node: ast.expr, name: str) -> bool:
    return (
        isinstance(node, ast.Attribute)
        and node.attr == name
        and isinstance(node.value, ast.Name)
        and node.value.id == "self"
    )


def _last_name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _called(node: ast.expr) -> ast.expr:
    return node.func if isinstance(node, ast.Call) else node
