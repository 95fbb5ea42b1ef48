"""However a run is cut short, it ends, says why, and hands over what came so far."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import AsyncGenerator, Generator
from typing import Any

import pytest
from pydantic import ValidationError

from giskard.checks import (
    Equals,
    FnCheck,
    Interact,
    Interaction,
    InteractionSpec,
    Scenario,
    ScenarioResult,
    Suite,
    Trace,
)

PASSES = FnCheck(fn=lambda trace: True, name="passes")
FAILS = FnCheck(fn=lambda trace: False, name="fails")


@pytest.mark.functional
def test_an_interrupt_ends_a_serial_run_between_scenarios() -> None:
    """With synchronous targets nothing awaits, so the run itself has to look up."""
    code = (
        "import signal, time\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # a background job inherits that it is ignored
        "from giskard.checks import Scenario, Suite\n"
        "def target(inputs):\n"
        "    print(inputs, flush=True)\n"
        "    time.sleep(0.2)\n"
        "    return inputs\n"
        "suite = Suite(name='s', scenarios=[Scenario(str(i)).interact(str(i)) for i in range(50)])\n"
        "try:\n"
        "    suite.run_sync(target)\n"
        "except KeyboardInterrupt as exc:\n"
        "    print('finished', len(exc.partial_result.results), flush=True)\n"
    )
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    for expected in ("0", "1", "2"):
        assert child.stdout.readline().strip() == expected
    os.kill(child.pid, signal.SIGINT)
    out, _ = child.communicate(timeout=60)
    finished = int(out.rpartition("finished ")[2])
    assert 2 <= finished < 10


def test_a_target_may_run_a_scenario_itself() -> None:
    def outer(inputs: str) -> str:
        inner = Scenario("inner", timeout=20).interact("b", lambda inputs: inputs.upper()).run_sync()
        return inputs + str(inner.final_trace.interactions[0].outputs)

    assert (
        Suite(name="s", scenarios=[Scenario("outer", timeout=20).interact("a")])
        .run_sync(outer, parallel=True)
        .results[0]
        .final_trace.interactions[0]
        .outputs
        == "aB"
    )


def slow_inputs(trace: Trace) -> Generator[str, Trace]:
    time.sleep(0.4)
    yield "late"


@pytest.mark.parametrize("return_exception", [True, False])
def test_a_generator_of_inputs_that_is_left_behind_is_a_timeout_and_nothing_else(return_exception: bool) -> None:
    result = Scenario("x", timeout=0.1).interact(slow_inputs, "b").run_sync(return_exception=return_exception)
    assert result.steps[0].error is not None
    assert result.steps[0].error.exception_type == "TimeoutError"
    assert "left" not in result.steps[0].error.message
    assert "still at work in the thread" in result.steps[0].error.message


async def test_a_cancellation_is_not_swallowed_by_a_generator_that_is_left_behind() -> None:
    suite = Suite(name="s", scenarios=[Scenario(str(i)).interact(slow_inputs, "b") for i in range(20)])
    started = time.monotonic()
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(suite.run(parallel=True, max_concurrency=1, return_exception=True), 0.1)
    assert time.monotonic() - started < 4


def test_a_target_that_will_not_be_cancelled_is_left_behind() -> None:
    async def stubborn(inputs: str) -> str:
        for _ in range(40):
            try:
                await asyncio.sleep(0.1)
            except asyncio.CancelledError:
                continue
        return inputs

    result = Scenario("x", timeout=0.1).interact("a").interact("b").run_sync(stubborn)
    assert result.errored


def test_work_that_is_done_too_late_is_a_timeout_too() -> None:
    """A blocking call in an asynchronous target cannot be cut off, but it does not pass either."""

    async def blocks(inputs: str) -> str:
        time.sleep(0.3)  # noqa: ASYNC251  that is what the test is about
        return inputs

    assert Scenario("x", timeout=0.1).interact("a").run_sync(blocks).errored


def test_a_step_that_is_cut_off_keeps_its_turns_and_its_verdicts() -> None:
    async def three(trace: Trace) -> AsyncGenerator[str, Trace]:
        yield "one"
        yield "two"
        await asyncio.sleep(60)

    turns = Scenario("x", timeout=0.2).interact(three, "b").check(PASSES).run_sync()
    assert [turn.inputs for turn in turns.final_trace.interactions] == ["one", "two"]
    assert turns.steps[0].last_interaction_index == 1

    async def hangs(trace: Trace) -> bool:
        await asyncio.sleep(60)
        return True

    verdicts = Scenario("x", timeout=0.2).interact("a", "b").checks(FAILS, FnCheck(fn=hangs), PASSES).run_sync()
    assert [r.status for r in verdicts.steps[0].results] == ["fail", "skip", "skip"]
    assert len(verdicts.final_trace.interactions) == 1


@pytest.mark.parametrize("parallel", [False, True], ids=["serial", "parallel"])
def test_code_that_ends_the_program_carries_what_finished(parallel: bool) -> None:
    def target(inputs: str) -> str:
        if inputs == "3":
            sys.exit(7)
        return inputs

    suite = Suite(name="s", scenarios=[Scenario(str(i)).interact(str(i)) for i in range(6)])
    with pytest.raises(SystemExit) as caught:
        suite.run_sync(target, parallel=parallel, max_concurrency=1)
    assert caught.value.code == 7
    assert len(caught.value.partial_result.results) == 3  # type: ignore[attr-defined]


@pytest.mark.parametrize("parallel", [False, True], ids=["serial", "parallel"])
def test_a_cancelled_subtask_of_a_target_is_the_targets_failure(parallel: bool) -> None:
    async def target(inputs: str) -> str:
        task = asyncio.create_task(asyncio.sleep(60))
        task.cancel()
        await task
        return inputs

    suite = Suite(name="s", scenarios=[Scenario("a").interact("a"), Scenario("b").interact("b", "c")])
    result = suite.run_sync(target, parallel=parallel, return_exception=True)
    assert [r.status for r in result.results] == ["error", "pass"]


class Mute(Exception):
    def __str__(self) -> str:
        raise AttributeError("no text")


def mute(*_: Any) -> Any:
    raise Mute


@pytest.mark.parametrize("where", ["check", "outputs", "inputs"])
def test_an_exception_without_text_stays_with_its_scenario(where: str) -> None:
    scenario = {
        "check": Scenario("x").check(FnCheck(fn=mute)),
        "outputs": Scenario("x").interact("a", lambda inputs: mute()),
        "inputs": Scenario("x").interact(lambda: mute(), "b"),
    }[where]
    result = Suite(name="s", scenarios=[scenario, Scenario("y")]).run_sync(return_exception=True)
    assert [r.status for r in result.results] == ["error", "pass"]
    assert "its text raised AttributeError" in result.model_dump_json()
    with pytest.raises(Mute):
        scenario.run_sync()


@pytest.mark.parametrize("stop", [StopIteration, StopAsyncIteration])
@pytest.mark.parametrize("asynchronous", [False, True])
def test_a_target_may_even_raise_what_ends_a_generator(stop: type[Exception], asynchronous: bool) -> None:
    def plain(inputs: str) -> str:
        raise stop("mine")

    async def later(inputs: str) -> str:
        raise stop("mine")

    result: ScenarioResult = (
        Scenario("x").interact("a", later if asynchronous else plain).run_sync(return_exception=True)
    )
    assert result.steps[0].error is not None
    assert result.steps[0].error.phase == "outputs"


def test_a_timed_out_run_counts_its_own_time() -> None:
    times = iter([0.0, 0.0, 60.0])

    async def target(inputs: str) -> str:
        await asyncio.sleep(next(times))
        return inputs

    result = Scenario("x", timeout=0.3, multiple_runs=5).interact("a").run_sync(target)
    assert [run.status for run in result.runs] == ["pass", "pass", "error"]
    assert result.runs_executed == 3


@pytest.mark.functional
def test_a_target_that_swallows_its_cancellation_for_ever_does_not_keep_the_program() -> None:
    code = (
        "import asyncio\n"
        "from giskard.checks import Scenario\n"
        "async def target(inputs):\n"
        "    while True:\n"
        "        try:\n"
        "            await asyncio.sleep(1)\n"
        "        except asyncio.CancelledError:\n"
        "            pass\n"
        "result = Scenario('stubborn', timeout=0.1).interact('a').run_sync(target)\n"
        "print(result.steps[0].error.summary())\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "timeout: TimeoutError: the scenario did not finish within 0.1 seconds\n"


class NeedsPersona(Trace):
    persona: str


@pytest.mark.parametrize("steps", [0, 2])
def test_a_trace_that_cannot_be_made_is_an_error_of_the_first_step(steps: int) -> None:
    scenario = Scenario("s", trace_type=NeedsPersona)
    for _ in range(steps):
        scenario.interact("a", "b").check(PASSES)
    with pytest.raises(ValidationError, match="persona"):
        scenario.run_sync()
    result = scenario.run_sync(return_exception=True)
    assert [step.status.value for step in result.steps] == ["error", "skip"][: max(steps, 1)]
    assert result.steps[0].error is not None
    assert "trace: pydantic_core._pydantic_core.ValidationError" in result.steps[0].error.summary()
    assert [check.skipped for step in result.steps for check in step.results] == [True] * steps


def test_a_tag_of_a_wrong_type_does_not_cost_the_result() -> None:
    scenario = Scenario("s").interact("a", "b").check(PASSES)
    scenario.tags.append(3)  # pyright: ignore[reportArgumentType]  a list that is changed in place is not validated
    assert scenario.run_sync().tags == ["3"]


def test_scenarios_that_follow_each_other_share_a_thread_and_the_turns_of_one_always_do() -> None:
    """Starting threads is dear; and what a target keeps by thread, as sqlite3 does, must stay at hand."""
    seen: dict[str, set[int]] = {}

    def target(inputs: str) -> str:
        seen.setdefault(inputs, set()).add(threading.get_ident())
        return inputs

    suite = Suite(name="s", target=target)
    for index in range(30):
        suite.append(Scenario(str(index)).interact(str(index)).interact(str(index)))
    suite.run_sync(parallel=True, max_concurrency=3)
    assert {len(threads) for threads in seen.values()} == {1}
    assert 1 <= len(set[int]().union(*seen.values())) <= 3


def test_what_a_cut_off_scenario_goes_on_to_call_is_refused() -> None:
    said: list[str] = []

    class Stubborn(InteractionSpec):
        async def generate(self, trace: Trace) -> AsyncGenerator[Interaction, Trace]:
            try:
                await asyncio.sleep(30)
            except asyncio.CancelledError:
                await asyncio.sleep(1.2)  # longer than anybody waits for it
                try:
                    async for turn in Interact(inputs="late", outputs=lambda inputs: said.append("called")).generate(
                        trace
                    ):
                        yield turn
                except Exception as exc:
                    said.append(str(exc))

    async def run() -> ScenarioResult:
        result = await Scenario("stubborn", timeout=0.05).add_interaction(Stubborn()).run()
        await asyncio.sleep(0.6)
        return result

    assert asyncio.run(run()).errored
    assert len(said) == 1
    assert "The scenario is over" in said[0]


def test_no_thread_is_left_when_all_went_well() -> None:
    before = threading.active_count()
    Suite(name="s", scenarios=[Scenario(str(i)).interact("a", lambda inputs: inputs) for i in range(20)]).run_sync(
        parallel=True
    )
    deadline = time.monotonic() + 10
    while threading.active_count() > before and time.monotonic() < deadline:
        time.sleep(0.01)
    assert threading.active_count() == before


def test_a_check_that_cannot_be_dumped_takes_nothing_down() -> None:
    from giskard.checks import Check, CheckResult

    class Odd(Check):
        async def run(self, trace: Trace) -> CheckResult:
            return CheckResult.success()

        def to_spec(self) -> dict[str, Any]:
            raise RuntimeError("not today")

    result = Scenario("x").checks(Odd(), Equals(expected_value=1)).run_sync()
    assert result.steps[0].results[0].passed
    assert "not today" in result.steps[0].results[0].details["check_spec"]["problem"]


def test_an_interrupt_inside_of_the_loop_hands_over_what_finished() -> None:
    async def target(inputs: str) -> str:
        if inputs == "2":
            signal.raise_signal(signal.SIGINT)
            await asyncio.sleep(30)
        return inputs

    suite = Suite(name="s", scenarios=[Scenario(str(i)).interact(str(i)) for i in range(5)])
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt) as caught:
            suite.run_sync(target)
    finally:
        signal.signal(signal.SIGINT, before)
    assert [result.scenario_name for result in caught.value.partial_result.results] == ["0", "1"]  # type: ignore[attr-defined]


async def test_a_cancelled_scenario_with_a_timeout_ends_at_once() -> None:
    ended: list[str] = []

    async def target(inputs: str) -> str:
        try:
            await asyncio.sleep(30)
        finally:
            ended.append(inputs)
        return inputs

    task = asyncio.create_task(Scenario("s", timeout=20).interact("a").run(target))
    await asyncio.sleep(0.05)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert ended == ["a"]
