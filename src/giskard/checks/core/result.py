"""What came of a check, of a step and of a scenario."""

import traceback as tracebacks
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Self, override

from pydantic import BaseModel, ConfigDict, Field, computed_field

from giskard.checks.core.interaction.trace import Trace
from giskard.checks.core.status import CheckStatus, ScenarioStatus, Status, StatusFlags, TestCaseStatus, roll_up
from giskard.checks.core.strict import StrictModel

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

__all__ = [
    "BaseResult",
    "CheckResult",
    "CheckStatus",
    "Metric",
    "ScenarioResult",
    "ScenarioStatus",
    "TestCaseError",
    "TestCaseResult",
    "TestCaseStatus",
]


_PAST = {Status.PASS: "PASSED", Status.FAIL: "FAILED", Status.ERROR: "ERRORED", Status.SKIP: "SKIPPED"}


class BaseResult(BaseModel, StatusFlags):
    """Base of all results: a status, a report, and a `repr` of one short line."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    def __rich_console__(self, console: "Console", options: "ConsoleOptions") -> "RenderResult":
        """Yield the report to Rich."""
        # Rich takes as long to import as the rest of the package, and only who prints needs it.
        from giskard.checks.reporting.report import render  # noqa: PLC0415

        yield from render(self, options.encoding)

    def print_report(self, console: "Console | None" = None) -> None:
        """Print the report.

        Parameters
        ----------
        console
            Where to; by default a new Rich console on standard output.
        """
        from giskard.checks.reporting.report import print_on  # noqa: PLC0415  Rich, as above

        print_on(console, self)

    @override
    def __repr__(self) -> str:
        return f"<{self._line()}>"

    @override
    def __str__(self) -> str:
        return self._line()

    def _line(self) -> str:
        return f"{type(self).__name__} {self._outcome.value}"


class Metric(BaseModel):
    """A number that a check measured.

    Examples
    --------
    >>> Metric(name="similarity", value=0.93).value
    0.93
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True, ser_json_inf_nan="strings")

    name: str = Field(description="What was measured.")
    value: float = Field(description="The number; NaN and infinity survive a JSON round trip.")


class CheckResult(BaseResult):
    """The outcome of one check on one trace. Made by `success`, `failure`, `error` and `skip`.

    Examples
    --------
    >>> result = CheckResult.failure(message="Too long", details={"length": 812})
    >>> result.failed, result.details["length"]
    (True, 812)
    """

    status: CheckStatus = Field(description="Whether the assertion held, did not hold, or could not be judged.")
    message: str | None = Field(default=None, description="One sentence for a person.")
    metrics: list[Metric] = Field(default_factory=list[Metric], description="What was measured.")
    details: dict[str, Any] = Field(
        default_factory=dict,
        description="What was compared, kept small; a run adds duration_ms, check_kind, check_name, check_description "
        "and check_spec.",
    )

    @classmethod
    def success(
        cls, *, message: str | None = None, metrics: Iterable[Metric] = (), details: dict[str, Any] | None = None
    ) -> Self:
        """Return a PASS: the assertion was evaluated and holds."""
        return cls(status=Status.PASS, message=message, metrics=list(metrics), details=details or {})

    @classmethod
    def failure(
        cls, *, message: str | None = None, metrics: Iterable[Metric] = (), details: dict[str, Any] | None = None
    ) -> Self:
        """Return a FAIL: the assertion was evaluated and does not hold."""
        return cls(status=Status.FAIL, message=message, metrics=list(metrics), details=details or {})

    @classmethod
    def error(
        cls, *, message: str | None = None, metrics: Iterable[Metric] = (), details: dict[str, Any] | None = None
    ) -> Self:
        """Return an ERROR: the assertion could not be evaluated."""
        return cls(status=Status.ERROR, message=message, metrics=list(metrics), details=details or {})

    @classmethod
    def skip(
        cls, *, message: str | None = None, metrics: Iterable[Metric] = (), details: dict[str, Any] | None = None
    ) -> Self:
        """Return a SKIP: there was no point in evaluating the assertion; the message says why."""
        return cls(status=Status.SKIP, message=message, metrics=list(metrics), details=details or {})

    @override
    def _line(self) -> str:
        return f"CheckResult {self.status.value}" + (f": {self.message:.80}" if self.message else "")


class TestCaseError(BaseModel):
    """Why a step could not produce its interactions. A record, not an exception."""

    __test__ = False  # pytest collects classes named Test*

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    message: str = Field(description="The exception's text.")
    exception_type: str = Field(description="The exception's class, with its module unless it is a builtin.")
    traceback: str | None = Field(default=None, description="The formatted traceback.")
    phase: str | None = Field(default=None, description="`inputs`, `outputs` or `interaction`.")

    @classmethod
    def from_exception(cls, exc: BaseException, phase: str | None) -> Self:
        """Return the record of `exc`."""
        text = "".join(tracebacks.format_exception(exc))
        return cls(message=str(exc), exception_type=exception_name(exc), traceback=text, phase=phase)

    def summary(self) -> str:
        """Return one line: the phase, the exception's class and its text.

        Examples
        --------
        >>> TestCaseError(message="no route", exception_type="OSError", phase="outputs").summary()
        'outputs: OSError: no route'
        """
        return ": ".join(part for part in (self.phase, self.exception_type, self.message) if part)


def exception_name(exc: BaseException) -> str:
    """Return the qualified name of an exception's class; builtins go without their module.

    Examples
    --------
    >>> exception_name(ValueError("x"))
    'ValueError'
    """
    cls = type(exc)
    return cls.__qualname__ if cls.__module__ == "builtins" else f"{cls.__module__}.{cls.__qualname__}"


class TestCaseResult(BaseResult, StrictModel):
    """The outcome of one step: its checks, or why they could not run."""

    __test__ = False  # pytest collects classes named Test*

    model_config = ConfigDict(frozen=True)

    results: list[CheckResult] = Field(
        default_factory=list[CheckResult], repr=False, description="One per check, in order."
    )
    duration_ms: int = Field(default=0, description="Time taken, in milliseconds.")
    last_interaction_index: int | None = Field(
        default=None, description="Index in the trace of the last turn that the step added; None when it added none."
    )
    error: TestCaseError | None = Field(default=None, description="Why the step's interactions failed.")

    @computed_field
    @property
    def status(self) -> TestCaseStatus:
        """ERROR when the interactions failed, else what the checks roll up to; without checks PASS."""
        return Status.ERROR if self.error else roll_up(result.status for result in self.results)

    @property
    def failures_and_errors(self) -> list[CheckResult]:
        """The results that are FAIL or ERROR."""
        return [result for result in self.results if result.failed or result.errored]

    def format_failures(self) -> str:
        """Return one line for every check that did not pass: its name or kind, its status, its message."""
        lines = [self.error.summary()] if self.error else []
        for result in self.results:
            if not result.passed:
                label = result.details.get("check_name") or result.details.get("check_kind") or "check"
                lines.append(f"{label} {_PAST[result.status]}: {result.message or 'no message'}")
        return "\n".join(lines)

    def assert_passed(self) -> None:
        """Raise an AssertionError that lists what did not pass.

        Raises
        ------
        AssertionError
            The status is not PASS.
        """
        if not self.passed:
            raise AssertionError(f"Test case failed ({self.status.value}):\n{self.format_failures()}")


class ScenarioResult(BaseResult, StrictModel):
    """The outcome of a scenario: its steps and everything that was said."""

    model_config = ConfigDict(frozen=True)

    scenario_name: str = Field(description="Name of the scenario.")
    steps: list[TestCaseResult] = Field(
        default_factory=list[TestCaseResult], repr=False, description="One per step, in order."
    )
    # Not Trace[Any, Any], a class of its own to pydantic, which would make instances of subclasses over.
    final_trace: Trace = Field(default_factory=Trace, repr=False, description="Every turn of the conversation.")
    duration_ms: int = Field(default=0, description="Time taken, in milliseconds.")
    tags: list[str] = Field(default_factory=list, description="The scenario's tags when it ran.")

    @computed_field
    @property
    def status(self) -> ScenarioStatus:
        """What the steps roll up to; a scenario without steps is PASS."""
        return roll_up(step.status for step in self.steps)

    @property
    def failures_and_errors(self) -> list[CheckResult]:
        """The results, of all steps, that are FAIL or ERROR."""
        return [result for step in self.steps for result in step.failures_and_errors]

    @override
    def _line(self) -> str:
        return (
            f"ScenarioResult {self.scenario_name!r:.80} {self.status.value}, {len(self.steps)} steps, "
            f"{len(self.final_trace.interactions)} turns, {self.duration_ms} ms"
        )
