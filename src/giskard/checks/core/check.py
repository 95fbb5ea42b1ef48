"""The base class of all checks."""

from abc import abstractmethod
from collections.abc import Callable
from functools import cache
from typing import Any, ClassVar, Generic, cast, override

from pydantic import BaseModel, Field

from giskard.checks.core import _engine
from giskard.checks.core.interaction.trace import TraceType
from giskard.checks.core.jsonable import jsonable
from giskard.checks.core.registry import Registered, Registry
from giskard.checks.core.result import CheckResult
from giskard.checks.core.typevars import InputType, OutputType

_NOT_IN_SPEC = {"name", "description"}


@cache
def _kept_when_none(cls: type[BaseModel]) -> frozenset[str]:
    """Return the fields in which None says something that leaving them out does not."""
    return frozenset(name for name, field in cls.model_fields.items() if field.default is not None)


class Check(Registered, Generic[InputType, OutputType, TraceType]):
    """Base of all checks: configuration in fields, judgement in `run`.

    A subclass is registered under a kind, which a dump carries and a load goes by.

    Examples
    --------
    >>> from giskard.checks import Check, CheckResult, Interaction, Trace
    >>> @Check.register("is_polite")
    ... class IsPolite(Check):
    ...     async def run(self, trace: Trace) -> CheckResult:
    ...         polite = "please" in str(trace.last.outputs)
    ...         return CheckResult.success() if polite else CheckResult.failure(message="Not polite")
    >>> IsPolite().run_sync(Trace(interactions=[Interaction(inputs="Hi", outputs="Wait, please.")])).passed
    True
    """

    _registry: ClassVar[Registry] = Registry("check")

    name: str | None = Field(default=None, description="What reports call this check; else they use its kind.")
    description: str | None = Field(default=None, description="What the check is for, in a sentence.")

    @abstractmethod
    async def run(self, trace: TraceType) -> CheckResult:
        """Judge `trace`.

        What cannot be evaluated is `CheckResult.error`, what is evaluated and false is `CheckResult.failure`.
        """
        raise NotImplementedError

    def run_sync(self, trace: TraceType) -> CheckResult:
        """Run the check where nothing can be awaited.

        Raises
        ------
        RuntimeError
            An event loop is already running; the message says what to write there.
        """
        return _engine.run_sync(lambda: _engine.judge(self, trace), "await check.run(trace)")

    def to_spec(self) -> dict[str, Any]:
        """Return the configuration, without name and description, as JSON data that `Check.model_validate` loads.

        Examples
        --------
        >>> from giskard.checks import Equals
        >>> Equals(expected_value=None, name="nothing").to_spec()["expected_value"] is None
        True
        """
        try:
            dump = self.model_dump(mode="json", exclude=_NOT_IN_SPEC)
        except Exception:  # noqa: BLE001  some field holds what JSON does not know; the careful way takes longer
            dump = jsonable(self.model_dump(exclude=_NOT_IN_SPEC))
        # None is left out only where leaving it out means the same.
        kept = _kept_when_none(type(self))
        return {k: v for k, v in dump.items() if v is not None or k in kept}

    @override
    @classmethod
    def _problem_with(cls, member: type[BaseModel]) -> str | None:
        run = cast("Callable[..., Any] | None", getattr(member, "run", None))
        if run is Check.run:
            return "it has no `run`; write `async def run(self, trace: Trace) -> CheckResult`."
        return super()._problem_with(member)
