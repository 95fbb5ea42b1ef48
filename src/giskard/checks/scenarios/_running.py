"""Running scenarios one after the other or side by side; results keep the order of the scenarios."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Protocol, cast

from giskard.checks.core import _runs
from giskard.checks.core._threads import CallThreads
from giskard.checks.core.result import ScenarioResult, SuiteResult, SuiteView
from giskard.checks.core.scenario import Scenario
from giskard.checks.core.types import MISSING

_SECONDS_BETWEEN_PAUSES = 0.005


class Observer(Protocol):
    """Is told which scenario starts and how it ends, by its index."""

    def started(self, index: int, name: str) -> None: ...
    def finished(self, index: int, status: str) -> None: ...


@dataclass(frozen=True)
class Options:
    """How to run. `timeout` is in seconds, for all scenarios together."""

    target: Any = MISSING
    return_exception: bool = False
    parallel: bool = False
    max_concurrency: int | None = None
    timeout: float | None = None

    def __post_init__(self) -> None:
        if self.max_concurrency is not None:
            _runs.whole_number("max_concurrency", self.max_concurrency)
        if isinstance(self.timeout, bool) or not isinstance(cast("object", self.timeout), int | float | None):
            raise TypeError(
                f"timeout must be a number of seconds, not {type(self.timeout).__name__}: {self.timeout!r}."
            )
        if self.timeout is not None and not self.timeout > 0:
            raise ValueError(f"timeout must be more than 0 seconds, not {self.timeout!r}.")


async def run_scenarios(
    scenarios: Sequence[Scenario[Any, Any, Any]], options: Options, observer: Observer | None, suite: SuiteView
) -> SuiteResult:
    """Run scenarios and return their results.

    What ends the run early carries what finished until then, as `partial_result`: the exception of a scenario when
    exceptions are not returned, a cancellation, an interrupt.
    """
    started = paused = perf_counter()
    threads = CallThreads()
    results: list[ScenarioResult | None] = [None] * len(scenarios)

    async def pause() -> None:
        """Let the event loop run now and then, so that a cancellation is seen even if nothing in scenarios awaits."""
        nonlocal paused
        if perf_counter() - paused > _SECONDS_BETWEEN_PAUSES:
            await asyncio.sleep(0)
            paused = perf_counter()

    async def run_one(index: int) -> None:
        scenario = scenarios[index]
        await pause()
        if observer:
            observer.started(index, scenario.name)
        left = None if options.timeout is None else options.timeout - (perf_counter() - started)
        result = await _runs.run_scenario(
            scenario,
            target=options.target,
            return_exception=options.return_exception,
            threads=threads if options.parallel or options.timeout is not None else None,
            suite_time_left=left,
        )
        results[index] = result
        if observer:
            observer.finished(index, result.status)

    def outcome() -> SuiteResult:
        finished = [result for result in results if result is not None]
        return SuiteResult(results=finished, duration_ms=round((perf_counter() - started) * 1000), suite=suite)

    try:
        if options.parallel:
            await _side_by_side(run_one, len(scenarios), options.max_concurrency)
        else:
            for index in range(len(scenarios)):
                await run_one(index)
    except BaseException as exc:
        with suppress(AttributeError):  # an exception class may have no room for it
            exc.partial_result = outcome()  # pyright: ignore[reportAttributeAccessIssue]  documented in Suite.run
        raise
    finally:
        threads.close()
    return outcome()


class _ExitError(Exception):
    """Code of the user's asked the program to end; raised inside of a task, that would end the loop at once."""

    def __init__(self, original: BaseException) -> None:
        super().__init__(original)
        self.original = original


async def _side_by_side(run_one: Callable[[int], Any], count: int, limit: int | None) -> None:
    """Run all, so many at once; the first failure ends the others and is raised as itself."""
    pending = iter(range(count))
    a_worker_ended = False

    async def work() -> None:
        nonlocal a_worker_ended
        try:
            for index in pending:
                await run_one(index)
        except (SystemExit, KeyboardInterrupt) as exc:
            raise _ExitError(exc) from None
        finally:
            a_worker_ended = True

    workers: list[asyncio.Task[None]] = []
    try:
        while len(workers) < (limit or count) and not a_worker_ended:
            workers.append(asyncio.create_task(work()))
            # A scenario that is over at once hands its thread on before the next one takes a new one.
            await asyncio.sleep(0)
        for done in asyncio.as_completed(workers):
            await done
    except _ExitError as exc:
        raise exc.original from None
    finally:
        for worker in workers:
            worker.cancel()
        await asyncio.gather(*workers, return_exceptions=True)
