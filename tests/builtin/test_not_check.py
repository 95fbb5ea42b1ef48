"""The contrary of a check."""

import pytest
from pydantic import ValidationError

from giskard.checks import (
    Check,
    CheckResult,
    Conformity,
    Equals,
    FnCheck,
    GenerationError,
    Groundedness,
    Interaction,
    Metric,
    Not,
    Scenario,
    StringMatching,
    Trace,
)
from giskard.checks.testing import FakeGenerator

TRACE = Trace(interactions=[Interaction(inputs="Hi", outputs="Hello!")])


def says(result: CheckResult) -> FnCheck:
    return FnCheck(fn=lambda trace: result, name="inner")


@pytest.mark.parametrize(
    ("inner", "status", "message"),
    [
        pytest.param(CheckResult.success(message="m"), "fail", "Not: m", id="a pass"),
        pytest.param(CheckResult.failure(message="m"), "pass", "Not: m", id="a failure"),
        pytest.param(CheckResult.failure(), "pass", "Not: inner", id="a failure without a message"),
        pytest.param(CheckResult.error(message="m"), "error", "m", id="an error"),
        pytest.param(CheckResult.skip(message="m"), "skip", "m", id="a skip"),
    ],
)
async def test_turns_verdicts_only(inner: CheckResult, status: str, message: str) -> None:
    result = await Not(check=says(inner)).run(TRACE)
    assert (result.status.value, result.message) == (status, message)
    assert result.details["results"] == {"inner": {"status": inner.status.value, "message": inner.message}}


async def test_metrics_are_kept() -> None:
    inner = CheckResult.success(metrics=[Metric(name="score", value=0.5)])
    assert (await Not(check=says(inner)).run(TRACE)).metrics == inner.metrics


@pytest.mark.parametrize(
    "inner",
    [
        pytest.param(Equals(expected_value=1, target_key="trace.last.metadata.nope"), id="nothing at a path"),
        pytest.param(Groundedness(generator=FakeGenerator(outputs=[])), id="a judge without context"),
        pytest.param(
            Conformity(rule="r", generator=FakeGenerator(outputs=[GenerationError("refused")])), id="a judge that errs"
        ),
    ],
)
async def test_what_could_not_be_evaluated_never_turns_green(inner: Check) -> None:
    assert (await Not(check=inner).run(TRACE)).errored


def test_an_exception_of_the_inner_check_is_one_of_the_whole() -> None:
    scenario = Scenario("s").interact("a", "b").check(Not(check=FnCheck(fn=lambda trace: 1 / 0), name="outer"))
    with pytest.raises(ZeroDivisionError):
        scenario.run_sync()
    assert scenario.run_sync(return_exception=True).steps[0].results[0].errored


def test_is_saved_and_loaded_with_its_inner_check() -> None:
    check = Not(check=Not(check=StringMatching(keyword="a", case_sensitive=False)), name="n")
    assert Check.model_validate_json(check.model_dump_json()) == check


def test_an_inner_check_is_needed() -> None:
    with pytest.raises(ValidationError, match="check"):
        Not()
