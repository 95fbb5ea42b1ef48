"""What answers messages with a validated object: a language model, or a stand-in for one in tests."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from pydantic import BaseModel

from giskard.checks.core.registry import Registered, Registry
from giskard.checks.core.usage import Usage


@dataclass(frozen=True)
class Message:
    """One message to a language model.

    Attributes
    ----------
    role
        Who says it: `"system"` for what the model is to do, `"user"` and `"assistant"` for the conversation.
    content
        The text.
    """

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True)
class Completion[T]:
    """What a language model answered, and what that used."""

    output: T
    usage: Usage


class BaseGenerator(Registered):
    """Base of what answers messages. Subclasses implement `complete`; only they know of a model's client library.

    Examples
    --------
    >>> import asyncio
    >>> from giskard.checks import BaseGenerator, Completion, LLMCheckResult, Message, Usage
    >>> @BaseGenerator.register("always_yes")
    ... class AlwaysYes(BaseGenerator):
    ...     async def complete(self, messages, output_type):
    ...         return Completion(output_type(reason="why not", passed=True), Usage(model_calls=1))
    >>> asyncio.run(AlwaysYes().complete([Message("user", "Is it?")], LLMCheckResult)).output.passed
    True
    """

    _registry: ClassVar[Registry] = Registry("generator")

    @abstractmethod
    async def complete[T: BaseModel](self, messages: Sequence[Message], output_type: type[T]) -> Completion[T]:
        """Return an object of `output_type` that answers `messages`.

        Raises
        ------
        GenerationError
            No such object could be had; the message says why. Retrying is this method's own business.
        """
        raise NotImplementedError
