"""A judge of whether an answer is about its question."""

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


@Check.register("answer_relevance")
class AnswerRelevance(BaseLLMCheck[InputType, OutputType, TraceType]):
    """Passes when the answer is about what was asked; whether it is right is not judged.

    Examples
    --------
    >>> from giskard.checks import AnswerRelevance, Interaction, Trace
    >>> from giskard.checks.testing import FakeGenerator
    >>> judge = AnswerRelevance(generator=FakeGenerator(outputs=[{"reason": "It is about parcels.", "passed": True}]))
    >>> judge.run_sync(Trace(interactions=[Interaction(inputs="Where is my parcel?", outputs="In Lyon.")])).passed
    True
    """

    question: str | MISSING = Field(
        default=MISSING, description="The question itself; given, it goes before question_key."
    )
    question_key: JSONPathStr = Field(default="trace.last.inputs", description="Path to the question.")
    answer: str | MISSING = Field(default=MISSING, description="The answer itself; given, it goes before target_key.")
    target_key: JSONPathStr = Field(default="trace.last.outputs", description="Path to the answer under test.")
    context: str | list[str] | MISSING = Field(
        default=MISSING, description="What the agent is for, where that decides what is relevant."
    )
    include_history: bool = Field(default=True, description="Whether the model sees the turns before the last one.")

    @override
    def get_prompt(self) -> TemplateReference:
        return TemplateReference("giskard.checks::judges/answer_relevance.j2")

    @override
    async def get_inputs(self, trace: TraceType) -> Mapping[str, Any] | CheckResult:
        found = {
            "question": material(trace, "question", self.question, self.question_key),
            "answer": material(trace, "answer", self.answer, self.target_key),
        }
        if self.context is not MISSING:
            found["context"] = context(trace, "context", self.context, "")
        problem = next((value for value in found.values() if isinstance(value, CheckResult)), None)
        history = trace.interactions[:-1] if self.include_history else ()
        return problem or {"context": None, "history": history, **found}
