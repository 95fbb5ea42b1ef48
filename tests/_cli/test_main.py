"""The program itself."""

import subprocess
import sys
from pathlib import Path

import pytest

from giskard.checks import __version__
from giskard.checks._cli.main import main, run


def test_prints_its_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"{__version__}\n"


@pytest.mark.parametrize("arguments", [["--help"], ["new-check", "--help"], ["lint", "--help"]])
def test_helps(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments) == 0
    assert "Usage: giskard-checks" in capsys.readouterr().out


def test_main_exits_with_the_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as caught:
        main(["lint"])
    assert caught.value.code == 2


@pytest.mark.functional
def test_the_installed_program_runs(tmp_path: Path) -> None:
    program = Path(sys.executable).parent / "giskard-checks"
    done = subprocess.run([str(program), "lint"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("error: There is no pyproject.toml")


def test_without_a_command_the_help_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([]) == 0
    captured = capsys.readouterr()
    assert captured.out.startswith("Usage: giskard-checks")
    assert "new-check" in captured.out
    assert captured.err == ""


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["new-pacakge"], "Did you mean 'new-package'"),
        (["new-pacakge"], "See: giskard-checks --help"),
        (["lint", "--nope"], "See: giskard-checks lint --help"),
    ],
)
def test_a_wrong_word_leads_to_the_help_that_there_is(
    arguments: list[str], hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 2
    assert hint in capsys.readouterr().err
