"""The turn as most people write it: inputs, and the outputs or the target that answers."""

import asyncio
import inspect
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from contextlib import aclosing
from functools import partial
from types import AsyncGeneratorType, GeneratorType
from typing import Any, Self, cast, override

from pydantic import Field, field_validator

from giskard.checks.core._calling import FOR_OUTPUTS, CallPlan, input_type_of, plan_call
from giskard.checks.core._threads import call
from giskard.checks.core.exceptions import (
    GenerationError,
    InteractionGenerationError,
    exception_text,
    is_being_cancelled,
)
from giskard.checks.core.interaction.frozen import freeze, thaw
from giskard.checks.core.interaction.input_generator import GeneratedInput, InputGenerator
from giskard.checks.core.interaction.interaction import Interaction
from giskard.checks.core.interaction.spec import InteractionSpec
from giskard.checks.core.interaction.trace import TraceType
from giskard.checks.core.types import MISSING
from giskard.checks.core.typevars import InputType, OutputType
from giskard.checks.core.usage import Usage, spend

_END = object()
_FOR_INPUTS = ("trace", "input_type")


@InteractionSpec.register("interact")
class Interact(InteractionSpec[InputType, OutputType, TraceType]):
    """A turn, or several, from given or computed inputs and outputs.

    Callables get what their parameters are named after: `trace` for inputs, `inputs` and `trace` for outputs. They may
    be asynchronous. A generator of inputs makes a turn of everything it yields, and receives the trace by `send`.

    Examples
    --------
    >>> Interact(inputs="Hi", outputs=lambda inputs: inputs.upper()).kind
    'interact'
    """

    inputs: Any = Field(
        description="A value, a callable or generator function `(trace) -> value`, a generator, or an InputGenerator, "
        "also as its dump."
    )
    outputs: Any = Field(
        default=MISSING, description="A value or a callable `(inputs, trace) -> value`; left out, the target answers."
    )
    metadata: dict[str, Any] = Field(default_factory=dict, description="Recorded with every turn.")

    @field_validator("inputs", mode="before")
    @classmethod
    def _load_generator(cls, value: Any) -> Any:
        """Load an input generator back from its dump, which is told from other dicts by a kind that is registered."""
        kind = cast("dict[str, Any]", value).get("kind") if isinstance(value, dict) else None
        if isinstance(kind, str):
            if not InputGenerator.knows(kind):
                InputGenerator.load_plugins()
            if InputGenerator.knows(kind):
                return InputGenerator.model_validate(value)
        return cast("Any", value)

    @field_validator("inputs", mode="after")
    @classmethod
    def _inputs_can_be_called(cls, value: Any) -> Any:
        if callable(value):
            plan_call(value, _FOR_INPUTS)
        return value

    @field_validator("outputs", mode="after")
    @classmethod
    def _outputs_can_be_called(cls, value: Any) -> Any:
        if callable(value):
            plan_call(value, FOR_OUTPUTS)
        return value

    @override
    def bound_to(self, target: Any) -> Self:
        return self if self.outputs is not MISSING else self.model_copy(update={"outputs": target})

    @override
    async def generate(self, trace: TraceType) -> AsyncGenerator[Interaction[InputType, OutputType], TraceType]:
        if _is_one_value(self.inputs):
            yield await _during("outputs", self._turn(self.inputs, trace))
            return
        async with aclosing(_each_input(self.inputs, trace, self.outputs)) as source:
            pending = anext(source)
            while True:
                try:
                    value = await _during("inputs", pending)
                except StopAsyncIteration:
                    return
                turn = await _during("outputs", self._turn(value, trace), value)
                trace = yield turn
                pending = source.asend(trace)

    async def _turn(self, value: Any, trace: TraceType) -> Interaction[Any, Any]:
        outputs = self.outputs
        if outputs is MISSING:
            raise ValueError(
                "Interaction outputs are not provided and no target was bound. Give `outputs=` to the interaction, or "
                "a `target=` to the scenario or to its run."
            )
        metadata = self.metadata
        if isinstance(value, GeneratedInput):
            value, metadata = value.value, metadata | value.metadata
        sent = freeze(value)
        if callable(outputs):
            # The target gets a copy of its own: what it does to its inputs must not change the record.
            offer = {"inputs": thaw(value), "trace": trace}
            outputs = await _called(outputs, plan_call(outputs, FOR_OUTPUTS), offer)
        if isinstance(outputs, Interaction):
            turn = cast("Interaction[Any, Any]", outputs)
            noted = {name: note for name, note in metadata.items() if name not in self.metadata}
            return turn.model_copy(update={"metadata": freeze(noted | turn.metadata)}) if noted else turn
        return Interaction(inputs=sent, outputs=outputs, metadata=metadata)


class _StoppedError(Exception):
    """The user's function raised StopIteration or its like, which cannot pass through a coroutine as it is."""


async def _called(function: Callable[..., Any], plan: CallPlan, offer: dict[str, Any]) -> Any:
    """Return what a function answers; one that may block is called where the scenario has its calls made."""
    try:
        answer = plan.call(function, offer) if plan.is_async else await call(lambda: plan.call(function, offer))
        return await answer if inspect.isawaitable(answer) else answer
    except (StopIteration, StopAsyncIteration) as exc:
        raise _StoppedError from exc


async def _during(phase: str, step: Awaitable[Any], value: Any = None) -> Any:
    """Await `step`; a failure says that it came from the inputs or from the outputs, for the input `value`."""
    try:
        return await step
    except StopAsyncIteration:
        raise
    except _StoppedError as exc:
        raise _failure(phase, exc.__cause__ or exc, value) from exc.__cause__
    except asyncio.CancelledError as exc:
        if is_being_cancelled():
            raise
        raise _failure(phase, exc, value) from exc
    except Exception as exc:
        raise _failure(phase, exc, value) from exc


def _is_one_value(inputs: Any) -> bool:
    """Say whether inputs are neither called nor asked for one after the other, which is dear and seldom needed."""
    return not (callable(inputs) or isinstance(inputs, GeneratorType | AsyncGeneratorType | InputGenerator))


def _failure(phase: str, exc: BaseException, value: Any) -> InteractionGenerationError:
    # No turn tells of it.
    if isinstance(exc, GenerationError):
        spend(exc.usage)
    if isinstance(value, GeneratedInput):
        spend(Usage.total((), [value.metadata]))
    return InteractionGenerationError(f"The {phase} could not be produced: {exception_text(exc)}", phase=phase)


async def _each_input(inputs: Any, trace: Any, target: Any) -> AsyncGenerator[Any, Any]:
    """Yield the one input, or each one that a generator makes of the trace as it then is."""
    if isinstance(inputs, InputGenerator):
        inputs = cast("InputGenerator[Any, Any]", inputs).generate(trace, input_type_of(target))
    elif callable(inputs):
        plan = plan_call(inputs, _FOR_INPUTS)
        offer = {"trace": trace}
        if "input_type" in (*plan.positional, *plan.by_keyword):  # seldom asked for, and dear to find out
            offer["input_type"] = input_type_of(target)
        inputs = await _called(inputs, plan, offer)
    if inspect.isgenerator(inputs):
        try:
            value = await call(partial(_sent, inputs, None))
            while value is not _END:
                trace = yield value
                value = await call(partial(_sent, inputs, trace))
        finally:
            # One that was left behind in its thread is still running, and cannot be closed.
            if inspect.getgeneratorstate(inputs) != inspect.GEN_RUNNING:
                inputs.close()
    elif inspect.isasyncgen(inputs):
        async with aclosing(inputs):
            try:
                value = await anext(inputs)
                while True:
                    value = await inputs.asend((yield value))
            except StopAsyncIteration:
                return
    else:
        yield inputs


def _sent(generator: Generator[Any, Any, Any], value: Any) -> Any:
    """Return what a generator yields when it is sent `value`, `_END` at its end: a coroutine cannot raise that."""
    try:
        return generator.send(value)
    except StopIteration:
        return _END
