"""What the encoders read of results."""

from collections.abc import Sequence
from typing import Any, Protocol


class ErrorView(Protocol):
    """Why a step's interactions failed."""

    @property
    def exception_type(self) -> str: ...
    @property
    def traceback(self) -> str | None: ...
    def summary(self) -> str: ...


class CheckResultView(Protocol):
    """The outcome of one check."""

    @property
    def status(self) -> str: ...
    @property
    def label(self) -> str: ...
    @property
    def message(self) -> str | None: ...
    @property
    def details(self) -> dict[str, Any]: ...


class StepResultView(Protocol):
    """The outcome of one step."""

    @property
    def status(self) -> str: ...
    @property
    def results(self) -> Sequence[CheckResultView]: ...
    @property
    def error(self) -> ErrorView | None: ...


class TurnView(Protocol):
    """One recorded turn."""

    @property
    def inputs(self) -> Any: ...
    @property
    def outputs(self) -> Any: ...


class TraceView(Protocol):
    """The recorded conversation."""

    @property
    def interactions(self) -> Sequence[TurnView]: ...


class ScenarioResultView(Protocol):
    """The outcome of a scenario."""

    @property
    def status(self) -> str: ...
    @property
    def scenario_name(self) -> str: ...
    @property
    def steps(self) -> Sequence[StepResultView]: ...
    @property
    def final_trace(self) -> TraceView: ...
    @property
    def duration_ms(self) -> int: ...
    @property
    def tags(self) -> Sequence[str]: ...


class SuiteResultView(Protocol):
    """The outcome of a suite."""

    @property
    def results(self) -> Sequence[ScenarioResultView]: ...
    @property
    def duration_ms(self) -> int: ...
    @property
    def suite(self) -> Any: ...
