"""Whether the agent keeps a rule."""

from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from giskard.checks import Conformity, Interaction, Trace
from tests.judges.conftest import Asked


class Answer(BaseModel):
    text: str = ""


TRACE = Trace(interactions=[Interaction(inputs="a", outputs="b"), Interaction(inputs="c", outputs={"d": 1})])


@pytest.mark.parametrize(("passed", "status"), [(True, "pass"), (False, "fail")], ids=["met", "not met"])
async def test_asks_about_every_turn(ask: Asked, passed: bool, status: str) -> None:
    result, prompt = await ask(Conformity(rule="Be brief {{ no template }}."), TRACE, passed=passed)
    assert result.status.value == status
    assert prompt is not None
    assert "<rule>Be brief {{ no template }}.</rule>" in prompt
    assert "Turn 1\nUser: <user>a</user>\nAgent: <agent>b</agent>\nTurn 2\nUser: <user>c</user>" in prompt


@pytest.mark.parametrize(
    "outputs",
    [[], [""], [None, {"text": " "}], [Answer()]],
    ids=["no turn", "a blank answer", "blank answers", "a blank object"],
)
async def test_an_agent_that_said_nothing_is_an_error(ask: Asked, outputs: list[Any]) -> None:
    trace = Trace(interactions=[Interaction(inputs="a", outputs=output) for output in outputs])
    result, prompt = await ask(Conformity(rule="r"), trace)
    assert (result.errored, prompt) == (True, None)
    assert "said nothing" in str(result.message)


async def test_one_answer_is_enough_to_be_judged(ask: Asked) -> None:
    trace = Trace(interactions=[Interaction(inputs="a", outputs=""), Interaction(inputs="b", outputs="c")])
    assert (await ask(Conformity(rule="r"), trace))[0].passed


@pytest.mark.parametrize("rule", ["", " \n", "\u200b"])
def test_a_rule_says_something(rule: str) -> None:
    with pytest.raises(ValidationError, match="is blank"):
        Conformity(rule=rule)
