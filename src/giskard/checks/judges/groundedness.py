"""A judge of whether an answer is backed by its context."""

from typing import override

from giskard.checks.core.check import Check
from giskard.checks.core.interaction.trace import TraceType
from giskard.checks.core.typevars import InputType, OutputType
from giskard.checks.judges._answer_in_context import AnswerInContext
from giskard.checks.llm.template import TemplateReference


@Check.register("groundedness")
class Groundedness(AnswerInContext[InputType, OutputType, TraceType]):
    """Passes when everything that the answer states is backed by the context.

    Examples
    --------
    >>> from giskard.checks import Groundedness, Interaction, Trace
    >>> from giskard.checks.testing import FakeGenerator
    >>> judge = Groundedness(
    ...     context="Parcels take ten days.",
    ...     generator=FakeGenerator(outputs=[{"reason": "Nothing says 'two days'.", "passed": False}]),
    ... )
    >>> judge.run_sync(Trace(interactions=[Interaction(inputs="When?", outputs="In two days.")])).failed
    True
    """

    @override
    def get_prompt(self) -> TemplateReference:
        return TemplateReference("giskard.checks::judges/groundedness.j2")
