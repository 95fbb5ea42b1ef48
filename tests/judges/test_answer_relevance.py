"""Whether an answer is about its question."""

import pytest

from giskard.checks import AnswerRelevance, Interaction, Trace
from tests.judges.conftest import Asked

TRACE = Trace(
    interactions=[Interaction(inputs="first?", outputs="first!"), Interaction(inputs="second?", outputs="second!")]
)


@pytest.mark.parametrize(("passed", "status"), [(True, "pass"), (False, "fail")], ids=["met", "not met"])
async def test_asks_about_the_last_turn_with_those_before_it(ask: Asked, passed: bool, status: str) -> None:
    result, prompt = await ask(AnswerRelevance(), TRACE, passed=passed)
    assert result.status.value == status
    text = str(prompt)
    assert "<question>second?</question>" in text
    assert "<answer>second!</answer>" in text
    assert "<agent>first!</agent>" in text
    assert "<agent>second!</agent>" not in text


@pytest.mark.parametrize(
    ("judge", "there", "absent"),
    [
        pytest.param(AnswerRelevance(include_history=False), "second!", "first!", id="without the turns before"),
        pytest.param(AnswerRelevance(question="mine?"), "<question>mine?", "second?</question>", id="a question"),
        pytest.param(AnswerRelevance(answer="mine!"), "<answer>mine!", "second!</answer>", id="an answer"),
        pytest.param(AnswerRelevance(context=["a", "b"]), "<purpose>a\nb</purpose>", "<context>", id="a purpose"),
        pytest.param(AnswerRelevance(), "<question>", "<purpose>", id="without a purpose"),
    ],
)
async def test_the_prompt_holds_what_was_asked_for(ask: Asked, judge: AnswerRelevance, there: str, absent: str) -> None:
    _, prompt = await ask(judge, TRACE)
    assert there in str(prompt)
    assert absent not in str(prompt)


@pytest.mark.parametrize(
    ("judge", "problem"),
    [
        (AnswerRelevance(question_key="trace.last.x"), "No value found for question key"),
        (AnswerRelevance(target_key="trace.last.x"), "No value found for answer key"),
        (AnswerRelevance(question=" "), "value of question is blank"),
        (AnswerRelevance(context=" "), "value of context is blank"),
    ],
)
async def test_what_cannot_be_judged_is_an_error_and_asks_nobody(
    ask: Asked, judge: AnswerRelevance, problem: str
) -> None:
    result, prompt = await ask(judge, TRACE)
    assert (result.errored, prompt) == (True, None)
    assert problem in str(result.message)
