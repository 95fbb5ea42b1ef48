"""A language model writes the inputs."""

from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from giskard.checks import (
    GenerationError,
    InputGenerationException,
    InputGenerator,
    LLMGenerator,
    Scenario,
    ScenarioResult,
    Trace,
    Usage,
    register_prompts,
)
from giskard.checks.testing import FakeGenerator

USAGE = Usage(model_calls=1, input_tokens=10, output_tokens=2, cost_usd=0.5)


def says(*answers: Any) -> FakeGenerator:
    return FakeGenerator(outputs=list(answers), usage=USAGE)


def message(text: Any, *, done: bool = False) -> dict[str, Any]:
    return {"goal_reached": done, "message": text}


def echo(inputs: Any) -> Any:
    return f"you said {inputs}"


def run(generator: InputGenerator, target: Any = echo, **options: Any) -> ScenarioResult:
    return Scenario("s").interact(generator).run_sync(target, **options)


def inputs(result: ScenarioResult) -> list[Any]:
    return [turn.inputs for turn in result.final_trace.interactions]


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        pytest.param([message("a"), message("b"), message("c")], ["a", "b", "c"], id="as many as allowed"),
        pytest.param([message("a"), message("b", done=True)], ["a", "b"], id="a last word with the goal reached"),
        pytest.param([message("a"), message(None, done=True)], ["a"], id="no last word"),
        pytest.param([message("a"), message(" ", done=True)], ["a"], id="a blank last word"),
    ],
)
def test_messages_are_sent_until_the_goal_is_reached(answers: list[Any], expected: list[str]) -> None:
    assert inputs(run(LLMGenerator(prompt="Ask.", generator=says(*answers)))) == expected


def test_each_turn_notes_what_came_of_it_and_the_result_what_it_used() -> None:
    result = run(LLMGenerator(prompt="Ask.", generator=says(message("a"), message("b", done=True))))
    noted = [turn.metadata["input_generator"] for turn in result.final_trace.interactions]
    assert [(note["kind"], note["step"], note["goal_reached"]) for note in noted] == [
        ("llm_generator", 1, False),
        ("llm_generator", 2, True),
    ]
    assert result.usage == USAGE + USAGE


def test_the_model_sees_the_conversation_so_far() -> None:
    model = says(message("a"), message("b", done=True))
    run(LLMGenerator(prompt="Ask {{ nothing }}.", generator=model))
    first, second = (call.messages[1].content for call in model.calls)
    assert "<task>Ask {{ nothing }}.</task>" in first
    assert "write the first message" in first
    assert "<user>a</user>\nAgent: <agent>you said a</agent>" in second


@pytest.mark.parametrize(
    ("failure", "told"),
    [
        pytest.param(GenerationError("refused"), "refused", id="a refusal"),
        pytest.param(message(""), "empty although", id="an empty message"),
        pytest.param(
            {"goal_reached": False, "message": "x", "schema_issue": "no field fits"}, "no field fits", id="a shape"
        ),
    ],
)
def test_what_cannot_be_sent_is_asked_for_again_with_the_reason(failure: Any, told: str) -> None:
    model = says(failure, message("a", done=True))
    assert inputs(run(LLMGenerator(prompt="Ask.", generator=model))) == ["a"]
    assert told in model.calls[1].messages[1].content


def test_attempts_that_came_to_nothing_are_counted() -> None:
    model = says(GenerationError("refused", USAGE), message(""), message("a", done=True))
    assert run(LLMGenerator(prompt="Ask.", generator=model)).usage == USAGE + USAGE + USAGE


def test_after_the_last_attempt_the_error_names_the_turn_and_the_attempts() -> None:
    model = says(message("a"), *[GenerationError("policy")] * 3)
    with pytest.raises(InputGenerationException, match="turn 2 after 3 attempts: policy"):
        run(LLMGenerator(prompt="Ask.", generator=model))
    model = says(message("a"), *[GenerationError("policy")] * 3)
    result = run(LLMGenerator(prompt="Ask.", generator=model), return_exception=True)
    assert result.steps[0].error is not None
    assert result.steps[0].error.phase == "inputs"
    assert inputs(result) == ["a"]


def test_the_first_word_is_the_last_one_when_nothing_is_said() -> None:
    result = run(LLMGenerator(prompt="Ask.", generator=says(message(None, done=True))), return_exception=True)
    assert result.errored


def test_what_was_used_is_counted_when_no_message_came_of_it_or_the_target_failed() -> None:
    def fails(inputs: str) -> str:
        raise RuntimeError("down")

    model = says(message("a"), message(""), message(""), message(""))
    silent = run(LLMGenerator(prompt="Ask.", generator=model), return_exception=True)
    assert (silent.usage.model_calls, len(model.calls)) == (4, 4)
    quiet = run(LLMGenerator(prompt="Ask.", generator=says(message("a"), message(None, done=True))))
    assert quiet.usage == USAGE + USAGE
    model = says(message("a"))
    broken = run(LLMGenerator(prompt="Ask.", generator=model), fails, return_exception=True)
    assert broken.usage == USAGE
    for result in (silent, quiet, broken):
        assert ScenarioResult.model_validate_json(result.model_dump_json()).usage == result.usage


class Question(BaseModel):
    text: str
    language: str = "en"


def test_messages_have_the_type_that_the_target_takes() -> None:
    def target(inputs: Question) -> str:
        return inputs.text

    model = says(message({"text": "a"}, done=True))
    result = run(LLMGenerator(prompt="Ask.", generator=model), target)
    assert inputs(result) == [Question(text="a")]
    assert result.final_trace.last.outputs == "a"
    with pytest.raises(InputGenerationException, match="text"):
        run(LLMGenerator(prompt="Ask.", generator=says(message({"txt": "a"})), max_retries=0), target)


class Empty(FakeGenerator):
    def __len__(self) -> int:
        return 0


def test_a_generator_that_is_falsy_is_asked_too() -> None:
    assert inputs(run(LLMGenerator(prompt="Ask.", generator=Empty(outputs=[message("a", done=True)])))) == ["a"]


def test_a_target_that_takes_the_trace_alone_is_sent_text() -> None:
    def target(trace: Trace) -> str:
        return f"{len(trace.interactions)} turns"

    assert inputs(run(LLMGenerator(prompt="Ask.", generator=says(message("a", done=True))), target)) == ["a"]


def test_a_prompt_may_be_a_template(tmp_path: Path) -> None:
    trace = Trace(annotations={"persona": "a <pirate>"})
    expected = "<task>You are <data>a &#60;pirate&#62;</data>.</task>"
    prompt = "You are {{ trace.annotations.persona }}."
    assert LLMGenerator(prompt=prompt, as_template=True).task(trace) == expected
    (tmp_path / "mine.j2").write_text(prompt)
    register_prompts("test_llm_generator", tmp_path)
    assert LLMGenerator(prompt_path="test_llm_generator::mine.j2").task(trace) == expected


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({}, "none was"),
        ({"prompt": "a", "prompt_path": "a::b"}, "not both"),
        ({"prompt": ""}, "is blank"),
        ({"prompt_path": "b"}, "package::path"),
        ({"prompt": "a", "max_steps": 0}, "max_steps"),
        ({"prompt": "a", "max_retries": -1}, "max_retries"),
    ],
)
def test_wrong_fields_are_refused(fields: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValidationError, match=problem):
        LLMGenerator(**fields)


def test_it_is_saved_and_loaded_within_a_scenario() -> None:
    generator = LLMGenerator(prompt="Ask.", generator="openai:gpt-4.1")
    saved = Scenario("s").interact(generator, "a").model_dump(mode="json")
    assert Scenario.model_validate(saved).steps[0].interacts[0].inputs == generator  # type: ignore[attr-defined]
