"""An input generator that sends a text of a dataset, to targets of any shape."""

import json
from collections.abc import AsyncGenerator
from copy import deepcopy
from typing import Annotated, Any, cast, override

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr, TypeAdapter, ValidationError

from giskard.checks.core.exceptions import GenerationError, InputGenerationException
from giskard.checks.core.fields import not_blank
from giskard.checks.core.interaction.input_generator import GeneratedInput, InputGenerator
from giskard.checks.core.interaction.trace import Trace
from giskard.checks.core.strict import in_one_line
from giskard.checks.core.usage import INPUT_GENERATOR, Usage
from giskard.checks.llm._defaults import defaults
from giskard.checks.llm.generator import Message
from giskard.checks.llm.model_fields import GeneratorField
from giskard.checks.llm.template import TemplateReference, render

_PROMPT = TemplateReference("giskard.checks::generators/dataset.j2")


class Placement(BaseModel):
    """Where a text goes in an object."""

    model_config = ConfigDict(defer_build=True)

    example: Any = Field(description="An object of the shape, complete and valid.")
    paths: list[str] = Field(
        min_length=1,
        description="Where in it the text goes: names and indices joined by dots, such as messages.0.content.",
    )


@InputGenerator.register("dataset_input_generator")
class DatasetInputGenerator(InputGenerator):
    """Sends one text: as it is to a target that takes text, else in an object of the shape that the target takes.

    Where in the object it goes is asked of a language model, once for every shape.

    Examples
    --------
    >>> from giskard.checks import DatasetInputGenerator, Scenario
    >>> result = Scenario("one").interact(DatasetInputGenerator(prompt="Hi!"), lambda inputs: inputs.upper()).run_sync()
    >>> result.final_trace.last.outputs
    'HI!'
    """

    prompt: Annotated[str, not_blank("give the text to send")] = Field(description="The text.")
    generator: GeneratorField = Field(
        default=None, description="The language model, or its name; None for the one that the settings name."
    )
    max_retries: int = Field(default=2, ge=0, description="Times that the model is asked again for a place that fits.")

    # By shape, as a JSON schema.
    _placements: dict[str, Placement] = PrivateAttr(default_factory=dict[str, Placement])

    @override
    async def generate(self, trace: Trace, input_type: Any) -> AsyncGenerator[Any, Any]:
        if input_type is Any or input_type is str:
            yield self.prompt
            return
        value, used = await self._placed(TypeAdapter(input_type))
        yield GeneratedInput(value, {INPUT_GENERATOR: {"kind": self.kind, "usage": used.model_dump()}})

    async def _placed(self, adapter: TypeAdapter[Any]) -> tuple[Any, Usage]:
        schema = json.dumps(adapter.json_schema(), sort_keys=True)
        if schema in self._placements:
            return _filled(self._placements[schema], self.prompt, adapter), Usage()
        messages = [Message("user", render(_PROMPT, {"schema": json.loads(schema), "text": self.prompt}))]
        generator = self.generator or defaults.generator()
        used, problem = Usage(), ""
        for _ in range(self.max_retries + 1):
            try:
                completion = await generator.complete(messages, Placement)
                used += completion.usage
                value = _filled(completion.output, self.prompt, adapter)
            except (GenerationError, _DoesNotFitError) as exc:
                problem = str(exc)
                continue
            self._placements[schema] = completion.output
            return value, used
        raise InputGenerationException(
            f"DatasetInputGenerator has no input for turn 1 after {self.max_retries + 1} attempts: {problem}"
        )


class _DoesNotFitError(Exception):
    """The model chose a place that is none."""


def _filled(placement: Placement, text: str, adapter: TypeAdapter[Any]) -> Any:
    """Return the example with the text in its places, as the type that the target takes."""
    box: Any = {"": deepcopy(placement.example)}
    for path in placement.paths:
        *way, last = ["", *(path.split(".") if path else ())]
        try:
            holder = box
            for part in way:
                holder = _at(holder, part)
            _at(holder, last)  # only what is there can be replaced
            holder[int(last) if isinstance(holder, list) else last] = text
        except (KeyError, IndexError, TypeError, ValueError):
            raise _DoesNotFitError(f"The example has nothing at {path!r}.") from None
    try:
        return adapter.validate_python(box[""])
    except ValidationError as exc:
        raise _DoesNotFitError(f"The object does not fit: {in_one_line(exc)}") from None


def _at(holder: Any, part: str) -> Any:
    if isinstance(holder, list):
        return cast("list[Any]", holder)[int(part)]
    return holder[part]
