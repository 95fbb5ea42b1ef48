"""What all judges have in common."""

import pickle
from collections.abc import Mapping
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from giskard.checks import (
    BaseLLMCheck,
    Check,
    CheckResult,
    Conformity,
    GenerationError,
    Groundedness,
    Interaction,
    LLMCheckResult,
    PydanticAIGenerator,
    Scenario,
    Suite,
    Trace,
    Usage,
    UserError,
    set_default_generator,
)
from giskard.checks.testing import FakeGenerator

TRACE = Trace(interactions=[Interaction(inputs="Hi", outputs="Hello!", metadata={"context": "c"})])


def says(*passed: bool, **fields: Any) -> FakeGenerator:
    return FakeGenerator(outputs=[{"reason": f"reason {i}", "passed": p} for i, p in enumerate(passed)], **fields)


class Score(BaseModel):
    score: int


@Check.register("test_scored")
class Scored(BaseLLMCheck):
    """A judge with an answer of its own shape."""

    least: int = 5

    @property
    def output_type(self) -> type[BaseModel]:
        return Score

    def get_prompt(self) -> str:
        return "Score {{ text }}"

    async def get_inputs(self, trace: Trace) -> Mapping[str, Any] | CheckResult:
        return {"text": trace.last.outputs if trace.last else None}

    async def handle_output(self, output: Score, inputs: Mapping[str, Any], trace: Trace) -> CheckResult:
        if output.score < 0:
            return CheckResult.error(message=f"{inputs['text']} cannot be scored")
        result = CheckResult.success if output.score >= self.least else CheckResult.failure
        return result(message=f"score {output.score}", details={"score": output.score})


@pytest.mark.parametrize(
    ("score", "status", "message"),
    [(7, "pass", "score 7"), (3, "fail", "score 3"), (-1, "error", "Hello! cannot be scored")],
)
async def test_a_judge_may_ask_for_an_answer_of_its_own_shape(score: int, status: str, message: str) -> None:
    model = FakeGenerator(outputs=[{"score": score}])
    result = await Scored(generator=model).run(TRACE)
    assert (result.status.value, result.message) == (status, message)
    assert model.calls[0].output_type is Score


@pytest.mark.parametrize(
    ("answers", "status", "message", "split"),
    [
        pytest.param([True, True, False], "pass", "reason 0", (2, 1), id="two of three"),
        pytest.param([False, True, False], "fail", "reason 0", (1, 2), id="one of three"),
        pytest.param([True] * 5, "pass", "reason 0", (5, 0), id="all of five"),
        pytest.param([False, True, True], "pass", "reason 1", (2, 1), id="the reason is one of the majority"),
    ],
)
async def test_the_majority_of_votes_decides_and_the_split_is_a_metric(
    answers: list[bool], status: str, message: str, split: tuple[int, int]
) -> None:
    result = await Conformity(rule="r", votes=len(answers), generator=says(*answers)).run(TRACE)
    metrics = {metric.name: metric.value for metric in result.metrics}
    assert (result.status.value, result.message) == (status, message)
    assert (metrics["votes_passed"], metrics["votes_failed"]) == split
    assert [vote["message"] for vote in result.details["votes"]] == [f"reason {i}" for i in range(len(answers))]
    assert metrics["model_calls"] == len(answers)


async def test_a_vote_that_is_no_verdict_decides() -> None:
    model = FakeGenerator(outputs=[{"score": 7}, {"score": -1}, {"score": 8}])
    assert (await Scored(generator=model, votes=3).run(TRACE)).errored


async def test_a_call_that_fails_is_an_error_that_keeps_what_was_used() -> None:
    usage = Usage(model_calls=1, input_tokens=10, output_tokens=1, cost_usd=0.5)
    model = FakeGenerator(outputs=[{"reason": "r", "passed": True}, GenerationError("too slow", usage)], usage=usage)
    result = await Conformity(rule="r", votes=3, generator=model).run(TRACE)
    assert (result.errored, result.message) == (True, "too slow")
    assert Usage.of_metrics(result.metrics) == usage + usage


class Empty(FakeGenerator):
    def __len__(self) -> int:
        return 0


async def test_a_generator_that_is_falsy_is_asked_too() -> None:
    model = Empty(outputs=[{"reason": "r", "passed": True}])
    assert (await Conformity(rule="r", generator=model).run(TRACE)).passed


async def gives_none(*_: Any) -> Any:
    return None


@pytest.mark.parametrize(
    ("method", "body", "problem"),
    [
        pytest.param("get_inputs", lambda *_: {}, "must be asynchronous; write `async def get_inputs`", id="inputs"),
        pytest.param("get_inputs", gives_none, "get_inputs must return Mapping, not NoneType", id="no inputs"),
        pytest.param("get_prompt", lambda _: None, "get_prompt must return str", id="no prompt"),
        pytest.param("handle_output", lambda *_: CheckResult.success(), "must be asynchronous", id="a verdict"),
        pytest.param("handle_output", gives_none, "must return CheckResult, not NoneType", id="no verdict"),
    ],
)
async def test_a_slip_in_a_method_of_a_judge_names_the_method(method: str, body: Any, problem: str) -> None:
    slipped = type("Slipped", (Conformity,), {method: body, "__module__": __name__})
    with pytest.raises(TypeError, match="Slipped") as caught:
        await slipped(rule="r", generator=says(True)).run(TRACE)
    assert problem in str(caught.value)


@pytest.mark.parametrize("votes", [0, 2, -1, 1.5, "3"])
def test_votes_are_an_odd_number(votes: Any) -> None:
    with pytest.raises(ValidationError, match="votes"):
        Conformity(rule="r", votes=votes)


@pytest.mark.parametrize("reason", ["", "  \n"])
def test_a_reason_says_something(reason: str) -> None:
    with pytest.raises(ValidationError, match="reason is blank"):
        LLMCheckResult(reason=reason, passed=True)


async def test_a_path_without_a_match_asks_nobody() -> None:
    model = FakeGenerator(outputs=[])
    result = await Groundedness(target_key="trace.last.outputs.nope", generator=model).run(TRACE)
    assert (result.status.value, model.calls) == ("error", [])
    assert result.message == "No value found for answer key at 'trace.last.outputs.nope'."


async def test_any_value_without_a_match_that_a_judge_hands_on_asks_nobody() -> None:
    from giskard.checks import resolve

    class Careless(Conformity):
        async def get_inputs(self, trace: Trace) -> Mapping[str, Any]:
            return {"rule": self.rule, "trace": trace, "text": resolve(trace, "trace.last.nope")}

    model = FakeGenerator(outputs=[])
    result = await Careless(rule="r", generator=model).run(TRACE)
    assert (result.status.value, model.calls) == ("error", [])


async def test_a_body_that_calls_the_base_says_that_there_is_nothing() -> None:
    class Lazy(BaseLLMCheck):
        def get_prompt(self) -> str:
            return super().get_prompt()  # type: ignore[safe-super]

    with pytest.raises(NotImplementedError):
        await Lazy(generator=says(True)).run(TRACE)


def test_the_default_generator_is_found_when_the_check_runs() -> None:
    check = Conformity(rule="r")
    try:
        set_default_generator(says(True, False))
        assert check.run_sync(TRACE).passed
        assert check.run_sync(TRACE).failed
    finally:
        set_default_generator(None)


def test_a_name_is_a_generator() -> None:
    assert Conformity(rule="r", generator="openai/gpt-4.1").generator == PydanticAIGenerator(model="openai:gpt-4.1")
    with pytest.raises(ValidationError, match="provider:name"):
        Conformity(rule="r", generator="gpt")


def test_a_judge_survives_pickling_and_a_json_round_trip() -> None:
    check = Groundedness(context=["a", "b"], generator="openai:gpt-4.1", votes=3, name="n")
    assert pickle.loads(pickle.dumps(check)) == check
    assert Check.model_validate_json(check.model_dump_json()) == check


async def test_the_payload_grows_with_the_conversation_and_not_with_its_square() -> None:
    async def size(turns: int) -> int:
        scenario = Scenario("s")
        for index in range(turns):
            scenario.interact(f"question {index}", f"answer {index}").check(
                Conformity(rule="r", generator=says(True), name="judge")
            )
        result = await Suite(name="s", scenarios=[scenario]).run(verbose=False)
        return len(result.model_dump_json())

    assert await size(80) < 2.2 * await size(40)


def test_what_judges_used_is_summed_and_reported(capsys: pytest.CaptureFixture[str]) -> None:
    usage = Usage(model_calls=1, input_tokens=100, output_tokens=10, cost_usd=0.25)
    scenarios = [
        Scenario(str(i)).interact("a", "b").check(Conformity(rule="r", generator=says(True, usage=usage)))
        for i in range(3)
    ]
    result = Suite(name="s", scenarios=scenarios).run_sync()
    assert result.results[0].usage == usage
    assert result.usage == usage + usage + usage
    result.print_report()
    assert "3 model calls, 300 input tokens, 30 output tokens, $0.7500" in capsys.readouterr().out


def test_without_any_model_the_way_out_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI", "ANTHROPIC", "GOOGLE", "GEMINI", "MISTRAL"):
        monkeypatch.delenv(f"{name}_API_KEY", raising=False)
    monkeypatch.delenv("GISKARD_CHECKS_DEFAULT_MODEL", raising=False)
    with pytest.raises(UserError, match="set_default_generator"):
        Conformity(rule="r").run_sync(TRACE)
