"""The types of fields that hold a model, by its name or as an object."""

from typing import Annotated, Any

from pydantic import BeforeValidator, SerializeAsAny

from giskard.checks.llm._pydantic_ai import PydanticAIEmbeddingModel, PydanticAIGenerator
from giskard.checks.llm.embedding import BaseEmbeddingModel
from giskard.checks.llm.generator import BaseGenerator


def _generator(value: Any) -> Any:
    return PydanticAIGenerator(model=value) if isinstance(value, str) else value


def _embedding_model(value: Any) -> Any:
    return PydanticAIEmbeddingModel(model=value) if isinstance(value, str) else value


GeneratorField = Annotated[SerializeAsAny[BaseGenerator] | None, BeforeValidator(_generator)]
"""Holds a language model, or None for the one that the settings name; takes a model's name too."""

EmbeddingModelField = Annotated[SerializeAsAny[BaseEmbeddingModel] | None, BeforeValidator(_embedding_model)]
"""Holds an embedding model, or None for the one that the settings name; takes a model's name too."""
