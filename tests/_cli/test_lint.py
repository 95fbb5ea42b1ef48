"""giskard-checks lint, as it is typed."""

import json
from pathlib import Path

import pytest

from giskard.checks._cli.main import run
from giskard.checks._lint.rules import RULES

MODULE = """
from giskard.checks import Check, CheckResult, Trace


@Check.register("spoken")
class Spoken(Check):
    where_key: str = "trace.last"

    async def run(self, trace: Trace) -> CheckResult:
        return CheckResult.success()
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    package = tmp_path / "src" / "acme"
    package.mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text('[tool.giskard-checks]\npackage = "acme"\n')
    (package / "__init__.py").write_text('from acme.spoken import Spoken\n\n__all__ = ["Spoken"]\n')
    (package / "spoken.py").write_text(MODULE)
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_spoken.py").write_text(
        "def test_it(result):\n    result.passed, result.failed, result.errored\n"
    )
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_names_the_place_and_the_way_to_mend_it(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["lint"]) == 1
    place, mend, summary = capsys.readouterr().out.splitlines()
    assert place == "src/acme/spoken.py:7:5: GC101 Spoken.where_key is typed 'str', not as one path"
    assert mend.startswith("    Type it as one path;")
    assert summary == "1 finding: GC101 1."


def test_says_so_when_all_is_well(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    module = project / "src/acme/spoken.py"
    module.write_text(module.read_text().replace('"trace.last"', '"x"  # giskard: ignore[GC101] a name, not a path'))
    assert run(["lint"]) == 0
    assert capsys.readouterr().out == "All conventions are kept.\n"


@pytest.mark.parametrize("flags", [["--json"], ["--format", "json"], ["--format=json"]])
def test_json_is_one_object(flags: list[str], project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["lint", *flags]) == 1
    printed = capsys.readouterr()
    told = json.loads(printed.out)
    assert printed.err == ""
    assert (told["version"], told["command"], told["exit_code"]) == (1, "lint", 1)
    (finding,) = told["findings"]
    assert set(finding) == {"code", "level", "path", "line", "column", "message", "why", "mend", "fixable"}
    assert told["next_steps"] == [f"src/acme/spoken.py:7: {finding['mend']}"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param(["lint", "nowhere.py"], "There is no 'nowhere.py' to lint", id="a path that does not exist"),
        pytest.param(["lint", "--frmat=json"], "--frmat", id="a misspelled flag"),
        pytest.param(["lint", "--format=xml"], "xml", id="an unknown format"),
        pytest.param(["linted"], "linted", id="an unknown command"),
    ],
)
def test_refuses_in_one_line(
    arguments: list[str], message: str, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 2
    error = capsys.readouterr().err
    assert error.startswith("error: ")
    assert error.count("\n") == 1
    assert message in error


def test_a_failure_is_json_too_when_asked_for(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "src/acme/spoken.py").write_text("def broken(:\n")
    assert run(["lint", "--json"]) == 2
    told = json.loads(capsys.readouterr().out)
    assert told["exit_code"] == 2
    assert "does not parse" in told["error"]["message"]


def test_a_path_filters_what_is_reported(project: Path) -> None:
    assert run(["lint", "src/acme/__init__.py"]) == 0
    assert run(["lint", "src"]) == 1


def test_github_puts_findings_at_their_lines(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["lint", "--format", "github"]) == 1
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("::error file=src/acme/spoken.py,line=7,col=5,title=GC101::Spoken.where_key is typed 'str'")


def test_sarif_is_one_object(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["lint", "--format", "sarif"]) == 1
    (result,) = json.loads(capsys.readouterr().out)["runs"][0]["results"]
    assert (result["ruleId"], result["level"]) == ("GC101", "error")


def test_statistics_count_each_rule(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["lint", "--statistics"]) == 1
    first, summary = capsys.readouterr().out.splitlines()
    assert first.startswith("    1  GC101  A field named `key`")
    assert summary == "1 finding: GC101 1."


@pytest.mark.parametrize(
    ("options", "exit_code"),
    [
        pytest.param(["--select", "GC101"], 1, id="a selected rule"),
        pytest.param(["--select", "GC105,GC201"], 0, id="others, with a comma"),
        pytest.param(["--select", "GC105", "--select", "GC101"], 1, id="several"),
        pytest.param(["--ignore", "GC101"], 0, id="an ignored rule"),
        pytest.param(["--select", "GC101", "--ignore", "GC101"], 0, id="selected and ignored"),
        pytest.param(["--select", "GC1"], 2, id="no rule"),
        pytest.param(["--ignore", "gc101"], 2, id="no rule either"),
        pytest.param(["--explain", "GC999"], 2, id="nothing to explain"),
        pytest.param(["--format", "xml"], 2, id="no format"),
    ],
)
def test_rules_are_chosen_on_the_command_line(project: Path, options: list[str], exit_code: int) -> None:
    assert run(["lint", *options]) == exit_code


def test_a_code_that_is_no_rule_is_answered_with_the_nearest(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["lint", "--select", "GC110"]) == 2
    assert "'GC110' is no rule. Did you mean 'GC105'?" in capsys.readouterr().err


def test_warnings_fail_only_when_it_is_strict(project: Path) -> None:
    (project / "tests" / "test_spoken.py").unlink()
    only = ["lint", "--select", "GC401"]
    assert run(only) == 0
    assert run([*only, "--strict"]) == 1


@pytest.mark.parametrize("code", RULES)
def test_a_rule_is_explained_with_an_example(
    code: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # no project is needed
    assert run(["lint", "--explain", code]) == 0
    out = capsys.readouterr().out
    for part in (code, RULES[code].why, RULES[code].mend, "Breaks it:", "Keeps it:"):
        assert part in out
