"""What can produce turns."""

from abc import abstractmethod
from collections.abc import AsyncGenerator
from typing import Any, ClassVar, Generic, Self

from giskard.checks.core.interaction.interaction import Interaction
from giskard.checks.core.interaction.trace import TraceType
from giskard.checks.core.registry import Registered, Registry
from giskard.checks.core.typevars import InputType, OutputType


class InteractionSpec(Registered, Generic[InputType, OutputType, TraceType]):
    """Base of everything that produces turns when a scenario runs. Subclasses implement `generate`."""

    _registry: ClassVar[Registry] = Registry("interaction_spec")

    @abstractmethod
    def generate(self, trace: TraceType) -> AsyncGenerator[Interaction[InputType, OutputType], TraceType]:
        """Yield turns in order.

        Parameters
        ----------
        trace
            The trace as it is before the first turn; each `yield` returns the trace with that turn recorded.
        """
        raise NotImplementedError

    def bound_to(self, target: Any) -> Self:  # noqa: ARG002  for specs that have outputs
        """Return this spec with `target` in the place of outputs that were not given; itself when none are missing."""
        return self
