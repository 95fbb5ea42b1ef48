"""Whether the agent keeps a rule."""

import pytest
from pydantic import ValidationError

from giskard.checks import Conformity, Interaction, Trace
from tests.judges.conftest import Asked

TRACE = Trace(interactions=[Interaction(inputs="a", outputs="b"), Interaction(inputs="c", outputs={"d": 1})])


@pytest.mark.parametrize(("passed", "status"), [(True, "pass"), (False, "fail")], ids=["met", "not met"])
async def test_asks_about_every_turn(ask: Asked, passed: bool, status: str) -> None:
    result, prompt = await ask(Conformity(rule="Be brief {{ no template }}."), TRACE, passed=passed)
    assert result.status.value == status
    assert prompt is not None
    assert "<rule>Be brief {{ no template }}.</rule>" in prompt
    assert "Turn 1\nUser: <user>a</user>\nAgent: <agent>b</agent>\nTurn 2\nUser: <user>c</user>" in prompt


async def test_a_trace_without_turns_is_an_error(ask: Asked) -> None:
    result, prompt = await ask(Conformity(rule="r"), Trace())
    assert (result.errored, prompt) == (True, None)


@pytest.mark.parametrize("rule", ["", " \n"])
def test_a_rule_says_something(rule: str) -> None:
    with pytest.raises(ValidationError, match="is blank"):
        Conformity(rule=rule)
