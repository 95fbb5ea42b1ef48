"""What came of a scenario."""

from typing import Annotated, override

from pydantic import BaseModel, ConfigDict, Field, computed_field

from giskard.checks.core._check_result import BaseResult, CheckResult
from giskard.checks.core._step_result import TestCaseResult
from giskard.checks.core.interaction.recorded import KeptTrace
from giskard.checks.core.interaction.trace import Trace
from giskard.checks.core.jsonable import JsonSafe
from giskard.checks.core.status import ScenarioStatus, roll_up
from giskard.checks.core.strict import StrictModel
from giskard.checks.core.usage import Usage


def usage_of(steps: list[TestCaseResult], trace: Trace) -> Usage:
    """Return what models used in one run: for its checks, for the inputs of its turns, and for what failed."""
    results = (result for step in steps for result in step.results)
    turns = Usage.total(results, (turn.metadata for turn in trace.interactions))
    return sum((step.usage for step in steps if step.usage), turns)


class ScenarioRun(BaseModel):
    """What is kept of one run of a scenario that runs several times."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    status: ScenarioStatus = Field(description="What the run's steps rolled up to.")
    duration_ms: int = Field(default=0, description="Time taken, in milliseconds.")
    message: Annotated[str | None, JsonSafe] = Field(
        default=None, description="The first thing that did not pass; None when all passed."
    )
    usage: Usage | None = Field(default=None, description="What models used in it; None for nothing.")


class ScenarioResult(BaseResult, StrictModel):
    """The outcome of a scenario: its steps and everything that was said."""

    model_config = ConfigDict(frozen=True)

    scenario_name: Annotated[str, JsonSafe] = Field(description="Name of the scenario.")
    steps: list[TestCaseResult] = Field(
        default_factory=list[TestCaseResult], repr=False, description="One per step, in order."
    )
    # Not Trace[Any, Any], a class of its own to pydantic, which would make instances of subclasses over.
    final_trace: KeptTrace = Field(default_factory=Trace, repr=False, description="Every turn of the conversation.")
    duration_ms: int = Field(default=0, description="Time taken by all runs, in milliseconds.")
    multiple_runs: int = Field(default=1, description="Most runs that were asked for.")
    runs_executed: int = Field(
        default=1, description="Runs that were done; the steps and the trace are the last one's."
    )
    runs: list[ScenarioRun] = Field(
        default_factory=list[ScenarioRun], repr=False, description="The outcome of each run, in order."
    )
    tags: Annotated[list[str], JsonSafe] = Field(default_factory=list, description="The scenario's tags when it ran.")

    @computed_field
    @property
    def status(self) -> ScenarioStatus:
        """What the steps roll up to; a scenario without steps is PASS."""
        return roll_up(step.status for step in self.steps)

    @property
    def usage(self) -> Usage:
        """What the models that judged and played a part in it used, in all its runs."""
        last = usage_of(self.steps, self.final_trace)
        return sum((run.usage for run in self.runs[:-1] if run.usage is not None), last)

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
