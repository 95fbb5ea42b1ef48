"""A function as a check, for what is needed once."""

import inspect
from collections.abc import Callable
from typing import Any, Self, override

from pydantic import Field, ModelWrapValidatorHandler, model_validator

from giskard.checks.core.check import Check
from giskard.checks.core.fields import brief
from giskard.checks.core.interaction.trace import TraceType
from giskard.checks.core.result import CheckResult
from giskard.checks.core.typevars import InputType, OutputType


@Check.register("fn")
class FnCheck(Check[InputType, OutputType, TraceType]):
    """Passes when a function of the trace returns True, fails when it returns False.

    What the function raises is raised, or an ERROR where the run returns exceptions. It may be asynchronous, and
    may return a CheckResult of its own. It is not part of a dump, so the check
    cannot be loaded back; what should be saved is written as a subclass of Check.

    Examples
    --------
    >>> from giskard.checks import FnCheck, Interaction, Trace
    >>> check = FnCheck(fn=lambda trace: len(trace.interactions) < 10, name="short")
    >>> check.run_sync(Trace(interactions=[Interaction(inputs="Hi", outputs="Hello!")])).passed
    True
    """

    fn: Callable[..., Any] = Field(exclude=True, description="Gets the trace, returns a bool or a CheckResult.")
    success_message: str | None = Field(default=None, description="Message of a PASS.")
    failure_message: str | None = Field(default=None, description="Message of a FAIL.")
    details: dict[str, Any] = Field(default_factory=dict, description="Details of every result.")

    @model_validator(mode="wrap")
    @classmethod
    def _cannot_be_loaded(cls, data: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:
        if isinstance(data, dict) and "kind" in data and "fn" not in data:
            raise ValueError(
                "A check of kind 'fn' holds a Python function, which a dump does not carry. Build FnCheck(fn=...) in "
                "code, or write a subclass of Check, which can be saved and loaded."
            )
        return handler(data)

    @override
    async def run(self, trace: TraceType) -> CheckResult:
        verdict = self.fn(trace)
        if inspect.isawaitable(verdict):
            verdict = await verdict
        if isinstance(verdict, CheckResult):
            return verdict
        if not (isinstance(verdict, bool) or _is_numpy_bool(verdict)):
            raise TypeError(
                f"The function of {self.name or 'an FnCheck'!r} must return bool or CheckResult, "
                f"not {type(verdict).__name__}: {brief(verdict)}."
            )
        if verdict:
            return CheckResult.success(message=self.success_message, details=dict(self.details))
        return CheckResult.failure(message=self.failure_message, details=dict(self.details))


def _is_numpy_bool(value: Any) -> bool:
    # By name: numpy is not a dependency, and only who uses it should pay for importing it.
    return type(value).__module__ == "numpy" and type(value).__name__ in ("bool", "bool_")


def from_fn(
    fn: Callable[..., Any],
    *,
    name: str | None = None,
    description: str | None = None,
    success_message: str | None = None,
    failure_message: str | None = None,
    details: dict[str, Any] | None = None,
) -> FnCheck:
    """Return an `FnCheck` of `fn`, named after the function unless `name` is given; its fields say what the rest is.

    Examples
    --------
    >>> from giskard.checks import from_fn
    >>> def is_short(trace):
    ...     return len(trace.interactions) < 10
    >>> from_fn(is_short).name
    'is_short'
    """
    return FnCheck(
        fn=fn,
        name=name or getattr(fn, "__name__", None),
        description=description,
        success_message=success_message,
        failure_message=failure_message,
        details=details or {},
    )
