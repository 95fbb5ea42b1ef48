"""apply carries out a plan that a dry run has saved, if nothing has changed meanwhile."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from giskard.checks._cli.main import run

Tree = dict[str, bytes]
PYPROJECT = '[project]\nname = "acme"\nversion = "1"\n\n[tool.giskard-checks]\npackage = "acme"\n'
INIT = "src/acme/__init__.py"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "project"
    (root / "src" / "acme").mkdir(parents=True)
    (root / INIT).write_text('"""Checks."""\n')
    (root / "pyproject.toml").write_text(PYPROJECT)
    monkeypatch.chdir(root)
    return root


def tree(root: Path) -> Tree:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def saved(root: Path, capsys: pytest.CaptureFixture[str], *command: str) -> Path:
    """Save what a dry run prints."""
    capsys.readouterr()
    assert run([*command, "--dry-run", "--json"]) == 0
    file = root.parent / "plan.json"
    file.write_text(capsys.readouterr().out)
    return file


@pytest.mark.parametrize(
    ("before", "command"),
    [
        ([], ["new-check", "Mine"]),
        ([["new-check", "Mine"]], ["rename-check", "Mine", "Ours"]),
        ([["new-check", "Mine"]], ["remove-check", "Mine", "--retire"]),
        ([], ["new-package", "other-checks"]),
    ],
    ids=["new-check", "rename-check", "remove-check", "new-package"],
)
def test_a_saved_plan_does_what_the_command_does(
    project: Path, capsys: pytest.CaptureFixture[str], before: list[list[str]], command: list[str]
) -> None:
    for words in before:
        assert run([*words, "--no-verify"]) == 0
    start = tree(project)
    plan = saved(project, capsys, *command)
    assert tree(project) == start
    assert run(["apply", str(plan)]) == 0
    assert capsys.readouterr().out.startswith(f"Carried out the plan of {command[0]}:\n")
    applied = tree(project)
    assert run(["apply", str(plan)]) == 0
    assert capsys.readouterr().out == "All of it is there already; nothing to do.\n"
    assert tree(project) == applied != start
    for path in applied.keys() - start.keys():
        (project / path).unlink()
    for path, content in start.items():
        (project / path).parent.mkdir(parents=True, exist_ok=True)
        (project / path).write_bytes(content)
    assert run([*command, "--no-verify"]) == 0
    assert tree(project) == applied


def test_a_file_that_has_changed_meanwhile_is_a_conflict(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plan = saved(project, capsys, "new-check", "Mine")
    (project / INIT).write_text('"""Other words."""\n')
    (project / "tests/builtin").mkdir(parents=True)
    (project / "tests/builtin/test_mine.py").write_text("mine")
    before = tree(project)
    assert run(["apply", str(plan)]) == 3
    said = capsys.readouterr().err
    assert INIT in said
    assert "tests/builtin/test_mine.py" in said
    assert tree(project) == before


def _edit(change: Callable[[dict[str, Any]], object]) -> Callable[[str], str]:
    def edited(text: str) -> str:
        data = json.loads(text)
        change(data)
        return json.dumps(data)

    return edited


@pytest.mark.parametrize(
    ("edit", "code", "said"),
    [
        pytest.param(lambda text: "{", 2, "holds no plan", id="no JSON"),
        pytest.param(lambda text: "[]", 2, "holds no plan", id="no object"),
        pytest.param(_edit(lambda d: d.update(version=2)), 2, "version", id="another version"),
        pytest.param(_edit(lambda d: d["operations"][0].pop("content_base64")), 2, "content_base64", id="no content"),
        pytest.param(
            _edit(lambda d: d["operations"][0].update(content_base64="bWluZQ==")),
            2,
            "is not what was planned",
            id="other content",
        ),
        pytest.param(
            _edit(lambda d: d["operations"][0].update(path="../outside.py")), 3, "does not stay below", id="outside"
        ),
        pytest.param(
            _edit(lambda d: d["operations"][0].update(path="/outside.py")), 3, "does not stay below", id="absolute"
        ),
    ],
)
def test_what_is_no_plan_is_refused(
    project: Path, capsys: pytest.CaptureFixture[str], edit: Callable[[str], str], code: int, said: str
) -> None:
    plan = saved(project, capsys, "new-check", "Mine")
    plan.write_text(edit(plan.read_text()))
    before = tree(project.parent)
    assert run(["apply", str(plan)]) == code
    assert said in capsys.readouterr().err
    assert tree(project.parent) == before


def test_a_missing_file_is_named(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["apply", "nowhere.json"]) == 2
    assert "'nowhere.json' cannot be read" in capsys.readouterr().err


def test_json_says_what_was_done(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plan = saved(project, capsys, "new-check", "Mine")
    assert run(["apply", str(plan), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["version"], said["command"], said["planned_by"], said["exit_code"]) == (1, "apply", "new-check", 0)
    assert {operation["operation"] for operation in said["operations"]} == {"create", "edit"}
    assert "content_base64" not in said["operations"][0]
