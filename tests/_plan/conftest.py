"""A project to write to, and a way to see that nothing in it has changed."""

from collections.abc import Callable
from pathlib import Path

import pytest

Tree = dict[str, tuple[int, bytes | str | None]]


@pytest.fixture
def snapshot() -> Callable[[Path], Tree]:
    """Every path below a folder, with its mode and what it holds."""
    return lambda root: {path.relative_to(root).as_posix(): _state(path) for path in sorted(root.rglob("*"))}


def _state(path: Path) -> tuple[int, bytes | str | None]:
    content = str(path.readlink()) if path.is_symlink() else path.read_bytes() if path.is_file() else None
    return path.lstat().st_mode, content


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with a space and an umlaut in its name, and files of several modes in it."""
    root = tmp_path / "my prüfung"
    (root / "pkg").mkdir(parents=True)
    (root / "notes.txt").write_bytes(b"\xff\x00 not text")
    (root / "pkg" / "__init__.py").write_bytes(b"from a import b\r\n")
    (root / "pkg" / "__init__.py").chmod(0o640)
    (root / "pkg" / "old.py").write_bytes(b"#!/usr/bin/env python\n")
    (root / "pkg" / "old.py").chmod(0o755)
    return root


@pytest.fixture
def contents() -> dict[str, bytes | None]:
    """What a plan for the project writes: two new folders, one of them in the other, an edit, and a deletion."""
    return {
        "pkg/new.py": b"new = 1\n",
        "tests/pkg/test_new.py": b"",
        "pkg/__init__.py": b"from a import b\r\nfrom new import new\r\n",
        "pkg/old.py": None,
        ".giskard-checks/new.json": b"{}\n",
    }
