"""The models that serve where none is named: a slot, which the settings fill."""

from collections.abc import Callable
from dataclasses import dataclass

from giskard.checks.core.exceptions import UserError
from giskard.checks.llm.embedding import BaseEmbeddingModel
from giskard.checks.llm.generator import BaseGenerator


def _no_generator() -> BaseGenerator:
    raise UserError("No language model is set.", "Import giskard.checks, which reads the settings.")


def _no_embedding_model() -> BaseEmbeddingModel:
    raise UserError("No embedding model is set.", "Import giskard.checks, which reads the settings.")


@dataclass
class Defaults:
    """How to find the defaults, asked each time one is needed."""

    generator: Callable[[], BaseGenerator] = _no_generator
    embedding_model: Callable[[], BaseEmbeddingModel] = _no_embedding_model


defaults = Defaults()
