"""Suites: what running many gives, serially and side by side."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from typing import Any

import pytest
from pydantic import ValidationError

from giskard.checks import (
    Equals,
    FnCheck,
    Interaction,
    Scenario,
    ScenarioStatus,
    StringMatching,
    Suite,
    SuiteResult,
    Trace,
)


def received(inputs: str) -> str:
    return f"Received: {inputs}"


def of(*names: str, **fields: Any) -> Suite:
    return Suite(name="s", scenarios=[Scenario(name).interact(name) for name in names], **fields)


async def test_the_example() -> None:
    suite = Suite(name="examples", target=received)
    suite.append(
        Scenario("contains_received")
        .with_tags(["example:greeting"])
        .interact(inputs="Hello")
        .check(StringMatching(keyword="Received", target_key="trace.last.outputs"))
    )
    suite.append(Scenario("another_input").with_tags(["example:greeting"]).interact(inputs="Goodbye"))
    result = await suite.run()
    assert result.pass_rate == 1.0
    assert [r.scenario_name for r in result.results] == ["contains_received", "another_input"]
    assert result.suite is suite
    grouped = result.group_by("example")
    assert grouped.groups["greeting"].passed == 2


@pytest.mark.parametrize("parallel", [False, True], ids=["serial", "parallel"])
def test_results_are_in_the_order_of_the_suite(parallel: bool) -> None:
    async def slower_first(inputs: str) -> str:
        await asyncio.sleep(0.02 / int(inputs))
        return inputs

    result = of("1", "2", "3", "4").run_sync(slower_first, parallel=parallel)
    assert [r.scenario_name for r in result.results] == ["1", "2", "3", "4"]
    assert [r.final_trace.interactions[0].outputs for r in result.results] == ["1", "2", "3", "4"]


def test_the_target_of_the_run_goes_before_the_suites_and_that_before_the_scenarios() -> None:
    suite = Suite(name="s", scenarios=[Scenario("a", target=lambda inputs: "scenario").interact("x")])
    outputs = []
    for suite_target, run_target in (
        (None, None),
        (lambda inputs: "suite", None),
        (lambda inputs: "suite", lambda inputs: "run"),
    ):
        suite.target = suite_target
        outputs.append(suite.run_sync(run_target).results[0].final_trace.interactions[0].outputs)
    assert outputs == ["scenario", "suite", "run"]


def test_an_empty_suite_has_no_pass_rate() -> None:
    result = Suite(name="s").run_sync()
    assert result.pass_rate is None
    assert result.passed


def test_synchronous_targets_run_side_by_side() -> None:
    """As many at once as there are scenarios, which a barrier proves without a clock."""
    together = threading.Barrier(40)

    def waits_for_all(inputs: str) -> str:
        together.wait(timeout=20)
        return inputs

    assert of(*map(str, range(40))).run_sync(waits_for_all, parallel=True).passed


@pytest.mark.parametrize("limit", [1, 3])
def test_no_more_run_at_once_than_asked_for(limit: int) -> None:
    at_work, most = 0, 0

    async def counts(inputs: str) -> str:
        nonlocal at_work, most
        at_work += 1
        most = max(most, at_work)
        await asyncio.sleep(0.001)
        at_work -= 1
        return inputs

    assert of(*map(str, range(12))).run_sync(counts, parallel=True, max_concurrency=limit).passed
    assert most == limit


@pytest.mark.parametrize("parallel", [False, True])
@pytest.mark.parametrize(
    ("limit", "error"), [(0, ValueError), (-1, ValueError), (1.5, TypeError), (True, TypeError), ("2", TypeError)]
)
def test_a_bad_limit_is_refused_also_when_it_is_not_used(limit: Any, error: type[Exception], parallel: bool) -> None:
    with pytest.raises(error, match="max_concurrency"):
        of("a").run_sync(received, parallel=parallel, max_concurrency=limit)


def fails_on(*bad: str) -> Any:
    def target(inputs: str) -> str:
        if inputs in bad:
            raise LookupError(f"no {inputs}")
        return inputs

    return target


@pytest.mark.parametrize("parallel", [False, True], ids=["serial", "parallel"])
def test_the_first_exception_is_raised_as_itself_with_what_finished(parallel: bool) -> None:
    with pytest.raises(LookupError, match="no c") as caught:
        of("a", "b", "c", "d").run_sync(fails_on("c"), parallel=parallel, max_concurrency=1)
    partial = caught.value.partial_result  # type: ignore[attr-defined]
    assert isinstance(partial, SuiteResult)
    assert [r.scenario_name for r in partial.results] == ["a", "b"]


@pytest.mark.parametrize("parallel", [False, True], ids=["serial", "parallel"])
def test_exceptions_become_errors_when_asked_for(parallel: bool) -> None:
    result = of("a", "b", "c").run_sync(fails_on("b"), parallel=parallel, return_exception=True)
    assert [r.status for r in result.results] == [ScenarioStatus.PASS, ScenarioStatus.ERROR, ScenarioStatus.PASS]
    assert (result.passed_count, result.errored_count, result.failed_count, result.skipped_count) == (2, 1, 0, 0)
    assert result.errored
    assert [r.scenario_name for r in result.failures_and_errors] == ["b"]


async def test_the_first_failure_ends_the_others() -> None:
    ended: list[str] = []

    async def target(inputs: str) -> str:
        if inputs == "bad":
            await asyncio.sleep(0.01)
            raise LookupError("bad")
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            ended.append(inputs)
            raise
        return inputs

    with pytest.raises(LookupError):
        await of("a", "bad", "c").run(target, parallel=True)
    assert sorted(ended) == ["a", "c"]


async def test_a_cancelled_run_carries_what_finished() -> None:
    reached = asyncio.Event()

    async def target(inputs: str) -> str:
        if inputs == "stuck":
            reached.set()
            await asyncio.sleep(60)
        return inputs

    task = asyncio.create_task(of("a", "stuck").run(target))
    await reached.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError) as caught:
        await task
    assert [r.scenario_name for r in caught.value.partial_result.results] == ["a"]  # type: ignore[attr-defined]


@pytest.mark.functional
def test_an_interrupt_carries_what_finished_and_leaves_at_once() -> None:
    """A real Ctrl-C, while one synchronous target hangs in its thread."""
    code = (
        "import os, signal, sys, time\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # a background job inherits that it is ignored
        "from giskard.checks import Scenario, Suite\n"
        "def target(inputs):\n"
        "    if inputs == '9':\n"
        "        print('stuck', flush=True)\n"
        "        time.sleep(600)\n"
        "    return inputs\n"
        "suite = Suite(name='s', scenarios=[Scenario(str(i)).interact(str(i)) for i in range(10)])\n"
        "try:\n"
        "    suite.run_sync(target, parallel=True, max_concurrency=1)\n"
        "except KeyboardInterrupt as exc:\n"
        "    print(len(exc.partial_result.results), flush=True)\n"
    )
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    assert child.stdout.readline() == "stuck\n"
    started = time.monotonic()
    os.kill(child.pid, signal.SIGINT)
    out, _ = child.communicate(timeout=60)
    assert out == "9\n"
    assert time.monotonic() - started < 30


def stuck(inputs: str) -> str:
    if inputs == "stuck":
        time.sleep(0.5)
    return inputs


async def stuck_later(inputs: str) -> str:
    await asyncio.sleep(60 if inputs == "stuck" else 0)
    return inputs


@pytest.mark.parametrize("target", [stuck, stuck_later], ids=["synchronous", "asynchronous"])
@pytest.mark.parametrize("parallel", [False, True], ids=["serial", "parallel"])
def test_a_scenario_that_takes_too_long_is_an_error_and_the_rest_is_reported(target: Any, parallel: bool) -> None:
    suite = Suite(name="s")
    suite.append(Scenario("good").interact("a"))
    slow = Scenario("slow", timeout=0.1).interact("a").check(Equals(expected_value="a"))
    suite.append(
        slow.interact("stuck").check(Equals(expected_value="a")).interact("b").check(Equals(expected_value="b"))
    )
    suite.append(Scenario("after").interact("a"))
    result = suite.run_sync(target, parallel=parallel)
    assert [r.status for r in result.results] == ["pass", "error", "pass"]
    steps = result.results[1].steps
    assert steps[0].passed
    assert steps[1].error is not None
    assert steps[1].error.exception_type == "TimeoutError"
    assert "did not finish within 0.1 seconds" in steps[1].error.message
    assert ("thread 'giskard-checks: slow'" in steps[1].error.message) is (target is stuck)
    assert [r.status for r in (*steps[1].results, *steps[2].results)] == ["skip", "skip"]
    assert [t.outputs for t in result.results[1].final_trace.interactions] == ["a"]


def test_a_suite_that_takes_too_long_reports_every_scenario() -> None:
    result = of("a", "stuck", "never", "reached").run_sync(stuck_later, timeout=0.2)
    assert [r.status for r in result.results] == ["pass", "error", "error", "error"]
    assert {str(r.steps[0].error.message) for r in result.results[1:] if r.steps[0].error} == {
        "the suite did not finish within its timeout"
    }


def test_a_timeout_error_of_the_target_itself_is_the_targets() -> None:
    async def target(inputs: str) -> str:
        raise TimeoutError("upstream")

    with pytest.raises(TimeoutError, match="upstream"):
        Scenario("x", timeout=5).interact("a").run_sync(target)


@pytest.mark.functional
def test_a_run_talks_to_nobody_says_nothing_and_leaves_no_thread() -> None:
    code = (
        "import sys\n"
        "def watch(event, arguments):\n"
        "    if event in ('socket.connect', 'socket.bind', 'socket.getaddrinfo', 'socket.sendto'):\n"
        "        print(event, arguments, flush=True)\n"
        "sys.addaudithook(watch)\n"
        "import threading, time\n"
        "from giskard.checks import Equals, Scenario, Suite\n"
        "suite = Suite(name='s', scenarios=[Scenario('a').interact('a').check(Equals(expected_value='b'))] * 5)\n"
        "result = suite.run_sync(lambda inputs: inputs, parallel=True)\n"
        "result.to_junit_xml(), result.to_hub_format(), result.model_dump_json()\n"
        "deadline = time.monotonic() + 20\n"
        "while threading.active_count() > 1 and time.monotonic() < deadline:\n"
        "    time.sleep(0.01)\n"
        "assert threading.active_count() == 1\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert (done.stdout, done.stderr) == ("", "")


@pytest.mark.parametrize("timeout", ["3", True])
def test_a_timeout_is_a_number(timeout: Any) -> None:
    with pytest.raises(TypeError, match="timeout must be a number of seconds"):
        of("a").run_sync(timeout=timeout)


@pytest.mark.parametrize("timeout", [0, -1])
def test_a_timeout_is_above_zero(timeout: float) -> None:
    with pytest.raises(ValidationError, match="greater than 0"):
        Scenario("x", timeout=timeout)
    with pytest.raises(ValueError, match="timeout must be more than 0"):
        of("a").run_sync(received, timeout=timeout)


def test_what_a_target_raises_in_a_thread_is_raised_as_it_is() -> None:
    error = KeyError("mine")

    def target(inputs: str) -> str:
        raise error

    with pytest.raises(KeyError) as caught:
        of("a").run_sync(target, parallel=True)
    assert caught.value is error


def test_a_shared_check_sees_the_scenarios_one_at_a_time() -> None:
    seen: list[str] = []
    check = FnCheck(fn=lambda trace: seen.append(trace.last.outputs) is None)
    suite = Suite(name="s", scenarios=[Scenario(n).interact(n).check(check) for n in "abc"])
    assert suite.run_sync(received, parallel=True).passed
    assert sorted(seen) == ["Received: a", "Received: b", "Received: c"]


def test_refuses_what_is_no_scenario_and_misspelled_fields() -> None:
    with pytest.raises(TypeError, match="holds Scenario objects, not str: 'oops'"):
        Suite(name="s").append("oops")  # type: ignore[arg-type]
    with pytest.raises(ValidationError, match="Did you mean 'scenarios'"):
        Suite.model_validate({"name": "s", "scenario": []})
    with pytest.raises(ValidationError, match="Did you mean 'steps'"):
        Suite.model_validate({"name": "s", "scenarios": [{"name": "a", "step": []}]})


def test_a_saved_suite_loads_and_runs() -> None:
    suite = Suite(name="s", scenarios=[Scenario("a").interact("x", "y").check(Equals(expected_value="y"))])
    loaded = Suite.model_validate_json(suite.model_dump_json())
    assert loaded == suite
    assert loaded.run_sync().passed


def test_several_runs_stop_at_the_first_that_does_not_pass() -> None:
    answers = iter(["a", "a", "b", "a"])
    scenario = Scenario("x", multiple_runs=5).interact("?", lambda: next(answers)).check(Equals(expected_value="a"))
    result = scenario.run_sync()
    assert (result.multiple_runs, result.runs_executed, result.status) == (5, 3, ScenarioStatus.FAIL)
    assert [run.status for run in result.runs] == ["pass", "pass", "fail"]
    assert [run.message for run in result.runs] == [None, None, "Expected value equal to 'a' but got 'b'."]
    assert len(result.final_trace.interactions) == 1


def test_the_run_may_say_how_often() -> None:
    scenario = Scenario("x").interact("?", "a")
    assert scenario.run_sync(multiple_runs=3).runs_executed == 3
    for bad, error in ((0, ValueError), (True, TypeError), ("2", TypeError)):
        with pytest.raises(error, match="multiple_runs"):
            scenario.run_sync(multiple_runs=bad)  # type: ignore[arg-type]
        with pytest.raises(ValidationError):
            Scenario("x", multiple_runs=bad)


def test_all_scenarios_of_a_run_see_their_own_context() -> None:
    """A context variable that a target sets does not leak into the next scenario's thread."""
    result = Suite(
        name="s",
        scenarios=[
            Scenario(str(i)).interact(i, lambda inputs, trace: (inputs, len(trace.interactions))) for i in range(5)
        ],
    ).run_sync(parallel=True)
    assert [r.final_trace.interactions[0].outputs for r in result.results] == [(i, 0) for i in range(5)]


def test_recorded_traces_can_be_judged_without_a_scenario() -> None:
    from giskard.checks import TestCase

    trace = Trace(interactions=[Interaction(inputs="a", outputs="b")])
    case = TestCase(name="t", trace=trace, checks=[Equals(expected_value="b"), Equals(expected_value="c")])
    assert [r.status for r in case.run_sync().results] == ["pass", "fail"]
    with pytest.raises(AssertionError, match="Test case failed"):
        asyncio.run(case.assert_passed())
