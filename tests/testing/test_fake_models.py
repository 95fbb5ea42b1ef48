"""The stand-ins for models that we ship."""

from typing import Any

import pytest

from giskard.checks import (
    BaseEmbeddingModel,
    BaseGenerator,
    Conformity,
    GenerationError,
    LLMCheckResult,
    Message,
    Scenario,
    Usage,
)
from giskard.checks.testing import Call, FakeEmbeddingModel, FakeGenerator

YES, NO = {"reason": "r", "passed": True}, {"reason": "r", "passed": False}
ASKED = [Message("user", "?")]


async def later(messages: Any, output_type: Any) -> Any:
    return YES


@pytest.mark.parametrize(
    "output",
    [
        pytest.param(YES, id="data"),
        pytest.param(LLMCheckResult(reason="r", passed=True), id="an object"),
        pytest.param(lambda messages, output_type: output_type(reason=messages[0].role, passed=True), id="a callable"),
        pytest.param(lambda messages, output_type: YES, id="a callable that gives data"),
        pytest.param(later, id="an asynchronous callable"),
    ],
)
async def test_answers_what_it_was_told(output: Any) -> None:
    model = FakeGenerator(outputs=[output], usage=Usage(model_calls=1, input_tokens=3))
    completion = await model.complete(ASKED, LLMCheckResult)
    assert completion.output.passed
    assert completion.usage.input_tokens == 3
    assert model.calls == [Call(tuple(ASKED), LLMCheckResult)]


@pytest.mark.parametrize(
    ("outputs", "problem"),
    [
        pytest.param([GenerationError("refused")], "refused", id="an exception"),
        pytest.param([lambda messages, output_type: GenerationError("later")], "later", id="a callable that gives one"),
        pytest.param([{"passed": True}], "is no LLMCheckResult: reason: Field required", id="data of another shape"),
        pytest.param([], "was told 0 answers, and asked for one more", id="nothing"),
    ],
)
async def test_what_it_cannot_answer_is_an_error(outputs: list[Any], problem: str) -> None:
    with pytest.raises(GenerationError, match=problem):
        await FakeGenerator(outputs=outputs).complete(ASKED, LLMCheckResult)


async def test_may_begin_again() -> None:
    model = FakeGenerator(outputs=[YES, NO], repeat=True)
    answers = [(await model.complete(ASKED, LLMCheckResult)).output.passed for _ in range(5)]
    assert answers == [True, False, True, False, True]


async def test_embeds_texts_with_shared_words_closer() -> None:
    model = FakeEmbeddingModel()
    first, near, far, blank = await model.embed(["we open at nine", "we open at ten", "penguins swim", ""])
    assert sum(a * b for a, b in zip(first, near, strict=True)) > sum(a * b for a, b in zip(first, far, strict=True))
    assert len(first) == len(blank) == 64
    assert model.calls == [("we open at nine", "we open at ten", "penguins swim", "")]


@pytest.mark.parametrize(
    "output",
    [ValueError("x"), ValueError, later, object(), LLMCheckResult(reason="r", passed=True)],
    ids=["an exception", "a class of exceptions", "a callable", "an object", "an answer"],
)
def test_a_scenario_with_one_is_saved_whatever_it_answers(output: Any) -> None:
    judge = Conformity(rule="r", generator=FakeGenerator(outputs=[output]))
    saved = Scenario("s").interact("a", "b").check(judge).model_dump_json()
    assert Scenario.model_validate_json(saved).model_dump_json() == saved


async def test_both_are_saved_and_loaded_and_stay_equal_when_they_were_asked() -> None:
    generator, embedder = FakeGenerator(outputs=[YES]), FakeEmbeddingModel(vectors={"a": [1.0, 0.0]})
    await generator.complete(ASKED, LLMCheckResult)
    await embedder.embed(["a"])
    assert generator != FakeGenerator(outputs=[NO])
    assert generator != embedder
    assert BaseGenerator.model_validate_json(generator.model_dump_json()) == generator
    assert BaseEmbeddingModel.model_validate_json(embedder.model_dump_json()) == embedder


async def test_a_body_that_calls_the_base_says_that_there_is_nothing() -> None:
    class Lazy(BaseGenerator):
        async def complete(self, messages: Any, output_type: Any) -> Any:
            return await super().complete(messages, output_type)  # type: ignore[safe-super]

    class LazyEmbedder(BaseEmbeddingModel):
        async def embed(self, texts: Any) -> Any:
            return await super().embed(texts)  # type: ignore[safe-super]

    with pytest.raises(NotImplementedError):
        await Lazy().complete(ASKED, LLMCheckResult)
    with pytest.raises(NotImplementedError):
        await LazyEmbedder().embed(["a"])
