"""What a shell is told when it completes a command line."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.functional

RECORD = """{"version": 1, "template": "t", "files": {}, "wired": {},
"answers": {"name": "AllowedLinks", "kind": "allowed_links", "target_type": "any", "target_key": "trace.last",
"inputs": [], "params": [], "description": null}}"""


def completed(words: str, folder: Path) -> list[str]:
    """Ask the real program as bash does, for the last of the words."""
    environment = os.environ | {
        "_GISKARD_CHECKS_COMPLETE": "complete_bash",
        "COMP_WORDS": f"giskard-checks {words}",
        "COMP_CWORD": str(len(words.split(" "))),
    }
    command = [sys.executable, "-c", "from giskard.checks._cli import main; main()"]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.stdout.split()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        pytest.param("ne", ["new-check", "new-package"], id="a command"),
        pytest.param("lint --st", ["--statistics", "--strict"], id="an option"),
        pytest.param("lint --format s", ["sarif"], id="a choice"),
        pytest.param("remove-check Al", ["AllowedLinks"], id="a generated check"),
        pytest.param("remove-check X", [], id="no such check"),
    ],
)
def test_a_word_is_completed(words: str, expected: list[str], tmp_path: Path) -> None:
    (tmp_path / "src" / "acme").mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text('[tool.giskard-checks]\npackage = "acme"\n')
    (tmp_path / ".giskard-checks").mkdir()
    (tmp_path / ".giskard-checks" / "allowed_links.json").write_text(RECORD)
    assert completed(words, tmp_path) == expected


def test_outside_of_a_project_nothing_is_completed_and_nothing_complains(tmp_path: Path) -> None:
    assert completed("remove-check A", tmp_path) == []
