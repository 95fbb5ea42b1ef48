"""new-package makes a project of its own, in which everything works at once."""

import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from giskard.checks import __version__
from giskard.checks._cli.main import run
from giskard.checks._lint.linter import lint
from giskard.checks._lint.project import find_project
from giskard.checks._plan.commit import Disk
from giskard.checks._scaffold.new_package import plan_new_package
from giskard.checks.core.exceptions import UserError

Tree = Callable[[Path], dict[str, bytes]]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder; it is the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def python(root: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    environment = os.environ | {"PYTHONPATH": str(root / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)


def files(tree: dict[str, bytes]) -> dict[str, bytes]:
    return {path: content for path, content in tree.items() if content != b"(folder)"}


@pytest.mark.functional
def test_the_project_is_clean_and_green(folder: Path, capsys: Any) -> None:
    assert run(["new-package", "acme-checks"]) == 0
    root = folder / "acme-checks"
    out = capsys.readouterr().out
    assert out.startswith("Made the package acme_checks:\n  create  acme-checks/.gitattributes\n")
    assert "1. Go there: cd acme-checks\n" in out
    assert lint(find_project(root)) == []
    for command in (["check", "--no-cache", "."], ["format", "--no-cache", "--check", "."]):
        done = python(root, "-m", "ruff", *command)
        assert done.returncode == 0, done.stdout
    tests = python(root, "-m", "pytest", "-q", "-p", "no:cacheprovider")
    assert tests.returncode == 0, tests.stdout
    (example,) = re.findall(r"```python\n(.*?)```", (root / "README.md").read_text(), flags=re.DOTALL)
    readme = python(root, "-c", example)
    assert (readme.stdout, readme.stderr) == ("pass\n", "")


@pytest.mark.functional
def test_the_makefile_holds_the_project_to_its_conventions(folder: Path) -> None:
    """Its own commands run, in the environment at hand instead of the one that it would set up."""
    run(["new-package", "acme-checks", "--no-verify"])
    root = folder / "acme-checks"
    environment = os.environ | {"PYTHONPATH": str(root / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    command = ["make", "--old-file=setup", f"BIN={Path(sys.executable).parent}"]

    def make(*arguments: str) -> int:
        done = subprocess.run([*command, *arguments], cwd=root, env=environment, capture_output=True, check=False)
        return done.returncode

    assert make("check") == 0
    assert make("new-check", "NAME=AllowedLinks", "ARGS=--input hosts:list[str]") == 0
    assert make("check") != 0
    (root / "src/acme_checks/builtin/__init__.py").write_text('"""Checks that call no model."""\n')
    make("format")
    assert {finding.code for finding in lint(find_project(root))} == {"GC402"}


@pytest.mark.functional
def test_checks_are_added_and_removed_in_it(folder: Path, tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    run(["new-package", "acme-checks", "--no-verify"])
    root = folder / "acme-checks"
    monkeypatch.chdir(root)
    before = files(tree(root))
    for name in ("Alpha", "Omega"):
        assert run(["new-check", name]) == 0
    for name in ("Omega", "Alpha"):
        assert run(["remove-check", name]) == 0
    assert files(tree(root)) == before


@pytest.mark.functional
def test_two_branches_that_each_add_a_check_merge(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(["new-package", "acme-checks", "--no-verify"])
    root = folder / "acme-checks"
    monkeypatch.chdir(root)

    def git(*arguments: str) -> None:
        identity = ["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", *identity, *arguments], cwd=root, check=True, capture_output=True)

    git("init", "-qb", "main")
    git("add", "-A")
    git("commit", "-qm", "begin")
    for name in ("Beta", "Gamma"):
        git("checkout", "-qb", name, "main")
        assert run(["new-check", name, "--no-verify"]) == 0
        git("add", "-A")
        git("commit", "-qm", name)
    git("merge", "-q", "--no-edit", "Beta")
    make = ["make", "--old-file=setup", f"BIN={Path(sys.executable).parent}", "format"]
    subprocess.run(make, cwd=root, env=os.environ | {"PYTHONPATH": str(root / "src")}, capture_output=True, check=False)
    for init in ("__init__.py", "builtin/__init__.py"):
        text = (root / "src/acme_checks" / init).read_text()
        places = [text.index(f'"{name}"') for name in ("Beta", "Gamma", "MaxWords")]
        assert places == sorted(places), text
    assert {finding.code for finding in lint(find_project(root))} == {"GC402"}
    imported = python(root, "-c", "import acme_checks as a; print(a.Beta, a.Gamma, a.MaxWords, sorted(set(a.__all__)))")
    assert imported.stdout.endswith("['Beta', 'Gamma', 'MaxWords']\n"), imported.stderr


@pytest.mark.parametrize("name", ["acme-checks", "acme_checks", "Acme-Checks"])
def test_a_name_has_two_spellings(folder: Path, name: str) -> None:
    new = plan_new_package(folder, name)
    assert (new.root, new.package) == (folder / "acme-checks", "acme_checks")
    pyproject = next(o.after for o in new.plan.operations if o.path.endswith("pyproject.toml"))
    table = tomllib.loads((pyproject or b"").decode())
    assert table["project"]["name"] == "acme-checks"
    assert table["project"]["dependencies"] == [f"giskard-checks>={__version__.rpartition('.')[0]}"]
    assert table["project"]["entry-points"]["giskard.checks"] == {"acme_checks": "acme_checks"}


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "no name for a package"),
        ("1st", "no name for a package"),
        ("a b", "no name for a package"),
        ("../acme", "no name for a package"),
        ("acme-", "no name for a package"),
        ("\u00e9t\u00e9", "no name for a package"),
        ("a" * 300, "characters"),
        ("class", "keyword"),
        ("con", "device"),
        ("giskard", "this library's own package"),
    ],
)
def test_a_bad_name_is_refused_and_nothing_made(folder: Path, name: str, said: str, capsys: Any) -> None:
    assert run(["new-package", name]) == 2
    assert said in capsys.readouterr().err
    assert list(folder.iterdir()) == []


def test_the_second_run_changes_nothing(folder: Path, tree: Tree, capsys: Any) -> None:
    run(["new-package", "acme-checks", "--no-verify"])
    before = tree(folder)
    capsys.readouterr()
    assert run(["new-package", "acme-checks"]) == 0
    assert capsys.readouterr().out == "acme-checks is there already; nothing to do.\n"
    assert tree(folder) == before


def test_what_is_in_the_way_is_named_and_kept(folder: Path, tree: Tree, capsys: Any) -> None:
    (folder / "acme-checks").mkdir()
    (folder / "acme-checks" / "README.md").write_text("mine")
    before = tree(folder)
    assert run(["new-package", "acme-checks"]) == 3
    assert "'acme-checks/README.md' exists with other content" in capsys.readouterr().err
    assert tree(folder) == before


def test_into_names_the_folder(folder: Path, capsys: Any) -> None:
    assert run(["new-package", "acme-checks", "--into=nowhere"]) == 2
    assert "There is no folder" in capsys.readouterr().err
    (folder / "work").mkdir()
    assert run(["new-package", "acme-checks", "--into=work", "--no-verify"]) == 0
    assert (folder / "work/acme-checks/pyproject.toml").is_file()


def test_a_dry_run_writes_nothing_and_json_tells_it(folder: Path, capsys: Any) -> None:
    assert run(["new-package", "acme-checks", "--dry-run", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["version"], said["package"], said["dry_run"]) == (1, "acme_checks", True)
    assert "+++ b/acme-checks/pyproject.toml" in said["diff"]
    assert run(["new-package", "acme-checks", "--dry-run"]) == 0
    assert capsys.readouterr().out.startswith("diff --git")
    assert list(folder.iterdir()) == []


class Full(Disk):
    """Has no space left after some files."""

    left = 3

    def write(self, path: Path, content: bytes) -> None:
        self.left -= 1
        if self.left < 0:
            raise OSError(28, "No space left on device")
        super().write(path, content)


def test_when_the_disk_is_full_nothing_is_left(folder: Path) -> None:
    with pytest.raises(UserError, match="No space left"):
        plan_new_package(folder, "acme-checks").commit(disk=Full())
    assert list(folder.iterdir()) == []
