"""What judges of an answer and its context share."""

from collections.abc import Mapping
from typing import Any, override

from pydantic import Field

from giskard.checks.core.extraction import JSONPathStr
from giskard.checks.core.interaction.trace import TraceType
from giskard.checks.core.result import CheckResult
from giskard.checks.core.types import MISSING
from giskard.checks.core.typevars import InputType, OutputType
from giskard.checks.judges._material import context, material
from giskard.checks.judges.base import BaseLLMCheck


class AnswerInContext(BaseLLMCheck[InputType, OutputType, TraceType]):
    """Base of the judges that hold an answer against a context; a subclass says by its prompt how."""

    answer: str | MISSING = Field(default=MISSING, description="The answer itself; given, it goes before target_key.")
    target_key: JSONPathStr = Field(default="trace.last.outputs", description="Path to the answer under test.")
    context: str | list[str] | MISSING = Field(
        default=MISSING, description="What the answer is held against; given, it goes before context_key."
    )
    context_key: JSONPathStr = Field(
        default="trace.last.metadata.context", description="Path to the context, a text or a list of texts."
    )

    @override
    async def get_inputs(self, trace: TraceType) -> Mapping[str, Any] | CheckResult:
        answer = material(trace, "answer", self.answer, self.target_key)
        found = context(trace, "context", self.context, self.context_key)
        problem = next((value for value in (answer, found) if isinstance(value, CheckResult)), None)
        return problem or {"answer": answer, "context": found}
