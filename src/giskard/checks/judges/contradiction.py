"""A judge of whether an answer contradicts its context."""

from typing import override

from giskard.checks.core.check import Check
from giskard.checks.core.interaction.trace import TraceType
from giskard.checks.core.typevars import InputType, OutputType
from giskard.checks.judges._answer_in_context import AnswerInContext
from giskard.checks.llm.template import TemplateReference


@Check.register("contradiction")
class Contradiction(AnswerInContext[InputType, OutputType, TraceType]):
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

    @override
    def get_prompt(self) -> TemplateReference:
        return TemplateReference("giskard.checks::judges/contradiction.j2")
