"""WithSpy: calls of a function become part of the trace."""

import asyncio
import json
import sys
from types import ModuleType
from typing import Any

import pytest
from pydantic import ValidationError

from giskard.checks import Interact, InteractionSpec, Scenario, Suite
from giskard.checks.testing import WithSpy

TOOLS = ModuleType("spied_tools")
sys.modules["spied_tools"] = TOOLS


def search(query: str, limit: int = 3) -> str:
    return f"{limit} results for {query}"


async def book(seat: str) -> str:
    return f"booked {seat}"


class Client:
    def call(self, what: str) -> str:
        return f"called {what}"

    @staticmethod
    def ping() -> str:
        return "pong"


TOOLS.search, TOOLS.book, TOOLS.Client = search, book, Client  # type: ignore[attr-defined]


async def agent(inputs: str) -> str:
    await asyncio.sleep(0)
    found = TOOLS.search(inputs, limit=5)
    return f"{found}; {await TOOLS.book(inputs)}"


def spied(target: str, outputs: Any = agent, inputs: Any = "x", **fields: Any) -> Scenario:
    spec = WithSpy(interaction_generator=Interact(inputs=inputs, outputs=outputs), target=target, **fields)
    return Scenario("s").add_interaction(spec)


def seen(scenario: Scenario, target: str, turn: int = -1) -> Any:
    return scenario.run_sync().final_trace.interactions[turn].metadata[target]


@pytest.mark.parametrize(
    ("target", "outputs", "call"),
    [
        pytest.param("spied_tools.search", agent, {"args": ["x"], "kwargs": {"limit": 5}}, id="a function"),
        pytest.param("spied_tools.book", agent, {"args": ["x"], "kwargs": {}}, id="an asynchronous function"),
        pytest.param(
            "spied_tools.Client.ping", lambda: Client.ping(), {"args": [], "kwargs": {}}, id="a static method"
        ),
    ],
)
def test_notes_calls_as_plain_data(target: str, outputs: Any, call: dict[str, Any]) -> None:
    noted = seen(spied(target, outputs), target)
    assert noted == {"call_args_list": [call], "call_args": call, "call_count": 1, "mock_calls": [call]}
    json.dumps(noted)


def test_notes_what_cannot_be_written_as_text() -> None:
    noted = seen(spied("spied_tools.search", lambda: TOOLS.search(b"\xff")), "spied_tools.search")
    assert noted["call_args"]["args"] == ["<bytes: b'\\xff'>"]


def test_the_function_is_still_called_and_afterwards_as_it_was() -> None:
    result = spied("spied_tools.search").run_sync()
    assert result.final_trace.interactions[0].outputs == "5 results for x; booked x"
    assert TOOLS.search is search
    spied("spied_tools.Client.ping", lambda: Client.ping()).run_sync()
    assert isinstance(vars(Client)["ping"], staticmethod)


@pytest.mark.parametrize("target", ["spied_tools.search", "spied_tools.book"])
def test_the_function_can_be_kept_from_being_called(target: str) -> None:
    result = spied(target, passthrough=False).run_sync()
    assert "None" in result.final_trace.interactions[0].outputs


def test_every_turn_has_its_own_calls() -> None:
    scenario = spied("spied_tools.search", inputs=lambda: (word for word in ("a", "b")))
    calls = [
        t.metadata["spied_tools.search"]["call_args"]["args"] for t in scenario.run_sync().final_trace.interactions
    ]
    assert calls == [["a"], ["b"]]


def test_the_function_is_as_it_was_after_a_failure_too() -> None:
    result = spied("spied_tools.search", lambda: 1 / 0).run_sync(return_exception=True)
    assert result.errored
    assert TOOLS.search is search


@pytest.mark.parametrize("outputs", [agent, lambda inputs: TOOLS.search(inputs)], ids=["asynchronous", "synchronous"])
def test_parallel_scenarios_do_not_see_each_others_calls(outputs: Any) -> None:
    words = [str(number) for number in range(20)]
    suite = Suite(name="s", scenarios=[spied("spied_tools.search", outputs, word) for word in words])
    results = suite.run_sync(parallel=True).results
    noted = [r.final_trace.interactions[0].metadata["spied_tools.search"] for r in results]
    assert [(n["call_count"], n["call_args"]["args"]) for n in noted] == [(1, [word]) for word in words]
    assert TOOLS.search is search


def test_the_target_of_a_run_fills_outputs_inside_of_the_spy() -> None:
    scenario = Scenario("s").add_interaction(
        WithSpy(interaction_generator=Interact(inputs="x"), target="spied_tools.search")
    )
    assert scenario.run_sync(agent).final_trace.interactions[0].metadata["spied_tools.search"]["call_count"] == 1


def test_junit_can_be_written_after_a_spy() -> None:
    assert "<testsuite" in Suite(name="s", scenarios=[spied("spied_tools.search")]).run_sync().to_junit_xml()


def test_is_loaded_as_it_was_saved() -> None:
    spec = WithSpy(interaction_generator=Interact(inputs="a", outputs="b"), target="spied_tools.search")
    assert InteractionSpec.model_validate_json(spec.model_dump_json()) == spec


@pytest.mark.parametrize("target", ["search", "", "a.", "a.b-c"])
def test_refuses_what_is_no_dotted_path(target: str) -> None:
    with pytest.raises(ValidationError, match="no dotted path"):
        WithSpy(interaction_generator=Interact(inputs="a"), target=target)


def test_a_function_that_is_not_there_fails_the_interaction() -> None:
    result = spied("spied_tools.nothing").run_sync(return_exception=True)
    assert result.errored
    assert "nothing" in str(result.steps[0].error)
