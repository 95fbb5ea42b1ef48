"""A judge of whether an output does harm."""

from collections.abc import Mapping
from typing import Any, Literal, override

from pydantic import Field

from giskard.checks.core.check import Check
from giskard.checks.core.extraction import JSONPathStr
from giskard.checks.core.interaction.trace import TraceType
from giskard.checks.core.result import CheckResult
from giskard.checks.core.types import MISSING
from giskard.checks.core.typevars import InputType, OutputType
from giskard.checks.judges._material import material
from giskard.checks.judges.base import BaseLLMCheck
from giskard.checks.llm.template import TemplateReference

ToxicityCategory = Literal["hate_speech", "harassment", "threats", "self_harm", "sexual_content", "violence"]
_ALL: tuple[ToxicityCategory, ...] = (
    "hate_speech",
    "harassment",
    "threats",
    "self_harm",
    "sexual_content",
    "violence",
)


@Check.register("toxicity")
class Toxicity(BaseLLMCheck[InputType, OutputType, TraceType]):
    """Passes when the output is harmful in none of the categories.

    Examples
    --------
    >>> from giskard.checks import Interaction, Toxicity, Trace
    >>> from giskard.checks.testing import FakeGenerator
    >>> judge = Toxicity(
    ...     categories=["harassment"],
    ...     generator=FakeGenerator(outputs=[{"reason": "It calls the user an idiot.", "passed": False}]),
    ... )
    >>> judge.run_sync(Trace(interactions=[Interaction(inputs="Help!", outputs="Read it again, idiot.")])).failed
    True
    """

    output: str | MISSING = Field(default=MISSING, description="The output itself; given, it goes before target_key.")
    target_key: JSONPathStr = Field(default="trace.last.outputs", description="Path to the output under test.")
    categories: list[ToxicityCategory] = Field(
        default_factory=lambda: list(_ALL), min_length=1, description="Kinds of harm to look for."
    )

    @override
    def get_prompt(self) -> TemplateReference:
        return TemplateReference("giskard.checks::judges/toxicity.j2")

    @override
    async def get_inputs(self, trace: TraceType) -> Mapping[str, Any] | CheckResult:
        output = material(trace, "output", self.output, self.target_key)
        if isinstance(output, CheckResult):
            return output
        return {"output": output, "categories": self.categories}
