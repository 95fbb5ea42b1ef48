"""A judge with a prompt of the user's own."""

from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from giskard.checks import Interaction, LLMJudge, Trace, register_prompts
from tests.judges.conftest import Asked

TRACE = Trace(interactions=[Interaction(inputs="a", outputs={"text": "b"})])


@pytest.mark.parametrize(("passed", "status"), [(True, "pass"), (False, "fail")], ids=["met", "not met"])
async def test_asks_what_the_prompt_says(ask: Asked, passed: bool, status: str) -> None:
    result, prompt = await ask(LLMJudge(prompt="Is {{ trace.last.outputs.text }} a letter?"), TRACE, passed=passed)
    assert (result.status.value, result.message) == (status, "because")
    assert prompt == "Is <data>b</data> a letter?"


async def test_a_prompt_may_be_a_file(ask: Asked, tmp_path: Path) -> None:
    (tmp_path / "mine.j2").write_text("{{ trace.last.inputs }}?")
    register_prompts("test_llm_judge", tmp_path)
    _, prompt = await ask(LLMJudge(prompt_path="test_llm_judge::mine.j2"), TRACE)
    assert prompt == "<data>a</data>?"


@pytest.mark.parametrize("outputs", ["", None, " ", {"a": ""}, [], "\u200b"], ids=ascii)
async def test_a_prompt_that_shows_nothing_is_an_error(ask: Asked, outputs: Any) -> None:
    trace = Trace(interactions=[Interaction(inputs="a", outputs=outputs)])
    result, prompt = await ask(LLMJudge(prompt="Kind? {{ trace.last.outputs }}"), trace)
    assert (result.errored, prompt) == (True, None)
    assert "All that the prompt shows is blank" in str(result.message)
    assert (await ask(LLMJudge(prompt="Kind? {{ trace.last.inputs }} {{ trace.last.outputs }}"), trace))[0].passed


async def test_a_trace_without_turns_is_an_error(ask: Asked) -> None:
    result, prompt = await ask(LLMJudge(prompt="Is it nice?"), Trace())
    assert (result.errored, prompt) == (True, None)


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        pytest.param({}, "Exactly one of 'prompt' and 'prompt_path' must be given, none was", id="neither"),
        pytest.param({"prompt": "a", "prompt_path": "a::b"}, "must be given, not both", id="both"),
        pytest.param({"prompt": " "}, "is blank", id="a blank prompt"),
        pytest.param({"prompt_path": "b.j2"}, "package::path", id="no reference"),
    ],
)
def test_there_is_exactly_one_prompt(fields: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValidationError, match=problem):
        LLMJudge(**fields)


async def test_a_missing_template_is_an_error(ask: Asked) -> None:
    result, prompt = await ask(LLMJudge(prompt_path="giskard.checks::nope.j2"), TRACE)
    assert (result.errored, prompt) == (True, None)
    assert "giskard.checks::nope.j2" in str(result.message)
