"""Scenarios: how they are written, and what running them gives."""

import gc
import weakref
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

import pytest
from pydantic import ValidationError

from giskard.checks import (
    MISSING,
    Check,
    CheckResult,
    Equals,
    FnCheck,
    Interact,
    Interaction,
    Scenario,
    ScenarioStatus,
    Status,
    Step,
    StringMatching,
    Suite,
    Trace,
)

PASSES = FnCheck(fn=lambda trace: True, name="passes")
FAILS = FnCheck(fn=lambda trace: False, name="fails", failure_message="it does not hold")


class Raises(Check):
    """Raises what it is told."""

    async def run(self, trace: Trace) -> CheckResult:
        try:
            raise KeyError("first")
        except KeyError as exc:
            raise LookupError("second") from exc


def nothing() -> Generator[str]:
    return
    yield


def statuses(scenario: Scenario, **options: Any) -> list[list[Status]]:
    return [[r.status for r in step.results] for step in scenario.run_sync(**options).steps]


async def test_the_example_of_two_steps() -> None:
    result = await (
        Scenario("two_step_example")
        .with_tags(["example:multi-step"])
        .interact(inputs="Find item 42", outputs={"answer": "Which collection?", "found": False})
        .check(
            FnCheck(
                fn=lambda trace: trace.last is not None and "?" in trace.last.outputs["answer"],
                name="asks_follow_up",
            )
        )
        .interact(inputs="In the archive", outputs={"answer": "Item found", "found": True})
        .check(Equals(expected_value=True, target_key="trace.last.outputs.found"))
        .run()
    )
    assert result.status == ScenarioStatus.PASS
    assert result.passed
    assert len(result.final_trace.interactions) == 2
    assert [r.status for step in result.steps for r in step.results] == [Status.PASS, Status.PASS]
    assert result.tags == ["example:multi-step"]


def test_inputs_may_depend_on_what_was_said() -> None:
    result = (
        Scenario("follow_up")
        .interact(inputs="How long?", outputs=lambda inputs: "One day.")
        .interact(inputs=lambda trace: f"You said: {trace.last.outputs} Really?", outputs=lambda inputs: inputs)
        .run_sync()
    )
    assert result.final_trace.interactions[1].outputs == "You said: One day. Really?"


def test_a_check_after_an_interaction_belongs_to_its_step_and_the_next_interaction_opens_another() -> None:
    scenario = Scenario().interact("a", "b").interact("c", "d").check(PASSES).check(FAILS).interact("e", "f")
    assert [(len(step.interacts), len(step.checks)) for step in scenario.steps] == [(2, 2), (1, 0)]
    assert [step.last_interaction_index for step in scenario.run_sync().steps] == [1, None]


def test_all_checks_of_a_step_run_and_those_of_later_steps_are_skipped() -> None:
    scenario = (
        Scenario().interact("a", "b").check(FAILS).check(PASSES).interact("c", "d").check(PASSES).interact("e", "f")
    )
    result = scenario.run_sync()
    assert result.status is Status.FAIL
    assert statuses(scenario) == [[Status.FAIL, Status.PASS], [Status.SKIP], [Status.SKIP]]
    skipped = result.steps[1].results[0]
    assert skipped.message == "skipped due to previous failure in step 1"
    assert skipped.details["check_name"] == "passes"
    assert result.steps[2].results[0].details["check_name"] == "step"
    assert len(result.final_trace.interactions) == 1


@pytest.mark.parametrize(
    "scenario",
    [
        pytest.param(Scenario(), id="an empty scenario"),
        pytest.param(Scenario().interact("a", "b"), id="a step without checks"),
        pytest.param(Scenario().check(PASSES), id="a check without interactions"),
    ],
)
def test_passes(scenario: Scenario) -> None:
    assert scenario.run_sync().passed


def test_interactions_that_produce_nothing_are_an_error() -> None:
    """Else the check would judge the turn before, and pass."""
    scenario = Scenario().interact("a", "good").check(PASSES).interact(nothing, "bad").check(PASSES)
    result = scenario.run_sync()
    assert result.status is Status.ERROR
    assert result.steps[1].error is not None
    assert result.steps[1].error.phase == "interaction"
    assert [r.status for r in result.steps[1].results] == [Status.SKIP]


def test_every_result_says_which_check_it_is_of() -> None:
    check = StringMatching(keyword="b", name="says b", description="why")
    details = Scenario().interact("a", "b").check(check).run_sync().steps[0].results[0].details
    assert details.pop("duration_ms") >= 0
    assert details == {
        "text": "b",
        "keyword": "b",
        "check_kind": "string_matching",
        "check_name": "says b",
        "check_description": "why",
        "check_spec": check.to_spec(),
    }


def test_a_check_instance_is_used_as_it_is() -> None:
    check = Raises()
    assert Scenario().check(check).steps[0].checks[0] is check


def test_an_exception_of_a_check_propagates_as_it_is() -> None:
    with pytest.raises(LookupError, match="second") as caught:
        Scenario().check(Raises()).run_sync()
    assert isinstance(caught.value.__cause__, KeyError)


def test_an_exception_of_a_check_becomes_an_error_when_asked_for() -> None:
    result = Scenario().check(Raises(name="broken")).check(PASSES).run_sync(return_exception=True)
    error, passed = result.steps[0].results
    assert error.errored
    assert passed.passed
    assert "'broken' raised LookupError: second" in str(error.message)
    assert error.details["exception_type"] == "LookupError"
    assert "KeyError: 'first'" in error.details["traceback"]


def test_a_check_that_returns_something_else_becomes_an_error_too() -> None:
    result = Scenario().check(FnCheck(fn=lambda trace: "yes")).run_sync(return_exception=True)
    assert "must return bool or CheckResult, not str: 'yes'" in str(result.steps[0].results[0].message)


def broken(inputs: str) -> str:
    if inputs == "fine":
        return "fine"
    try:
        raise KeyError("first")
    except KeyError:
        raise LookupError("second")  # noqa: B904  its context is what the test is about


def test_an_exception_of_the_target_propagates_with_its_context() -> None:
    with pytest.raises(LookupError, match="second") as caught:
        Scenario().interact("a", broken).run_sync()
    assert isinstance(caught.value.__context__, KeyError)
    assert caught.value.__cause__ is None


def test_an_exception_of_the_target_becomes_an_error_with_what_was_said_until_then() -> None:
    scenario = Scenario().interact("fine", broken).interact("a", broken).check(PASSES).interact("b", broken)
    result = scenario.run_sync(return_exception=True)
    first, second = result.steps
    assert result.status is Status.ERROR
    assert first.error is not None
    assert (first.error.exception_type, first.error.message, first.error.phase) == ("LookupError", "second", "outputs")
    assert "KeyError: 'first'" in str(first.error.traceback)
    assert [r.status for r in first.results] == [Status.SKIP]
    assert first.last_interaction_index == 0
    assert second.results[0].message == "skipped due to previous failure in step 1"
    assert [turn.outputs for turn in result.final_trace.interactions] == ["fine"]


def test_a_failing_input_is_named_as_such() -> None:
    result = Scenario().interact(lambda: 1 / 0, "b").check(PASSES).run_sync(return_exception=True)
    assert "input generation failure" in str(result.steps[0].results[0].message)


def test_an_error_stays_with_its_scenario() -> None:
    """The same instance judges on, as if nothing had happened."""
    check = FnCheck(fn=lambda trace: trace.last.outputs["ok"])
    first = Scenario().interact("a", "text").check(check).run_sync(return_exception=True)
    second = Scenario().interact("a", {"ok": True}).check(check).run_sync()
    assert (first.status, second.status) == (Status.ERROR, Status.PASS)


def test_the_target_of_the_run_goes_before_that_of_the_scenario_and_neither_before_given_outputs() -> None:
    scenario = Scenario(target=lambda inputs: "scenario's").interact("a").interact("b", "given")
    assert [turn.outputs for turn in scenario.run_sync().final_trace.interactions] == ["scenario's", "given"]
    result = scenario.run_sync(target=lambda inputs: "run's")
    assert [turn.outputs for turn in result.final_trace.interactions] == ["run's", "given"]


def test_without_outputs_and_target_it_says_what_to_give() -> None:
    with pytest.raises(ValueError, match="Interaction outputs are not provided and no target was bound"):
        Scenario().interact("a").run_sync()


class Persona(Trace):
    persona: str = "nobody"


def test_the_trace_is_of_the_class_that_is_asked_for() -> None:
    def target(inputs: str, trace: Persona) -> str:
        return trace.persona

    assert Scenario().interact("a").run_sync(target).final_trace.interactions[0].outputs == "nobody"
    assert type(Scenario(trace_type=Persona).interact("a", "b").run_sync().final_trace) is Persona
    assert Scenario(annotations={"a": 1}).interact("a", "b").run_sync().final_trace.annotations == {"a": 1}


def test_a_scenario_runs_afresh_every_time() -> None:
    scenario = Scenario().interact("a", lambda trace: len(trace.interactions)).check(Equals(expected_value=0))
    assert scenario.run_sync().passed
    assert scenario.run_sync().passed


@pytest.mark.parametrize(
    ("add", "message"),
    [
        pytest.param(lambda s: s.check("oops"), "is judged by a Check, not str: 'oops'", id="a text as a check"),
        pytest.param(lambda s: s.check([PASSES]), "is judged by a Check, not list", id="a list of checks"),
        pytest.param(lambda s: s.add_interaction("oops"), "by an InteractionSpec, not str", id="a text as interaction"),
        pytest.param(
            lambda s: s.add_interaction(Interaction(inputs=1, outputs=2)), "not Interaction", id="a recorded turn"
        ),
    ],
)
def test_refuses_what_cannot_be_added(add: Any, message: str) -> None:
    scenario = Scenario()
    with pytest.raises(TypeError, match=message):
        add(scenario)
    assert scenario.steps == []


def test_is_named() -> None:
    assert Scenario().name == "Unnamed Scenario"
    assert Scenario("a").name == Scenario(name="a").name == "a"
    with pytest.raises(ValidationError):
        Scenario(3)  # type: ignore[arg-type]


async def test_run_sync_inside_a_loop_says_what_to_write() -> None:
    with pytest.raises(RuntimeError, match=r"Write: await scenario.run\(\)"):
        Scenario().run_sync()


def test_a_saved_scenario_loads_and_runs() -> None:
    scenario = (
        Scenario("saved").interact("a", {"x": 1}).check(Equals(expected_value=1, target_key="trace.last.outputs.x"))
    )
    loaded = Scenario.model_validate_json(scenario.model_dump_json())
    assert loaded == scenario
    assert loaded.run_sync().passed
    assert isinstance(loaded.steps[0].interacts[0], Interact)
    assert isinstance(loaded.steps[0], Step)


@pytest.mark.parametrize(
    ("target", "message"),
    [
        pytest.param("http://agent", "A target is called with the inputs, but str cannot be", id="an address"),
        pytest.param(lambda prompt: prompt, "'prompt' of .* is required", id="another parameter"),
    ],
)
def test_a_target_that_cannot_be_called_is_refused(target: Any, message: str) -> None:
    for build in (
        lambda: Scenario("x", target=target),
        lambda: Suite(name="x", target=target),
        lambda: Scenario("x").interact("q").run_sync(target),
        lambda: Suite(name="x", scenarios=[Scenario("x").interact("q")]).run_sync(target),
    ):
        with pytest.raises(TypeError, match=message):
            build()


def test_missing_means_not_given() -> None:
    suite = Suite(name="x", target=lambda inputs: "suite's", scenarios=[Scenario("x", target=MISSING).interact("q")])
    assert suite.run_sync(MISSING).results[0].final_trace.interactions[0].outputs == "suite's"
    assert Scenario("x", target=lambda inputs: "own").interact("q").run_sync(MISSING).passed


@dataclass(frozen=True)
class Frozen:
    """Claims to have a hash, and has none."""

    tools: list[str]

    def __call__(self, inputs: str) -> str:
        return inputs + self.tools[0]


def test_a_target_needs_no_hash() -> None:
    assert Scenario().interact("a", Frozen(["b"])).run_sync(Frozen(["c"])).final_trace.interactions[0].outputs == "ab"


def test_a_target_is_not_kept_alive() -> None:
    def target(inputs: str) -> str:
        return inputs

    Scenario().interact("a").run_sync(target)
    seen = weakref.ref(target)
    del target
    gc.collect()
    assert seen() is None


def test_every_way_to_add_gives_the_same_scenario() -> None:
    turn = Interact(inputs="a", outputs="b")
    by_name = Scenario("x").add_interactions(turn, turn).checks(PASSES, FAILS)
    in_order = Scenario("x").extend(turn, turn, PASSES).append(FAILS)
    assert by_name == in_order
    assert [(len(step.interacts), len(step.checks)) for step in in_order.steps] == [(2, 2)]


def test_what_is_set_later_replaces_what_was_there() -> None:
    scenario = Scenario("x", tags=["a"], annotations={"a": 1}).with_tags(["b"]).with_annotations({"b": 2})
    scenario.with_target(lambda inputs: inputs.upper()).interact("q")
    result = scenario.run_sync()
    assert (result.tags, result.final_trace.annotations) == (["b"], {"b": 2})
    assert result.final_trace.interactions[0].outputs == "Q"
    assert scenario.with_target(None).target is None


@pytest.mark.parametrize("wrong", ["oops", [PASSES], Interaction(inputs=1, outputs=2)])
def test_what_is_neither_an_interaction_nor_a_check_cannot_be_appended(wrong: Any) -> None:
    with pytest.raises(TypeError, match="is judged by a Check"):
        Scenario().append(wrong)
