"""A judge of whether an answer contradicts its context."""

from collections.abc import Mapping
from typing import Any, override

from pydantic import Field

from giskard.checks.core.check import Check
from giskard.checks.core.extraction import JSONPathStr
from giskard.checks.core.interaction.trace import TraceType
from giskard.checks.core.result import CheckResult
from giskard.checks.core.types import MISSING
from giskard.checks.core.typevars import InputType, OutputType
from giskard.checks.judges._material import context, material
from giskard.checks.judges.base import BaseLLMCheck
from giskard.checks.llm.template import TemplateReference


@Check.register("contradiction")
class Contradiction(BaseLLMCheck[InputType, OutputType, TraceType]):
    """Passes when nothing that the answer states contradicts the context; what it does not mention is no contradiction.

    Examples
    --------
    >>> from giskard.checks import Contradiction, Interaction, Trace
    >>> from giskard.checks.testing import FakeGenerator
    >>> judge = Contradiction(
    ...     context="Parcels take ten days.",
    ...     generator=FakeGenerator(outputs=[{"reason": "It says two days, the context says ten.", "passed": False}]),
    ... )
    >>> judge.run_sync(Trace(interactions=[Interaction(inputs="When?", outputs="In two days.")])).failed
    True
    """

    answer: str | MISSING = Field(default=MISSING, description="The answer itself; given, it goes before target_key.")
    target_key: JSONPathStr = Field(default="trace.last.outputs", description="Path to the answer under test.")
    context: str | list[str] | MISSING = Field(
        default=MISSING, description="What the answer is held against; given, it goes before context_key."
    )
    context_key: JSONPathStr = Field(
        default="trace.last.metadata.context", description="Path to the context, a text or a list of texts."
    )

    @override
    def get_prompt(self) -> TemplateReference:
        return TemplateReference("giskard.checks::judges/contradiction.j2")

    @override
    async def get_inputs(self, trace: TraceType) -> Mapping[str, Any] | CheckResult:
        answer = material(trace, "answer", self.answer, self.target_key)
        found = context(trace, "context", self.context, self.context_key)
        problem = next((value for value in (answer, found) if isinstance(value, CheckResult)), None)
        return problem or {"answer": answer, "context": found}
