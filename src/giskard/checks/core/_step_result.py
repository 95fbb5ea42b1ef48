"""What came of a step of a scenario, or of a test case."""

import traceback as tracebacks
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, computed_field

from giskard.checks.core._check_result import BaseResult, CheckResult
from giskard.checks.core.exceptions import exception_message, exception_name
from giskard.checks.core.jsonable import JsonSafe
from giskard.checks.core.status import Status, TestCaseStatus, roll_up
from giskard.checks.core.strict import StrictModel
from giskard.checks.core.usage import Usage

_PAST = {Status.PASS: "PASSED", Status.FAIL: "FAILED", Status.ERROR: "ERRORED", Status.SKIP: "SKIPPED"}


def traceback_of(exc: BaseException) -> str:
    """Return the formatted traceback of an exception, also where its `__str__` fails."""
    return "".join(tracebacks.format_exception(exc))


class TestCaseError(BaseModel):
    """Why a step could not produce its interactions. A record, not an exception."""

    __test__ = False  # pytest collects classes named Test*

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    message: Annotated[str, JsonSafe] = Field(description="The exception's text.")
    exception_type: str = Field(description="The exception's class, with its module unless it is a builtin.")
    traceback: Annotated[str | None, JsonSafe] = Field(default=None, description="The formatted traceback.")
    phase: str | None = Field(default=None, description="`inputs`, `outputs`, `interaction`, `trace` or `timeout`.")

    @classmethod
    def from_exception(cls, exc: BaseException, phase: str | None) -> Self:
        """Return the record of `exc`."""
        return cls(
            message=exception_message(exc), exception_type=exception_name(exc), traceback=traceback_of(exc), phase=phase
        )

    def summary(self) -> str:
        """Return one line: the phase, the exception's class and its text.

        Examples
        --------
        >>> TestCaseError(message="no route", exception_type="OSError", phase="outputs").summary()
        'outputs: OSError: no route'
        """
        return ": ".join(part for part in (self.phase, self.exception_type, self.message) if part)


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
    usage: Usage | None = Field(
        default=None, description="What models used that neither a check nor a turn tells of; None for nothing."
    )

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
                message = " ".join((result.message or "no message").split())  # one line, whatever it holds
                lines.append(f"{result.label} {_PAST[result.status]}: {message}")
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
