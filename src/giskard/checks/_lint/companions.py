"""The rules about what stands beside a check: its test and its words, GC401 and GC501."""

import ast
import re
from collections.abc import Iterator

from giskard.checks._lint.module import Class, syntax_tree
from giskard.checks._lint.registration import kind_of
from giskard.checks._lint.source import CHECK, Source

type Problem = tuple[str, ast.AST, str]

# What a test says of each outcome, as an attribute, a name or a text.
_OUTCOMES = {
    "pass": {"passed", "PASS", "pass"},
    "fail": {"failed", "FAIL", "fail"},
    "error": {"errored", "ERROR", "error"},
}

# The same in text, which is quick to look for; what only a comment says has no dot or quotes around it.
_SAID_PLAINLY = [
    re.compile("|".join(rf"^[^#\n]*(?:\.{word}\b|[\"']{word}[\"'])" for word in sorted(words)), re.MULTILINE)
    for words in _OUTCOMES.values()
]


def problems(source: Source, cls: Class) -> Iterator[Problem]:
    """Yield what is missing beside a registered check."""
    if kind_of(source, cls) is None:
        return
    yield from _test(source, cls)
    if source.project.is_library:
        yield from _words(source, cls)


def _test(source: Source, cls: Class) -> Iterator[Problem]:
    package = source.project.config.package
    rooms = cls.module.name.removeprefix(package).strip(".").split(".")
    place = "/".join([source.project.config.tests, *rooms[:-1], f"test_{rooms[-1]}.py"])
    try:
        text = source.text(source.project.root / place)
        if text is None:
            yield "GC401", cls.node, f"{cls.name} has no test in {place}"
            return
        if all(pattern.search(text) for pattern in _SAID_PLAINLY):
            return
        said = _said(syntax_tree(text))
    except (SyntaxError, ValueError, OSError) as exc:
        yield "GC401", cls.node, f"{place} cannot be read: {exc}"
        return
    missing = [outcome for outcome, words in _OUTCOMES.items() if not words & said]
    if missing:
        yield "GC401", cls.node, f"{place} does not exercise: {', '.join(missing)}"


def _said(tree: ast.Module) -> set[str]:
    said: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            said.add(node.attr)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            said.add(node.value)
    return said


def _words(source: Source, cls: Class) -> Iterator[Problem]:
    own = ast.get_docstring(cls.node) or ""
    bases = [ast.get_docstring(base.node) or "" for base in source.lineage(cls) if base.dotted != CHECK]
    first = own.partition("\n\n")[0].rstrip()
    if not first.endswith("."):
        yield "GC501", cls.node, f"{cls.name} has no docstring that begins with a sentence"
    elif ">>>" not in own:
        yield "GC501", cls.node, f"{cls.name} shows no example in its docstring"
    else:
        everything = " ".join(bases).lower()
        missing = [word for word in ("pass", "error") if word not in everything]
        if missing:
            yield "GC501", cls.node, f"{cls.name} does not say in its docstring what is: {', '.join(missing)}"
