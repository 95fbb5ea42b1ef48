"""A judge whose prompt the author of the test writes."""

from typing import Self, override

from pydantic import Field, field_validator, model_validator

from giskard.checks.core.check import Check
from giskard.checks.core.interaction.trace import TraceType
from giskard.checks.core.typevars import InputType, OutputType
from giskard.checks.judges.base import BaseLLMCheck
from giskard.checks.llm.template import TemplateReference, exactly_one_prompt


@Check.register("llm_judge")
class LLMJudge(BaseLLMCheck[InputType, OutputType, TraceType]):
    """Passes when a language model, asked by a prompt of yours, says so.

    The prompt is a Jinja template over `trace`; what it prints of it is fenced as data.

    Examples
    --------
    >>> from giskard.checks import Interaction, LLMJudge, Trace
    >>> from giskard.checks.testing import FakeGenerator
    >>> judge = LLMJudge(
    ...     prompt="Does this answer name a price? {{ trace.last.outputs }}",
    ...     generator=FakeGenerator(outputs=[{"reason": "It names none.", "passed": False}]),
    ... )
    >>> judge.run_sync(Trace(interactions=[Interaction(inputs="How much?", outputs="A lot.")])).failed
    True
    """

    prompt: str | None = Field(default=None, description="The text of the template.")
    prompt_path: str | None = Field(default=None, description="Where the template is, as `package::path`.")

    @field_validator("prompt_path", mode="after")
    @classmethod
    def _is_a_reference(cls, path: str | None) -> str | None:
        return path if path is None else TemplateReference(path).path

    @model_validator(mode="after")
    def _exactly_one_prompt(self) -> Self:
        exactly_one_prompt(self.prompt, self.prompt_path)
        return self

    @override
    def get_prompt(self) -> str | TemplateReference:
        return self.prompt if self.prompt is not None else TemplateReference(str(self.prompt_path))
