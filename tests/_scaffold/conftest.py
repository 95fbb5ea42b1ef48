"""Projects to scaffold in."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PYPROJECT = """\
[project]
name = "acme-checks"
version = "1"

[tool.giskard-checks]
package = "acme_checks"

[tool.ruff]
line-length = 120
"""


@pytest.fixture
def plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a project of somebody's own, with an empty package; it is the current folder."""
    root = tmp_path / "acme"
    package = root / "src" / "acme_checks"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text('"""Checks of the team at Acme."""\n')
    (root / "pyproject.toml").write_text(PYPROJECT)
    monkeypatch.chdir(root)
    return root


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of this repository; it is the current folder."""
    root = tmp_path / "giskard-checks"
    ignored = shutil.ignore_patterns(
        ".git", ".venv*", ".*_cache", ".hypothesis", "__pycache__", "*.pyc", "dist", "build"
    )
    shutil.copytree(ROOT, root, ignore=ignored)
    monkeypatch.chdir(root)
    return root


@pytest.fixture
def tree() -> Callable[[Path], dict[str, bytes]]:
    """Return a function that reads every file below a folder, and names every folder."""

    def read(root: Path) -> dict[str, bytes]:
        return {
            path.relative_to(root).as_posix(): path.read_bytes() if path.is_file() else b"(folder)"
            for path in sorted(root.rglob("*"))
        }

    return read
