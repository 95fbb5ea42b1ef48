"""Adding one name to an `__init__`: its import and its entry in `__all__`, spliced in; every other byte stays."""

import ast
import re
import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from giskard.checks._lint.module import syntax_tree
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

_BOM = b"\xef\xbb\xbf"
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
    edit = f"`from {module} import {name}` and {name!r} in __all__"
    bom = _BOM if content.startswith(_BOM) else b""
    try:
        text, newline = _decoded(content[len(bom) :])
        text = _Init(text, _parsed(text, path), path, width).with_import(module, name)
        text = _Init(text, syntax_tree(text), path, width).with_export(name)
    except UnusualShapeError as exc:
        raise UserError(
            f"{path} cannot be edited safely: {exc}.", f"Please add {edit} by hand, then run the command again."
        ) from exc
    return bom + text.replace("\n", newline).encode()


def _decoded(content: bytes) -> tuple[str, str]:
    """Return the text with line feeds only, and how its lines end."""
    try:
        text = content.decode()
    except UnicodeDecodeError as exc:
        raise UnusualShapeError("it is not encoded as UTF-8") from exc
    flat = text.replace("\r\n", "\n")
    newline = "\r\n" if "\r\n" in text else "\n"
    if "\r" in flat or flat.replace("\n", newline) != text:
        raise UnusualShapeError("its lines end in different ways")
    return flat, newline


def _parsed(text: str, path: str) -> ast.Module:
    try:
        return syntax_tree(text)
    except SyntaxError as exc:
        line = f", line {exc.lineno}" if exc.lineno else ""
        raise UserError(f"{path}{line} does not parse: {exc.msg}.", "Correct the file and try again.") from exc
    except (MemoryError, RecursionError) as exc:
        raise UserError(f"{path} does not parse: it is nested too deeply.", "Simplify the file and try again.") from exc


class _Init:
    """The text of an `__init__` with line feeds only, and where things are in it."""

    def __init__(self, text: str, tree: ast.Module, path: str, width: int) -> None:
        self.text = text
        self.tree = tree
        self._path = path
        self._width = width
        # Lines as the tree counts them, which a form feed does not end.
        self._line_starts = [0, *(match.end() for match in re.finditer("\n", text))]

    # --- the import ---

    def with_import(self, module: str, name: str) -> str:
        imports = [node for node in self.tree.body if isinstance(node, ast.ImportFrom)]
        same = [node for node in imports if _source(node) == module]
        aliases = [alias for node in same for alias in node.names]
        if any(alias.name == name and alias.asname in (None, name) for alias in aliases):
            return self.text
        for bound, line in _bound(self.tree):
            if bound == name:
                raise UserError(
                    f"{self._path} has another {name!r} already, in line {line}.", "Give the check another name."
                )
        if any(alias.name == "*" for alias in aliases):
            raise UnusualShapeError(f"it imports everything from {module}")
        redundant = any(alias.asname == alias.name for node in same[-1:] or imports for alias in node.names)
        written = f"{name} as {name}" if redundant else name
        if same and (not redundant or len(same[-1].names) > 1):
            return self._added_to_import(same[-1], name, written)
        return self._new_import(module, name, written)

    def _added_to_import(self, node: ast.ImportFrom, name: str, written: str) -> str:
        start, end = self._span(node)
        keyword = _KEYWORD.match(self.text, start)
        if not keyword:
            raise UnusualShapeError("it continues an import with a backslash")
        items = [Item(alias.name, *self._span(alias)) for alias in node.names]
        return NameList(self.text, keyword.end(), end, items, IMPORTS).added(name, written, self._width)

    def _new_import(self, module: str, name: str, written: str) -> str:
        line = f"from {module} import {written}\n"
        if len(line) > self._width + 1:
            line = f"from {module} import (\n    {written},\n)\n"
        kin = [node for node in self._head() if _is_kin(node, module)]
        kin = kin or [node for node in self.tree.body if _is_kin(node, module)]
        if not kin:
            return self._as_section(line)
        block = _last_block(kin)
        froms = [node for node in block if isinstance(node, ast.ImportFrom)]
        keys = [f"{_source(node)} {node.names[0].name}" for node in froms]
        index = position(keys, f"{module} {name}", (_by_module, natural))
        if index < len(froms):
            at, _ = self._lines(froms[index])
        else:
            _, at = self._lines(block[-1])
        before = self._ended(at)
        return f"{before}{line}{self.text[at:]}"

    def _as_section(self, line: str) -> str:
        """Insert behind the leading imports, docstring or comments, with a blank line around."""
        head = [node for node in self._head() if isinstance(node, ast.Import | ast.ImportFrom) or _is_text(node)]
        if head:
            _, at = self._lines(head[-1])
        else:
            comments = _LEADING_COMMENTS.match(self.text)
            at = comments.end() if comments else 0
        before, rest = self._ended(at), self.text[at:]
        gap = "\n" if before.strip() else ""
        return f"{before}{gap}{line}" + ("\n" if rest and not rest.startswith("\n") else "") + rest

    def _head(self) -> Iterator[ast.stmt]:
        """Yield the statements that imports stand among at the top of a module."""
        for node in self.tree.body:
            is_import = isinstance(node, ast.Import | ast.ImportFrom | ast.If | ast.Try)
            if not is_import and not _is_text(node) and not _assigns_dunder(node):
                return
            yield node

    # --- the export ---

    def with_export(self, name: str) -> str:
        value = self._exports()
        if value is None:
            return self._new_export(name)
        items = [Item(str(getattr(item, "value", "")), *self._span(item)) for item in value.elts]
        if any(item.name == name for item in items):
            return self.text
        start, end = self._span(value)
        is_tuple = isinstance(value, ast.Tuple)
        if not items:
            written = f'"{name}",' if is_tuple else f'"{name}"'
            return f"{self.text[: start + 1]}{written}{self.text[start + 1 :]}"
        quote = self.text[items[-1].end - 1]
        return NameList(self.text, start, end, items, EXPORTS).added(name, f"{quote}{name}{quote}", self._width)

    def _exports(self) -> ast.List | ast.Tuple | None:
        """Return what `__all__` is assigned; None when there is no `__all__`."""
        nodes = list(ast.walk(self.tree))
        if any(isinstance(node, ast.alias) and "__all__" in (node.name, node.asname) for node in nodes):
            raise UnusualShapeError("it imports its __all__")
        changes = [node for node in nodes if _changes_all(node)]
        if not changes:
            return None
        assigned = [node for node in self.tree.body if _assigns_all(node)]
        if len(changes) > 1 or not assigned:
            raise UnusualShapeError("it builds __all__ in several places, or not at its top level")
        value = getattr(assigned[0], "value", None)
        if not isinstance(value, ast.List | ast.Tuple) or not all(map(_is_name, value.elts)):
            raise UnusualShapeError("its __all__ is not a plain list of names")
        if self.text[self._span(value)[0]] not in "[(":
            raise UnusualShapeError("its __all__ is a tuple without parentheses")
        return value

    def _new_export(self, name: str) -> str:
        imported = [alias for node in self.tree.body if isinstance(node, ast.ImportFrom) for alias in node.names]
        if any(alias.asname == alias.name == name for alias in imported):
            return self.text  # `X as X` exports it
        others = [one for one, _ in _bound(self.tree, hidden=True) if one != name and not one.startswith("_")]
        if others:
            what = "what it imports with *" if "*" in others else repr(others[0])
            raise UnusualShapeError(f"it has no __all__, and one with {name!r} alone would hide {what}")
        return f'{self._ended(len(self.text))}\n__all__ = ["{name}"]\n'

    # --- places ---

    def _span(self, node: ast.AST) -> tuple[int, int]:
        """Return where a node starts and ends in the text; the tree counts bytes of UTF-8."""
        first, last = getattr(node, "lineno", 1) - 1, getattr(node, "end_lineno", 1) - 1
        return (
            self._at(first, getattr(node, "col_offset", 0)),
            self._at(last, getattr(node, "end_col_offset", 0)),
        )

    def _at(self, line: int, column: int) -> int:
        start = self._line_starts[line]
        whole = self.text[start:].partition("\n")[0]
        return start + len(whole.encode()[:column].decode())

    def _lines(self, node: ast.stmt) -> tuple[int, int]:
        """Return where the lines of a statement start and end, which must hold nothing else."""
        start, end = self._span(node)
        line_start = self._line_starts[node.lineno - 1]
        rest, newline, _ = self.text[end:].partition("\n")
        if self.text[line_start:start].strip() or rest.partition("#")[0].strip():
            raise UnusualShapeError(f"its line {node.lineno} holds more than one statement")
        return line_start, end + len(rest) + len(newline)

    def _ended(self, at: int) -> str:
        """Return the text up to `at`, its last line ended."""
        before = self.text[:at]
        return before if before.endswith("\n") or not before else f"{before}\n"


def _source(node: ast.ImportFrom) -> str:
    return "." * node.level + (node.module or "")


def _is_kin(node: ast.stmt, module: str) -> bool:
    """Say whether an import belongs to the section of imports that one from `module` belongs to."""
    top = module.partition(".")[0]
    if isinstance(node, ast.Import):
        return any(alias.name.partition(".")[0] == top for alias in node.names)
    return isinstance(node, ast.ImportFrom) and _source(node).partition(".")[0] == top


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


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and _is_name(node.value)


def _is_name(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _assigned(node: ast.stmt) -> list[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [target.id for target in targets if isinstance(target, ast.Name)]


def _assigns_all(node: ast.stmt) -> bool:
    return "__all__" in _assigned(node)


def _assigns_dunder(node: ast.stmt) -> bool:
    return any(name.startswith("__") and name.endswith("__") for name in _assigned(node))


def _changes_all(node: ast.AST) -> bool:
    if isinstance(node, ast.Name):
        return node.id == "__all__" and not isinstance(node.ctx, ast.Load)
    if isinstance(node, ast.Attribute) or (isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load)):
        return isinstance(node.value, ast.Name) and node.value.id == "__all__"
    return False
