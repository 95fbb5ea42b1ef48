"""A baseline hides what was there before, may only shrink, and says when an entry is stale."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from giskard.checks import UserError
from giskard.checks._cli.main import run
from giskard.checks._lint.linter import lint
from giskard.checks._lint.project import Project

type Build = Callable[..., Project]

TABLE = '[tool.giskard-checks]\npackage = "acme_checks"\nignore = ["GC305", "GC401"]\nbaseline = "known.json"\n'
TWO = """@Check.register("mine")
class Mine(Check):
    key: str
    schema: str

    async def run(self, trace: Trace) -> CheckResult:
        return CheckResult.success()
"""


def entry(code: str, message: str) -> dict[str, str]:
    return {"path": "src/acme_checks/builtin/mine.py", "code": code, "message": message}


KEY = entry("GC101", "Mine.key is typed 'str', not as one path")
SCHEMA = entry("GC105", "Mine.schema replaces 'schema' of Check")
GONE = entry("GC101", "Mine.other_key is typed 'str', not as one path")


def with_baseline(project: Build, *entries: dict[str, str]) -> Project:
    text = json.dumps({"version": 1, "findings": list(entries)})
    return project(TWO, {"pyproject.toml": TABLE, "known.json": text})


@pytest.mark.parametrize(
    ("entries", "found"),
    [
        pytest.param([], ["GC101", "GC105"], id="none"),
        pytest.param([KEY], ["GC105"], id="one is known"),
        pytest.param([KEY, SCHEMA], [], id="all are known"),
        pytest.param([KEY, SCHEMA, GONE], ["GC903"], id="one is stale"),
        pytest.param([GONE], ["GC903", "GC101", "GC105"], id="only a stale one"),
    ],
)
def test_what_is_known_is_not_reported(project: Build, entries: list[dict[str, str]], found: list[str]) -> None:
    assert [finding.code for finding in lint(with_baseline(project, *entries))] == found


def test_lines_may_move(project: Build) -> None:
    built = with_baseline(project, KEY, SCHEMA)
    module = built.package_dir / "builtin" / "mine.py"
    module.write_text("\n\n\n" + module.read_text())
    assert lint(built) == []


def test_an_entry_of_a_rule_that_is_not_in_force_is_not_stale(project: Build) -> None:
    built = with_baseline(project, KEY, SCHEMA, entry("GC401", "Mine has no test"))
    assert lint(built) == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        pytest.param("{", "cannot be read", id="no JSON"),
        pytest.param("[]", "is no baseline", id="a list"),
        pytest.param('{"version": 2, "findings": []}', "version", id="another version"),
        pytest.param('{"version": 1, "findings": [{"path": "a"}]}', "findings.0.code", id="half an entry"),
        pytest.param("[" * 100_000, "cannot be read", id="nested too deeply"),
    ],
)
def test_what_is_no_baseline_is_refused(project: Build, text: str, problem: str) -> None:
    built = project(TWO, {"pyproject.toml": TABLE, "known.json": text})
    with pytest.raises(UserError, match=problem):
        lint(built)


def test_a_missing_baseline_says_how_to_write_it(project: Build) -> None:
    with pytest.raises(UserError, match="--write-baseline"):
        lint(project(TWO, {"pyproject.toml": TABLE}))


def test_a_baseline_is_written_once_and_then_only_shrinks(
    project: Build, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    built = project(TWO, {"pyproject.toml": TABLE})
    monkeypatch.chdir(built.root)
    file = built.root / "known.json"
    assert run(["lint", "--write-baseline"]) == 0
    assert capsys.readouterr().out == "known.json knows 2 findings.\n"
    assert json.loads(file.read_text())["findings"] == [KEY, SCHEMA]
    assert run(["lint"]) == 0
    module: Path = built.package_dir / "builtin" / "mine.py"
    module.write_text(module.read_text().replace("    key: str\n", "    copy: str\n"))
    capsys.readouterr()
    assert run(["lint", "--write-baseline"]) == 0
    assert capsys.readouterr().out == "known.json knows 1 finding.\n"
    assert json.loads(file.read_text())["findings"] == [SCHEMA]
    assert run(["lint"]) == 1
    assert "Mine.copy replaces 'copy'" in capsys.readouterr().out


def test_without_a_configured_baseline_none_is_written(
    project: Build, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(project(TWO).root)
    assert run(["lint", "--write-baseline"]) == 2
    assert 'baseline = "giskard-baseline.json"' in capsys.readouterr().err
