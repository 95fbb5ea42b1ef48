"""The contrary of another check."""

from typing import override

from pydantic import Field, SerializeAsAny

from giskard.checks.core import _engine
from giskard.checks.core.check import Check
from giskard.checks.core.interaction.trace import TraceType
from giskard.checks.core.result import CheckResult
from giskard.checks.core.status import Status
from giskard.checks.core.typevars import InputType, OutputType


@Check.register("not")
class Not(Check[InputType, OutputType, TraceType]):
    """Passes when another check fails, and fails when it passes.

    What could not be evaluated is not turned: an ERROR stays an ERROR, a SKIP a SKIP.

    Examples
    --------
    >>> from giskard.checks import Interaction, Not, StringMatching, Trace
    >>> trace = Trace(interactions=[Interaction(inputs="Hi", outputs="Hello!")])
    >>> Not(check=StringMatching(keyword="sorry")).run_sync(trace).passed
    True
    """

    check: SerializeAsAny[Check] = Field(description="The check to turn round.")

    @override
    async def run(self, trace: TraceType) -> CheckResult:
        result = await _engine.run_check(self.check, trace, return_exception=False)
        turned = {Status.PASS: Status.FAIL, Status.FAIL: Status.PASS}.get(result.status, result.status)
        message = result.message if turned is result.status else f"Not: {result.message or result.label}"
        return CheckResult(
            status=turned,
            message=message,
            metrics=result.metrics,
            details={"results": {result.label: {"status": result.status.value, "message": result.message}}},
        )
