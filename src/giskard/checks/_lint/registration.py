"""The rules about being found: GC301 to GC304."""

import ast
import json
from collections.abc import Iterator
from typing import cast

from giskard.checks._lint.module import Class, Module, dotted_name, global_statements
from giskard.checks._lint.project import Project
from giskard.checks._lint.source import Source
from giskard.checks.core.exceptions import UserError
from giskard.checks.core.registry import SNAKE_CASE

type Problem = tuple[str, Class, str]

_RETIRED = "a retired check"

RETIRED = ".giskard-checks/retired.json"
"""The list of retired kinds, relative to the project."""


def problems(source: Source, checks: list[Class]) -> Iterator[Problem]:
    """Yield what keeps the concrete checks of a package from being loaded and found."""
    taken = _kinds_elsewhere(source)
    reachable = _reachable(source, source.project.config.package)
    exports: dict[Module, set[str]] = {}
    for cls in checks:
        if is_abstract(source, cls) and kind_of(source, cls) is None:
            continue
        yield from _registered(source, cls, taken)
        yield from _imported(source, cls, reachable)
        yield from _exported(source, cls, exports)


def is_abstract(source: Source, cls: Class) -> bool:
    """Say whether a check is only a base for others: some method of it is still abstract."""
    settled: set[str] = set()
    for base in source.lineage(cls):
        open_methods = [method for name, method in base.methods.items() if name not in settled]
        decorators = [decorator for method in open_methods for decorator in method.decorator_list]
        if any("abstractmethod" in ast.unparse(decorator) for decorator in decorators):
            return True
        if any(_only_refuses(method) for method in open_methods):
            return True
        settled |= base.methods.keys() | base.assigned
    return False


def _only_refuses(method: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Say whether all that a method does is to raise NotImplementedError, which is the other way to say abstract."""
    code = [node for node in method.body if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))]
    return len(code) == 1 and isinstance(code[0], ast.Raise) and "NotImplementedError" in ast.unparse(code[0])


def kind_of(source: Source, cls: Class) -> ast.expr | None:
    """Return the expression of the kind that a class is registered with, None when it is not registered."""
    for decorator in cls.node.decorator_list:
        if isinstance(decorator, ast.Call) and isinstance(decorator.func, ast.Attribute):
            family = source.find_class(source.origin(cls.module, decorator.func.value))
            if decorator.func.attr == "register" and family and source.is_check(family):
                by_name = [keyword.value for keyword in decorator.keywords if keyword.arg == "kind"]
                return next(iter([*decorator.args, *by_name]), ast.Constant(None))
    return None


def _former_kinds(cls: Class) -> list[str]:
    """Return the kinds that a class had before, as its decorator says."""
    return [
        part.value
        for decorator in cls.node.decorator_list
        if isinstance(decorator, ast.Call)
        for keyword in decorator.keywords
        if keyword.arg == "formerly"
        for part in ast.walk(keyword.value)
        if isinstance(part, ast.Constant) and isinstance(part.value, str)
    ]


def _kinds_elsewhere(source: Source) -> dict[str, str]:
    """Return the kinds that the project's checks cannot have, with who has them."""
    taken: dict[str, str] = {}
    if not source.project.is_library:
        taken |= dict.fromkeys(_library_kinds(source), "a check of giskard-checks")
    return taken | dict.fromkeys(retired_kinds(source.project), _RETIRED)


def _library_kinds(source: Source) -> Iterator[str]:
    """Yield the kinds in the library's source: the running registry may hold those of the project already."""
    modules = [source.module(name) for name in _reachable(source, "giskard.checks")]
    for cls in [cls for module in modules if module for cls in module.classes.values()]:
        kind = kind_of(source, cls)
        if isinstance(kind, ast.Constant) and isinstance(kind.value, str):
            yield kind.value


def retired_kinds(project: Project) -> dict[str, object]:
    """Return the kinds that no check may take again, with what is known of the checks that had them.

    Raises
    ------
    UserError
        The list of them does not parse.
    """
    file = project.root / RETIRED
    if not file.is_file():
        return {}
    try:
        kinds = json.loads(file.read_text("utf-8-sig"))
    except (ValueError, RecursionError) as exc:
        raise UserError(f"{file} does not parse: {exc}.", "Correct the file and try again.") from exc
    if not isinstance(kinds, dict):
        raise UserError(f"{file} is not a JSON object of retired kinds.", 'Write one, such as {"old_kind": {}}.')
    return cast("dict[str, object]", kinds)


def _registered(source: Source, cls: Class, taken: dict[str, str]) -> Iterator[Problem]:
    kind = kind_of(source, cls)
    if kind is None:
        yield "GC301", cls, f"{cls.name} is a concrete check, but it is not registered"
    elif not isinstance(kind, ast.Constant) or not isinstance(kind.value, str):
        yield "GC301", cls, f"{cls.name} is registered with {ast.unparse(kind)}, which is no literal string"
    elif not SNAKE_CASE.fullmatch(kind.value):
        yield "GC301", cls, f"{cls.name} is registered as {kind.value!r}, which is not snake_case"
    elif kind.value in taken:
        yield "GC302", cls, f"{cls.name} takes the kind {kind.value!r}, which belongs to {taken[kind.value]}"
    else:
        taken[kind.value] = cls.dotted
    for former in _former_kinds(cls):  # which are retired, for others
        if taken.get(former, _RETIRED) not in (_RETIRED, cls.dotted):
            yield "GC302", cls, f"{cls.name} had the kind {former!r}, which belongs to {taken[former]}"
        taken[former] = cls.dotted


def _reachable(source: Source, package: str) -> set[str]:
    """Return the names of a package's modules that importing it imports."""
    reached: set[str] = set()
    pending = [package]
    while pending:
        name = pending.pop()
        module = source.module(name) if f"{name}.".startswith(f"{package}.") else None
        if name in reached or module is None:
            continue
        reached.add(name)
        # Importing a.b.c imports a and a.b first.
        pending += [name.rpartition(".")[0], *module.imported]
    return reached


def _imported(source: Source, cls: Class, reachable: set[str]) -> Iterator[Problem]:
    home = source.home(cls.module)
    if cls.module is not home and cls.module.name not in home.imported:
        yield "GC303", cls, f"{cls.name} is not imported by {home.name}"
    elif cls.module.name not in reachable:
        yield "GC303", cls, f"{cls.name} is not reached by importing {source.project.config.package}"


def _exported(source: Source, cls: Class, exports: dict[Module, set[str]]) -> Iterator[Problem]:
    if cls.name.startswith("_"):
        return
    home = source.home(cls.module)
    root = source.module(source.project.config.package)
    rooms = [home, root] if source.project.is_library else [home]
    for room in dict.fromkeys(room for room in rooms if room):
        if room not in exports:
            exports[room] = exported_names(source, room)
        if cls.name not in exports[room]:
            yield "GC304", cls, f"{cls.name} is not exported by {room.name}"


def exported_names(source: Source, package: Module) -> set[str]:
    """Return what a package exports: the names in `__all__`, of its modules' where it takes theirs, and `X as X`."""
    names: set[str] = set()
    listed: set[str] = set()
    modules = [package]
    for module in modules:  # grows by those whose `__all__` is taken
        for node, _ in global_statements(module.tree.body):
            if isinstance(node, ast.ImportFrom):
                names |= {alias.name for alias in node.names if alias.asname == alias.name}
            if module is package and node in package.tree.body and _replaces_all(node):
                listed.clear()
            for part in _parts_of_all(node):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    listed.add(part.value)
                elif isinstance(part, ast.Attribute) and part.attr == "__all__":
                    home = source.module(source.origin(module, part.value))
                    modules += [home] if home and home not in modules else []
    return names | listed


def _replaces_all(node: ast.stmt) -> bool:
    """Say whether a statement gives `__all__` a value that does not build on the one that it had."""
    if not isinstance(node, ast.Assign) or "__all__" not in map(dotted_name, node.targets):
        return False
    return all(not (isinstance(part, ast.Name) and part.id == "__all__") for part in ast.walk(node.value))


def _parts_of_all(node: ast.stmt) -> list[ast.AST]:
    """Return everything in a statement that makes `__all__` or adds to it."""
    if not isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign | ast.Expr):
        return []
    parts = list(ast.walk(node))
    return parts if any(isinstance(part, ast.Name) and part.id == "__all__" for part in parts) else []
