"""Running: a check, a step, a scenario. Functions over views; the models' `run` methods are thin faces on them."""

import asyncio
import inspect
from collections.abc import Callable, Coroutine, Sequence
from time import perf_counter
from traceback import format_exception
from typing import Any, NamedTuple, Protocol

from giskard.checks.core.exceptions import InteractionGenerationError
from giskard.checks.core.interaction.spec import InteractionSpec
from giskard.checks.core.interaction.trace import Trace
from giskard.checks.core.result import (
    CheckResult,
    TestCaseError,
    TestCaseResult,
    exception_name,
)
from giskard.checks.core.types import MISSING


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
    try:
        return asyncio.run(start())
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
            f"{type(check).__name__}.run must return a CheckResult, not {type(result).__name__}: {result!r}."
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
    except Exception as exc:
        if not return_exception:
            raise
        result = CheckResult.error(
            message=f"Check {check.name or check.kind or type(check).__name__!r} raised {exception_name(exc)}: {exc}",
            details={"traceback": "".join(format_exception(exc)), "exception_type": exception_name(exc)},
        )
    details = {**result.details, "duration_ms": milliseconds_since(started), **_about(check)}
    if type(result) is CheckResult:
        # Validating a new one costs less than copying.
        return CheckResult(status=result.status, message=result.message, metrics=result.metrics, details=details)
    return result.model_copy(update={"details": details})


def _about(check: CheckView) -> dict[str, Any]:
    """Return the details by which reports name a check and say how it was configured."""
    return {
        "check_kind": check.kind,
        "check_name": check.name,
        "check_description": check.description,
        "check_spec": check.to_spec(),
    }


def skipped_check(check: CheckView, reason: str) -> CheckResult:
    """Return the SKIP of a check that was not run, with the details that name it."""
    return CheckResult.skip(message=reason, details={"duration_ms": 0, **_about(check)})


async def run_step(
    step: StepView, trace: Trace[Any, Any], *, target: Any, return_exception: bool
) -> tuple[TestCaseResult, Trace[Any, Any]]:
    """Record the step's interactions behind `trace`, run all its checks, and return the result and the longer trace.

    When the interactions fail, the checks are skipped and the result holds the error; the turns recorded until then
    stay in the trace. The failure itself is raised instead unless `return_exception` is set.
    """
    started, before = perf_counter(), len(trace.interactions)
    error: TestCaseError | None = None
    try:
        for spec in step.interacts:
            trace = await trace.with_interaction(spec if target is MISSING else spec.bound_to(target))
    except InteractionGenerationError as failure:
        cause, trace = failure.__cause__ or failure, failure.partial_trace
        error = TestCaseError.from_exception(cause, failure.phase)
        # Raised below, outside this handler, so that the exception keeps the context it came with.
        to_raise = None if return_exception else cause
    else:
        to_raise = None
        if step.interacts and len(trace.interactions) == before:
            error = TestCaseError(
                message="The step's interactions produced no turn, so its checks would judge an older one.",
                exception_type="NoInteraction",
                phase="interaction",
            )
    if to_raise is not None:
        raise to_raise
    if error:
        results = [skipped_check(check, f"skipped due to {_what_failed(error)}") for check in step.checks]
    else:
        results = [await run_check(check, trace, return_exception=return_exception) for check in step.checks]
    after = len(trace.interactions)
    result = TestCaseResult(
        results=results,
        duration_ms=milliseconds_since(started),
        last_interaction_index=after - 1 if after > before else None,
        error=error,
    )
    return result, trace


def _what_failed(error: TestCaseError) -> str:
    return "input generation failure" if error.phase == "inputs" else f"the failure of the {error.phase or 'step'}"


def milliseconds_since(started: float) -> int:
    """Return the whole milliseconds since `started`, a reading of `perf_counter`."""
    return round((perf_counter() - started) * 1000)
