"""Running a scenario: once or several times, within its time."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from time import perf_counter
from typing import Any, Protocol

from giskard.checks.core._calling import checked_target
from giskard.checks.core._engine import Progress, StepView, milliseconds_since, run_step, skipped_check
from giskard.checks.core._scenario_result import usage_of
from giskard.checks.core._threads import CallThread, CallThreads
from giskard.checks.core.interaction.trace import Trace
from giskard.checks.core.result import CheckResult, ScenarioResult, ScenarioRun, TestCaseError, TestCaseResult
from giskard.checks.core.status import Status, roll_up
from giskard.checks.core.types import MISSING
from giskard.checks.core.usage import Usage
from giskard.checks.reporting.text import shown

# How long what was cut off may take to end before it is left behind.
_GRACE_SECONDS = 1.0


class ScenarioView(Protocol):
    """What running needs of a scenario."""

    @property
    def name(self) -> str: ...
    @property
    def steps(self) -> Sequence[StepView]: ...
    @property
    def trace_type(self) -> type[Trace[Any, Any]] | None: ...
    @property
    def annotations(self) -> dict[str, Any]: ...
    @property
    def target(self) -> Any: ...
    @property
    def tags(self) -> list[str]: ...
    @property
    def multiple_runs(self) -> int: ...
    @property
    def timeout(self) -> float | None: ...


async def run_scenario(
    scenario: ScenarioView,
    *,
    target: Any = MISSING,
    return_exception: bool = False,
    multiple_runs: int | None = None,
    threads: CallThreads | None = None,
    suite_time_left: float | None = None,
) -> ScenarioResult:
    """Run a scenario, afresh each time, until a run does not pass or all runs are done.

    Parameters
    ----------
    scenario
        What to run.
    target
        Answers where outputs were not given; it goes before the scenario's own target.
    return_exception
        Whether exceptions become ERROR results; else they propagate.
    multiple_runs
        Most runs to do, in the place of the scenario's own number.
    threads
        Where the thread comes from that synchronous targets run in; with a timeout they run in one in any case.
    suite_time_left
        Seconds that are left of the suite's timeout.

    Raises
    ------
    TypeError, ValueError
        `multiple_runs` is no whole number from 1.
    """
    limit = scenario.multiple_runs if multiple_runs is None else whole_number("multiple_runs", multiple_runs)
    started = perf_counter()
    given = (checked_target(target), scenario.target)
    target = next((one for one in given if one is not MISSING and one is not None), MISSING)
    run = _begun(scenario, target, return_exception=return_exception)
    runs: list[ScenarioRun] = []

    async def run_all() -> None:
        nonlocal run
        for number in range(limit):
            if number:
                await asyncio.sleep(0)  # between runs a cancellation is seen, even if nothing in them awaits
                run = _begun(scenario, target, return_exception=return_exception)
            await _run_steps(scenario, run, target=target, return_exception=return_exception)
            runs.append(_recorded(run, is_one_of_several=limit > 1))
            if runs[-1].status is not Status.PASS:
                return

    seconds, what = _limit(scenario.timeout, suite_time_left)
    if threads is None and seconds is None:
        await run_all()
    else:
        with _threads_of(threads) as lent, lent.one_for(f"giskard-checks: {scenario.name}") as thread:
            if not await _in_time(run_all, seconds):
                _note_timeout(scenario, run, what, thread)
                runs = [*runs[: limit - 1], _recorded(run, is_one_of_several=limit > 1)]
    return ScenarioResult(
        scenario_name=scenario.name,
        steps=run.steps,
        final_trace=run.trace,
        duration_ms=milliseconds_since(started),
        multiple_runs=limit,
        runs_executed=len(runs),
        runs=runs,
        tags=[shown(tag) for tag in scenario.tags],  # a list that is changed in place may hold anything
    )


def _threads_of(run: CallThreads | None) -> AbstractContextManager[CallThreads]:
    """Return the threads of a run, or some for one scenario, which end with it."""
    return closing(CallThreads()) if run is None else nullcontext(run)


async def _run_steps(scenario: ScenarioView, run: Progress, *, target: Any, return_exception: bool) -> None:
    """Run the steps in order until one does not pass; the checks of later steps are skipped."""
    for step in scenario.steps[len(run.steps) :]:
        result = await run_step(step, run, target=target, return_exception=return_exception)
        run.steps.append(result)
        if not result.passed:
            break
    _skip_the_rest(scenario, run)


def _skip_the_rest(scenario: ScenarioView, run: Progress) -> None:
    reason = f"skipped due to previous failure in step {len(run.steps)}"
    run.steps += [_skipped_step(step, reason) for step in scenario.steps[len(run.steps) :]]


def _limit(own: float | None, of_suite: float | None) -> tuple[float | None, str]:
    """Return the seconds that a scenario has, and what to say when they are over."""
    if of_suite is not None and (own is None or of_suite < own):
        return of_suite, "the suite did not finish within its timeout"
    return own, f"the scenario did not finish within {own:g} seconds" if own is not None else ""


async def _in_time(work: Callable[[], Coroutine[Any, Any, None]], seconds: float | None) -> bool:
    """Await `work` for so many seconds at most, and say whether it finished within them.

    Work that does not end when it is told to is left behind.
    """
    if seconds is None:
        await work()
        return True
    if seconds <= 0:
        return False
    loop = asyncio.get_running_loop()
    deadline = loop.time() + seconds
    task = asyncio.create_task(work())
    try:
        await asyncio.wait({task}, timeout=seconds)
    except asyncio.CancelledError:
        await _end(task)
        raise
    if task.done() and (loop.time() <= deadline or task.exception()):
        task.result()
        return True
    await _end(task)
    return False


async def _end(task: "asyncio.Task[None]") -> None:
    """Tell a task to end, and wait a little; what it raises then is nobody's concern."""
    task.cancel()
    task.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
    _, left_behind = await asyncio.wait({task}, timeout=_GRACE_SECONDS)
    for one in left_behind:
        # What swallows its cancellation; asyncio.run would wait for it for ever.
        asyncio._unregister_task(one)  # pyright: ignore[reportPrivateUsage]  documented for who extends asyncio


def _note_timeout(scenario: ScenarioView, run: Progress, what: str, thread: CallThread) -> None:
    """Give the step that was cut off an error behind what its checks said until then, and skip the others."""
    left_behind = f"; its target is still at work in the thread {thread.name!r}" if thread.is_busy else ""
    error = TestCaseError(message=f"{what}{left_behind}", exception_type="TimeoutError", phase="timeout")
    if len(run.steps) < len(scenario.steps):
        checks, judged = scenario.steps[len(run.steps)].checks, list(run.results)
    else:  # all was done, but too late
        checks, judged = (), []
    skipped = [skipped_check(check, "skipped due to the timeout") for check in checks[len(judged) :]]
    run.steps.append(
        TestCaseResult(
            results=[*judged, *skipped], error=error, last_interaction_index=run.last_index(), usage=run.usage
        )
    )
    _skip_the_rest(scenario, run)


def _recorded(run: Progress, *, is_one_of_several: bool) -> ScenarioRun:
    status = roll_up(step.status for step in run.steps)
    message = None if status is Status.PASS else _first_message(run.steps)
    used = Usage()
    if is_one_of_several:  # else the scenario's result tells by itself
        used = usage_of(run.steps, run.trace)
    return ScenarioRun(
        status=status,
        duration_ms=milliseconds_since(run.started),
        message=message,
        usage=used if used.model_calls else None,
    )


def _first_message(steps: list[TestCaseResult]) -> str | None:
    step = next((step for step in steps if not step.passed), None)
    if step is None or step.error:
        return step.error.summary() if step and step.error else None
    return next((result.message for result in step.results if not result.passed), None)


def whole_number(name: str, value: object) -> int:
    """Return `value` if it is a whole number from 1.

    Raises
    ------
    TypeError, ValueError
        It is not; the message names the argument and the value.
    """
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{name} must be a whole number, not {type(value).__name__}: {value!r}.")
    if value < 1:
        raise ValueError(f"{name} must be at least 1, not {value!r}.")
    return value


def _begun(scenario: ScenarioView, target: Any, *, return_exception: bool) -> Progress:
    """Return the state of a run before its first step, which failed already where its trace cannot be made."""
    try:
        return Progress(_empty_trace(scenario, target))
    except Exception as exc:
        if not return_exception:
            raise
        run = Progress(Trace())
        first = scenario.steps[0].checks if scenario.steps else ()
        run.steps.append(
            TestCaseResult(
                results=[skipped_check(check, "skipped since the run has no trace") for check in first],
                error=TestCaseError.from_exception(exc, "trace"),
            )
        )
        _skip_the_rest(scenario, run)
        return run


def _empty_trace(scenario: ScenarioView, target: Any) -> Trace[Any, Any]:
    trace_type = scenario.trace_type or (Trace if target is MISSING else Trace.for_target(target))
    return trace_type(annotations=scenario.annotations)


def _skipped_step(step: StepView, reason: str) -> TestCaseResult:
    skips = [skipped_check(check, reason) for check in step.checks]
    # A step without checks must not look passed either.
    return TestCaseResult(
        results=skips
        or [CheckResult.skip(message=reason, details={"duration_ms": 0, "check_kind": None, "check_name": "step"})]
    )
