"""Models as pydantic-ai reaches them: the one place that knows its classes and errors."""

import asyncio
import weakref
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, cast, override

from pydantic import BaseModel, Field, field_validator

from giskard.checks.core.exceptions import GenerationError, UserError, exception_text
from giskard.checks.core.usage import Usage
from giskard.checks.llm._model_ids import install_line, split_model_id
from giskard.checks.llm.embedding import BaseEmbeddingModel
from giskard.checks.llm.generator import BaseGenerator, Completion, Message

if TYPE_CHECKING:
    from pydantic_ai import Agent, Embedder
    from pydantic_ai.messages import ModelMessage
    from pydantic_ai.providers import Provider
    from pydantic_ai.usage import RunUsage

# Clients by event loop: a connection of one loop is of no use in another. By loop and weakly, and not in the models
# themselves, which are configuration that is compared, copied and pickled.
_CLIENTS: "weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, dict[Any, Any]]" = weakref.WeakKeyDictionary()


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

    model: str = Field(description="`provider:name`; without a colon `provider/name`.")
    timeout: float = Field(default=120, gt=0, description="Seconds for one request, its retries included.")
    max_retries: int = Field(
        default=2, ge=0, description="Times that a request is sent again after a 429, a 5xx or a lost connection."
    )
    output_retries: int = Field(
        default=1, ge=0, description="Times that the model is told what is wrong with the shape of its answer."
    )
    max_concurrency: int | None = Field(default=None, ge=1, description="Most requests in flight; None for any number.")
    settings: dict[str, Any] = Field(
        default_factory=dict, description="More of pydantic-ai's model settings, such as temperature or seed."
    )

    @field_validator("model", mode="after")
    @classmethod
    def _normal(cls, model: str) -> str:
        return ":".join(split_model_id(model))

    @override
    async def complete[T: BaseModel](self, messages: Sequence[Message], output_type: type[T]) -> Completion[T]:
        provider, _ = split_model_id(self.model)
        require(provider)
        from pydantic_ai.exceptions import AgentRunError  # noqa: PLC0415  an optional package
        from pydantic_ai.exceptions import UserError as BadSetUpError  # noqa: PLC0415

        try:
            agent = _client(("agent", self.model_dump_json(), output_type), lambda: self._agent(output_type))
            async with agent:
                run = await agent.run(message_history=_history(messages))
        except AgentRunError as exc:
            raise GenerationError(f"{self.model} gave no answer that can be used: {_cause(exc)}") from exc
        except BadSetUpError as exc:
            raise UserError(f"{self.model} cannot be called: {exc}") from exc
        except ImportError as exc:
            raise missing(provider) from exc
        return Completion(cast("T", run.output), _usage(run.usage))

    def _agent(self, output_type: type[BaseModel]) -> "Agent[object, Any]":
        from pydantic_ai import Agent  # noqa: PLC0415  an optional package

        settings = self.settings | {"request_timeout": self.timeout, "max_retries": self.max_retries}
        return Agent(
            self.model,
            output_type=output_type,
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

    model: str = Field(description="`provider:name`; without a colon `provider/name`.")
    timeout: float = Field(default=120, gt=0, description="Seconds for one request, its retries included.")

    @field_validator("model", mode="after")
    @classmethod
    def _normal(cls, model: str) -> str:
        return ":".join(split_model_id(model))

    @override
    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        provider, _ = split_model_id(self.model)
        require(provider)
        from pydantic_ai.exceptions import AgentRunError  # noqa: PLC0415  an optional package
        from pydantic_ai.exceptions import UserError as BadSetUpError  # noqa: PLC0415

        try:
            embedder, connection = _client(("embedder", self.model), self._embedder)
            async with asyncio.timeout(self.timeout), connection:
                result = await embedder.embed_documents(list(texts))
        except TimeoutError as exc:
            raise GenerationError(f"{self.model} did not embed within {self.timeout:g} seconds.") from exc
        except AgentRunError as exc:
            raise GenerationError(f"{self.model} gave no embeddings: {_cause(exc)}") from exc
        except BadSetUpError as exc:
            raise UserError(f"{self.model} cannot be called: {exc}") from exc
        except ImportError as exc:
            raise missing(provider) from exc
        return [list(vector) for vector in result.embeddings]

    def _embedder(self) -> "tuple[Embedder, Provider[Any]]":
        from pydantic_ai import Embedder  # noqa: PLC0415  an optional package
        from pydantic_ai.embeddings import infer_embedding_model  # noqa: PLC0415
        from pydantic_ai.providers import infer_provider  # noqa: PLC0415

        provider = infer_provider(split_model_id(self.model)[0])
        return Embedder(infer_embedding_model(self.model, provider_factory=lambda _: provider)), provider


def require(provider: str) -> None:
    """Refuse to go on without pydantic-ai.

    Raises
    ------
    UserError
        It is not installed; the message is the line to type.
    """
    if find_spec("pydantic_ai") is None:
        raise missing(provider)


def missing(provider: str) -> UserError:
    """Return the error of somebody who has not installed what calling a model of `provider` needs."""
    return UserError(f"Calling a model of {provider!r} needs packages that are not installed.", install_line(provider))


def _client(key: tuple[Any, ...], make: Callable[[], Any]) -> Any:
    """Return the client that the running loop has for `key`, made when there is none."""
    clients = _CLIENTS.setdefault(asyncio.get_running_loop(), {})
    if key not in clients:
        clients[key] = make()
    return clients[key]


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
