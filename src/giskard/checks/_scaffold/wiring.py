"""Adding one name to an `__init__`: its import and its entry in `__all__`, spliced in; every other byte stays."""

import ast
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from giskard.checks._scaffold.init_source import InitSource, assigned, edited, is_text, source_of
from giskard.checks._scaffold.name_list import (
    EXPORTS,
    IMPORTS,
    Item,
    NameList,
    UnusualShapeError,
    folded,
    natural,
    position,
    typed_folded,
)
from giskard.checks.core.exceptions import UserError

_KEYWORD = re.compile(r"from\b[\s.\w]*?\bimport\b")
_LEADING_COMMENTS = re.compile(r"(?:[ \t\f]*\n)*(?:[ \t\f]*#[^\n]*(?:\n|$))*")


def _by_module(line: str) -> tuple[Any, ...]:
    """Sort imports, written as `module name`, as isort and ruff do."""
    module, _, name = line.partition(" ")
    return (folded(module), typed_folded(name))


def wired(content: bytes, path: str, module: str, name: str, *, width: int = 88) -> bytes:
    """Return the content of an `__init__` that imports `name` from `module` and exports it.

    What is there already is left alone, so that wiring twice changes nothing the second time.

    Parameters
    ----------
    content
        The file as it is; empty for a new one.
    path
        Its name, for messages.
    module
        What to import from, as it is to be written: absolute, or relative to the package.
    name
        The class.
    width
        Longest line that may come out of adding to a line.

    Raises
    ------
    UserError
        The file does not parse, or has a shape that cannot be extended safely; the message gives the edit to make.
    """
    by_hand = f"Please add `from {module} import {name}` and {name!r} in __all__ by hand, then run the command again."
    return edited(
        content,
        path,
        by_hand,
        lambda text: _Init(text, path, width).with_import(module, name),
        lambda text: _Init(text, path, width).with_export(name),
    )


@dataclass(frozen=True)
class _Init(InitSource):
    """Adds to an `__init__`; `width` is the longest line that may come out of that."""

    width: int = 88

    # --- the import ---

    def with_import(self, module: str, name: str) -> str:
        imports = [node for node in self.tree.body if isinstance(node, ast.ImportFrom)]
        same = [node for node in imports if source_of(node) == module]
        aliases = [alias for node in same for alias in node.names]
        if any(alias.name == name and alias.asname in (None, name) for alias in aliases):
            return self.text
        for bound, line in _bound(self.tree):
            if bound == name:
                raise UserError(
                    f"{self.path} has another {name!r} already, in line {line}.", "Give the check another name."
                )
        if any(alias.name == "*" for alias in aliases):
            raise UnusualShapeError(f"it imports everything from {module}")
        redundant = any(alias.asname == alias.name for node in same[-1:] or imports for alias in node.names)
        written = f"{name} as {name}" if redundant else name
        if same and (not redundant or len(same[-1].names) > 1):
            return self._added_to_import(same[-1], name, written)
        return self._new_import(module, name, written)

    def _added_to_import(self, node: ast.ImportFrom, name: str, written: str) -> str:
        start, end = self.span(node)
        items = [Item(alias.name, *self.span(alias)) for alias in node.names]
        return NameList(self.text, keyword_end(self.text, start), end, items, IMPORTS).added(name, written, self.width)

    def _new_import(self, module: str, name: str, written: str) -> str:
        line = f"from {module} import {written}\n"
        if len(line) > self.width + 1:
            line = f"from {module} import (\n    {written},\n)\n"
        kin = [node for node in self._head() if _is_kin(node, module)]
        kin = kin or [node for node in self.tree.body if _is_kin(node, module)]
        if not kin:
            return self._as_section(line)
        block = _last_block(kin)
        froms = [node for node in block if isinstance(node, ast.ImportFrom)]
        keys = [f"{source_of(node)} {node.names[0].name}" for node in froms]
        index = position(keys, f"{module} {name}", (_by_module, natural))
        if index < len(froms):
            at, _ = self.lines(froms[index])
        else:
            _, at = self.lines(block[-1])
        before = self.ended(at)
        return f"{before}{line}{self.text[at:]}"

    def _as_section(self, line: str) -> str:
        """Insert behind the leading imports, docstring or comments, with a blank line around."""
        head = [node for node in self._head() if isinstance(node, ast.Import | ast.ImportFrom) or _is_docstring(node)]
        if head:
            _, at = self.lines(head[-1])
        else:
            comments = _LEADING_COMMENTS.match(self.text)
            at = comments.end() if comments else 0
        before, rest = self.ended(at), self.text[at:]
        gap = "\n" if before.strip() else ""
        return f"{before}{gap}{line}" + ("\n" if rest and not rest.startswith("\n") else "") + rest

    def _head(self) -> Iterator[ast.stmt]:
        """Yield the statements that imports stand among at the top of a module."""
        for node in self.tree.body:
            is_import = isinstance(node, ast.Import | ast.ImportFrom | ast.If | ast.Try)
            if not is_import and not _is_docstring(node) and not _assigns_dunder(node):
                return
            yield node

    # --- the export ---

    def with_export(self, name: str) -> str:
        value = self.exports()
        if value is None:
            return self._new_export(name)
        items = self.items(value)
        if any(item.name == name for item in items):
            return self.text
        start, end = self.span(value)
        is_tuple = isinstance(value, ast.Tuple)
        if not items:
            written = f'"{name}",' if is_tuple else f'"{name}"'
            return f"{self.text[: start + 1]}{written}{self.text[start + 1 :]}"
        quote = self.text[items[-1].end - 1]
        return NameList(self.text, start, end, items, EXPORTS).added(name, f"{quote}{name}{quote}", self.width)

    def _new_export(self, name: str) -> str:
        imported = [alias for node in self.tree.body if isinstance(node, ast.ImportFrom) for alias in node.names]
        if any(alias.asname == alias.name == name for alias in imported):
            return self.text  # `X as X` exports it
        others = [one for one, _ in _bound(self.tree, hidden=True) if one != name and not one.startswith("_")]
        if others:
            what = "what it imports with *" if "*" in others else repr(others[0])
            raise UnusualShapeError(f"it has no __all__, and one with {name!r} alone would hide {what}")
        return f'{self.ended(len(self.text))}\n__all__ = ["{name}"]\n'


def keyword_end(text: str, start: int) -> int:
    """Return where the word `import` ends in the import that starts at `start`.

    Raises
    ------
    UnusualShapeError
        A backslash stands before it.
    """
    keyword = _KEYWORD.match(text, start)
    if not keyword:
        raise UnusualShapeError("it continues an import with a backslash")
    return keyword.end()


def _is_kin(node: ast.stmt, module: str) -> bool:
    """Say whether an import belongs to the section of imports that one from `module` belongs to."""
    top = module.partition(".")[0]
    if isinstance(node, ast.Import):
        return any(alias.name.partition(".")[0] == top for alias in node.names)
    return isinstance(node, ast.ImportFrom) and source_of(node).partition(".")[0] == top


def _last_block(imports: Sequence[ast.stmt]) -> list[ast.stmt]:
    """Return the last run of imports that follow one another without a blank line."""
    starts = [i + 1 for i, (one, next_) in enumerate(pairwise(imports)) if (one.end_lineno or 0) + 1 != next_.lineno]
    return list(imports[starts[-1] if starts else 0 :])


def _bound(tree: ast.Module, *, hidden: bool = False) -> Iterator[tuple[str, int]]:
    """Yield the names that a module binds, at any depth but not inside functions and classes, and their lines.

    With `hidden`, leave out what comes from the standard library: nobody imports it from here.
    """
    nodes: list[ast.AST] = [tree]
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name, node.lineno
            continue
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id, node.lineno
        if isinstance(node, ast.Import) or (isinstance(node, ast.ImportFrom) and not (hidden and _is_standard(node))):
            names = [alias.asname or alias.name.partition(".")[0] for alias in node.names]
            yield from ((one, node.lineno) for one in names if not (hidden and one in sys.stdlib_module_names))
        nodes.extend(reversed(list(ast.iter_child_nodes(node))))


def _is_standard(node: ast.ImportFrom) -> bool:
    return not node.level and (node.module or "").partition(".")[0] in sys.stdlib_module_names


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and is_text(node.value)


def _assigns_dunder(node: ast.stmt) -> bool:
    return any(name.startswith("__") and name.endswith("__") for name in assigned(node))
