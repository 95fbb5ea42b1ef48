"""An answer held against its context: contradiction."""

from typing import Any

import pytest

from giskard.checks import Contradiction, Interaction, Trace
from tests.judges.conftest import Asked


def trace(context: Any = "Parcels take ten days.", outputs: Any = "Two days.") -> Trace:
    return Trace(interactions=[Interaction(inputs="When?", outputs=outputs, metadata={"context": context})])


@pytest.mark.parametrize(("passed", "status"), [(True, "pass"), (False, "fail")], ids=["met", "not met"])
async def test_asks_about_the_last_answer_and_its_context(ask: Asked, passed: bool, status: str) -> None:
    result, prompt = await ask(Contradiction(), trace(), passed=passed)
    assert result.status.value == status
    assert "<context>Parcels take ten days.</context>" in str(prompt)
    assert "<answer>Two days.</answer>" in str(prompt)


@pytest.mark.parametrize(
    ("judge", "shown"),
    [
        pytest.param(Contradiction(answer="given"), "<answer>given</answer>", id="the answer itself"),
        pytest.param(Contradiction(context="given"), "<context>given</context>", id="the context itself"),
        pytest.param(Contradiction(context=["a", "b"]), "<context>a\nb</context>", id="a context of several texts"),
        pytest.param(
            Contradiction(target_key="trace.last.inputs"), "<answer>When?</answer>", id="a path to the answer"
        ),
        pytest.param(
            Contradiction(context_key="trace.last.inputs"), "<context>When?</context>", id="a path to the context"
        ),
        pytest.param(
            Contradiction(context_key="trace.interactions[*].inputs"),
            "<context>When?</context>",
            id="a path that gives a list",
        ),
    ],
)
async def test_what_is_given_goes_before_what_is_found(ask: Asked, judge: Contradiction, shown: str) -> None:
    result, prompt = await ask(judge, trace())
    assert result.passed
    assert shown in str(prompt)


@pytest.mark.parametrize(
    ("judge", "of", "problem"),
    [
        pytest.param(
            Contradiction(target_key="trace.last.x"), trace(), "No value found for answer key", id="no answer"
        ),
        pytest.param(
            Contradiction(context_key="trace.last.x"), trace(), "No value found for context key", id="no context"
        ),
        pytest.param(Contradiction(), trace(outputs=" "), "value of answer is blank", id="a blank answer"),
        pytest.param(Contradiction(), trace(outputs=None), "value of answer is blank", id="None as answer"),
        pytest.param(Contradiction(), trace(context=" "), "value of context is blank", id="a blank context"),
        pytest.param(Contradiction(), trace(context=[]), "value of context is blank", id="an empty list"),
        pytest.param(Contradiction(), trace(context=["", " "]), "value of context is blank", id="a list of blanks"),
        pytest.param(
            Contradiction(), trace(context=[{"text": "a"}]), "must be a string or a list", id="a list of dicts"
        ),
        pytest.param(Contradiction(), trace(context={"a": 1}), "must be a string or a list of strings", id="a dict"),
        pytest.param(Contradiction(), trace(context=3), "must be a string or a list of strings", id="a number"),
    ],
)
async def test_what_cannot_be_judged_is_an_error_and_asks_nobody(
    ask: Asked, judge: Contradiction, of: Trace, problem: str
) -> None:
    result, prompt = await ask(judge, of)
    assert (result.errored, prompt) == (True, None)
    assert problem in str(result.message)
