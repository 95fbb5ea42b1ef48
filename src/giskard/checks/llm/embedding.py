"""What turns texts into vectors."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from giskard.checks.core.registry import Registered, Registry


class BaseEmbeddingModel(Registered):
    """Base of what embeds texts. Subclasses implement `embed`."""

    _registry: ClassVar[Registry] = Registry("embedding_model")

    @abstractmethod
    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Return a vector for every text, in order and all of one length.

        Raises
        ------
        GenerationError
            They could not be had; the message says why.
        """
        raise NotImplementedError
