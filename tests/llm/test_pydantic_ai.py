"""Real clients talk the real protocols to a server on loopback; each thing that can go wrong has a stated outcome."""

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest
from pydantic import ValidationError

from giskard.checks import (
    BaseGenerator,
    Conformity,
    Interaction,
    LLMCheckResult,
    Message,
    PydanticAIEmbeddingModel,
    PydanticAIGenerator,
    Scenario,
    SemanticSimilarity,
    Suite,
    Trace,
    UserError,
    UserSimulator,
)
from giskard.checks.llm import _pydantic_ai
from tests.llm.conftest import VERDICT, Server, fails, hangs_up, refuses, replies, says, slowly, vectors

pytestmark = pytest.mark.functional

OPENAI, ANTHROPIC = "openai-chat:gpt-4.1-mini", "anthropic:claude-haiku-4-5"
TRACE = Trace(interactions=[Interaction(inputs="Is it?", outputs="yes")])


def judge(model: str = OPENAI, **settings: Any) -> Conformity:
    return Conformity(rule="Answer briefly.", generator=PydanticAIGenerator(model=model, **settings))


@pytest.mark.parametrize("model", [OPENAI, ANTHROPIC, "openai:gpt-4.1-mini"])
def test_a_verdict_arrives_with_what_it_used_and_cost(server: Server, model: str) -> None:
    server.answers = [says(VERDICT)]
    result = judge(model).run_sync(TRACE)
    assert (result.status.value, result.message) == ("pass", VERDICT["reason"])
    metrics = {metric.name: metric.value for metric in result.metrics}
    assert metrics["model_calls"] == 1
    assert metrics["input_tokens"] in (90, 100)
    assert 0 < metrics["cost_usd"] < 0.01


def test_the_prompt_goes_out_as_a_system_and_a_user_message(server: Server) -> None:
    server.answers = [says(VERDICT)]
    judge(settings={"temperature": 0.25}).run_sync(TRACE)
    ((path, request),) = server.requests
    assert path == "/v1/chat/completions"
    assert [message["role"] for message in request["messages"]] == ["system", "user"]
    assert "<agent>yes</agent>" in request["messages"][1]["content"]
    assert request["temperature"] == 0.25


def test_a_conversation_goes_out_in_order(server: Server) -> None:
    server.answers = [says(VERDICT)]
    messages = [Message("system", "s"), Message("user", "u1"), Message("assistant", "a1"), Message("user", "u2")]
    asyncio.run(PydanticAIGenerator(model=OPENAI).complete(messages, LLMCheckResult))
    sent = server.requests[0][1]["messages"]
    assert [(m["role"], m["content"]) for m in sent] == [
        ("system", "s"),
        ("user", "u1"),
        ("assistant", "a1"),
        ("user", "u2"),
    ]


@pytest.mark.parametrize("model", [OPENAI, ANTHROPIC])
@pytest.mark.parametrize(
    ("first", "more"),
    [
        pytest.param(fails(429, retry_after="0"), {}, id="a 429 with retry-after"),
        pytest.param(fails(500), {}, id="a 500"),
        pytest.param(hangs_up, {}, id="a cut connection"),
        pytest.param(says({"passed": True}), {}, id="an answer without a reason"),
        pytest.param(says({"reason": " ", "passed": True}), {}, id="a blank reason"),
    ],
)
def test_what_a_second_attempt_can_mend_is_tried_again(
    server: Server, model: str, first: Callable[..., None], more: dict[str, Any]
) -> None:
    server.answers = [first, says(VERDICT)]
    result = judge(model, **more).run_sync(TRACE)
    assert result.passed, result.message
    assert len(server.requests) == 2


def test_text_that_is_no_json_is_tried_again(server: Server) -> None:
    server.answers = [says('{"reason": '), says(VERDICT)]
    assert judge().run_sync(TRACE).passed


@pytest.mark.parametrize(
    ("answer", "settings", "said", "requests"),
    [
        pytest.param(fails(429, retry_after="0"), {"max_retries": 1}, "status 429", 2, id="too many requests"),
        pytest.param(fails(500), {"max_retries": 0}, "status 500", 1, id="a broken server"),
        pytest.param(fails(401), {}, "status 401", 1, id="a wrong key"),
        pytest.param(fails(400), {}, "status 400", 1, id="a request that is refused"),
        pytest.param(hangs_up, {"max_retries": 0}, "onnection", 1, id="a cut connection"),
        pytest.param(slowly(5), {"timeout": 0.3, "max_retries": 0}, "Timeout", 1, id="a stall past the timeout"),
        pytest.param(says('{"reason": '), {"output_retries": 1}, "xceeded maximum", 2, id="malformed JSON"),
        pytest.param(refuses, {"output_retries": 0}, "", 1, id="a refusal"),
    ],
)
def test_what_stays_wrong_is_an_error_with_its_cause(
    server: Server, answer: Callable[..., None], settings: dict[str, Any], said: str, requests: int
) -> None:
    server.answers = [answer]
    started = time.monotonic()
    result = judge(**settings).run_sync(TRACE)
    assert result.errored
    assert result.message.startswith(f"{OPENAI} gave no answer that can be used: ")
    assert said in result.message
    assert result.details["exception_type"]
    assert len(server.requests) == requests
    assert time.monotonic() - started < 4


ODD_BODIES = [
    pytest.param({}, id="an empty object"),
    pytest.param(None, id="null"),
    pytest.param([], id="a list"),
    pytest.param("", id="nothing"),
    pytest.param("<html>Bad gateway</html>", id="a page"),
    pytest.param({"choices": [], "created": 1, "id": "x", "object": "chat.completion", "model": "m"}, id="no choice"),
    pytest.param({"choices": None, "output": None, "content": None, "data": None}, id="null where a list belongs"),
    pytest.param({"choices": [None], "output": [None], "content": [None], "data": [None]}, id="null in the list"),
    pytest.param({"choices": [{"message": {}}], "created": 10**30, "id": 1, "model": 1}, id="a date far away"),
    pytest.param({"error": {"message": "quota"}}, id="an error with status 200"),
    pytest.param("[" * 100_000, id="very deep"),
]


@pytest.mark.parametrize("body", ODD_BODIES)
@pytest.mark.parametrize("model", [OPENAI, "openai:gpt-4.1-mini", ANTHROPIC])
def test_whatever_a_server_answers_a_judge_says_error(server: Server, model: str, body: Any) -> None:
    server.answers = [replies(body)]
    result = judge(model, max_retries=0, output_retries=0).run_sync(TRACE)
    assert result.errored
    assert result.message.startswith(f"{model} gave no answer that can be used: ")


def test_attempts_that_were_answered_and_came_to_nothing_are_counted(server: Server) -> None:
    server.answers = [says({"passed": True})]
    result = Scenario("s").interact("Is it?", "yes").check(judge()).run_sync()
    assert result.status.value == "error"
    assert (result.usage.model_calls, result.usage.input_tokens) == (2, 200)


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        pytest.param({"temperature": float("nan")}, "must be what JSON can say", id="NaN"),
        pytest.param({"logit_bias": {"a": object()}}, "must be what JSON can say", id="an object"),
        pytest.param({"timeout": 3}, "which the field 'timeout' says", id="the timeout"),
        pytest.param({"max_retries": 3}, "which the field 'max_retries' says", id="retries"),
    ],
)
def test_settings_can_be_saved_and_say_nothing_twice(settings: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValidationError, match=problem):
        PydanticAIGenerator(model=OPENAI, settings=settings)


def test_one_judge_that_errors_costs_no_other_result(server: Server) -> None:
    server.answers = [says(VERDICT), fails(400), says(VERDICT)]
    scenarios = [Scenario(str(i)).interact("Is it?", "yes").check(judge()) for i in range(3)]
    result = Suite(name="s", scenarios=scenarios).run_sync()
    assert [r.status.value for r in result.results] == ["pass", "error", "pass"]
    assert (result.usage.model_calls, result.usage.input_tokens) == (2, 200)
    assert result.usage.cost_usd is not None


def test_max_concurrency_bounds_the_calls_in_flight(server: Server) -> None:
    server.answers = [slowly(0.05)]
    scenarios = [Scenario(str(i)).interact("Is it?", "yes").check(judge()) for i in range(12)]
    result = Suite(name="s", scenarios=scenarios).run_sync(parallel=True, max_concurrency=3)
    assert result.passed_count == 12
    assert server.most_in_flight <= 3
    server.most_in_flight = 0
    Suite(name="s", scenarios=scenarios).run_sync(parallel=True)
    assert server.most_in_flight > 3


class Strict(LLMCheckResult):
    """An answer of another type."""


class Stricter(Conformity):
    @property
    def output_type(self) -> type[LLMCheckResult]:
        return Strict


def test_a_generator_bounds_its_own_calls_whatever_they_are_for(server: Server) -> None:
    def answer(handler: Any, request: dict[str, Any]) -> None:
        time.sleep(0.05)
        message = {"goal_reached": True, "message": "Is it?"}
        says(message if "goal_reached" in json.dumps(request["tools"]) else VERDICT)(handler, request)

    server.answers = [answer]
    shared = PydanticAIGenerator(model=OPENAI, max_concurrency=2)
    scenarios = [
        Scenario(str(i)).interact(UserSimulator(generator=shared), "yes").check(kind(rule="r", generator=shared))
        for i in range(4)
        for kind in (Conformity, Stricter)
    ]
    result = Suite(name="s", scenarios=scenarios).run_sync(parallel=True)
    assert (result.passed_count, result.usage.model_calls) == (8, 16)
    assert server.most_in_flight == 2


async def test_cancelling_a_suite_closes_its_connections(server: Server) -> None:
    server.answers = [slowly(1.5)]
    scenarios = [Scenario(str(i)).interact("Is it?", "yes").check(judge()) for i in range(4)]
    task = asyncio.create_task(Suite(name="s", scenarios=scenarios).run(parallel=True, verbose=False))
    while server.in_flight < 4:
        await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    deadline = time.monotonic() + 10
    while server.open_connections and time.monotonic() < deadline:
        await asyncio.sleep(0.02)
    assert server.open_connections == 0


def test_one_instance_serves_several_event_loops(server: Server) -> None:
    server.answers = [says(VERDICT)]
    same = judge()
    assert [same.run_sync(TRACE).passed for _ in range(3)] == [True] * 3


def test_clients_of_loops_that_ended_are_let_go(server: Server) -> None:
    server.answers = [says(VERDICT)]
    for _ in range(4):
        judge().run_sync(TRACE)
    assert len(_pydantic_ai._CLIENTS) == 1


def test_a_generator_is_saved_and_loaded() -> None:
    generator = PydanticAIGenerator(model="anthropic/claude-haiku-4-5", settings={"seed": 1})
    assert generator.model == "anthropic:claude-haiku-4-5"
    assert BaseGenerator.model_validate_json(generator.model_dump_json()) == generator
    loaded = Conformity.model_validate(Conformity(rule="r", generator=generator).model_dump(mode="json"))
    assert loaded.generator == generator


@pytest.mark.parametrize(
    ("model", "hint"),
    [
        pytest.param("nobody:knows", "nobody", id="an unknown provider"),
        pytest.param("mistral:m", "pip install 'giskard-checks[llm,mistral]'", id="a provider that is not installed"),
    ],
)
def test_a_model_that_cannot_be_called_says_what_is_missing(model: str, hint: str) -> None:
    with pytest.raises(UserError) as caught:
        judge(model).run_sync(TRACE)
    assert hint in str(caught.value)
    with pytest.raises(UserError) as caught:
        SemanticSimilarity(reference_text="no", embedding_model=model).run_sync(TRACE)
    assert hint in str(caught.value)


def test_a_missing_key_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(UserError, match="OPENAI_API_KEY"):
        judge().run_sync(TRACE)


def test_with_one_key_in_the_environment_a_judge_runs(server: Server) -> None:
    server.answers = [says(VERDICT)]
    keys = ("API_KEY", "_DEFAULT_MODEL")
    environment = {name: value for name, value in os.environ.items() if not name.endswith(keys)}
    code = (
        "from giskard.checks import Groundedness, Scenario\n"
        "scenario = Scenario('s').interact('When?', 'Ten days.', metadata={'context': 'Parcels take ten days.'})\n"
        "print(scenario.check(Groundedness()).run_sync().status)\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env=environment | {"OPENAI_API_KEY": "k"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("pass\n", "")
    assert server.requests[0][1]["model"] == "gpt-4.1-mini"


def test_no_socket_is_opened_before_a_judge_runs() -> None:
    code = (
        "import sys\n"
        "sys.addaudithook(lambda event, arguments: event.startswith('socket.') and print(event))\n"
        "from giskard.checks import *\n"
        "set_default_generator('openai:gpt-4.1')\n"
        "Groundedness(), Conformity(rule='r', generator='openai:a'), UserSimulator(), SemanticSimilarity()\n"
        "assert 'pydantic_ai' not in sys.modules and 'jinja2' not in sys.modules and 'openai' not in sys.modules\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == ""


def test_without_the_extra_the_line_to_type_is_there() -> None:
    code = (
        "import sys\n"
        "sys.modules['pydantic_ai'] = None\n"
        "from giskard.checks import Groundedness, Trace, Interaction\n"
        "trace = Trace(interactions=[Interaction(inputs='a', outputs='b', metadata={'context': 'c'})])\n"
        "Groundedness(generator='openai:gpt-4.1-mini').run_sync(trace)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "pip install 'giskard-checks[llm,openai]'" in done.stderr.splitlines()[-1]


def test_embeddings_come_from_the_real_protocol(server: Server) -> None:
    server.answers = [vectors([1.0, 0.0], [0.6, 0.8])]
    check = SemanticSimilarity(reference_text="no", threshold=0.5, embedding_model="openai:text-embedding-3-small")
    result = check.run_sync(TRACE)
    assert result.passed
    assert result.details["similarity"] == pytest.approx(0.6)
    assert server.requests[0][1]["input"] == ["yes", "no"]


@pytest.mark.parametrize(
    ("answer", "settings", "said"),
    [
        pytest.param(fails(400), {}, "status 400", id="a request that is refused"),
        pytest.param(slowly(5), {"timeout": 0.3}, "did not embed within 0.3 seconds", id="a stall"),
        pytest.param(vectors([1.0]), {}, "1 vectors for 2 texts", id="too few vectors"),
        pytest.param(vectors([1.0], [1.0], [1.0]), {}, "3 vectors for 2 texts", id="too many vectors"),
        pytest.param(vectors(["a"], [None]), {}, "vectors that cannot be compared", id="no numbers"),
        pytest.param(vectors([], []), {}, "vectors that cannot be compared", id="empty vectors"),
        *(pytest.param(replies(odd.values[0]), {}, "", id=str(odd.id)) for odd in ODD_BODIES),
    ],
)
def test_embeddings_that_do_not_come_or_cannot_be_compared_are_an_error(
    server: Server, answer: Callable[..., None], settings: dict[str, Any], said: str
) -> None:
    server.answers = [answer]
    model = PydanticAIEmbeddingModel(model="openai:text-embedding-3-small", **settings)
    result = SemanticSimilarity(reference_text="no", embedding_model=model).run_sync(TRACE)
    assert result.errored
    assert said in result.message
