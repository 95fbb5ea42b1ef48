"""Stand-ins for models, so that the tests of checks and agents need no network."""

import hashlib
import inspect
import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, cast, override

from pydantic import BaseModel, Field, PrivateAttr, ValidationError

from giskard.checks.core.exceptions import GenerationError
from giskard.checks.core.jsonable import JsonSafe
from giskard.checks.core.strict import in_one_line
from giskard.checks.core.usage import Usage
from giskard.checks.llm.embedding import BaseEmbeddingModel
from giskard.checks.llm.generator import BaseGenerator, Completion, Message

_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class Call:
    """One call of a `FakeGenerator`.

    Attributes
    ----------
    messages
        What it was asked.
    output_type
        The shape that was asked for.
    """

    messages: tuple[Message, ...]
    output_type: type[BaseModel]


class _Fake:
    """What a stand-in was asked is no part of what it is: one that is loaded from a dump equals the one dumped."""

    @override
    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    __hash__ = None  # pyright: ignore[reportAssignmentType]  as other models


@BaseGenerator.register("fake")
class FakeGenerator(_Fake, BaseGenerator):
    """A language model that answers what it was told to, and keeps what it was asked in `calls`.

    Examples
    --------
    >>> from giskard.checks import Conformity, Interaction, Trace
    >>> model = FakeGenerator(outputs=[{"reason": "It rhymes.", "passed": True}])
    >>> trace = Trace(interactions=[Interaction(inputs="A poem!", outputs="Roses are red")])
    >>> Conformity(rule="Answer in verse.", generator=model).run_sync(trace).passed
    True
    >>> len(model.calls)
    1
    """

    outputs: list[Annotated[Any, JsonSafe]] = Field(
        description="What each call answers, in order: an object of the shape asked for or its data, an exception to "
        "raise, or a callable `(messages, output_type)`, asynchronous or not, that returns one of these."
    )
    repeat: bool = Field(default=False, description="Whether to begin again after the last one.")
    usage: Usage = Field(default=Usage(model_calls=1, cost_usd=None), description="What each call counts as.")

    _calls: list[Call] = PrivateAttr(default_factory=list[Call])

    @property
    def calls(self) -> list[Call]:
        """The calls made so far."""
        return self._calls

    @override
    async def complete[T: BaseModel](self, messages: Sequence[Message], output_type: type[T]) -> Completion[T]:
        index = len(self._calls)
        self._calls.append(Call(tuple(messages), output_type))
        if index >= len(self.outputs) and not (self.repeat and self.outputs):
            raise GenerationError(f"The FakeGenerator was told {len(self.outputs)} answers, and asked for one more.")
        answer = self.outputs[index % len(self.outputs)]
        if callable(answer) and not isinstance(answer, type):
            answer = cast("Callable[..., Any]", answer)(messages, output_type)
        if inspect.isawaitable(answer):
            answer = await answer
        if isinstance(answer, BaseException):
            raise answer
        try:
            return Completion(output_type.model_validate(answer), self.usage)
        except ValidationError as exc:
            raise GenerationError(
                f"The FakeGenerator's answer {answer!r:.200} is no {output_type.__name__}: {in_one_line(exc)}"
            ) from exc


@BaseEmbeddingModel.register("fake")
class FakeEmbeddingModel(_Fake, BaseEmbeddingModel):
    """An embedding model whose vectors are given, or count the words of a text: the more words two share, the closer.

    Examples
    --------
    >>> import asyncio
    >>> model = FakeEmbeddingModel(vectors={"yes": [1.0, 0.0], "no": [0.0, 1.0]})
    >>> asyncio.run(model.embed(["no"])), model.calls
    ([[0.0, 1.0]], [('no',)])
    """

    vectors: dict[str, list[float]] = Field(default_factory=dict, description="Vectors by text.")
    dimensions: int = Field(default=64, ge=2, description="Length of the vectors of other texts.")

    _calls: list[tuple[str, ...]] = PrivateAttr(default_factory=list[tuple[str, ...]])

    @property
    def calls(self) -> list[tuple[str, ...]]:
        """The texts of each call made so far."""
        return self._calls

    @override
    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self._calls.append(tuple(texts))
        return [self.vectors.get(text) or self._counted(text) for text in texts]

    def _counted(self, text: str) -> list[float]:
        vector = [0.0] * self.dimensions
        for word in _WORD.findall(text.casefold()) or [""]:
            digest = hashlib.sha256(word.encode("utf-8", "surrogatepass")).digest()
            vector[int.from_bytes(digest[:4]) % self.dimensions] += 1.0
        length = math.hypot(*vector)
        return [value / length for value in vector]
