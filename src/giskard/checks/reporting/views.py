"""What a report reads of a result. Our results fit these views; so would anybody's."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol


class MetricView(Protocol):
    """A measured number."""

    @property
    def name(self) -> str: ...
    @property
    def value(self) -> float: ...


class CheckResultView(Protocol):
    """The outcome of one check."""

    @property
    def status(self) -> str: ...
    @property
    def label(self) -> str: ...
    @property
    def message(self) -> str | None: ...
    @property
    def metrics(self) -> Sequence[MetricView]: ...


class ErrorView(Protocol):
    """Why a step's interactions failed."""

    def summary(self) -> str: ...


class StepResultView(Protocol):
    """The outcome of one step."""

    @property
    def status(self) -> str: ...
    @property
    def results(self) -> Sequence[CheckResultView]: ...
    @property
    def error(self) -> ErrorView | None: ...
    @property
    def last_interaction_index(self) -> int | None: ...


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
    def failed(self) -> bool: ...
    @property
    def errored(self) -> bool: ...


class UsageView(Protocol):
    """What the calls of models used."""

    @property
    def model_calls(self) -> int: ...


class SuiteResultView(Protocol):
    """The outcome of a suite."""

    @property
    def results(self) -> Sequence[ScenarioResultView]: ...
    @property
    def duration_ms(self) -> int: ...
    @property
    def pass_rate(self) -> float | None: ...
    @property
    def passed_count(self) -> int: ...
    @property
    def failed_count(self) -> int: ...
    @property
    def errored_count(self) -> int: ...
    @property
    def skipped_count(self) -> int: ...
    @property
    def usage(self) -> UsageView: ...
    @property
    def suite(self) -> Any: ...
    @property
    def recommendation(self) -> str | None: ...


class GroupView(Protocol):
    """Counts of one group."""

    @property
    def passed(self) -> int: ...
    @property
    def failed(self) -> int: ...
    @property
    def errored(self) -> int: ...
    @property
    def skipped(self) -> int: ...
    @property
    def total(self) -> int: ...
    @property
    def pass_rate(self) -> float | None: ...


class GroupedResultView(Protocol):
    """The outcome of a suite by groups."""

    @property
    def suite_result(self) -> SuiteResultView: ...
    @property
    def key(self) -> str: ...
    @property
    def groups(self) -> Mapping[str | None, GroupView]: ...
