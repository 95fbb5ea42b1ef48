"""Comparing what two texts mean, by the vectors of an embedding model."""

import math
from collections.abc import Collection
from typing import Any, cast, override

from pydantic import Field

from giskard.checks.core.check import Check
from giskard.checks.core.exceptions import GenerationError, exception_name
from giskard.checks.core.extraction import JSONPathStr, provided_or_resolve, resolve
from giskard.checks.core.fields import brief, unusable
from giskard.checks.core.interaction.trace import TraceType
from giskard.checks.core.result import CheckResult, Metric
from giskard.checks.core.types import MISSING
from giskard.checks.core.typevars import InputType, OutputType
from giskard.checks.llm._defaults import defaults
from giskard.checks.llm.model_fields import EmbeddingModelField

# Floating-point arithmetic may miss the 1 of equal texts by this much.
_ROUNDING = 1e-9


@Check.register("semantic_similarity")
class SemanticSimilarity(Check[InputType, OutputType, TraceType]):
    """Passes when a text means about the same as a reference: when the cosine of their vectors reaches a threshold.

    A path without a match, a blank text, anything but a text, and a model that cannot be reached are ERROR. How close
    is close depends on the model: look at the similarities of a few texts of yours before setting the threshold.

    Examples
    --------
    >>> from giskard.checks import Interaction, SemanticSimilarity, Trace
    >>> from giskard.checks.testing import FakeEmbeddingModel
    >>> trace = Trace(interactions=[Interaction(inputs="Open?", outputs="We open at nine.")])
    >>> check = SemanticSimilarity(
    ...     reference_text="We open at ten.", threshold=0.7, embedding_model=FakeEmbeddingModel()
    ... )
    >>> check.run_sync(trace).passed
    True
    """

    target_key: JSONPathStr = Field(default="trace.last.outputs", description="Path to the text under test.")
    reference_text: str | MISSING = Field(
        default=MISSING, description="The reference itself; given, it goes before reference_text_key."
    )
    reference_text_key: JSONPathStr = Field(
        default="trace.last.metadata.reference_text", description="Path to the reference."
    )
    threshold: float = Field(
        default=0.95, ge=-1, le=1, allow_inf_nan=False, description="Least cosine similarity, from -1 to 1."
    )
    embedding_model: EmbeddingModelField = Field(
        default=None, description="The embedding model, or its name; None for the one that the settings name."
    )

    @override
    async def run(self, trace: TraceType) -> CheckResult:
        text = resolve(trace, self.target_key)
        reference = provided_or_resolve(trace, key=self.reference_text_key, value=self.reference_text)
        problem = _unusable("target_key", text) or _unusable("reference text", reference)
        if problem:
            return problem
        model = self.embedding_model if self.embedding_model is not None else defaults.embedding_model()
        texts = [str.__str__(text), str.__str__(reference)]
        try:
            similarity = _similarity(await model.embed(texts))
        except (GenerationError, _NoAngleError) as exc:
            return CheckResult.error(message=str(exc), details={"exception_type": exception_name(exc.__cause__ or exc)})
        details = {"similarity": similarity, "threshold": self.threshold, "reference_text": reference}
        metrics = [Metric(name="similarity", value=similarity)]
        sentence = f"The similarity {similarity:.3f} of {brief(text)} to {brief(reference)}"
        if similarity >= self.threshold - _ROUNDING:
            return CheckResult.success(
                message=f"{sentence} reaches {self.threshold:g}.", metrics=metrics, details=details
            )
        return CheckResult.failure(message=f"{sentence} is below {self.threshold:g}.", metrics=metrics, details=details)


def _unusable(name: str, value: Any) -> CheckResult | None:
    if isinstance(value, Collection) and not isinstance(value, str | bytes):
        what = f"{type(value).__name__}: {brief(value)}"  # pyright: ignore[reportUnknownArgumentType]  of anything
        return CheckResult.error(message=f"The value of {name} must be a single value, a string, not {what}.")
    problem = unusable(name, value, str)
    if problem is None and not str.strip(cast("str", value)):
        return CheckResult.error(message=f"The value of {name} is blank, so there is nothing to compare.")
    return problem


class _NoAngleError(Exception):
    """The vectors that a model gave cannot be compared."""


def _similarity(vectors: Any) -> float:
    """Return the cosine of the angle between the two vectors that an embedding model gave."""
    try:
        texts, count = 2, len(vectors)
        if count != texts:
            raise _NoAngleError(f"The embedding model gave {count} vectors for {texts} texts.")
        first, second = map(_of_length_one, vectors)
        cosine = math.sumprod(first, second)
    except (TypeError, ValueError, OverflowError, ZeroDivisionError) as exc:
        raise _NoAngleError(
            f"The embedding model gave vectors that cannot be compared: {brief(vectors)} ({exc})."
        ) from exc
    if not math.isfinite(cosine):
        raise _NoAngleError(f"The embedding model gave vectors that cannot be compared: {brief(vectors)} (NaN).")
    return max(-1.0, min(1.0, cosine))


def _of_length_one(vector: Any) -> list[float]:
    # Scaled before it is measured, so that neither very small nor very large numbers lose it.
    numbers = [float(number) for number in vector]
    scale = max(map(abs, numbers))
    numbers = [number / scale for number in numbers]
    length = math.hypot(*numbers)
    return [number / length for number in numbers]
