"""Running scenarios: the overhead per check, long scenarios, exports, reports and the progress display."""

import asyncio
import contextlib
import gc
import io
import os
import pty
import statistics
import threading
import tracemalloc
from collections.abc import Generator
from time import perf_counter
from typing import TextIO

from rich.console import Console

from benchmarks.timing import row, unit
from giskard.checks import Equals, FnCheck, Scenario, StringMatching, Suite, SuiteResult, Trace

_OUTPUTS: dict[str, object] = {"answer": "hello world", "score": 3}


async def _target(inputs: str) -> dict[str, object]:
    return _OUTPUTS | {"asked": inputs}


def _always(_trace: Trace) -> bool:
    return True


def _broken(inputs: str) -> str:
    raise LookupError(inputs)


def suite_of(number: int) -> Suite:
    """Return a suite of scenarios with three checks each."""
    suite = Suite(name="bench", target=_target)
    for index in range(number):
        scenario = Scenario(f"scenario {index}").interact(f"question {index}")
        scenario.check(StringMatching(keyword="hello", target_key="trace.last.outputs.answer"))
        scenario.check(Equals(expected_value=3, target_key="trace.last.outputs.score"))
        suite.append(scenario.check(FnCheck(fn=_always, name="always")))
    return suite


async def _asserts(number: int) -> None:
    """Do the same work by hand: the plain asserts that one would write without a library."""
    for index in range(number):
        outputs = await _target(f"question {index}")
        assert "hello" in str(outputs["answer"])
        assert outputs["score"] == 3
        assert outputs


def _seconds(suite: Suite, *, parallel: bool = False) -> float:
    gc.collect()
    started = perf_counter()
    suite.run_sync(parallel=parallel, verbose=False)
    return perf_counter() - started


def _overhead(number: int, *, parallel: bool = False, repeat: int = 9) -> float:
    """Return the units per check, the median of runs between which the unit is taken."""
    suite = suite_of(number)
    _seconds(suite, parallel=parallel)
    return statistics.median(_seconds(suite, parallel=parallel) / (3 * number) / unit() for _ in range(repeat))


def main() -> None:
    """Print the table."""
    print("Running (U: one validated CheckResult, taken between the runs)")
    thousand = _overhead(1000)
    row("overhead per check, 1,000 scenarios x 3, serial", f"{thousand:.1f} U", "budget 20 U")
    row("the same, parallel", f"{_overhead(1000, parallel=True):.1f} U")
    started = perf_counter()
    asyncio.run(_asserts(1000))
    by_hand = perf_counter() - started
    row("1,000 scenarios x 3 checks over plain asserts", f"{_seconds(suite_of(1000)) / by_hand:.0f}")
    _many()
    _memory()
    _long()
    _exports()
    _progress()


def _many() -> None:
    """Show how time and peak memory grow with the number of scenarios."""
    times: dict[int, float] = {}
    for number in (200, 2000, 20_000):
        suite = suite_of(number)
        times[number] = statistics.median(_seconds(suite) for _ in range(3)) / number
        gc.collect()
        tracemalloc.start()
        result = suite.run_sync(verbose=False)
        peak = tracemalloc.get_traced_memory()[1] / len(result.results)
        tracemalloc.stop()
        row(f"{number:,} scenarios, each", f"{times[number] * 1e6:.0f} us, {peak / 1000:.1f} kB")
    row("20,000 scenarios over 2,000, each", f"{times[20_000] / times[2000]:.2f}", "budget 2.2")


def _memory() -> None:
    suite = suite_of(2000)
    suite.run_sync(verbose=False)
    tracemalloc.start()
    result = suite.run_sync(verbose=False)
    size = tracemalloc.get_traced_memory()[0] / len(result.results)
    tracemalloc.stop()
    row("memory of a 3-check scenario result", f"{size / 1000:.1f} kB", "budget 8 kB")


def _long() -> None:
    times: dict[int, float] = {}
    for turns in (50, 400, 1600, 3200):
        scenario = Scenario("long", target=_target)
        for number in range(turns):
            scenario.interact(f"q{number}").check(Equals(expected_value=3, target_key="trace.last.outputs.score"))
        times[turns] = min(_seconds(Suite(name="s", scenarios=[scenario])) for _ in range(3))
    row(
        "a scenario of 3,200 turns with a check each over one of 1,600",
        f"{times[3200] / times[1600]:.2f}",
        "budget 2.2",
    )
    for turns in (50, 400, 3200):
        row(f"one scenario of {turns:,} turns, each turn", f"{times[turns] / turns * 1e6:.0f} us")


def _exports() -> None:
    result = suite_of(2000).run_sync(verbose=False)
    started = perf_counter()
    xml = result.to_junit_xml()
    row("JUnit of 2,000 results", f"{(perf_counter() - started) * 1000:.0f} ms", "budget 200 ms")
    row("its size", f"{len(xml) / 1e6:.2f} MB", "budget 1.5 MB")
    started = perf_counter()
    text = result.model_dump_json()
    row("JSON of 2,000 results", f"{(perf_counter() - started) * 1000:.0f} ms, {len(text) / 1e6:.1f} MB")
    failing = Suite(name="failing")
    for index in range(500):
        failing.append(Scenario(f"s{index}").interact("a", _broken).check(Equals(expected_value=1)))
    bad: SuiteResult = failing.run_sync(return_exception=True, verbose=False)
    started = perf_counter()
    bad.print_report(Console(file=io.StringIO(), width=120))
    row("report on 500 failing targets", f"{(perf_counter() - started) * 1000:.0f} ms")


def _progress() -> None:
    """Draw on a pseudo-terminal that somebody reads, as a person's does."""
    suite = Suite(name="progress", target=_slow)
    for index in range(1000):
        suite.append(Scenario(f"scenario {index}").interact("a"))
    with _terminal() as terminal:

        def seconds(verbose: bool) -> float:
            started = perf_counter()
            with contextlib.redirect_stderr(terminal):
                suite.run_sync(parallel=True, max_concurrency=50, verbose=verbose)
            return perf_counter() - started

        seconds(verbose=True)  # loads Rich
        pairs = [(seconds(verbose=True), seconds(verbose=False)) for _ in range(7)]
    ratio = statistics.median(shown / hidden for shown, hidden in pairs)
    row("1,000 parallel scenarios with the progress display over without", f"{ratio:.2f}", "budget 1.05")


@contextlib.contextmanager
def _terminal() -> Generator[TextIO]:
    """Yield the writing end of a pseudo-terminal whose other end a thread empties."""
    reading, writing = pty.openpty()

    def read_on() -> None:
        with contextlib.suppress(OSError):  # the other end is closed
            while os.read(reading, 65536):
                pass

    threading.Thread(target=read_on, daemon=True).start()
    with os.fdopen(writing, "w") as stream:
        yield stream
    os.close(reading)


async def _slow(inputs: str) -> str:
    await asyncio.sleep(0.02)
    return inputs
