"""What came of a check, and what all results have in common."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any, Self, cast, override

from pydantic import BaseModel, ConfigDict, Field

from giskard.checks.core._limits import limits
from giskard.checks.core.jsonable import JsonSafe
from giskard.checks.core.status import CheckStatus, Status, StatusFlags
from giskard.checks.reporting.text import shown

# What makes two checks of one kind differ for a reader, in the order of how telling it is.
_TELLING = ("keyword", "keywords", "pattern", "expected_value", "rule", "prompt", "reference_text", "threshold")
_SAY_LITTLE = {
    "kind",
    "normalization_form",
    "case_sensitive",
    "votes",
    "generator",
    "embedding_model",
    "include_history",
}

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult


class BaseResult(BaseModel, StatusFlags):
    """Base of all results: a status, a report, and a `repr` of one short line."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    def __rich_console__(self, console: "Console", options: "ConsoleOptions") -> "RenderResult":
        """Yield the report to Rich."""
        # Rich takes as long to import as the rest of the package, and only who prints needs it.
        from giskard.checks.reporting.report import render  # noqa: PLC0415  loads rich; for printing alone

        yield from render(self, options.encoding, limits.reported_failures())

    def print_report(self, console: "Console | None" = None) -> None:
        """Print the report.

        Parameters
        ----------
        console
            Where to; by default a new Rich console on standard output.
        """
        from giskard.checks.reporting.report import print_on  # noqa: PLC0415  loads rich; for printing alone

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

    name: Annotated[str, JsonSafe] = Field(description="What was measured.")
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
    message: Annotated[str | None, JsonSafe] = Field(default=None, description="One sentence for a person.")
    metrics: list[Metric] = Field(default_factory=list[Metric], description="What was measured.")
    details: Annotated[dict[str, Any], JsonSafe] = Field(
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

    @property
    def label(self) -> str:
        """What reports call the check: its name, else its kind with its most telling field.

        Examples
        --------
        >>> CheckResult.success(details={"check_kind": "max_words", "check_spec": {"limit": 80}}).label
        'max_words(limit=80)'
        """
        if self.details.get("check_name"):
            return shown(self.details["check_name"])
        kind = shown(self.details.get("check_kind") or "check")
        spec = self.details.get("check_spec")
        if not isinstance(spec, dict):
            return kind
        fields = cast("dict[str, Any]", spec)
        others = [name for name in fields if name not in _SAY_LITTLE and not name.endswith("_key") and fields[name]]
        field = next((name for name in (*_TELLING, *others, "target_key") if name in fields), None)
        return f"{kind}({field}={shown(fields[field], limit=60)})" if field else kind

    @override
    def _line(self) -> str:
        return f"CheckResult {self.status.value}" + (f": {self.message!r:.80}" if self.message else "")
