"""The record of a conversation that checks judge."""

import inspect
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from typing import Annotated, Any, Generic, Protocol, Self, cast

from pydantic import ConfigDict, Field, SerializeAsAny, computed_field, field_validator
from typing_extensions import TypeVar

from giskard.checks.core._calling import looked_up_once
from giskard.checks.core.exceptions import InteractionGenerationError, exception_text
from giskard.checks.core.interaction.frozen import freeze
from giskard.checks.core.interaction.history import History, KeptAsHistory
from giskard.checks.core.interaction.interaction import Interaction
from giskard.checks.core.jsonable import JsonSafe
from giskard.checks.core.strict import StrictModel
from giskard.checks.core.typevars import InputType, OutputType


class GeneratesInteractions(Protocol):
    """What a trace needs of an interaction spec to record the turns that it produces."""

    def generate(self, trace: Any) -> AsyncGenerator[Interaction[Any, Any], Any]:
        """Yield turns; each `asend` brings the trace as it then is."""
        ...


class Trace(StrictModel, Generic[InputType, OutputType]):
    """The turns of a conversation so far. It cannot be changed: `with_interaction` returns a longer one.

    Examples
    --------
    >>> trace = Trace(interactions=[Interaction(inputs="Hi", outputs="Hello!")])
    >>> trace.last.outputs
    'Hello!'
    """

    # In a subclass's own fields too, NaN is no null.
    model_config = ConfigDict(frozen=True, ser_json_inf_nan="strings")

    interactions: Annotated[Sequence[Interaction[InputType, OutputType]], KeptAsHistory()] = Field(
        default_factory=History[Interaction[Any, Any]],
        description="The turns in order, oldest first; reads like a list.",
    )
    annotations: Annotated[dict[str, Any], JsonSafe] = Field(
        default_factory=dict, description="What is known about the whole conversation, such as a persona."
    )

    @field_validator("annotations", mode="after")
    @classmethod
    def _freeze(cls, value: Any) -> Any:
        return freeze(value)

    @computed_field
    @property
    def last(self) -> SerializeAsAny[Interaction[InputType, OutputType]] | None:
        """The newest turn, None while there is none."""
        return self.interactions[-1] if self.interactions else None

    @classmethod
    async def from_interactions(cls, *items: Interaction[Any, Any] | GeneratesInteractions) -> Self:
        """Return a trace of the given turns and of those that the given specs produce."""
        return await cls().with_interactions(*items)

    async def with_interactions(self, *items: Interaction[Any, Any] | GeneratesInteractions) -> Self:
        """Return this trace with the given turns, and those that the given specs produce, behind its own."""
        trace = self
        for item in items:
            trace = await trace.with_interaction(item)
        return trace

    async def with_interaction(self, item: Interaction[Any, Any] | GeneratesInteractions) -> Self:
        """Return this trace with one more turn, or with the turns that a spec produces.

        Raises
        ------
        InteractionGenerationError
            The spec failed; `partial_trace` holds the turns recorded until then, `__cause__` is the reason.
        """
        return await self.recording(item, lambda _: None)

    async def recording(
        self, item: Interaction[Any, Any] | GeneratesInteractions, note: Callable[[Self], None]
    ) -> Self:
        """Do what `with_interaction` does, and tell `note` of the trace after each turn."""
        if isinstance(item, Interaction):
            return self._appended(item)
        trace = self
        try:
            # Closed by name: leaving an `async for` early would leave the generator to the garbage collector.
            async with aclosing(item.generate(trace)) as turns:
                turn = await anext(turns, None)
                while turn is not None:
                    trace = trace._appended(turn)
                    note(trace)
                    try:
                        turn = await turns.asend(trace)
                    except StopAsyncIteration:
                        turn = None
        except InteractionGenerationError as failure:
            if failure.partial_trace is None:
                failure.partial_trace = trace
            raise
        except Exception as exc:
            raise InteractionGenerationError(
                f"{type(item).__name__} could not produce an interaction: {exception_text(exc)}", trace
            ) from exc
        return trace

    def _appended(self, turn: object) -> Self:
        if not isinstance(turn, Interaction):
            raise TypeError(f"A trace records Interaction objects, not {type(turn).__name__}: {turn!r}.")
        turns = cast("History[Any]", self.interactions).appended(cast("Interaction[Any, Any]", turn))
        return self.model_copy(update={"interactions": turns})

    @classmethod
    def for_target(cls, target: Callable[..., Any]) -> "type[Trace[Any, Any]]":
        """Return the subclass of Trace that `target` asks for on its parameter named `trace`, else this class."""
        return _trace_type_in(target) or cls


@looked_up_once
def _trace_type_in(target: Callable[..., Any]) -> type[Trace[Any, Any]] | None:
    try:
        annotation = inspect.signature(target, eval_str=True).parameters["trace"].annotation
    except (KeyError, NameError, TypeError, ValueError):
        return None
    fits = inspect.isclass(annotation) and issubclass(annotation, Trace)
    return cast("type[Trace[Any, Any]]", annotation) if fits else None


TraceType = TypeVar("TraceType", bound=Trace, default=Trace)
