"""Running: a check, a step, a scenario. Functions over views; the models' `run` methods are thin faces on them."""

import asyncio
import inspect
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, NamedTuple, Protocol

from giskard.checks.core._signals import signals_wake
from giskard.checks.core._step_result import traceback_of
from giskard.checks.core.exceptions import (
    InteractionGenerationError,
    exception_name,
    exception_text,
    is_being_cancelled,
)
from giskard.checks.core.interaction.spec import InteractionSpec
from giskard.checks.core.interaction.trace import Trace
from giskard.checks.core.result import CheckResult, TestCaseError, TestCaseResult
from giskard.checks.core.types import MISSING
from giskard.checks.core.usage import Usage, spending


class CheckView(Protocol):
    """What running needs of a check."""

    name: str | None
    description: str | None

    @property
    def kind(self) -> str | None: ...
    def run(self, trace: Any) -> Any: ...
    def to_spec(self) -> dict[str, Any]: ...


class StepView(Protocol):
    """What running needs of a step."""

    @property
    def interacts(self) -> Sequence[InteractionSpec[Any, Any, Any]]: ...
    @property
    def checks(self) -> Sequence[CheckView]: ...


class Judged(NamedTuple):
    """A step that only judges."""

    checks: Sequence[CheckView]
    interacts: Sequence[InteractionSpec[Any, Any, Any]] = ()


def run_sync[T](start: Callable[[], Coroutine[Any, Any, T]], instead: str) -> T:
    """Run the coroutine that `start` makes, outside any event loop.

    Raises
    ------
    RuntimeError
        A loop is running (a notebook, an async test); the message says to write `instead`.
    """
    if _loop_is_running():
        raise RuntimeError(f"run_sync() cannot be used inside a running event loop, as in a notebook. Write: {instead}")

    async def run() -> T:
        with signals_wake(asyncio.get_running_loop()):
            return await start()

    try:
        return asyncio.run(run())
    except KeyboardInterrupt as interrupt:
        # What finished is on the cancellation that Ctrl-C became inside of the loop.
        partial = getattr(interrupt.__context__, "partial_result", None)
        if partial is not None:
            interrupt.partial_result = partial  # pyright: ignore[reportAttributeAccessIssue]  see Suite.run
        raise


def _loop_is_running() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


async def judge(check: CheckView, trace: Trace[Any, Any]) -> CheckResult:
    """Return what `check` says about `trace`; its `run` may be asynchronous or not.

    Raises
    ------
    TypeError
        The check returned something else than a CheckResult.
    """
    result = check.run(trace)
    # By type first: asking whether something is an instance of a model is dear.
    if type(result) is not CheckResult and inspect.isawaitable(result):
        result = await result
    if type(result) is not CheckResult and not isinstance(result, CheckResult):
        raise TypeError(
            f"{type(check).__name__}.run must return a CheckResult, not {type(result).__name__}: {result!r:.200}."
        )
    return result


async def run_check(check: CheckView, trace: Trace[Any, Any], *, return_exception: bool) -> CheckResult:
    """Return the result of `check` with the details that reports rely on.

    Parameters
    ----------
    check
        The check.
    trace
        What it judges.
    return_exception
        Whether an exception becomes an ERROR result; else it propagates.
    """
    started = perf_counter()
    try:
        result = await judge(check, trace)
    except asyncio.CancelledError as exc:
        if is_being_cancelled() or not return_exception:
            raise
        result = _raised(check, exc)
    except Exception as exc:
        if not return_exception:
            raise
        result = _raised(check, exc)
    details = {**result.details, "duration_ms": milliseconds_since(started), **_about(check)}
    if type(result) is CheckResult:
        # Validating a new one costs less than copying.
        return CheckResult(status=result.status, message=result.message, metrics=result.metrics, details=details)
    return result.model_copy(update={"details": details})


def _raised(check: CheckView, exc: BaseException) -> CheckResult:
    label = check.name or check.kind or type(check).__name__
    return CheckResult.error(
        message=f"Check {label!r} raised {exception_text(exc)}",
        details={"traceback": traceback_of(exc), "exception_type": exception_name(exc)},
    )


def _about(check: CheckView) -> dict[str, Any]:
    """Return the details by which reports name a check and say how it was configured."""
    try:
        spec = check.to_spec()
    except Exception as exc:  # noqa: BLE001  a serializer of the user's own must not take the run down
        spec = {"kind": check.kind, "problem": f"the check cannot be dumped: {exception_text(exc)}"}
    return {
        "check_kind": check.kind,
        "check_name": check.name,
        "check_description": check.description,
        "check_spec": spec,
    }


def skipped_check(check: CheckView, reason: str) -> CheckResult:
    """Return the SKIP of a check that was not run, with the details that name it."""
    return CheckResult.skip(message=reason, details={"duration_ms": 0, **_about(check)})


@dataclass
class Progress:
    """How far a run has come, turn by turn and check by check: what is left when it is cut off."""

    trace: Trace[Any, Any]
    steps: list[TestCaseResult] = field(default_factory=list[TestCaseResult])
    results: list[CheckResult] = field(default_factory=list[CheckResult])
    started: float = field(default_factory=perf_counter)
    turns_before: int = 0
    spent: list[Usage] = field(default_factory=list[Usage])

    def reached(self, trace: Trace[Any, Any]) -> None:
        """Note the trace after a turn."""
        self.trace = trace

    @property
    def usage(self) -> Usage | None:
        """What the step at work spent; None for nothing."""
        used = sum(self.spent, Usage())
        return used if used.model_calls else None

    def last_index(self) -> int | None:
        """Return the index of the last turn that the step at work added."""
        turns = len(self.trace.interactions)
        return turns - 1 if turns > self.turns_before else None


async def run_step(step: StepView, progress: Progress, *, target: Any, return_exception: bool) -> TestCaseResult:
    """Record the step's interactions, run all its checks, and return the result; `progress` holds what came so far.

    When the interactions fail, the checks are skipped and the result holds the error; the turns recorded until then
    stay in the trace. The failure itself is raised instead unless `return_exception` is set.
    """
    started = perf_counter()
    progress.turns_before, progress.results, progress.spent = len(progress.trace.interactions), [], []
    with spending(progress.spent):
        error, to_raise = await _interact(step, progress, target)
    if to_raise is not None and not return_exception:
        # Here and not where it was caught, so that the exception keeps the context it came with.
        raise to_raise
    if error:
        reason = f"skipped due to {_what_failed(error)}"
        progress.results = [skipped_check(check, reason) for check in step.checks]
    else:
        for check in step.checks:
            progress.results.append(await run_check(check, progress.trace, return_exception=return_exception))
    return TestCaseResult(
        results=progress.results,
        duration_ms=milliseconds_since(started),
        last_interaction_index=progress.last_index(),
        error=error,
        usage=progress.usage,
    )


async def _interact(
    step: StepView, progress: Progress, target: Any
) -> tuple[TestCaseError | None, BaseException | None]:
    """Record the step's interactions; return why they failed, as a record and as the exception itself."""
    try:
        for spec in step.interacts:
            bound = spec if target is MISSING else spec.bound_to(target)
            progress.trace = await progress.trace.recording(bound, progress.reached)
    except InteractionGenerationError as failure:
        cause, progress.trace = failure.__cause__ or failure, failure.partial_trace
        return TestCaseError.from_exception(cause, failure.phase), cause
    if step.interacts and progress.last_index() is None:
        error = TestCaseError(
            message="The step's interactions produced no turn, so its checks would judge an older one.",
            exception_type="NoInteraction",
            phase="interaction",
        )
        return error, None
    return None, None


def _what_failed(error: TestCaseError) -> str:
    return "input generation failure" if error.phase == "inputs" else f"the failure of the {error.phase or 'step'}"


def milliseconds_since(started: float) -> int:
    """Return the whole milliseconds since `started`, a reading of `perf_counter`."""
    return round((perf_counter() - started) * 1000)
