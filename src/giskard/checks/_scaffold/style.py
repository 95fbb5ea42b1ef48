"""How a project writes its code, read from what is there."""

import ast
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from giskard.checks._lint.module import syntax_tree
from giskard.checks._lint.project import Project
from giskard.checks.core.exceptions import UserError

_DEFAULT_WIDTH = 88
_CONFIGURATIONS = (".ruff.toml", "ruff.toml", "pyproject.toml")  # in the order that ruff prefers them
_MOST_FOLLOWED = 8  # configurations that extend one another


@dataclass(frozen=True)
class Style:
    """What new code has to fit to: the length of lines, and whether the package imports itself relatively."""

    width: int
    relative: bool
    newline: str


def style_of(project: Project) -> Style:
    """Return the style of a project; where nothing shows it, ruff's default width, absolute imports and line feeds."""
    root = project.package_dir / "__init__.py"
    content = root.read_bytes() if root.is_file() else b""
    room = project.package_dir.joinpath(*project.config.builtin.split("."), "__init__.py")
    texts = [content, room.read_bytes() if room.is_file() else b""]
    relative = [_imports_relatively(text, project.config.package) for text in texts]
    newline = "\r\n" if content.count(b"\r\n") * 2 > content.count(b"\n") else "\n"
    return Style(_width(project.package_dir), any(relative), newline)


def _imports_relatively(content: bytes, package: str) -> bool:
    try:
        tree = syntax_tree(content.decode("utf-8-sig"))
    except (SyntaxError, UnicodeDecodeError, MemoryError, RecursionError):
        return False  # whoever edits the file says so, better than we could here
    own = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    relative = sum(node.level > 0 for node in own)
    top = package.partition(".")[0]
    absolute = sum(node.level == 0 and (node.module or "").partition(".")[0] == top for node in own)
    return relative > absolute


def _width(folder: Path) -> int:
    """Return the length of lines that ruff allows in a folder, from the nearest configuration, as it does."""
    for parent in (folder, *folder.parents):
        for name in _CONFIGURATIONS:
            table = _ruff_table(parent / name)
            if table is not None:
                return _line_length(parent / name, table)
    return _DEFAULT_WIDTH


def _line_length(path: Path, table: dict[str, Any], followed: int = 0) -> int:
    width, extended = table.get("line-length"), table.get("extend")
    if type(width) is int:
        return width
    if isinstance(extended, str) and followed < _MOST_FOLLOWED:
        base = path.parent / Path(extended).expanduser()
        return _line_length(base, _ruff_table(base) or {}, followed + 1)
    return _DEFAULT_WIDTH


def _ruff_table(path: Path) -> dict[str, Any] | None:
    """Return what a file configures ruff with, None when it does not."""
    if not path.is_file():
        return None
    try:
        table = tomllib.loads(path.read_text("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as exc:
        raise UserError(f"{path} does not parse: {exc}.", "Correct the file and try again.") from exc
    for key in ("tool", "ruff") if path.name == "pyproject.toml" else ():
        inner: Any = table.get(key)
        if not isinstance(inner, dict):
            return None
        table = cast("dict[str, Any]", inner)
    return table
