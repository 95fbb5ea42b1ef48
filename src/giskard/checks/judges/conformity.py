"""A judge of whether the agent keeps a rule."""

from collections.abc import Mapping
from typing import Annotated, Any, override

from pydantic import Field

from giskard.checks.core.blank import is_blank
from giskard.checks.core.check import Check
from giskard.checks.core.fields import not_blank
from giskard.checks.core.interaction.trace import TraceType
from giskard.checks.core.result import CheckResult
from giskard.checks.core.typevars import InputType, OutputType
from giskard.checks.judges.base import BaseLLMCheck
from giskard.checks.llm.template import TemplateReference


@Check.register("conformity")
class Conformity(BaseLLMCheck[InputType, OutputType, TraceType]):
    """Passes when the agent's side of the conversation keeps a rule.

    Examples
    --------
    >>> from giskard.checks import Conformity, Interaction, Trace
    >>> from giskard.checks.testing import FakeGenerator
    >>> judge = Conformity(
    ...     rule="Never promise a refund.",
    ...     generator=FakeGenerator(outputs=[{"reason": "It promises one: 'you get it back'.", "passed": False}]),
    ... )
    >>> judge.run_sync(Trace(interactions=[Interaction(inputs="Refund?", outputs="Yes, you get it back.")])).failed
    True
    """

    rule: Annotated[str, not_blank("write what the agent has to keep to")] = Field(
        description="What the agent has to keep to, as plain text; it is no template."
    )

    @override
    def get_prompt(self) -> TemplateReference:
        return TemplateReference("giskard.checks::judges/conformity.j2")

    @override
    async def get_inputs(self, trace: TraceType) -> Mapping[str, Any] | CheckResult:
        if all(is_blank(turn.outputs) for turn in trace.interactions):
            return CheckResult.error(message="The agent said nothing in any turn, so there is nothing to judge.")
        return {"rule": self.rule, "trace": trace}
