"""A judge whose prompt the author of the test writes."""

from collections.abc import Mapping
from typing import Any, Self, override

from pydantic import Field, model_validator

from giskard.checks.core.check import Check
from giskard.checks.core.interaction.trace import TraceType
from giskard.checks.core.result import CheckResult
from giskard.checks.core.typevars import InputType, OutputType
from giskard.checks.judges.base import BaseLLMCheck
from giskard.checks.llm.template import PromptPath, TemplateReference, exactly_one_prompt


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
    prompt_path: PromptPath | None = Field(default=None, description="Where the template is, as `package::path`.")

    @model_validator(mode="after")
    def _exactly_one_prompt(self) -> Self:
        exactly_one_prompt(self.prompt, self.prompt_path)
        return self

    @override
    async def get_inputs(self, trace: TraceType) -> Mapping[str, Any] | CheckResult:
        if not trace.interactions:
            return CheckResult.error(message="The trace has no turn, so there is nothing to judge.")
        return {"trace": trace}

    @override
    def get_prompt(self) -> str | TemplateReference:
        return self.prompt if self.prompt is not None else TemplateReference(str(self.prompt_path))
