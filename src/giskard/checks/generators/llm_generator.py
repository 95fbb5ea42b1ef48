"""An input generator that plays what a prompt of yours says."""

from typing import Self, override

from pydantic import Field, model_validator

from giskard.checks.core.interaction.input_generator import InputGenerator
from giskard.checks.core.interaction.trace import Trace
from giskard.checks.generators._conversing import ConversingGenerator
from giskard.checks.llm.template import PromptPath, TemplateReference, as_data, exactly_one_prompt, fenced, render


@InputGenerator.register("llm_generator")
class LLMGenerator(ConversingGenerator):
    """A language model writes each input, until the goal is reached or `max_steps` inputs were sent.

    Each turn's metadata says, under `input_generator`, whether the goal was reached with it and what it used.

    Examples
    --------
    >>> from giskard.checks import LLMGenerator, Scenario
    >>> from giskard.checks.testing import FakeGenerator
    >>> model = FakeGenerator(outputs=[{"goal_reached": True, "message": "Where is my parcel?"}])
    >>> user = LLMGenerator(prompt="Ask for your parcel.", generator=model)
    >>> result = Scenario("parcel").interact(user, lambda inputs: "In Lyon.").run_sync()
    >>> result.final_trace.last.inputs
    'Where is my parcel?'
    """

    prompt: str | None = Field(default=None, description="What to play; plain text, unless `as_template` is set.")
    prompt_path: PromptPath | None = Field(default=None, description="A template of it, as `package::path`.")
    as_template: bool = Field(default=False, description="Whether `prompt` is a Jinja template over `trace`.")

    @model_validator(mode="after")
    def _exactly_one_prompt(self) -> Self:
        exactly_one_prompt(self.prompt, self.prompt_path)
        return self

    @override
    def task(self, trace: Trace) -> str:
        if self.prompt_path is not None:
            return fenced(render(TemplateReference(self.prompt_path), {"trace": trace}), "task")
        if self.as_template:
            return fenced(render(str(self.prompt), {"trace": trace}), "task")
        return as_data(self.prompt, "task")
