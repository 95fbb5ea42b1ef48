"""new-check from end to end, in a project of somebody's own."""

import inspect
import json
import os
import subprocess
import sys
from ast import literal_eval
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from giskard.checks._cli.main import run
from giskard.checks._lint.linter import lint
from giskard.checks._lint.project import find_project

pytestmark = pytest.mark.functional

ALLOWED_LINKS = [
    "new-check",
    "AllowedLinks",
    "--input=allowed_hosts:list[str]",
    "--input=max_links:int",
    "--target-type=str",
    "--target-key=trace.last.outputs.answer",
    "--description=Passes when every link leads to one of our own hosts.",
]
Tree = Callable[[Path], dict[str, bytes]]


def python(root: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    environment = os.environ | {"PYTHONPATH": str(root / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)


def test_makes_a_check_that_is_registered_wired_typed_tested_and_linted(plugin: Path) -> None:
    assert run(ALLOWED_LINKS) == 0
    findings = lint(find_project(plugin))
    assert [(f.code, f.path) for f in findings] == [("GC402", "src/acme_checks/builtin/allowed_links.py")]
    tests = python(plugin, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:asyncio", "tests")
    assert tests.returncode == 0, tests.stdout
    assert "20 passed" in tests.stdout
    code = (
        "import acme_checks; from giskard.checks import Check, Interaction, Trace\n"
        "check = Check.model_validate({'kind': 'allowed_links', 'allowed_hosts': ['a'], 'max_links': 1})\n"
        "print(check.run_sync(Trace(interactions=[Interaction(inputs='?', outputs={'answer': 'a'})])).status)"
    )
    assert python(plugin, "-c", code).stdout == "pass\n"


def test_prints_what_was_made_and_what_is_left(plugin: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(ALLOWED_LINKS)
    out = capsys.readouterr().out
    assert out.startswith("Made the check AllowedLinks (allowed_links):\n  create  src/acme_checks/builtin/")
    assert "1. Write the rule: replace your_rule_goes_here(...) in src/acme_checks/builtin/allowed_links.py." in out


def test_the_second_run_changes_no_byte(plugin: Path, tree: Tree, capsys: pytest.CaptureFixture[str]) -> None:
    run(ALLOWED_LINKS)
    check = plugin / "src/acme_checks/builtin/allowed_links.py"
    check.write_text(check.read_text().replace("your_rule_goes_here(target in allowed_hosts, max_links)", "True"))
    before = tree(plugin)
    capsys.readouterr()
    assert run(ALLOWED_LINKS) == 0
    assert tree(plugin) == before
    assert capsys.readouterr().out == "AllowedLinks is there already; nothing to do.\n"


def test_a_file_that_was_deleted_is_made_again_and_the_others_stay_as_they_are(plugin: Path, tree: Tree) -> None:
    run(ALLOWED_LINKS)
    before = tree(plugin)
    (plugin / "tests/builtin/test_allowed_links.py").unlink()
    assert run(ALLOWED_LINKS) == 0
    assert tree(plugin) == before


def test_other_answers_for_a_name_that_was_generated_are_refused(plugin: Path, tree: Tree, capsys: Any) -> None:
    run(ALLOWED_LINKS)
    before = tree(plugin)
    assert run([*ALLOWED_LINKS, "--param=strict:bool"]) == 3
    assert "'allowed_links' was generated from other answers: params was []" in capsys.readouterr().err
    assert tree(plugin) == before


def test_a_dry_run_shows_what_git_would_take_and_writes_nothing(
    plugin: Path, tree: Tree, capsys: pytest.CaptureFixture[str]
) -> None:
    before = tree(plugin)
    assert run([*ALLOWED_LINKS, "--dry-run"]) == 0
    assert tree(plugin) == before
    diff = capsys.readouterr().out
    subprocess.run(["git", "apply", "-"], input=diff, text=True, cwd=plugin, check=True)
    applied = tree(plugin)
    subprocess.run(["git", "apply", "--reverse", "-"], input=diff, text=True, cwd=plugin, check=True)
    assert run([*ALLOWED_LINKS, "--no-verify"]) == 0
    assert tree(plugin) == applied


def test_json_is_one_object_and_nothing_else(plugin: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*ALLOWED_LINKS, "--json"]) == 0
    printed = capsys.readouterr()
    told = json.loads(printed.out)
    assert printed.err == ""
    assert (told["version"], told["command"], told["exit_code"], told["kind"]) == (1, "new-check", 0, "allowed_links")
    assert [(o["operation"], o["path"]) for o in told["operations"]] == [
        ("create", "src/acme_checks/builtin/allowed_links.py"),
        ("create", "tests/builtin/test_allowed_links.py"),
        ("create", "src/acme_checks/builtin/__init__.py"),
        ("edit", "src/acme_checks/__init__.py"),
        ("create", ".giskard-checks/allowed_links.json"),
    ]
    assert len(told["next_steps"]) == 3
    assert run([*ALLOWED_LINKS, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["operations"] == []


def test_the_record_holds_no_time_and_no_absolute_path(plugin: Path) -> None:
    run(ALLOWED_LINKS)
    record = (plugin / ".giskard-checks/allowed_links.json").read_text()
    assert str(plugin) not in record
    answers = json.loads(record)["answers"]
    assert answers["inputs"] == [{"name": "allowed_hosts", "type": "list[str]"}, {"name": "max_links", "type": "int"}]


@pytest.mark.parametrize(
    "description",
    [
        pytest.param('Says "no" to <b>&amp;</b>.', id="quotes and markup"),
        pytest.param('Ends with a "quote"', id="a quote at the end"),
        pytest.param('Holds """ three """ quotes.', id="triple quotes"),
        pytest.param("A path C:\\new\\table and \\d+.", id="backslashes"),
        pytest.param("Ends with a backslash\\", id="a backslash at the end"),
        pytest.param('A \\ and a """ together.', id="a backslash and triple quotes"),
        pytest.param("Holds {{ braces }} and {% tags %} and {# comments #}.", id="what a template engine reads"),
        pytest.param("First line.\n\nSecond paragraph,\n    indented.", id="several lines"),
        pytest.param("Über den Fluß, 渡る, 🎉.", id="other scripts"),
        pytest.param("No full stop", id="no full stop"),
        pytest.param("many words " * 30, id="a long one"),
    ],
)
def test_a_description_is_data(plugin: Path, description: str) -> None:
    assert run(["new-check", "Described", "--no-verify", f"--description={description}"]) == 0
    shown = python(plugin, "-c", "import acme_checks; print(ascii(acme_checks.Described.__doc__))")
    assert shown.returncode == 0, shown.stderr
    text = inspect.cleandoc(literal_eval(shown.stdout))
    assert " ".join(description.split()) in " ".join(text.split())
    assert (
        json.loads((plugin / ".giskard-checks/described.json").read_text())["answers"]["description"].strip()
        == description.strip()
    )


@pytest.mark.parametrize(
    ("init", "expected"),
    [
        pytest.param(
            '"""Ours."""\n',
            '"""Ours."""\n\nfrom acme_checks.builtin import Mine\n\n__all__ = ["Mine"]\n',
            id="a docstring",
        ),
        pytest.param("", 'from acme_checks.builtin import Mine\n\n__all__ = ["Mine"]\n', id="an empty file"),
        pytest.param(
            "from .other import Zebra\n\n__all__ = ['Zebra']\n",
            "from .builtin import Mine\nfrom .other import Zebra\n\n__all__ = ['Mine', 'Zebra']\n",
            id="relative imports and single quotes",
        ),
    ],
)
def test_fits_into_what_is_there(plugin: Path, init: str, expected: str) -> None:
    (plugin / "src/acme_checks/other.py").write_text("Zebra = 1\n")
    (plugin / "src/acme_checks/__init__.py").write_text(init)
    assert run(["new-check", "mine", "--no-verify"]) == 0
    assert (plugin / "src/acme_checks/__init__.py").read_text() == expected


def test_keeps_carriage_returns_where_they_are(plugin: Path) -> None:
    (plugin / "src/acme_checks/__init__.py").write_bytes(b'"""Ours."""\r\n')
    assert run(["new-check", "Mine", "--input=word:str"]) == 0
    for path in ("src/acme_checks/__init__.py", "src/acme_checks/builtin/mine.py", "tests/builtin/test_mine.py"):
        content = (plugin / path).read_bytes()
        assert content.count(b"\n") == content.count(b"\r\n") > 1


def test_works_below_a_folder_with_spaces_and_other_scripts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plugin: Path
) -> None:
    odd = tmp_path / "my projects" / "prüfung"
    odd.parent.mkdir()
    plugin.rename(odd)
    monkeypatch.chdir(odd / "src")
    assert run(["new-check", "Mine", "--input=word:str"]) == 0
    assert (odd / "src/acme_checks/builtin/mine.py").is_file()


def test_the_room_is_reached_when_the_root_does_not_export_it(plugin: Path) -> None:
    pyproject = plugin / "pyproject.toml"
    pyproject.write_text(pyproject.read_text().replace('"acme_checks"\n', '"acme_checks"\nexport_root = false\n'))
    assert run(["new-check", "Mine"]) == 0
    assert [finding.code for finding in lint(find_project(plugin))] == ["GC402"]
    assert "Mine" not in (plugin / "src/acme_checks/__init__.py").read_text()


def test_a_check_that_does_not_pass_its_tests_is_put_back(plugin: Path, tree: Tree, capsys: Any) -> None:
    (plugin / "tests").mkdir()
    (plugin / "tests/conftest.py").write_text("raise RuntimeError('this project tests nothing today')\n")
    before = tree(plugin)
    assert run(ALLOWED_LINKS) == 4
    assert tree(plugin) == before
    error = capsys.readouterr().err
    assert "this project tests nothing today" in error
    assert "Everything was put back." in error


def test_what_a_crashed_run_left_is_put_back_first(plugin: Path, tree: Tree) -> None:
    before = tree(plugin)
    code = (
        "import os\n"
        "from pathlib import Path\n"
        "from giskard.checks._lint.project import find_project\n"
        "from giskard.checks._plan.commit import Disk\n"
        "from giskard.checks._scaffold.answers import collect\n"
        "from giskard.checks._scaffold.new_check import plan_new_check\n"
        "class Dies(Disk):\n"
        "    def rename(self, source, target):\n"
        "        super().rename(source, target)\n"
        "        os._exit(9)\n"
        "plan_new_check(find_project(Path.cwd()), collect('Mine')).commit(disk=Dies())\n"
    )
    crashed = python(plugin, "-c", code)
    assert crashed.returncode == 9, crashed.stderr
    assert tree(plugin) != before
    assert run(["new-check", "Mine", "--dry-run"]) == 0
    assert tree(plugin) == before
