"""What came of a suite, as a whole and by groups of its scenarios."""

from collections.abc import Callable, Coroutine, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Protocol, cast, override

from pydantic import BeforeValidator, ConfigDict, Field, PlainSerializer, computed_field

from giskard.checks.core._check_result import BaseResult
from giskard.checks.core._scenario_result import ScenarioResult
from giskard.checks.core.jsonable import JsonSafe, jsonable
from giskard.checks.core.status import Status, roll_up
from giskard.checks.core.strict import StrictModel
from giskard.checks.core.usage import Usage
from giskard.checks.export.files import write_whole
from giskard.checks.export.junit import to_junit_xml

if TYPE_CHECKING:
    from rich.console import Console


class SuiteView(Protocol):
    """What a suite's result knows of the suite."""

    @property
    def name(self) -> str: ...
    @property
    def scenarios(self) -> Sequence[Any]: ...
    @property
    def target(self) -> Any: ...
    @property
    def run(self) -> Callable[..., Coroutine[Any, Any, "SuiteResult"]]: ...


class GroupStats(StrictModel):
    """How many scenarios of one group came out how.

    Examples
    --------
    >>> GroupStats(name="easy", passed=3, failed=1, errored=0, skipped=2).pass_rate
    0.75
    """

    model_config = ConfigDict(frozen=True)

    name: Annotated[str | None, JsonSafe] = Field(
        default=None, description="The tag's value; None for scenarios without the tag."
    )
    passed: int = Field(default=0, description="Scenarios that passed.")
    failed: int = Field(default=0, description="Scenarios that failed.")
    errored: int = Field(default=0, description="Scenarios that errored.")
    skipped: int = Field(default=0, description="Scenarios that were skipped.")

    @classmethod
    def of(cls, name: str | None, results: Iterable[ScenarioResult]) -> "GroupStats":
        """Return the counts of some results."""
        statuses = [result.status for result in results]
        counts = {status: statuses.count(status) for status in Status}
        return cls(
            name=name,
            passed=counts[Status.PASS],
            failed=counts[Status.FAIL],
            errored=counts[Status.ERROR],
            skipped=counts[Status.SKIP],
        )

    @computed_field
    @property
    def total(self) -> int:
        """All scenarios of the group."""
        return self.passed + self.failed + self.errored + self.skipped

    @computed_field
    @property
    def non_skipped(self) -> int:
        """The scenarios that count toward the pass rate."""
        return self.total - self.skipped

    @computed_field
    @property
    def pass_rate(self) -> float | None:
        """Fraction passed of those that were not skipped; None when there are none."""
        return self.passed / self.non_skipped if self.non_skipped else None


class SuiteResult(BaseResult, StrictModel):
    """The outcome of a suite: one result a scenario, in the order of the suite."""

    model_config = ConfigDict(frozen=True)

    results: list[ScenarioResult] = Field(
        default_factory=list[ScenarioResult], repr=False, description="One per scenario, in order."
    )
    duration_ms: int = Field(default=0, description="Time taken, in milliseconds.")
    # Any, not SuiteView: pydantic would check a protocol's members at every result.
    suite: Any = Field(
        default=None, exclude=True, repr=False, description="The suite itself, as a `SuiteView`; it is never dumped."
    )
    recommendation: Annotated[str | None, JsonSafe] = Field(
        default=None, description="Guidance, in Markdown, that a producer attached."
    )

    @computed_field
    @property
    def passed_count(self) -> int:
        """Scenarios that passed."""
        return self._count(Status.PASS)

    @computed_field
    @property
    def failed_count(self) -> int:
        """Scenarios that failed."""
        return self._count(Status.FAIL)

    @computed_field
    @property
    def errored_count(self) -> int:
        """Scenarios that errored."""
        return self._count(Status.ERROR)

    @computed_field
    @property
    def skipped_count(self) -> int:
        """Scenarios that were skipped."""
        return self._count(Status.SKIP)

    @computed_field
    @property
    def pass_rate(self) -> float | None:
        """Fraction of the scenarios that were not skipped which passed; None when nothing was evaluated."""
        return GroupStats.of(None, self.results).pass_rate

    @property
    def status(self) -> Status:
        """What the scenarios roll up to; an empty suite is PASS."""
        return roll_up(result.status for result in self.results)

    @property
    def usage(self) -> Usage:
        """What the models that were called in all scenarios used."""
        return sum((result.usage for result in self.results), Usage())

    @property
    def failures_and_errors(self) -> list[ScenarioResult]:
        """The results that are FAIL or ERROR."""
        return [result for result in self.results if result.failed or result.errored]

    def group_by(self, key: str) -> "GroupedSuiteResult":
        """Return the counts by the value that the scenarios' tags give `key`.

        A scenario with several values of the key is counted under each. Groups come in the order in which their values
        first appear, scenarios without the key last, under None.
        """
        groups: dict[str | None, list[ScenarioResult]] = {}
        for result in self.results:
            for value in _values(result.tags, key) or [None]:
                groups.setdefault(value, []).append(result)
        ordered = sorted(groups, key=lambda value: value is None)
        return GroupedSuiteResult(
            suite_result=self, key=key, groups={value: GroupStats.of(value, groups[value]) for value in ordered}
        )

    @override
    def print_report(self, console: "Console | None" = None, group_by: str | None = None) -> None:
        """Print the report.

        Parameters
        ----------
        console
            Where to; by default a new Rich console on standard output.
        group_by
            Key of tags by which to append a table of pass rates.
        """
        if group_by is None:
            super().print_report(console)
        else:
            self.group_by(group_by).print_report(console)

    def to_junit_xml(self, path: str | Path | None = None) -> str:
        """Return the result as JUnit XML: a test case for every scenario.

        Parameters
        ----------
        path
            File to write it to as well; an existing one is replaced in one step.

        Raises
        ------
        OSError
            The file cannot be written.
        """
        # Rich writes the report of what did not pass; it is loaded by who prints or exports, not by who runs.
        from giskard.checks.reporting.report import as_text  # noqa: PLC0415  loads rich; for printing alone

        text = to_junit_xml(self, as_text)
        if path is not None:
            write_whole(Path(path), text)
        return text

    def to_hub_format(self) -> dict[str, Any]:
        """Return the result as JSON data that `giskard_hub.HubClient.evaluations.upload` takes as its payload."""
        return jsonable(self.model_dump(mode="json"))

    def _count(self, status: Status) -> int:
        return sum(result.status is status for result in self.results)

    @override
    def _line(self) -> str:
        rate = "-" if self.pass_rate is None else f"{self.pass_rate:.0%}"
        return f"SuiteResult {self.status.value}, {len(self.results)} scenarios, {rate} passed, {self.duration_ms} ms"


def _values(tags: Iterable[str], key: str) -> list[str]:
    """Return the different values that tags give a key; `key` alone, and `key:`, give an empty one."""
    parts = [tag.partition(":") for tag in tags]
    return list(dict.fromkeys(value.strip() for name, _, value in parts if name.strip() == key))


def _groups_from_list(groups: Any) -> Any:
    if isinstance(groups, list):
        stats = [GroupStats.model_validate(group) for group in cast("list[Any]", groups)]
        return {group.name: group for group in stats}
    return groups


def _groups_to_list(groups: dict[str | None, GroupStats]) -> list[dict[str, Any]]:
    return [group.model_dump(mode="json") for group in groups.values()]


class GroupedSuiteResult(BaseResult, StrictModel):
    """The outcome of a suite by the values of a tag."""

    model_config = ConfigDict(frozen=True)

    suite_result: SuiteResult = Field(repr=False, description="The result as it was before grouping.")
    key: Annotated[str, JsonSafe] = Field(description="Key of the tags, the part before the colon.")
    # In JSON a list: a key of None would become the text "None".
    groups: Annotated[
        dict[str | None, GroupStats],
        BeforeValidator(_groups_from_list),
        PlainSerializer(_groups_to_list, when_used="json"),
    ] = Field(description="Counts by value; None holds the scenarios without the key.")

    @property
    def status(self) -> Status:
        """The status of the suite."""
        return self.suite_result.status

    @override
    def _line(self) -> str:
        return f"GroupedSuiteResult by {self.key!r}: {len(self.groups)} groups of {self.suite_result!s}"
