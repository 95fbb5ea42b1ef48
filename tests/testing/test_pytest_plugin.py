"""Asynchronous tests need no configuration, and another plugin that runs them is left to it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.functional

TESTS = """
import asyncio
import pytest
from giskard.checks import Scenario

@pytest.fixture
def word():
    return "hello"

async def test_passes(word):
    await asyncio.sleep(0)
    assert (await Scenario().interact("a", word).run()).passed

@pytest.mark.asyncio
async def test_marked(word):
    assert word == "hello"

@pytest.mark.parametrize("n", [1, 2])
async def test_fails_once(n):
    assert n == 1

def test_plain():
    Scenario().interact("a", "b").run_sync()
"""


def run(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    (folder / "test_it.py").write_text(TESTS)
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("PYTEST", "COV"))}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--strict-markers", *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_runs_coroutine_tests_alone(tmp_path: Path) -> None:
    done = run(tmp_path, "-p", "no:asyncio", "-p", "no:anyio")
    assert "1 failed, 4 passed" in done.stdout, done.stdout
    assert "test_fails_once[2]" in done.stdout


def test_leaves_them_to_another_plugin(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text(
        "[pytest]\nasyncio_mode = auto\nasyncio_default_fixture_loop_scope = function\n"
    )
    done = run(tmp_path)
    assert "1 failed, 4 passed" in done.stdout, done.stdout


def test_does_not_import_the_library_before_a_test_does(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text("import sys\nassert 'giskard.checks' not in sys.modules\n")
    done = run(tmp_path, "-p", "no:asyncio")
    assert "4 passed" in done.stdout, done.stdout
