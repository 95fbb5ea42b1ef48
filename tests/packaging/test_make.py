"""The commands of the Makefile that decide something themselves."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.functional


def make(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(["make", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)


def test_another_package_is_refused_with_exit_code_2() -> None:
    done = make("test-unit", "PACKAGE=giskard-scan")
    assert done.returncode == 2
    assert "PACKAGE=giskard-scan is not here" in done.stderr


def test_the_package_may_be_named() -> None:
    plain, named = make("--dry-run", "test-unit"), make("--dry-run", "test-unit", "PACKAGE=giskard-checks")
    assert plain.stdout == named.stdout != ""
    assert named.returncode == 0


def test_help_lists_every_target() -> None:
    listed = {line.split()[1] for line in make("help").stdout.splitlines()}
    phony = (ROOT / "Makefile").read_text().partition(".PHONY: help")[2].replace("\\", " ").split()
    assert listed | {"endif"} >= set(phony)


def test_a_stale_generated_file_is_named(tmp_path: Path) -> None:
    for path in ("scripts/generate.py", *(f"docs/reference/{name}.md" for name in ("checks", "judges", "rules"))):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text((ROOT / path).read_text())
    command = [sys.executable, str(tmp_path / "scripts/generate.py"), "--check"]
    assert subprocess.run(command, check=False).returncode == 0
    page = tmp_path / "docs/reference/rules.md"
    page.write_text(page.read_text().replace("GC101", "GC100"))
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == "docs/reference/rules.md is not up to date; run: make format\n"
    subprocess.run(command[:2], check=True)
    assert page.read_text() == (ROOT / "docs/reference/rules.md").read_text()
