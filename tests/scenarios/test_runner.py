"""Runners do what the `run` methods do."""

import pytest

from giskard.checks import (
    Equals,
    Interaction,
    Scenario,
    ScenarioRunner,
    TestCase,
    TestCaseRunner,
    Trace,
    get_runner,
)


async def test_a_scenario_runner_takes_the_options_of_run() -> None:
    scenario = Scenario("x").interact("a").check(Equals(expected_value="A"))
    result = await ScenarioRunner().run(scenario, lambda inputs: inputs.upper(), multiple_runs=2)
    assert (result.passed, result.runs_executed) == (True, 2)
    broken = await get_runner().run(scenario, lambda inputs: 1 / 0, return_exception=True)
    assert broken.errored
    with pytest.raises(ZeroDivisionError):
        await get_runner().run(scenario, lambda inputs: 1 / 0)


def test_there_is_one_runner_in_a_process() -> None:
    assert get_runner() is get_runner()


async def test_a_test_case_runner_judges_a_trace() -> None:
    case = TestCase(
        trace=Trace(interactions=[Interaction(inputs="a", outputs="b")]), checks=[Equals(expected_value="b")]
    )
    assert (await TestCaseRunner().run(case)).passed
