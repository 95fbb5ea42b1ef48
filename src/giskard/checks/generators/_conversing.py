"""How a language model is asked for one message after the other."""

from abc import abstractmethod
from collections.abc import AsyncGenerator
from typing import Any, Optional, override

from pydantic import BaseModel, ConfigDict, Field, create_model

from giskard.checks.core.blank import is_blank
from giskard.checks.core.exceptions import GenerationError, InputGenerationException
from giskard.checks.core.interaction.input_generator import GeneratedInput, InputGenerator
from giskard.checks.core.interaction.trace import Trace
from giskard.checks.core.usage import INPUT_GENERATOR, Usage, spend
from giskard.checks.generators._shape import schema_of
from giskard.checks.llm._defaults import defaults
from giskard.checks.llm.generator import Message
from giskard.checks.llm.model_fields import GeneratorField
from giskard.checks.llm.template import TemplateReference, render

_INSTRUCTIONS = TemplateReference("giskard.checks::generators/instructions.j2")
_PROMPT = TemplateReference("giskard.checks::generators/next_message.j2")


class _NextMessage(BaseModel):
    """What the model answers; `message` gets the type that the target takes."""

    model_config = ConfigDict(defer_build=True)

    goal_reached: bool = Field(description="Whether the person got what they came for, or the conversation is over.")
    message: Any = Field(default=None, description="The person's next message; with the goal reached, a last word.")
    schema_issue: str | None = Field(
        default=None, description="Only when no message of this shape can say what the person means: why."
    )


class ConversingGenerator(InputGenerator):
    """Base of the input generators that play somebody in a conversation."""

    generator: GeneratorField = Field(
        default=None, description="The language model, or its name; None for the one that the settings name."
    )
    max_steps: int = Field(default=3, ge=1, description="Most messages.")
    max_retries: int = Field(
        default=2, ge=0, description="Times that a message is asked for again after a refusal or an unusable answer."
    )

    @abstractmethod
    def task(self, trace: Trace) -> str:
        """Return, fenced, what the model is to play."""
        raise NotImplementedError

    @override
    async def generate(self, trace: Trace, input_type: Any) -> AsyncGenerator[Any, Any]:
        output_type = _answer_of(input_type)
        for step in range(1, self.max_steps + 1):
            answer, used = await self._next(trace, output_type, step)
            if _is_blank(answer.message):
                spend(used)
                return
            noted = {"kind": self.kind, "step": step, "goal_reached": answer.goal_reached, "usage": used.model_dump()}
            trace = yield GeneratedInput(answer.message, {INPUT_GENERATOR: noted})
            if answer.goal_reached:
                return

    async def _next(self, trace: Trace, output_type: type[_NextMessage], step: int) -> tuple[_NextMessage, Usage]:
        """Return the model's next message and what all attempts at it used."""
        generator = self.generator if self.generator is not None else defaults.generator()
        used, problem = Usage(), None
        for _ in range(self.max_retries + 1):
            prompt = render(_PROMPT, {"task": self.task(trace), "trace": trace, "problem": problem})
            messages = [Message("system", render(_INSTRUCTIONS, {})), Message("user", prompt)]
            try:
                completion = await generator.complete(messages, output_type)
            except GenerationError as exc:
                problem = str(exc)
                used += exc.usage
                continue
            used += completion.usage
            answer = completion.output
            if answer.schema_issue:
                problem = answer.schema_issue
            elif _is_blank(answer.message) and not answer.goal_reached:
                problem = "The message was empty although the goal is not reached."
            else:
                return answer, used
        raise InputGenerationException(
            f"{type(self).__name__} has no message for turn {step} after {self.max_retries + 1} attempts: {problem}",
            used,
        )


def _answer_of(input_type: Any) -> type[_NextMessage]:
    """Return the shape of the answer for what the target takes; where it does not say, that is text."""
    taken = str if input_type is Any else input_type
    schema_of(taken)
    message: Any = (Optional[taken], _NextMessage.model_fields["message"])  # noqa: UP045  `None | None` is a TypeError
    return create_model("NextMessage", __base__=_NextMessage, message=message)


def _is_blank(message: Any) -> bool:
    # An object of blanks may be what a target takes: only what is nothing or text can be blank.
    return message is None or (isinstance(message, str) and is_blank(message))
