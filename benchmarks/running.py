"""Running scenarios: the overhead per check, long scenarios, exports, reports and the progress display."""

import asyncio
import gc
import io
import statistics
import tracemalloc
from time import perf_counter

from rich.console import Console

from benchmarks.timing import row, unit
from giskard.checks import Equals, FnCheck, Scenario, StringMatching, Suite, SuiteResult, Trace
from giskard.checks.reporting.progress import ProgressDisplay
from giskard.checks.scenarios._running import Options, run_scenarios

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
    row("the same, 20,000 scenarios over 1,000", f"{_overhead(20_000, repeat=3) / thousand:.2f}", "budget 2.2")
    started = perf_counter()
    asyncio.run(_asserts(1000))
    by_hand = perf_counter() - started
    row("1,000 scenarios x 3 checks over plain asserts", f"{_seconds(suite_of(1000)) / by_hand:.0f}")
    _memory()
    _long()
    _exports()
    _progress()


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
    row("the same, 400 turns over 50", f"{times[400] / times[50]:.2f}", "8 is linear")


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
    """Draw on a terminal in memory, so that writing to a real one is not what is measured."""
    suite = Suite(name="progress", target=_slow)
    for index in range(1000):
        suite.append(Scenario(f"scenario {index}").interact("a"))

    async def run(display: ProgressDisplay | None) -> None:
        options = Options(target=suite.target, parallel=True, max_concurrency=50)
        await run_scenarios(suite.scenarios, options, display, suite)

    def shown() -> float:
        console = Console(file=io.StringIO(), force_terminal=True, width=120)
        started = perf_counter()
        with ProgressDisplay("progress", 1000, console) as display:
            asyncio.run(run(display))
        return perf_counter() - started

    def hidden() -> float:
        started = perf_counter()
        asyncio.run(run(None))
        return perf_counter() - started

    pairs = [(shown(), hidden()) for _ in range(5)]
    ratio = statistics.median(with_it / without for with_it, without in pairs)
    row("1,000 parallel scenarios with the progress display over without", f"{ratio:.2f}", "budget 1.05")


async def _slow(inputs: str) -> str:
    await asyncio.sleep(0.02)
    return inputs
