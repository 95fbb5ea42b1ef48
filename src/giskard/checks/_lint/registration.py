"""The rules about being found: GC301 to GC304."""

import ast
import json
from collections.abc import Iterator

from giskard.checks._lint.source import Class, Module, Source
from giskard.checks.core.check import Check
from giskard.checks.core.registry import SNAKE_CASE

type Problem = tuple[str, Class, str]


def problems(source: Source, checks: list[Class]) -> Iterator[Problem]:
    """Yield what keeps the concrete checks of a package from being loaded and found."""
    taken = _kinds_elsewhere(source)
    reachable = _reachable(source)
    for cls in checks:
        if is_abstract(source, cls):
            continue
        yield from _registered(source, cls, taken)
        yield from _imported(source, cls, reachable)
        yield from _exported(source, cls)


def is_abstract(source: Source, cls: Class) -> bool:
    """Say whether a check is only a base for others: some method of it is still abstract."""
    for name in {name for base in source.lineage(cls) for name in base.methods}:
        nearest = next(base.methods[name] for base in source.lineage(cls) if name in base.methods)
        if any("abstractmethod" in ast.unparse(decorator) for decorator in nearest.decorator_list):
            return True
    return False


def kind_of(source: Source, cls: Class) -> ast.expr | None:
    """Return the expression of the kind that a class is registered with, None when it is not registered."""
    for decorator in cls.node.decorator_list:
        if isinstance(decorator, ast.Call) and isinstance(decorator.func, ast.Attribute):
            family = source.find_class(source.origin(cls.module, decorator.func.value))
            if decorator.func.attr == "register" and family and source.is_check(family):
                arguments = [*decorator.args, *(keyword.value for keyword in decorator.keywords)]
                return arguments[0] if arguments else ast.Constant(None)
    return None


def _kinds_elsewhere(source: Source) -> dict[str, str]:
    """Return the kinds that the project's checks cannot have, with who has them."""
    taken: dict[str, str] = {}
    if not source.project.is_library:
        taken |= dict.fromkeys(Check.kinds(), "a check of giskard-checks")
    retired = source.project.root / ".giskard-checks" / "retired.json"
    if retired.is_file():
        kinds: dict[str, object] = json.loads(retired.read_text("utf-8"))
        taken |= dict.fromkeys(kinds, "a retired check")
    return taken


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


def _reachable(source: Source) -> set[str]:
    """Return the names of the modules that importing the root package imports."""
    reached: set[str] = set()
    pending = [source.project.config.package]
    while pending:
        name = pending.pop()
        module = source.module(name)
        if name in reached or module is None:
            continue
        reached.add(name)
        # Importing a.b.c imports a and a.b first.
        pending += [name.rpartition(".")[0], *module.imported]
    return reached


def _imported(source: Source, cls: Class, reachable: set[str]) -> Iterator[Problem]:
    home = _home(source, cls.module)
    if cls.module is not home and cls.module.name not in home.imported:
        yield "GC303", cls, f"{cls.name} is not imported by {home.name}"
    elif cls.module.name not in reachable:
        yield "GC303", cls, f"{cls.name} is not reached by importing {source.project.config.package}"


def _exported(source: Source, cls: Class) -> Iterator[Problem]:
    if cls.name.startswith("_"):
        return
    home = _home(source, cls.module)
    root = source.module(source.project.config.package)
    rooms = [home, root] if source.project.is_library else [home]
    for room in dict.fromkeys(room for room in rooms if room):
        if cls.name not in exported_names(room):
            yield "GC304", cls, f"{cls.name} is not exported by {room.name}"


def _home(source: Source, module: Module) -> Module:
    """Return the package that a module lies in."""
    package = module if module.is_package else source.module(module.name.rpartition(".")[0])
    return package or module


def exported_names(module: Module) -> set[str]:
    """Return what a package exports: the names in `__all__`, and those imported as themselves."""
    listed = module.values.get("__all__")
    names = {e.value for e in getattr(listed, "elts", []) if isinstance(e, ast.Constant) and isinstance(e.value, str)}
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ImportFrom):
            names |= {alias.name for alias in node.names if alias.asname == alias.name}
    return names
