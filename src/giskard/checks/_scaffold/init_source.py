"""The source of an `__init__`, and where things are in it."""

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from giskard.checks._lint.module import syntax_tree
from giskard.checks._scaffold.name_list import Item, UnusualShapeError
from giskard.checks.core.exceptions import UserError

_BOM = b"\xef\xbb\xbf"


def edited(content: bytes, path: str, by_hand: str, *edits: Callable[[str], str]) -> bytes:
    """Return the content of an `__init__` after edits, each of which sees what the one before it made.

    A byte order mark and the file's line ends stay.

    Raises
    ------
    UserError
        The file does not parse, or has a shape that cannot be edited safely; `by_hand` says what to do then.
    """
    bom = _BOM if content.startswith(_BOM) else b""
    try:
        text, newline = _decoded(content[len(bom) :])
        _parsed(text, path)
        for edit in edits:
            text = edit(text)
    except UnusualShapeError as exc:
        raise UserError(f"{path} cannot be edited safely: {exc}.", by_hand) from exc
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


@dataclass(frozen=True)
class InitSource:
    """The text of an `__init__` with line feeds only, and where things are in it."""

    text: str
    path: str

    @cached_property
    def tree(self) -> ast.Module:
        """The syntax tree."""
        return syntax_tree(self.text)

    @cached_property
    def _line_starts(self) -> list[int]:
        """Where lines start as the tree counts them, which a form feed does not end."""
        return [0, *(match.end() for match in re.finditer("\n", self.text))]

    def exports(self) -> ast.List | ast.Tuple | None:
        """Return what `__all__` is assigned; None when there is no `__all__`."""
        nodes = list(ast.walk(self.tree))
        if any(isinstance(node, ast.alias) and "__all__" in (node.name, node.asname) for node in nodes):
            raise UnusualShapeError("it imports its __all__")
        changes = [node for node in nodes if _changes_all(node)]
        if not changes:
            return None
        assignments = [node for node in self.tree.body if _assigns_all(node)]
        if len(changes) > 1 or not assignments:
            raise UnusualShapeError("it builds __all__ in several places, or not at its top level")
        value = getattr(assignments[0], "value", None)
        if not isinstance(value, ast.List | ast.Tuple) or not all(map(is_text, value.elts)):
            raise UnusualShapeError("its __all__ is not a plain list of names")
        if self.text[self.span(value)[0]] not in "[(":
            raise UnusualShapeError("its __all__ is a tuple without parentheses")
        return value

    def items(self, value: ast.List | ast.Tuple) -> list[Item]:
        """Return the names in `__all__`."""
        return [Item(str(getattr(item, "value", "")), *self.span(item)) for item in value.elts]

    def span(self, node: ast.AST) -> tuple[int, int]:
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

    def lines(self, node: ast.stmt) -> tuple[int, int]:
        """Return where the lines of a statement start and end, which must hold nothing else."""
        start, end = self.span(node)
        line_start = self._line_starts[node.lineno - 1]
        rest, newline, _ = self.text[end:].partition("\n")
        if self.text[line_start:start].strip() or rest.partition("#")[0].strip():
            raise UnusualShapeError(f"its line {node.lineno} holds more than one statement")
        return line_start, end + len(rest) + len(newline)

    def ended(self, at: int) -> str:
        """Return the text up to `at`, its last line ended."""
        before = self.text[:at]
        return before if before.endswith("\n") or not before else f"{before}\n"


def source_of(node: ast.ImportFrom) -> str:
    """Return the module of an import as it is written."""
    return "." * node.level + (node.module or "")


def is_text(node: ast.expr) -> bool:
    """Say whether an expression is a string."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def assigned(node: ast.stmt) -> list[str]:
    """Return the names that a statement assigns."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [target.id for target in targets if isinstance(target, ast.Name)]


def _assigns_all(node: ast.stmt) -> bool:
    return "__all__" in assigned(node)


def _changes_all(node: ast.AST) -> bool:
    if isinstance(node, ast.Name):
        return node.id == "__all__" and not isinstance(node.ctx, ast.Load)
    if isinstance(node, ast.Attribute) or (isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load)):
        return isinstance(node.value, ast.Name) and node.value.id == "__all__"
    return False
