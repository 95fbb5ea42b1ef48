"""Texts that mean the same."""

import math
from array import array
from typing import Any

import pytest
from pydantic import ValidationError

from giskard.checks import (
    BaseEmbeddingModel,
    Check,
    GenerationError,
    Interaction,
    PydanticAIEmbeddingModel,
    SemanticSimilarity,
    Trace,
    set_default_embedding_model,
)
from giskard.checks.testing import FakeEmbeddingModel

MODEL = FakeEmbeddingModel(
    vectors={"same": [1.0, 0.0], "near": [0.8, 0.6], "other": [0.0, 2.0], "against": [-3.0, 0.0], "none": [0.0, 0.0]}
    | {"long": [1.0, 0.0, 0.0], "wild": [math.nan, 1.0]}
)


def trace(outputs: Any = "same", **metadata: Any) -> Trace:
    return Trace(interactions=[Interaction(inputs="near", outputs=outputs, metadata=metadata)])


@pytest.mark.parametrize(
    ("text", "reference", "threshold", "status", "similarity"),
    [
        pytest.param("same", "same", 0.95, "pass", 1.0, id="the same"),
        pytest.param("same", "near", 0.95, "fail", 0.8, id="not near enough"),
        pytest.param("same", "near", 0.8, "pass", 0.8, id="just near enough"),
        pytest.param("same", "other", 0.0, "pass", 0.0, id="at right angles"),
        pytest.param("same", "against", -0.5, "fail", -1.0, id="the contrary"),
        pytest.param("same", "against", -1, "pass", -1.0, id="anything at all"),
    ],
)
async def test_judges_the_cosine(text: str, reference: str, threshold: float, status: str, similarity: float) -> None:
    check = SemanticSimilarity(reference_text=reference, threshold=threshold, embedding_model=MODEL)
    result = await check.run(trace(text))
    assert result.status.value == status
    assert result.details["similarity"] == pytest.approx(similarity)
    assert [(m.name, m.value) for m in result.metrics] == [("similarity", pytest.approx(similarity))]


class Fixed(BaseEmbeddingModel):
    given: Any

    async def embed(self, texts: Any) -> Any:
        return self.given


@pytest.mark.parametrize("number", range(1, 60))
async def test_equal_texts_reach_a_threshold_of_one_whatever_rounding_does(number: int) -> None:
    vector = [math.sin(number * k) for k in range(1, 100)]
    check = SemanticSimilarity(reference_text="same", threshold=1.0, embedding_model=Fixed(given=[vector, vector]))
    assert (await check.run(trace())).passed


@pytest.mark.parametrize(
    ("given", "status"),
    [
        pytest.param([[1e-200, 0], [1e-200, 0]], "pass", id="very small numbers"),
        pytest.param([[1e200], [1e200]], "pass", id="very large numbers"),
        pytest.param(((1, 2), (1, 2)), "pass", id="tuples of whole numbers"),
        pytest.param([array("f", [1, 2]), array("f", [1, 2])], "pass", id="arrays"),
        pytest.param([[math.inf], [1.0]], "error", id="an infinite number"),
        pytest.param([["a"], ["b"]], "error", id="texts"),
        pytest.param([None, None], "error", id="None twice"),
        pytest.param([[], []], "error", id="empty vectors"),
        pytest.param([], "error", id="no vector"),
        pytest.param([[1.0]], "error", id="one vector"),
        pytest.param([[1.0]] * 3, "error", id="three vectors"),
        pytest.param(None, "error", id="None"),
        pytest.param(3, "error", id="a number"),
    ],
)
async def test_whatever_a_model_gives_has_an_outcome(given: Any, status: str) -> None:
    result = await SemanticSimilarity(reference_text="same", embedding_model=Fixed(given=given)).run(trace())
    assert result.status.value == status, result.message


async def test_the_reference_may_be_found_in_the_trace() -> None:
    check = SemanticSimilarity(embedding_model=MODEL)
    assert (await check.run(trace("same", reference_text="same"))).passed
    elsewhere = SemanticSimilarity(reference_text_key="trace.last.inputs", threshold=0.7, embedding_model=MODEL)
    assert (await elsewhere.run(trace())).passed


@pytest.mark.parametrize(
    ("outputs", "fields", "problem"),
    [
        pytest.param("same", {"target_key": "trace.last.x"}, "No value found for target_key", id="no text"),
        pytest.param("same", {}, "No value found for reference text at", id="no reference"),
        pytest.param(["same"], {"reference_text": "same"}, "must be a single value", id="a list"),
        pytest.param({"a": 1}, {"reference_text": "same"}, "must be a single value", id="a dict"),
        pytest.param(3, {"reference_text": "same"}, "must be a string, but it is of type int", id="a number"),
        pytest.param(b"same", {"reference_text": "same"}, "must be a string", id="bytes"),
        pytest.param(" ", {"reference_text": "same"}, "target_key is blank", id="a blank text"),
        pytest.param("same", {"reference_text": ""}, "reference text is blank", id="a blank reference"),
        pytest.param(
            "same",
            {"target_key": "trace.interactions[*].outputs", "reference_text": "same"},
            "single",
            id="a path that gives a list",
        ),
        pytest.param("none", {"reference_text": "same"}, "cannot be compared", id="a vector of no length"),
        pytest.param("long", {"reference_text": "same"}, "Inputs are not the same length", id="vectors of two lengths"),
        pytest.param("wild", {"reference_text": "same"}, "cannot be compared", id="a vector with NaN"),
    ],
)
async def test_what_cannot_be_compared_is_an_error(outputs: Any, fields: dict[str, Any], problem: str) -> None:
    result = await SemanticSimilarity(embedding_model=MODEL, **fields).run(trace(outputs))
    assert result.errored
    assert problem in str(result.message)


async def test_a_model_that_fails_is_an_error() -> None:
    class Down(FakeEmbeddingModel):
        async def embed(self, texts: Any) -> Any:
            raise GenerationError("unreachable")

    result = await SemanticSimilarity(reference_text="same", embedding_model=Down()).run(trace())
    assert (result.errored, result.message) == (True, "unreachable")


@pytest.mark.parametrize("threshold", [7, 1.01, -1.5, math.nan, math.inf])
def test_a_threshold_is_a_cosine(threshold: float) -> None:
    with pytest.raises(ValidationError, match="threshold"):
        SemanticSimilarity(reference_text="same", threshold=threshold)


def test_the_model_is_named_or_the_default() -> None:
    named = SemanticSimilarity(reference_text="same", embedding_model="openai/text-embedding-3-small")
    assert named.embedding_model == PydanticAIEmbeddingModel(model="openai:text-embedding-3-small")
    assert Check.model_validate_json(named.model_dump_json()) == named
    try:
        set_default_embedding_model(MODEL)
        assert SemanticSimilarity(reference_text="same").run_sync(trace()).passed
    finally:
        set_default_embedding_model(None)
