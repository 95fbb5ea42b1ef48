"""An input generator that sends a text of a dataset, to targets of any shape."""

import asyncio
import json
import weakref
from collections.abc import AsyncGenerator
from contextlib import suppress
from copy import deepcopy
from typing import Annotated, Any, cast, override

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from giskard.checks.core._per_loop import PerLoop
from giskard.checks.core.exceptions import GenerationError, InputGenerationException, exception_text
from giskard.checks.core.fields import not_blank
from giskard.checks.core.interaction.input_generator import GeneratedInput, InputGenerator
from giskard.checks.core.interaction.trace import Trace
from giskard.checks.core.strict import in_one_line
from giskard.checks.core.usage import INPUT_GENERATOR, Usage
from giskard.checks.generators._shape import schema_of
from giskard.checks.llm._defaults import defaults
from giskard.checks.llm.generator import BaseGenerator, Message
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


# What a model chose, by generator and shape; who asks meanwhile, by event loop.
_PLACEMENTS: dict[int, dict[str, Placement]] = {}
_LOCKS = PerLoop()


@InputGenerator.register("dataset_input_generator")
class DatasetInputGenerator(InputGenerator):
    """Sends one text: as it is to a target that takes text, else in an object of the shape that the target takes.

    Where in the object it goes is asked of a language model, once for every shape that this model is asked about.

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

    @override
    async def generate(self, trace: Trace, input_type: Any) -> AsyncGenerator[Any, Any]:
        adapter = TypeAdapter[Any](input_type)
        if _takes_text(adapter, self.prompt):
            yield self.prompt
            return
        turn = len(trace.interactions) + 1
        value, used = await self._placed(schema_of(input_type), adapter, turn)
        yield GeneratedInput(value, {INPUT_GENERATOR: {"kind": self.kind, "usage": used.model_dump()}})

    async def _placed(self, schema: dict[str, Any], adapter: TypeAdapter[Any], turn: int) -> tuple[Any, Usage]:
        generator = self.generator if self.generator is not None else defaults.generator()
        placements, shape = _placements_of(generator), json.dumps(schema, sort_keys=True)
        async with _LOCKS.get((id(generator), shape), asyncio.Lock):  # who comes meanwhile uses what the first finds
            with suppress(KeyError, _DoesNotFitError):
                return _filled(placements[shape], self.prompt, adapter), Usage()
            placements[shape], value, used = await self._asked(generator, schema, adapter, turn)
            return value, used

    async def _asked(
        self, generator: BaseGenerator, schema: dict[str, Any], adapter: TypeAdapter[Any], turn: int
    ) -> tuple[Placement, Any, Usage]:
        used, problem = Usage(), None
        for _ in range(self.max_retries + 1):
            prompt = render(_PROMPT, {"schema": schema, "text": self.prompt, "problem": problem})
            try:
                completion = await generator.complete([Message("user", prompt)], Placement)
                used += completion.usage
                return completion.output, _filled(completion.output, self.prompt, adapter), used
            except GenerationError as exc:
                used += exc.usage
                problem = str(exc)
            except _DoesNotFitError as exc:
                problem = str(exc)
        raise InputGenerationException(
            f"DatasetInputGenerator has no input for turn {turn} after {self.max_retries + 1} attempts: {problem}", used
        )


def _placements_of(generator: BaseGenerator) -> dict[str, Placement]:
    """Return what a model chose for each shape. Generators have no hash, so that no dictionary of them serves."""
    key = id(generator)
    if key not in _PLACEMENTS:
        weakref.finalize(generator, _PLACEMENTS.pop, key, None).atexit = False
    return _PLACEMENTS.setdefault(key, {})


def _takes_text(adapter: TypeAdapter[Any], text: str) -> bool:
    try:
        return isinstance(adapter.validate_python(text, strict=True), str)
    except Exception:  # noqa: BLE001  a validator of the target's type may raise whatever it likes
        return False


class _DoesNotFitError(Exception):
    """The model chose a place that is none."""


def _filled(placement: Placement, text: str, adapter: TypeAdapter[Any]) -> Any:
    """Return the example with the text in its places, as the type that the target takes."""
    value = _with(placement, text, adapter)
    try:
        other = _with(placement, f"{text} x", adapter)
    except _DoesNotFitError:
        return value  # it depends on the text
    # Validation may change a text or hide it, but what does not depend on it has lost it.
    if other == value:
        raise _DoesNotFitError(f"The text is not in the object: what {placement.paths} names is no part of the shape.")
    return value


def _with(placement: Placement, text: str, adapter: TypeAdapter[Any]) -> Any:
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
    except Exception as exc:  # a validator of the target's type may raise whatever it likes
        raise _DoesNotFitError(f"The object does not fit: {exception_text(exc)}") from exc


def _at(holder: Any, part: str) -> Any:
    if isinstance(holder, list):
        return cast("list[Any]", holder)[int(part)]
    return holder[part]
