"""How a project's style is read from its files."""

from pathlib import Path

import pytest

from giskard.checks._lint.project import Config, Project
from giskard.checks._scaffold.style import Style, style_of
from giskard.checks.core.exceptions import UserError

ROOT = "src/acme/__init__.py"
ROOM = "src/acme/builtin/__init__.py"


def project(folder: Path, files: dict[str, str | bytes], builtin: str = "builtin") -> Project:
    """Return a project with some files."""
    for path, content in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return Project(folder, Config(package="acme", builtin=builtin))


def test_a_bare_project_has_the_style_of_ruff(tmp_path: Path) -> None:
    assert style_of(project(tmp_path, {})) == Style(88, relative=False, newline="\n")
    assert style_of(project(tmp_path, {ROOT: ""})) == Style(88, relative=False, newline="\n")


WIDTHS = [
    pytest.param({"pyproject.toml": "[tool.ruff]\nline-length = 100\n"}, 100, id="pyproject"),
    pytest.param({"pyproject.toml": "\ufeff[tool.ruff]\r\nline-length = 100\r\n"}, 100, id="pyproject with a BOM"),
    pytest.param({"ruff.toml": "line-length = 100\n"}, 100, id="ruff.toml"),
    pytest.param({".ruff.toml": "line-length = 100\n"}, 100, id=".ruff.toml"),
    pytest.param(
        {".ruff.toml": "line-length = 100\n", "ruff.toml": "line-length = 110\n"}, 100, id=".ruff.toml before ruff.toml"
    ),
    pytest.param(
        {"ruff.toml": "line-length = 100\n", "pyproject.toml": "[tool.ruff]\nline-length = 110\n"},
        100,
        id="ruff.toml before pyproject",
    ),
    pytest.param({"ruff.toml": "", "pyproject.toml": "[tool.ruff]\nline-length = 110\n"}, 88, id="an empty ruff.toml"),
    pytest.param(
        {"src/acme/ruff.toml": "line-length = 100\n", "ruff.toml": "line-length = 110\n"}, 100, id="the nearest"
    ),
    pytest.param(
        {"src/pyproject.toml": "[project]\n", "pyproject.toml": "[tool.ruff]\nline-length = 100\n"},
        100,
        id="a pyproject without ruff is passed over",
    ),
    pytest.param(
        {"src/pyproject.toml": "[tool.ruff]\n", "pyproject.toml": "[tool.ruff]\nline-length = 100\n"},
        88,
        id="a pyproject with ruff is not",
    ),
    pytest.param(
        {"ruff.toml": 'extend = "base/ruff.toml"\n', "base/ruff.toml": "line-length = 100\n"}, 100, id="extended"
    ),
    pytest.param(
        {
            "src/acme/ruff.toml": 'extend = "../../pyproject.toml"\n',
            "pyproject.toml": '[tool.ruff]\nextend = "base.toml"\n',
            "base.toml": "line-length = 100\n",
        },
        100,
        id="extended twice",
    ),
    pytest.param({"ruff.toml": 'extend = "base.toml"\nline-length = 100\n', "base.toml": "line-length = 110\n"}, 100, id="overridden"),
    pytest.param({"ruff.toml": 'extend = "nowhere.toml"\n'}, 88, id="extended by nothing"),
    pytest.param({"ruff.toml": 'extend = "ruff.toml"\n'}, 88, id="extended by itself"),
    pytest.param({"ruff.toml": "line-length = true\n"}, 88, id="no number"),
    pytest.param({"ruff.toml": "extend = 3\n"}, 88, id="no path"),
    pytest.param({"pyproject.toml": "tool = 3\n"}, 88, id="no table"),
    pytest.param({"pyproject.toml": "[tool]\nruff = 3\n"}, 88, id="no table for ruff"),
    pytest.param({"pyproject.toml": "[tool.black]\nline-length = 100\n"}, 88, id="another formatter"),
]  # fmt: skip


@pytest.mark.parametrize(("files", "width"), WIDTHS)
def test_lines_are_as_long_as_ruff_allows(files: dict[str, str | bytes], width: int, tmp_path: Path) -> None:
    assert style_of(project(tmp_path, {ROOT: "", **files})).width == width


@pytest.mark.parametrize(
    "content", [pytest.param(b"line-length =\n", id="no TOML"), pytest.param(b"\xff", id="no UTF-8")]
)
def test_a_configuration_that_does_not_parse_is_named(content: bytes, tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"ruff\.toml does not parse") as refused:
        style_of(project(tmp_path, {ROOT: "", "ruff.toml": content}))
    assert refused.value.exit_code == 2


RELATIVE = [
    pytest.param({ROOT: "from .a import A\n"}, True, id="the root is relative"),
    pytest.param({ROOT: "from . import a\n"}, True, id="the root imports its modules"),
    pytest.param({ROOT: "", ROOM: "from ..base import Base\n"}, True, id="the room is relative"),
    pytest.param({ROOT: "from acme.a import A\n"}, False, id="the root is absolute"),
    pytest.param({ROOT: "from acme.a import A\n", ROOM: "from .a import A\n"}, True, id="only the room is relative"),
    pytest.param({ROOT: "from acme.a import A\nfrom .b import B\n"}, False, id="as many of both"),
    pytest.param({ROOT: "from acme.a import A\nfrom .b import B\nfrom .c import C\n"}, True, id="more relative ones"),
    pytest.param({ROOT: "from typing import Any\nfrom os import path\nfrom .b import B\n"}, True, id="of others too"),
    pytest.param({ROOT: "from acme_tools import A\nfrom .b import B\n"}, True, id="a package that begins with it"),
    pytest.param({ROOT: "if x:\n    from .a import A\n"}, True, id="under a condition"),
    pytest.param({ROOT: "\ufefffrom .a import A\r\n"}, True, id="with a BOM and carriage returns"),
    pytest.param({ROOT: "# from .a import A\n"}, False, id="only a comment"),
    pytest.param({ROOT: "from .a import (\n"}, False, id="does not parse"),
    pytest.param({ROOT: b"from .a import A  # \xff\n"}, False, id="no UTF-8"),
    pytest.param({ROOT: "x = " + "-" * 50_000 + "1\n"}, False, id="nested too deeply"),
]


@pytest.mark.parametrize(("files", "relative"), RELATIVE)
def test_the_package_imports_itself_as_it_does_mostly(
    files: dict[str, str | bytes], relative: bool, tmp_path: Path
) -> None:
    assert style_of(project(tmp_path, files)).relative is relative


def test_a_room_inside_of_a_room_is_found(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {ROOT: "", "src/acme/rooms/plain/__init__.py": "from .a import A\n"}
    assert style_of(project(tmp_path, files, builtin="rooms.plain")).relative


@pytest.mark.parametrize(
    ("content", "newline"),
    [
        pytest.param("x = 1\ny = 2\n", "\n", id="LF"),
        pytest.param("x = 1\r\ny = 2\r\n", "\r\n", id="CRLF"),
        pytest.param("x = 1\r\ny = 2", "\r\n", id="CRLF, the last line not ended"),
        pytest.param("x = 1\r\ny = 2\nz = 3\n", "\n", id="one CRLF among LF"),
        pytest.param("x = 1\r\ny = 2\r\nz = 3\n", "\r\n", id="one LF among CRLF"),
        pytest.param("x = 1", "\n", id="none"),
    ],
)
def test_new_files_end_their_lines_as_the_root_does(content: str, newline: str, tmp_path: Path) -> None:
    assert style_of(project(tmp_path, {ROOT: content})).newline == newline
