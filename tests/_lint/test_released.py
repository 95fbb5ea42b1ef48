"""The linter over real code that was not written for it: the released library of the same name, from the registry."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from giskard.checks._lint.linter import lint
from giskard.checks._lint.project import find_project

RELEASE = "giskard-checks==1.0.6"

pytestmark = pytest.mark.released


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the released package in `src`; nothing of it is installed or run."""
    root = tmp_path_factory.mktemp("released")
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "install", RELEASE]
    command += [
        "--no-deps",
        "--no-compile",
        "--target",
        str(root / "src"),
        "--python-version",
        "3.13",
        "--only-binary=:all:",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return root


def codes(root: Path, ignore: str) -> Counter[str]:
    (root / "pyproject.toml").write_text(f'[tool.giskard-checks]\npackage = "giskard.checks"\nignore = [{ignore}]\n')
    return Counter(finding.code for finding in lint(find_project(root)))


def test_every_finding_is_a_true_one(unpacked: Path) -> None:
    """A wheel has no tests, and its docstrings do not say what is ERROR; all other rules it keeps."""
    found = codes(unpacked, "")
    assert set(found) == {"GC401", "GC501"}
    checks = found["GC401"]
    assert checks > 15
    assert found["GC501"] <= checks


def test_without_these_two_rules_it_is_clean(unpacked: Path) -> None:
    assert not codes(unpacked, '"GC401", "GC501"')
