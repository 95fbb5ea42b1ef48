"""Models as pydantic-ai reaches them: the one place that knows its classes and errors."""

import asyncio
import json
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated, Any, cast, override

from pydantic import BaseModel, Field, field_validator

from giskard.checks.core._per_loop import PerLoop
from giskard.checks.core.exceptions import GenerationError, UserError, exception_text
from giskard.checks.core.usage import Usage
from giskard.checks.llm._model_ids import ModelId, install_line, split_model_id
from giskard.checks.llm.embedding import BaseEmbeddingModel
from giskard.checks.llm.generator import BaseGenerator, Completion, Message

if TYPE_CHECKING:
    from pydantic_ai import Agent, Embedder
    from pydantic_ai.messages import ModelMessage
    from pydantic_ai.providers import Provider
    from pydantic_ai.usage import RunUsage

# By event loop, and not in the models themselves, which are configuration that is compared, copied and pickled.
_CLIENTS = PerLoop()

# What fields of the generator say.
_SETTINGS_WITH_A_FIELD = {"timeout": "timeout", "request_timeout": "timeout", "max_retries": "max_retries"}

_Timeout = Annotated[
    float, Field(gt=0, allow_inf_nan=False, description="Seconds for one request, its retries included.")
]


@BaseGenerator.register("pydantic_ai")
class PydanticAIGenerator(BaseGenerator):
    """A language model of any provider that pydantic-ai knows.

    The provider's own environment variable holds the key, `OPENAI_API_KEY` for one. It needs the extra `llm` and the
    provider's extra; without them the first call says what to type.

    Examples
    --------
    >>> from giskard.checks import PydanticAIGenerator
    >>> PydanticAIGenerator(model="openai/gpt-4.1-mini").model
    'openai:gpt-4.1-mini'
    """

    model: ModelId
    timeout: _Timeout = 120
    max_retries: int = Field(
        default=2, ge=0, description="Times that a request is sent again after a 429, a 5xx or a lost connection."
    )
    output_retries: int = Field(
        default=1, ge=0, description="Times that the model is told what is wrong with the shape of its answer."
    )
    max_concurrency: int | None = Field(default=None, ge=1, description="Most calls in flight; None for any number.")
    settings: dict[str, Any] = Field(
        default_factory=dict, description="More of pydantic-ai's model settings, such as temperature or seed."
    )

    @field_validator("settings", mode="after")
    @classmethod
    def _can_be_saved(cls, settings: dict[str, Any]) -> dict[str, Any]:
        for name, field in _SETTINGS_WITH_A_FIELD.items():
            if name in settings:
                raise ValueError(f"settings has {name!r}, which the field {field!r} says; set that.")
        try:
            json.dumps(settings, allow_nan=False)
        except (TypeError, ValueError, RecursionError) as exc:
            raise ValueError(f"settings must be what JSON can say, not {settings!r:.200}: {exc}.") from None
        return settings

    @override
    async def complete[T: BaseModel](self, messages: Sequence[Message], output_type: type[T]) -> Completion[T]:
        require(self.model)
        from pydantic_ai.usage import RunUsage  # noqa: PLC0415  an optional package

        used = RunUsage()
        with _failures_of(self.model, "gave no answer that can be used", used):
            # One for all answer types, since it counts the calls in flight.
            agent = _CLIENTS.get(("agent", self.model_dump_json()), self._agent)
            async with agent:
                run = await agent.run(message_history=_history(messages), output_type=output_type, usage=used)
            return Completion(cast("T", run.output), _usage(used))

    def _agent(self) -> "Agent[object, Any]":
        from pydantic_ai import Agent  # noqa: PLC0415  an optional package

        settings = self.settings | {"request_timeout": self.timeout, "max_retries": self.max_retries}
        return Agent(
            self.model,
            model_settings=cast("Any", settings),
            retries=self.output_retries,
            max_concurrency=self.max_concurrency,
        )


@BaseEmbeddingModel.register("pydantic_ai")
class PydanticAIEmbeddingModel(BaseEmbeddingModel):
    """An embedding model of any provider that pydantic-ai knows; it needs what `PydanticAIGenerator` needs.

    Examples
    --------
    >>> from giskard.checks import PydanticAIEmbeddingModel
    >>> PydanticAIEmbeddingModel(model="openai:text-embedding-3-small").kind
    'pydantic_ai'
    """

    model: ModelId
    timeout: _Timeout = 120

    @override
    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        require(self.model)
        with _failures_of(self.model, "gave no embeddings"):
            embedder, connection = _CLIENTS.get(("embedder", self.model), self._embedder)
            try:
                async with asyncio.timeout(self.timeout), connection:
                    result = await embedder.embed_documents(list(texts))
            except TimeoutError as exc:
                raise GenerationError(f"{self.model} did not embed within {self.timeout:g} seconds.") from exc
            return [list(vector) for vector in result.embeddings]

    def _embedder(self) -> "tuple[Embedder, Provider[Any]]":
        from pydantic_ai import Embedder  # noqa: PLC0415  an optional package
        from pydantic_ai.embeddings import infer_embedding_model  # noqa: PLC0415  an optional package
        from pydantic_ai.providers import infer_provider  # noqa: PLC0415  an optional package

        try:
            provider = infer_provider(split_model_id(self.model)[0])
            return Embedder(infer_embedding_model(self.model, provider_factory=lambda _: provider)), provider
        except ValueError as exc:
            raise UserError(f"{self.model} cannot be called: {exc}") from exc


@contextmanager
def _failures_of(model: str, problem: str, used: "RunUsage | None" = None) -> Generator[None]:
    """Raise whatever goes wrong in a call as an error of ours: a server may answer anything, also with status 200."""
    from pydantic_ai.exceptions import UserError as BadSetUpError  # noqa: PLC0415  an optional package

    try:
        yield
    except (UserError, GenerationError):
        raise
    except BadSetUpError as exc:
        raise UserError(f"{model} cannot be called: {exc}") from exc
    except ImportError as exc:
        raise missing(model) from exc
    except Exception as exc:
        raise GenerationError(f"{model} {problem}: {_cause(exc)}", None if used is None else _usage(used)) from exc


def require(model: str) -> None:
    """Refuse to go on without pydantic-ai.

    Raises
    ------
    UserError
        It is not installed; the message is the line to type.
    """
    if find_spec("pydantic_ai") is None:
        raise missing(model)


def missing(model: str) -> UserError:
    """Return the error of somebody who has not installed what calling `model` needs."""
    provider, _ = split_model_id(model)
    return UserError(f"Calling a model of {provider!r} needs packages that are not installed.", install_line(provider))


def _history(messages: Sequence[Message]) -> "list[ModelMessage]":
    from pydantic_ai import messages as m  # noqa: PLC0415  an optional package

    history: list[ModelMessage] = []
    for message in messages:
        if message.role == "assistant":
            history.append(m.ModelResponse(parts=[m.TextPart(message.content)]))
        else:
            part = m.SystemPromptPart if message.role == "system" else m.UserPromptPart
            history.append(m.ModelRequest(parts=[part(message.content)]))
    return history


def _usage(used: "RunUsage") -> Usage:
    """Return pydantic-ai's count in our terms; it takes the price from genai-prices, where that knows the model."""
    if not used.requests:
        return Usage()
    return Usage(
        model_calls=used.requests,
        input_tokens=used.input_tokens,
        output_tokens=used.output_tokens,
        cost_usd=None if used.cost is None else float(used.cost),
    )


def _cause(exc: BaseException) -> str:
    """Return the error with the one that it was raised from, which often says more."""
    cause = exc.__cause__
    return exception_text(exc) + (f" (from {exception_text(cause)})" if cause is not None else "")
