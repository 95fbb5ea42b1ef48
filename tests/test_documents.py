"""What the documents say is so: their code runs and prints what they show, their paths and commands exist."""

import contextlib
import io
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted(path for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")) if path.name != "CHANGELOG.md")
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)


def blocks(tests: bool = False) -> list[object]:
    """Return every Python block, with the text block that follows it as what it prints; or those that are tests."""
    found = []
    for path in DOCUMENTS:
        parts = BLOCK.findall(path.read_text("utf-8"))
        for number, (language, code) in enumerate(parts):
            if language == "python" and ("def test_" in code) is tests:
                following = parts[number + 1] if number + 1 < len(parts) else ("", "")
                printed = following[1] if following[0] == "text" else ""
                found.append(pytest.param(code, printed, id=f"{path.name}-{number}"))
    return found


@pytest.mark.parametrize(("code", "printed"), blocks())
def test_a_block_runs_and_prints_what_is_shown(code: str, printed: str) -> None:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(code, "block", "exec"), {"__name__": "document"})
    assert out.getvalue() == printed


@pytest.mark.functional
@pytest.mark.parametrize(("code", "printed"), blocks(tests=True))
def test_a_block_of_tests_passes(code: str, printed: str, tmp_path: Path) -> None:
    (tmp_path / "test_block.py").write_text(code)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:asyncio", "-p", "no:cacheprovider"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout


def test_there_are_blocks() -> None:
    assert len(blocks()) >= 10
    assert blocks(tests=True)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_leads_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", path.read_text("utf-8")):
        assert (path.parent / target).exists(), target


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_make_target_exists(path: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
    named = set(re.findall(r"`make ([a-z][a-z-]+)", path.read_text("utf-8")))
    assert named <= targets


def test_the_map_names_rooms_that_exist() -> None:
    for room in re.findall(r"^\| `([^`]+)` \|", (ROOT / "AGENTS.md").read_text(), re.M):
        assert (ROOT / room).is_dir(), room
