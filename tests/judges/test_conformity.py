"""Whether the agent keeps a rule."""

import pytest
from pydantic import ValidationError

from giskard.checks import Conformity, Interaction, Trace
from tests.judges.conftest import Asked

TRACE = Trace(interactions=[Interaction(inputs="a", outputs="b"), Interaction(inputs="c", outputs={"d": 1})])


async def test_asks_about_every_turn(ask: Asked, verdict: tuple[bool, str]) -> None:
    result, prompt = await ask(Conformity(rule="Be brief {{ no template }}."), TRACE, passed=verdict[0])
    assert result.status.value == verdict[1]
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
