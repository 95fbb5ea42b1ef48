"""The rules about how a check judges: GC305 to GC307."""

import ast
from collections.abc import Iterator
from itertools import chain

from giskard.checks._lint.module import Class
from giskard.checks._lint.registration import kind_of
from giskard.checks._lint.source import CHECK, Source

type Problem = tuple[str, ast.AST, str]

_JUDGE = "giskard.checks.judges.base.BaseLLMCheck"
_RESOLVING = frozenset({"resolve", "provided_or_resolve"})
_EXTRACTION = "giskard.checks.core.extraction."
_HANDLING = frozenset({"NoMatch", "unusable"})


def problems(source: Source, cls: Class) -> Iterator[Problem]:
    """Yield what is wrong with how a check judges."""
    yield from _extra(cls)
    if kind_of(source, cls) is not None:
        yield from _overridden(source, cls)
        yield from _prompt(source, cls)
    if not _handles_no_match(source, cls):
        yield "GC305", cls.node, f"{cls.name} resolves paths, but does not say what happens when nothing is there"


def _overridden(source: Source, cls: Class) -> Iterator[Problem]:
    lineage = source.lineage(cls)
    is_judge = any(base.dotted == _JUDGE for base in lineage)
    needed, base = ("get_prompt", _JUDGE) if is_judge else ("run", CHECK)
    known = [ancestor for ancestor in lineage if ancestor.dotted != base]
    if not any(needed in ancestor.methods or needed in ancestor.assigned for ancestor in known):
        yield "GC305", cls.node, f"{cls.name} does not override {needed!r}"


def _handles_no_match(source: Source, cls: Class) -> bool:
    """Say whether a class that resolves paths itself looks at what came of it, there, in a base or in its module."""
    own = list(cls.methods.values())
    if not any(_resolves(source, cls, method) for method in own):
        return True
    inherited = [method for base in source.lineage(cls) for method in base.methods.values()]
    beside = [node for node in cls.module.tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    near = chain(own, inherited, beside, _called(source, cls))  # the nearest first, and the others only if need be
    return any(_HANDLING & _names(function) for function in near)


def _called(source: Source, cls: Class) -> Iterator[ast.AST]:
    """Yield the functions of other modules that the class's methods call, and those that these call in their module."""
    for method in cls.methods.values():
        for node in ast.walk(method):
            if not isinstance(node, ast.Call):
                continue
            where, _, name = source.origin(cls.module, node.func).rpartition(".")
            home = source.module(where) if where and where != cls.module.name else None
            if home is not None and not where.startswith(_EXTRACTION.rstrip(".")):
                functions = {n.name: n for n in home.tree.body if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)}
                if name in functions:
                    yield functions[name]
                    yield from (other for other in functions.values() if other.name in _names(functions[name]))


def _resolves(source: Source, cls: Class, method: ast.AST) -> bool:
    calls = (node.func for node in ast.walk(method) if isinstance(node, ast.Call))
    origins = (source.origin(cls.module, call) for call in calls)
    return any(origin.startswith(_EXTRACTION) and origin.rpartition(".")[2] in _RESOLVING for origin in origins)


def _names(function: ast.AST) -> set[str]:
    nodes = list(ast.walk(function))
    return {n.id for n in nodes if isinstance(n, ast.Name)} | {n.attr for n in nodes if isinstance(n, ast.Attribute)}


def _prompt(source: Source, cls: Class) -> Iterator[Problem]:
    """Yield what is wrong with the prompt files that a judge's own `get_prompt` refers to."""
    method = cls.methods.get("get_prompt")
    if method is None:
        return
    used: list[str] = []
    for node in ast.walk(method):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and "::" in node.value:
            package, _, path = node.value.partition("::")
            used.append(path)
            folder = source.project.source.joinpath(*package.split("."))
            if folder.is_dir() and source.text(folder / "prompts" / path) is None:
                yield (
                    "GC306",
                    node,
                    f"{cls.name} asks by {node.value!r}, but {folder.name}/prompts/{path} does not exist",
                )
    kind = kind_of(source, cls)
    if isinstance(kind, ast.Constant) and used:
        expected = f"judges/{kind.value}.j2"
        if (source.project.package_dir / "prompts" / expected).is_file() and expected not in used:
            yield "GC306", method, f"{cls.name} does not ask by prompts/{expected}, which is named after its kind"


def _extra(cls: Class) -> Iterator[Problem]:
    for keyword in cls.node.keywords:
        if keyword.arg == "extra":
            yield "GC307", keyword.value, f"{cls.name} sets `extra`"
    for node in cls.node.body:
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        if any(isinstance(target, ast.Name) and target.id == "model_config" for target in targets):
            yield from (("GC307", place, f"{cls.name} sets `extra` in its model_config") for place in _extra_in(node))


def _extra_in(node: ast.stmt) -> Iterator[ast.AST]:
    for part in ast.walk(node):
        if isinstance(part, ast.keyword) and part.arg == "extra":
            yield part.value
        elif isinstance(part, ast.Dict):
            keys = [key for key in part.keys if isinstance(key, ast.Constant) and key.value == "extra"]
            yield from keys
