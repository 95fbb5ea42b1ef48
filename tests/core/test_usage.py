"""What calls of models used."""

from typing import Any

import pytest

from giskard.checks import CheckResult, Interaction, Metric, ScenarioResult, SuiteResult, TestCaseResult, Trace, Usage

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
