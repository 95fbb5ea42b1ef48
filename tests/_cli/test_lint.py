"""giskard-checks lint, as it is typed."""

import json
from pathlib import Path

import pytest

from giskard.checks._cli.main import run

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
