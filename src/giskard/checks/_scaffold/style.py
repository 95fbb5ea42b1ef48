"""How a project writes its code, read from what is there."""

import ast
import tomllib
from dataclasses import dataclass

from giskard.checks._lint.project import Project

_DEFAULT_WIDTH = 88


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
    newline = "\r\n" if b"\r\n" in content else "\n"
    return Style(_width(project), any(relative), newline)


def _imports_relatively(content: bytes, package: str) -> bool:
    try:
        tree = ast.parse(content.decode("utf-8-sig"))
    except (SyntaxError, UnicodeDecodeError):
        return False  # whoever edits the file says so, better than we could here
    own = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    relative = sum(node.level > 0 for node in own)
    top = package.partition(".")[0]
    absolute = sum(node.level == 0 and (node.module or "").partition(".")[0] == top for node in own)
    return relative > absolute


def _width(project: Project) -> int:
    for name, keys in (("ruff.toml", ()), (".ruff.toml", ()), ("pyproject.toml", ("tool", "ruff"))):
        path = project.root / name
        if path.is_file():
            table = tomllib.loads(path.read_text("utf-8-sig"))
            for key in keys:
                table = table.get(key, {})
            if isinstance(table.get("line-length"), int):
                return int(table["line-length"])
    return _DEFAULT_WIDTH
