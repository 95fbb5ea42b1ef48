"""Driving a conversation and judging it on the way."""

from collections.abc import Callable
from typing import Any, Generic, Self, cast

from pydantic import Field, SerializeAsAny, field_validator

from giskard.checks.core import _engine, _runs
from giskard.checks.core._calling import checked_target
from giskard.checks.core.check import Check
from giskard.checks.core.interaction.interact import Interact
from giskard.checks.core.interaction.spec import InteractionSpec
from giskard.checks.core.interaction.trace import Trace, TraceType
from giskard.checks.core.result import ScenarioResult
from giskard.checks.core.strict import StrictModel
from giskard.checks.core.types import MISSING
from giskard.checks.core.typevars import InputType, OutputType


class Step(StrictModel):
    """Some interactions and the checks that judge the trace after them."""

    interacts: list[SerializeAsAny[InteractionSpec]] = Field(
        default_factory=list[InteractionSpec], description="What is said, in order."
    )
    checks: list[SerializeAsAny[Check]] = Field(default_factory=list[Check], description="What must hold after it.")


class Scenario(StrictModel, Generic[InputType, OutputType, TraceType]):
    """A conversation to drive and the checks along it; every method that adds something returns the scenario itself.

    Examples
    --------
    >>> from giskard.checks import Equals, Scenario
    >>> scenario = (
    ...     Scenario("greeting")
    ...     .interact(inputs="Hi", outputs=lambda inputs: {"answer": "Hello!"})
    ...     .check(Equals(expected_value="Hello!", target_key="trace.last.outputs.answer"))
    ... )
    >>> scenario.run_sync().passed
    True
    """

    name: str = Field(default="Unnamed Scenario", description="What reports call the scenario.")
    steps: list[Step] = Field(default_factory=list[Step], description="Its steps; `interact` and `check` make them.")
    trace_type: type[Trace] | None = Field(
        default=None, exclude=True, description="Class of the trace; by default what the target asks for, else Trace."
    )
    annotations: dict[str, Any] = Field(default_factory=dict, description="Goes into the trace before the first turn.")
    target: Any = Field(
        default=None, exclude=True, description="The system under test, called where outputs are not given."
    )
    multiple_runs: int = Field(
        default=1, ge=1, strict=True, description="Most full runs; each must pass for the next one to be done."
    )
    timeout: float | None = Field(default=None, gt=0, description="Seconds after which a run is cut off as an ERROR.")
    tags: list[str] = Field(default_factory=list[str], description="Labels, `Key:Value` or bare, to group results by.")

    @field_validator("target", mode="after")
    @classmethod
    def _target_can_be_called(cls, target: Any) -> Any:
        return checked_target(target)

    def __init__(self, name: str = "Unnamed Scenario", **data: Any) -> None:
        super().__init__(name=name, **data)  # pyright: ignore[reportCallIssue]  pydantic's own signature is by keyword

    def interact(self, inputs: Any, outputs: Any = MISSING, metadata: dict[str, Any] | None = None) -> Self:
        """Add a turn.

        Parameters
        ----------
        inputs
            A value, or a callable or generator `(trace) -> value`.
        outputs
            A value, or a callable `(inputs)` or `(trace, inputs) -> value`; left out, the target answers.
        metadata
            Recorded with the turn.
        """
        return self.add_interaction(Interact(inputs=inputs, outputs=outputs, metadata=metadata or {}))

    def add_interaction(self, interaction: InteractionSpec[Any, Any, Any]) -> Self:
        """Add a ready-made interaction spec; after a check it opens a new step.

        Raises
        ------
        TypeError
            It is no InteractionSpec.
        """
        if not isinstance(cast("object", interaction), InteractionSpec):
            raise TypeError(
                f"A scenario interacts by an InteractionSpec, not {type(interaction).__name__}: {interaction!r}."
            )
        if not self.steps or self.steps[-1].checks:
            self.steps.append(Step())
        self.steps[-1].interacts.append(interaction)
        return self

    def add_interactions(self, *interactions: InteractionSpec[Any, Any, Any]) -> Self:
        """Add several ready-made interaction specs."""
        for interaction in interactions:
            self.add_interaction(interaction)
        return self

    def check(self, check: Check[Any, Any, Any]) -> Self:
        """Add a check of the trace as it is after the interactions added so far.

        Raises
        ------
        TypeError
            It is no Check.
        """
        if not isinstance(cast("object", check), Check):
            raise TypeError(f"A scenario is judged by a Check, not {type(check).__name__}: {check!r}.")
        if not self.steps:
            self.steps.append(Step())
        self.steps[-1].checks.append(check)
        return self

    def checks(self, *checks: Check[Any, Any, Any]) -> Self:
        """Add several checks of the trace as it is after the interactions added so far."""
        for check in checks:
            self.check(check)
        return self

    def append(self, component: InteractionSpec[Any, Any, Any] | Check[Any, Any, Any]) -> Self:
        """Add an interaction spec or a check.

        Raises
        ------
        TypeError
            It is neither.
        """
        if isinstance(component, InteractionSpec):
            return self.add_interaction(component)
        return self.check(component)

    def extend(self, *components: InteractionSpec[Any, Any, Any] | Check[Any, Any, Any]) -> Self:
        """Add interaction specs and checks in order."""
        for component in components:
            self.append(component)
        return self

    def with_annotations(self, annotations: dict[str, Any]) -> Self:
        """Replace what goes into the trace before the first turn."""
        self.annotations = annotations
        return self

    def with_target(self, target: Callable[..., Any] | None) -> Self:
        """Replace the system under test."""
        self.target = target
        return self

    def with_tags(self, tags: list[str]) -> Self:
        """Replace the tags."""
        self.tags = tags
        return self

    async def run(
        self,
        target: Callable[..., Any] | None = None,
        *,
        return_exception: bool = False,
        multiple_runs: int | None = None,
    ) -> ScenarioResult:
        """Run the scenario on a fresh trace.

        Parameters
        ----------
        target
            The system under test for this run, in the place of the scenario's own.
        return_exception
            Whether an exception becomes an ERROR result; else it propagates.
        multiple_runs
            Most full runs, in the place of the scenario's own number. Each must pass for the next one to be done; it is
            no retry until success.
        """
        return await _runs.run_scenario(
            self, target=target, return_exception=return_exception, multiple_runs=multiple_runs
        )

    def run_sync(
        self,
        target: Callable[..., Any] | None = None,
        *,
        return_exception: bool = False,
        multiple_runs: int | None = None,
    ) -> ScenarioResult:
        """Run the scenario where nothing can be awaited; the parameters are those of `run`.

        Raises
        ------
        RuntimeError
            An event loop is already running; the message says what to write there.
        """
        return _engine.run_sync(
            lambda: self.run(target, return_exception=return_exception, multiple_runs=multiple_runs),
            "await scenario.run()",
        )
