"""Adding one name to an `__init__`: its import and its entry in `__all__`, spliced in; every other byte stays."""

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from giskard.checks.core.exceptions import UserError

_BOM = b"\xef\xbb\xbf"


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
    bom = _BOM if content.startswith(_BOM) else b""
    text = content[len(bom) :].decode("utf-8")
    newline = "\r\n" if "\r\n" in text else "\n"
    flat = text.replace("\r\n", "\n")
    edit = f"add `from {module} import {name}` and {name!r} in __all__ by hand, then run the command again"
    try:
        flat = _Init(flat, path, edit, width).with_import(module, name)
        flat = _Init(flat, path, edit, width).with_export(name)
    except SyntaxError as exc:
        raise UserError(
            f"{path}, line {exc.lineno} does not parse: {exc.msg}.", "Correct the file and try again."
        ) from exc
    return bom + flat.replace("\n", newline).encode()


def _by_type(name: str) -> tuple[int, str]:
    """Sort constants before classes before functions, as isort and ruff do."""
    return (0 if name.isupper() and len(name) > 1 else 1 if name[:1].isupper() else 2, name)


def _plain(name: str) -> tuple[int, str]:
    return (0, name)


def _folded(name: str) -> tuple[int, str]:
    return (0, name.casefold())


def position(names: Sequence[str], name: str) -> int:
    """Return where `name` belongs among `names`: in order where they are in some order, else behind them.

    Examples
    --------
    >>> position(["MISSING", "Check", "Trace", "resolve"], "Equals")
    2
    >>> position(["Trace", "Check"], "Equals")
    2
    """
    orders: list[Callable[[str], tuple[int, str]]] = [_by_type, _plain, _folded]
    for order in orders:
        if all(order(one) <= order(next_) for one, next_ in pairwise(names)):
            return next((i for i, other in enumerate(names) if order(other) > order(name)), len(names))
    return len(names)


@dataclass(frozen=True)
class _Item:
    """A name in a list of names: where it starts and ends in the text."""

    name: str
    start: int
    end: int


class _Init:
    """The text of an `__init__` with line feeds only, and where things are in it."""

    def __init__(self, text: str, path: str, edit: str, width: int) -> None:
        self.text = text
        self.tree = ast.parse(text)
        self._path = path
        self._edit = edit
        self._width = width
        self._line_starts = [0]
        for line in text.splitlines(keepends=True):
            self._line_starts.append(self._line_starts[-1] + len(line))

    # --- the import ---

    def with_import(self, module: str, name: str) -> str:
        imports = [node for node in self.tree.body if isinstance(node, ast.ImportFrom)]
        same = [node for node in imports if _source(node) == module]
        aliases = [alias for node in same for alias in node.names]
        if any(alias.name == name and alias.asname in (None, name) for alias in aliases):
            return self.text
        self._refuse_name_clash(name)
        if any(alias.name == "*" for alias in aliases):
            raise self._refused(f"it imports everything from {module}")
        redundant = any(alias.asname == alias.name for node in imports for alias in node.names)
        written = f"{name} as {name}" if redundant else name
        if same and not redundant:
            return self._added_to_import(same[-1], name)
        return self._new_import(imports, module, written)

    def _refuse_name_clash(self, name: str) -> None:
        for node in self.tree.body:
            if isinstance(node, ast.Import | ast.ImportFrom):
                bound = {alias.asname or alias.name for alias in node.names}
            elif isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                bound = {node.name}
            else:
                continue
            if name in bound:
                raise UserError(f"{self._path} has a {name!r} already.", "Give the check another name.")

    def _added_to_import(self, node: ast.ImportFrom, name: str) -> str:
        if "\\\n" in self._code(node):
            raise self._refused("it continues an import with a backslash")
        items = [_Item(alias.asname or alias.name, *self._span(alias)) for alias in node.names]
        return self._inserted(node, items, name, "()")

    def _new_import(self, imports: list[ast.ImportFrom], module: str, written: str) -> str:
        line = f"from {module} import {written}\n"
        if not imports:
            return self._behind_head(line)
        block = _last_block(imports)
        index = position([_source(node) for node in block], module)
        if index < len(block):
            at = self._line_starts[block[index].lineno - 1]
        else:
            at = self._line_starts[block[-1].end_lineno or block[-1].lineno]
            if not self.text.endswith("\n") and at >= len(self.text):
                return f"{self.text}\n{line}"
        return self.text[:at] + line + self.text[at:]

    def _behind_head(self, line: str) -> str:
        """Insert behind the docstring and plain imports, with a blank line around."""
        head = [n for n in self.tree.body if isinstance(n, ast.Import) or _is_future(n) or n is _docstring(self.tree)]
        if not head:
            return f"{line}\n{self.text}" if self.text.strip() else f"{self.text}{line}"
        at = self._line_starts[head[-1].end_lineno or 1]
        before = self.text[:at] if self.text[:at].endswith("\n") else f"{self.text[:at]}\n"
        rest = self.text[at:].lstrip("\n")
        gap = "" if isinstance(head[-1], ast.Import) else "\n"
        return f"{before}{gap}{line}" + (f"\n{rest}" if rest else "")

    # --- the export ---

    def with_export(self, name: str) -> str:
        assigned = [node for node in ast.walk(self.tree) if _assigns_all(node)]
        if not assigned:
            return self._new_export(name)
        if len(assigned) > 1 or assigned[0] not in self.tree.body or _extends_all(self.tree):
            raise self._refused("it builds __all__ in several places")
        value = getattr(assigned[0], "value", None)
        if not isinstance(value, ast.List | ast.Tuple) or not all(map(_is_text, value.elts)):
            raise self._refused("its __all__ is not a plain list of names")
        if isinstance(value, ast.Tuple) and (not value.elts or not self._code(value).startswith("(")):
            raise self._refused("its __all__ is a tuple without parentheses or without names")
        items = [_Item(getattr(item, "value", ""), *self._span(item)) for item in value.elts]
        if any(item.name == name for item in items):
            return self.text
        quote = self.text[items[-1].start] if items else '"'
        brackets = "[]" if isinstance(value, ast.List) else "()"
        return self._inserted(value, items, name, brackets, quote=quote if quote in "'\"" else '"')

    def _new_export(self, name: str) -> str:
        imported = [a for node in self.tree.body if isinstance(node, ast.ImportFrom) for a in node.names]
        if any(alias.asname == alias.name == name for alias in imported):
            return self.text  # `X as X` exports it
        others = [alias.name for alias in imported if alias.name != name and not alias.name.startswith("_")]
        if others:
            raise self._refused(f"it has no __all__, but imports other names, such as {others[0]!r}")
        rest = "" if self.text.endswith("\n") else "\n"
        return f'{self.text}{rest}\n__all__ = ["{name}"]\n'

    # --- lists of names ---

    def _inserted(self, node: ast.AST, items: list[_Item], name: str, brackets: str, *, quote: str = "") -> str:
        written = f"{quote}{name}{quote}"
        start, end = self._span(node)
        if not items:
            at = start + 1
            return f"{self.text[:at]}{written}{self.text[at:]}"
        if "\n" in self.text[items[0].start : items[-1].end] or self._is_one_per_line(items):
            return self._inserted_line(items, name, written)
        index = position([item.name for item in items], name)
        if index < len(items):
            longer = f"{self.text[: items[index].start]}{written}, {self.text[items[index].start :]}"
        else:
            longer = f"{self.text[: items[-1].end]}, {written}{self.text[items[-1].end :]}"
        line = longer[self._line_starts[getattr(node, "lineno", 1) - 1] :].partition("\n")[0]
        if len(line) <= self._width:
            return longer
        names = [self.text[item.start : item.end] for item in items]
        names.insert(index, written)
        exploded = f"{brackets[0]}\n" + "".join(f"    {n},\n" for n in names) + brackets[1]
        if self.text[start] in "[(":
            return f"{self.text[:start]}{exploded}{self.text[end:]}"
        return f"{self.text[: items[0].start].rstrip('( ')} {exploded}{self.text[end:]}"

    def _is_one_per_line(self, items: list[_Item]) -> bool:
        before = self.text[: items[0].start].rpartition("\n")[2]
        return not before.strip()

    def _inserted_line(self, items: list[_Item], name: str, written: str) -> str:
        """Add a line to a list of one name a line; own-line comments divide such a list into sections."""
        if any(self._line_of(one) == self._line_of(next_) for one, next_ in pairwise(items)):
            raise self._refused("it has several names on one line of a list of several lines")
        sections = self._sections(items)
        indent = self.text[self._line_starts[self._line_of(items[-1])] : items[-1].start]
        if len(sections) > 1:
            section = max(sections, key=lambda part: sum(item.name[:1].isupper() for item in part))
            at = self._line_starts[self._line_of(section[-1]) + 1]
            last = section[-1]
        else:
            index = position([item.name for item in items], name)
            if index < len(items):
                at = self._line_starts[self._line_of(items[index])]
                return f"{self.text[:at]}{indent}{written},\n{self.text[at:]}"
            at, last = self._line_starts[self._line_of(items[-1]) + 1], items[-1]
        text = self.text
        if not text[last.end : at].lstrip().startswith(","):
            if text[last.end : at].split("#")[0].strip():
                raise self._refused("its list ends on the line of its last name")
            text, at = f"{text[: last.end]},{text[last.end :]}", at + 1
        return f"{text[:at]}{indent}{written},\n{text[at:]}"

    def _sections(self, items: list[_Item]) -> list[list[_Item]]:
        sections = [[items[0]]]
        for one, item in pairwise(items):
            between = self.text[self._line_starts[self._line_of(one) + 1] : item.start]
            if any(line.lstrip().startswith("#") for line in between.splitlines()):
                sections.append([])
            sections[-1].append(item)
        return sections

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
        whole = self.text[start : self._line_starts[line + 1]] if line + 1 < len(self._line_starts) else ""
        return start + len(whole.encode()[:column].decode())

    def _line_of(self, item: _Item) -> int:
        return self.text.count("\n", 0, item.start)

    def _code(self, node: ast.AST) -> str:
        start, end = self._span(node)
        return self.text[start:end]

    def _refused(self, shape: str) -> UserError:
        return UserError(f"{self._path} cannot be edited safely: {shape}.", f"Please {self._edit}.")


def _source(node: ast.ImportFrom) -> str:
    return "." * node.level + (node.module or "")


def _last_block(imports: list[ast.ImportFrom]) -> list[ast.ImportFrom]:
    """Return the last run of imports that follow one another without a blank line."""
    block = [imports[-1]]
    for node in reversed(imports[:-1]):
        if (node.end_lineno or node.lineno) + 1 != block[0].lineno:
            break
        block.insert(0, node)
    return block


def _docstring(tree: ast.Module) -> ast.stmt | None:
    return tree.body[0] if ast.get_docstring(tree, clean=False) is not None else None


def _is_future(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _assigns_all(node: ast.AST) -> bool:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return any(isinstance(target, ast.Name) and target.id == "__all__" for target in targets)


def _extends_all(tree: ast.Module) -> bool:
    for node in ast.walk(tree):
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name) and node.target.id == "__all__":
            return True
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "__all__":
            return True
    return False
