"""Checks on a trace that is there already."""

from typing import Generic

from pydantic import Field, SerializeAsAny

from giskard.checks.core import _engine
from giskard.checks.core.check import Check
from giskard.checks.core.interaction.trace import Trace, TraceType
from giskard.checks.core.result import TestCaseResult
from giskard.checks.core.strict import StrictModel
from giskard.checks.core.types import MISSING
from giskard.checks.core.typevars import InputType, OutputType


class TestCase(StrictModel, Generic[InputType, OutputType, TraceType]):
    """Some checks and the recorded trace that they judge.

    Examples
    --------
    >>> from giskard.checks import Equals, Interaction, TestCase, Trace
    >>> trace = Trace(interactions=[Interaction(inputs="6 x 7?", outputs=42)])
    >>> TestCase(trace=trace, checks=[Equals(expected_value=42)]).run_sync().passed
    True
    """

    __test__ = False  # pytest collects classes named Test*

    name: str | None = Field(default=None, description="What reports call the test case.")
    trace: Trace = Field(description="What to judge.")
    checks: list[SerializeAsAny[Check]] = Field(default_factory=list[Check], description="What must hold of it.")

    async def run(self, *, return_exception: bool = False) -> TestCaseResult:
        """Run all checks, also after a failing one.

        Parameters
        ----------
        return_exception
            Whether an exception becomes an ERROR result; else it propagates.
        """
        step, progress = _engine.Judged(self.checks), _engine.Progress(self.trace)
        return await _engine.run_step(step, progress, target=MISSING, return_exception=return_exception)

    def run_sync(self, *, return_exception: bool = False) -> TestCaseResult:
        """Run all checks where nothing can be awaited.

        Raises
        ------
        RuntimeError
            An event loop is already running; the message says what to write there.
        """
        return _engine.run_sync(lambda: self.run(return_exception=return_exception), "await test_case.run()")

    async def assert_passed(self) -> None:
        """Run all checks, and raise an AssertionError that lists what did not pass.

        Raises
        ------
        AssertionError
            Something did not pass.
        """
        (await self.run()).assert_passed()
