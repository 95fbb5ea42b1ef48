"""An input generator that plays a user of a certain kind."""

from typing import Annotated, override

from pydantic import Field

from giskard.checks.core.fields import not_blank
from giskard.checks.core.interaction.input_generator import InputGenerator
from giskard.checks.core.interaction.trace import Trace
from giskard.checks.generators._conversing import ConversingGenerator
from giskard.checks.llm.template import TemplateReference, fenced, render

PERSONAS = {
    "helpful_user": "Friendly and to the point. Gives every detail that is asked for, and thanks for help.",
    "confused_user": "Not sure what the own problem is. Mixes up terms, misunderstands answers, needs things twice.",
    "novice_user": "New to all of this. Does not know the field's words, asks what they mean, follows steps literally.",
    "frustrated_customer": "Has been let down before and says so. Short and sharp, but stays on the matter.",
    "impatient_user": "In a hurry. Writes a few words at a time, skips details, presses for the result.",
    "verbose_user": "Tells long stories with much that is beside the point; the request is somewhere in between.",
    "non_native_speaker": "Learned the language late. Simple words, odd grammar, now and then a word that is wrong.",
    "detail_oriented_user": "Wants to know exactly. Asks for numbers, conditions and exceptions, and checks them.",
}


@InputGenerator.register("user_simulator")
class UserSimulator(ConversingGenerator):
    """A language model plays a user, until they got what they came for or `max_steps` messages were sent.

    Examples
    --------
    >>> from giskard.checks import Scenario, UserSimulator
    >>> from giskard.checks.testing import FakeGenerator
    >>> model = FakeGenerator(
    ...     outputs=[
    ...         {"goal_reached": False, "message": "parcel. where"},
    ...         {"goal_reached": True, "message": "ok bye"},
    ...     ]
    ... )
    >>> user = UserSimulator(persona="impatient_user", context="Waits for a parcel.", generator=model)
    >>> result = Scenario("parcel").interact(user, lambda inputs: "In Lyon.").run_sync()
    >>> [turn.inputs for turn in result.final_trace.interactions]
    ['parcel. where', 'ok bye']
    """

    persona: Annotated[str, not_blank("name one of the personas, or describe one")] = Field(
        default="helpful_user",
        description=f"Who it is: {', '.join(f'`{name}`' for name in PERSONAS)}, or a description of your own.",
    )
    context: str | None = Field(default=None, description="The person's situation, and what they want.")

    @override
    def task(self, trace: Trace) -> str:
        values = {"persona": PERSONAS.get(self.persona, self.persona), "context": self.context}
        return fenced(render(TemplateReference("giskard.checks::generators/user_simulator.j2"), values), "task")
