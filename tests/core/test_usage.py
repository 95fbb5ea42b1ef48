"""What calls of models used."""

from typing import Any

import pytest

from giskard.checks import (
    CheckResult,
    FnCheck,
    Interaction,
    Metric,
    Scenario,
    ScenarioResult,
    SuiteResult,
    TestCaseResult,
    Trace,
    Usage,
)

ONE = Usage(model_calls=1, input_tokens=100, output_tokens=10, cost_usd=0.25)
FREE = Usage(model_calls=2, input_tokens=7, output_tokens=3, cost_usd=None)


@pytest.mark.parametrize(
    ("first", "second", "total", "text"),
    [
        pytest.param(
            ONE, ONE, (2, 200, 20, 0.5), "2 model calls, 200 input tokens, 20 output tokens, $0.5000", id="known"
        ),
        pytest.param(
            ONE,
            FREE,
            (3, 107, 13, None),
            "3 model calls, 107 input tokens, 13 output tokens",
            id="one price is not known",
        ),
        pytest.param(
            Usage(),
            ONE,
            (1, 100, 10, 0.25),
            "1 model call, 100 input tokens, 10 output tokens, $0.2500",
            id="nothing and something",
        ),
    ],
)
def test_usage_adds_up(first: Usage, second: Usage, total: tuple[Any, ...], text: str) -> None:
    both = first + second
    assert (both.model_calls, both.input_tokens, both.output_tokens, both.cost_usd) == total
    assert str(both) == text


@pytest.mark.parametrize("usage", [ONE, FREE, Usage()], ids=["priced", "without a price", "none"])
def test_metrics_carry_it(usage: Usage) -> None:
    assert Usage.of_metrics([Metric(name="score", value=0.5), *usage.metrics()]) == usage


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -1.0], ids=["NaN", "infinite", "negative"])
@pytest.mark.parametrize("name", ["model_calls", "input_tokens", "cost_usd"])
def test_a_metric_that_is_no_count_is_left_out(name: str, value: float) -> None:
    result = CheckResult.success(metrics=[Metric(name="model_calls", value=2), Metric(name=name, value=value)])
    scenario = ScenarioResult(scenario_name="s", steps=[TestCaseResult(results=[result])], final_trace=Trace())
    assert scenario.usage.model_calls == 2
    SuiteResult(results=[scenario]).print_report()


@pytest.mark.parametrize(
    "note",
    ["x", {"usage": "x"}, {"usage": {"model_calls": "many"}}, {"usage": None}, {"usage": {"model_calls": -1}}, [1]],
    ids=str,
)
def test_a_note_of_the_users_own_is_no_usage(note: Any) -> None:
    result = Scenario("s").interact("q", "a", metadata={"input_generator": note}).run_sync()
    suite = SuiteResult(results=[result])
    assert suite.usage == Usage()
    suite.print_report()
    assert SuiteResult.model_validate_json(suite.model_dump_json()).usage == Usage()


def test_earlier_runs_count() -> None:
    def judged(trace: Trace) -> CheckResult:
        return CheckResult.success(metrics=ONE.metrics())

    result = Scenario("s", multiple_runs=3).interact("q", "a").check(FnCheck(fn=judged)).run_sync()
    assert result.usage == ONE + ONE + ONE
    assert ScenarioResult.model_validate_json(result.model_dump_json()).usage == result.usage
    assert Scenario("s").interact("q", "a").check(FnCheck(fn=judged)).run_sync().usage == ONE


def test_results_sum_what_their_checks_and_their_input_generators_used() -> None:
    judged = TestCaseResult(
        results=[CheckResult.success(metrics=ONE.metrics()), CheckResult.failure(metrics=[Metric(name="x", value=1)])]
    )
    turns = [
        Interaction(inputs="a", outputs="b", metadata={"input_generator": {"usage": ONE.model_dump()}}),
        Interaction(inputs="a", outputs="b", metadata={"input_generator": "a user's own"}),
        Interaction(inputs="a", outputs="b", metadata={"usage": 3}),
    ]
    result = ScenarioResult(scenario_name="s", steps=[judged, judged], final_trace=Trace(interactions=turns))
    assert result.usage == ONE + ONE + ONE
    assert SuiteResult(results=[result, result]).usage.model_calls == 6
    loaded = SuiteResult.model_validate_json(SuiteResult(results=[result]).model_dump_json())
    assert loaded.usage == result.usage
