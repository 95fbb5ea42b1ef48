"""The progress display: on a terminal a row for every scenario at work, elsewhere nothing."""

import asyncio
import contextlib
import io
import shlex
import subprocess
import sys

import pytest
from rich.console import Console

from giskard.checks import Scenario, Suite
from giskard.checks.reporting.progress import ProgressDisplay


def drawn(display: ProgressDisplay, console: Console) -> str:
    with console.capture() as capture:
        console.print(display)
    return capture.get()


def test_shows_who_is_at_work_and_how_many_are_done() -> None:
    console = Console(file=io.StringIO(), width=100)
    display = ProgressDisplay("my [suite]", 12, console)
    for index in range(11):
        display.started(index, f"scenario [{index}]\x1b")
    display.finished(0, "pass")
    display.finished(1, "fail")
    text = drawn(display, console)
    assert "my [suite]" in text
    assert "2/12" in text
    assert "✔ 1  ✘ 1" in text
    assert "scenario [2]\\x1b" in text
    assert "scenario [0]" not in text
    assert "and 1 more" in text


@pytest.mark.parametrize("name", [r"a\[/b]", r"a\[red]b", "[", "\x1b[2J"])
def test_a_name_is_no_markup(name: str) -> None:
    console = Console(file=io.StringIO(), width=100)
    assert name.replace("\x1b", "\\x1b") in drawn(ProgressDisplay(name, 1, console), console)


RUN = """
import asyncio, sys
from giskard.checks import Scenario, Suite
async def target(inputs):
    await asyncio.sleep(0.4)
    return inputs
suite = Suite(name="shown", scenarios=[Scenario(f"number {i}").interact("a") for i in range(3)])
result = suite.run_sync(target, parallel=True, verbose=sys.argv[1] == "1")
print(result.passed_count, "passed")
"""


@pytest.mark.functional
def test_is_not_there_when_not_asked_for() -> None:
    """On a real terminal."""
    import pexpect

    output, status = pexpect.run(
        shlex.join([sys.executable, "-c", RUN, "0"]), timeout=60, encoding="utf-8", withexitstatus=True
    )
    assert (output, status) == ("3 passed\r\n", 0)


@pytest.mark.functional
def test_shows_rows_on_a_real_terminal() -> None:
    import pexpect

    child = pexpect.spawn(sys.executable, ["-c", RUN, "1"], timeout=60, encoding="utf-8", dimensions=(30, 100))
    child.expect("number 0")
    child.expect("number 2")
    child.expect("3 passed")
    child.close()


@pytest.mark.functional
def test_is_not_there_on_a_pipe() -> None:
    done = subprocess.run([sys.executable, "-c", RUN, "1"], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("3 passed\n", "")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_is_drawn_on_standard_error_when_that_is_a_terminal() -> None:
    async def target(inputs: str) -> str:
        await asyncio.sleep(0.3)
        return inputs

    suite = Suite(name="the suite", scenarios=[Scenario(f"number {i}").interact("a") for i in range(3)])
    with contextlib.redirect_stderr(Terminal()) as terminal:
        assert suite.run_sync(target, parallel=True).passed_count == 3
    assert "the suite" in terminal.getvalue()
    assert "number 2" in terminal.getvalue()
