"""remove-check undoes new-check, by the name alone."""

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from giskard.checks._cli.main import run
from giskard.checks._lint.linter import lint
from giskard.checks._lint.project import find_project
from giskard.checks._plan.commit import Disk
from giskard.checks._scaffold.record import Wiring
from giskard.checks._scaffold.remove_check import plan_remove_check
from giskard.checks.core.exceptions import UserError

Tree = Callable[[Path], dict[str, bytes]]
MODULE, TEST = "src/acme_checks/builtin/allowed_links.py", "tests/builtin/test_allowed_links.py"
ROOT_INIT, ROOM_INIT = "src/acme_checks/__init__.py", "src/acme_checks/builtin/__init__.py"


def make(*names: str) -> None:
    for name in names:
        assert run(["new-check", name, "--target-type=str", "--no-verify"]) == 0


def files(tree: dict[str, bytes]) -> dict[str, bytes]:
    return {path: content for path, content in tree.items() if content != b"(folder)"}


@pytest.mark.parametrize("name", ["AllowedLinks", "allowed_links", "allowed-links"])
@pytest.mark.functional
def test_a_check_is_gone_without_a_trace(plugin: Path, tree: Tree, name: str, capsys: Any) -> None:
    before = files(tree(plugin))
    make("AllowedLinks")
    capsys.readouterr()
    assert run(["remove-check", name]) == 0
    assert files(tree(plugin)) == before
    out = capsys.readouterr().out
    assert out.startswith(f"Removed the check AllowedLinks (allowed_links):\n  delete  {MODULE}\n")
    assert "Saved scenarios with a check of kind 'allowed_links' no longer load." in out


@pytest.mark.parametrize(
    "init",
    [
        pytest.param('"""Checks."""\n', id="a docstring"),
        pytest.param("", id="an empty file"),
        pytest.param('"""Checks."""\r\nX = 1\r\n__all__ = [\r\n    "X",\r\n]\r\n', id="CRLF"),
        pytest.param('\ufeff"""Checks."""\n__all__ = []\n', id="a byte order mark and an empty list"),
        pytest.param('"""Checks."""\n__all__: list[str] = [ ]', id="no line end"),
    ],
)
@pytest.mark.parametrize("number", [1, 3])
def test_several_checks_that_are_removed_in_reverse_leave_every_byte(
    plugin: Path, tree: Tree, init: str, number: int
) -> None:
    (plugin / ROOT_INIT).write_bytes(init.encode())
    names = ["Zulu", "AnAlmostEndlessNameThatHasListsTakenApart", "MiddleOne"][:number]
    trees: list[dict[str, bytes]] = []
    for name in names:
        trees.append(files(tree(plugin)))
        make(name)
    for name, expected in zip(reversed(names), reversed(trees), strict=True):
        assert run(["remove-check", name, "--no-verify"]) == 0
        assert files(tree(plugin)) == expected


@pytest.mark.functional
def test_one_of_three_goes_and_the_others_stay(plugin: Path) -> None:
    make("First", "Second", "Third")
    assert run(["remove-check", "Second"]) == 0
    assert "Second" not in (plugin / ROOM_INIT).read_text() + (plugin / ROOT_INIT).read_text()
    assert {finding.code for finding in lint(find_project(plugin))} == {"GC402"}
    assert run(["remove-check", "First"]) == run(["remove-check", "Third"]) == 0


@pytest.mark.functional
def test_a_room_stays_imported_while_a_check_is_in_it(plugin: Path, tree: Tree) -> None:
    pyproject = plugin / "pyproject.toml"
    pyproject.write_text(pyproject.read_text().replace("[tool.ruff]", "export_root = false\n\n[tool.ruff]"))
    before = files(tree(plugin))
    make("First", "Second")
    assert run(["remove-check", "First"]) == 0
    assert "builtin" in (plugin / ROOT_INIT).read_text()
    assert run(["remove-check", "Second"]) == 0
    assert (plugin / MODULE).with_name("second.py").exists() is False
    assert set(files(tree(plugin))) - set(before) == {ROOM_INIT}


@pytest.mark.parametrize("path", [MODULE, TEST])
def test_what_was_worked_on_is_removed_by_force_only(plugin: Path, tree: Tree, path: str, capsys: Any) -> None:
    make("AllowedLinks")
    (plugin / path).write_text((plugin / path).read_text() + "\n# mine\n")
    before = tree(plugin)
    assert run(["remove-check", "AllowedLinks"]) == 3
    assert tree(plugin) == before
    error = capsys.readouterr().err
    assert path in error
    assert "giskard-checks remove-check AllowedLinks --force" in error
    assert run(["remove-check", "AllowedLinks", "--force", "--no-verify"]) == 0
    assert not (plugin / path).exists()


def test_other_line_ends_are_no_work_of_the_author(plugin: Path) -> None:
    make("AllowedLinks")
    for path in (MODULE, TEST):
        (plugin / path).write_bytes((plugin / path).read_bytes().replace(b"\n", b"\r\n"))
    assert run(["remove-check", "AllowedLinks", "--no-verify"]) == 0


def test_files_that_are_gone_already_are_no_problem(plugin: Path, tree: Tree) -> None:
    before = files(tree(plugin))
    make("AllowedLinks")
    (plugin / TEST).unlink()
    assert run(["remove-check", "AllowedLinks", "--no-verify"]) == 0
    assert files(tree(plugin)) == before


def test_a_retired_kind_cannot_be_taken_again(plugin: Path, capsys: Any) -> None:
    make("AllowedLinks", "Other")
    assert run(["remove-check", "AllowedLinks", "--retire", "--no-verify"]) == 0
    assert run(["remove-check", "Other", "--retire", "--no-verify"]) == 0
    retired = json.loads((plugin / ".giskard-checks/retired.json").read_text())
    assert retired == {"allowed_links": {"name": "AllowedLinks"}, "other": {"name": "Other"}}
    assert "no longer load" not in capsys.readouterr().out
    assert run(["new-check", "AllowedLinks", "--no-verify"]) == 2
    assert "retired" in capsys.readouterr().err


def test_a_dry_run_shows_a_diff_that_undoes_it(plugin: Path, tree: Tree, capsys: Any) -> None:
    make("AllowedLinks")
    before = tree(plugin)
    capsys.readouterr()
    assert run(["remove-check", "AllowedLinks", "--dry-run"]) == 0
    assert tree(plugin) == before
    diff = capsys.readouterr().out
    assert f"--- a/{MODULE}\n+++ /dev/null" in diff
    assert '-__all__ = ["AllowedLinks"]' in diff


def test_json_says_what_was_done(plugin: Path, capsys: Any) -> None:
    make("AllowedLinks")
    capsys.readouterr()
    assert run(["remove-check", "AllowedLinks", "--no-verify", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["version"], said["command"], said["exit_code"], said["kind"]) == (
        1,
        "remove-check",
        0,
        "allowed_links",
    )
    assert [operation["operation"] for operation in said["operations"]].count("delete") == 4


@pytest.mark.parametrize(
    ("name", "said"),
    [
        pytest.param("Allowedlinks", "Did you mean", id="a misspelling"),
        pytest.param("Equals", "Generated checks: allowed_links", id="a check of the library"),
        pytest.param("", "No check '' was generated here", id="nothing"),
        pytest.param("../x", "No check '../x'", id="a path"),
        pytest.param("\u00e9", "No check '\u00e9'", id="no ASCII"),
    ],
)
def test_what_was_not_generated_is_not_removed(plugin: Path, tree: Tree, name: str, said: str, capsys: Any) -> None:
    make("AllowedLinks")
    before = tree(plugin)
    assert run(["remove-check", name]) == 2
    assert tree(plugin) == before
    assert said in capsys.readouterr().err


@pytest.mark.functional
def test_a_check_that_others_import_is_put_back(plugin: Path, tree: Tree, capsys: Any) -> None:
    make("AllowedLinks")
    (plugin / "src/acme_checks/user.py").write_text("from acme_checks.builtin.allowed_links import AllowedLinks\n")
    init = plugin / ROOT_INIT
    init.write_text(init.read_text() + "\nfrom acme_checks import user as user\n")
    before = tree(plugin)
    assert run(["remove-check", "AllowedLinks"]) == 4
    assert tree(plugin) == before
    assert "No module named 'acme_checks.builtin.allowed_links'" in capsys.readouterr().err


class Failing(Disk):
    """Fails at one of its operations."""

    def __init__(self, at: int) -> None:
        self.left = at

    def _count(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise OSError(28, "No space left on device")

    def write(self, path: Path, content: bytes) -> None:
        self._count()
        super().write(path, content)

    def rename(self, source: Path, target: Path) -> None:
        self._count()
        super().rename(source, target)

    def remove(self, path: Path) -> None:
        self._count()
        super().remove(path)


def test_whatever_fails_every_byte_is_put_back(plugin: Path, tree: Tree) -> None:
    make("AllowedLinks", "Other")
    before = tree(plugin)
    for at in range(40):
        removal = plan_remove_check(find_project(plugin), "AllowedLinks")
        disk = Failing(at)
        with suppress(UserError):
            removal.commit(run_verification=False, disk=disk)
        if disk.left >= 0:
            break
        assert tree(plugin) == before
    assert at > 8
    assert not (plugin / MODULE).exists()


@pytest.mark.functional
def test_the_table_of_checks_of_the_library_is_as_it_was(library: Path) -> None:
    page = library / "docs/reference/checks.md"
    before = page.read_bytes()
    make("AllowedLinks")
    assert b"## allowed_links" in page.read_bytes()
    assert run(["remove-check", "AllowedLinks", "--no-verify"]) == 0
    assert page.read_bytes() == before


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"", b"a"),
        (None, b"a"),
        (b"ab", b"aXb"),
        (b"aa", b"aaa"),
        ("é\r\n".encode(), "éé\r\n".encode()),
        (b"abc", b"b"),
    ],
)
def test_a_wiring_is_undone_to_the_byte(before: bytes | None, after: bytes) -> None:
    assert Wiring.of("m", "N", before, after).undone(after, "p") == before
