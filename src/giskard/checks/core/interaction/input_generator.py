"""What can invent the next input of a conversation."""

from abc import abstractmethod
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Any, ClassVar, Generic

from giskard.checks.core.interaction.trace import TraceType
from giskard.checks.core.registry import Registered, Registry
from giskard.checks.core.typevars import InputType


@dataclass(frozen=True)
class GeneratedInput:
    """What an input generator yields when it has something to note about the input.

    Attributes
    ----------
    value
        The input.
    metadata
        Goes into the turn's metadata, beside that of the interaction.
    """

    value: Any
    metadata: dict[str, Any]


class InputGenerator(Registered, Generic[InputType, TraceType]):
    """Base of what produces inputs turn by turn, given the trace so far. Subclasses implement `generate`.

    Examples
    --------
    >>> from giskard.checks import InputGenerator, Scenario, Trace
    >>> @InputGenerator.register("ask_twice")
    ... class AskTwice(InputGenerator):
    ...     async def generate(self, trace, input_type):
    ...         trace = yield "first"
    ...         yield f"second, after {trace.last.outputs}"
    >>> result = Scenario("twice").interact(AskTwice(), lambda inputs: inputs.upper()).run_sync()
    >>> [turn.inputs for turn in result.final_trace.interactions]
    ['first', 'second, after FIRST']
    """

    _registry: ClassVar[Registry] = Registry("input_generator")

    @abstractmethod
    def generate(self, trace: TraceType, input_type: Any) -> AsyncGenerator[InputType, TraceType]:
        """Yield inputs in order.

        Parameters
        ----------
        trace
            The trace as it is before the first turn; each `yield` returns the trace with that turn recorded.
        input_type
            What the target takes, as its annotation says; Any when it does not say.
        """
        raise NotImplementedError
