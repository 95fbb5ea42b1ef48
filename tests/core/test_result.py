"""Results: their statuses, their JSON, their one-line form."""

import json
import math
from typing import Any

import pytest
from pydantic import ValidationError

from giskard.checks import (
    CheckResult,
    CheckStatus,
    Interaction,
    Metric,
    ScenarioResult,
    ScenarioStatus,
    Status,
    TestCaseError,
    TestCaseResult,
    TestCaseStatus,
    Trace,
)
from giskard.checks.core.exceptions import exception_name
from giskard.checks.core.status import roll_up

P, F, E, S = Status.PASS, Status.FAIL, Status.ERROR, Status.SKIP


def results(*statuses: Status) -> list[CheckResult]:
    return [CheckResult(status=status, message=status.name) for status in statuses]


@pytest.mark.parametrize(
    ("parts", "whole"),
    [
        pytest.param([], P, id="nothing"),
        pytest.param([P, P], P, id="all pass"),
        pytest.param([P, F], F, id="one fails"),
        pytest.param([F, E, S], E, id="one cannot be evaluated"),
        pytest.param([S, S], S, id="all skipped"),
        pytest.param([P, S], P, id="some skipped"),
        pytest.param([F, S], F, id="one fails, the rest skipped"),
    ],
)
def test_parts_make_a_whole(parts: list[Status], whole: Status) -> None:
    assert roll_up(parts) is whole
    step = TestCaseResult(results=results(*parts))
    assert step.status is whole
    assert ScenarioResult(scenario_name="x", steps=[step] if parts else []).status is whole


def test_one_enum_under_three_names() -> None:
    assert CheckStatus is TestCaseStatus is ScenarioStatus is Status
    assert ScenarioStatus.PASS == "pass"


@pytest.mark.parametrize(
    ("make", "status", "flag"),
    [
        (CheckResult.success, P, "passed"),
        (CheckResult.failure, F, "failed"),
        (CheckResult.error, E, "errored"),
        (CheckResult.skip, S, "skipped"),
    ],
)
def test_makers(make: Any, status: Status, flag: str) -> None:
    result = make(message="m", metrics=[Metric(name="n", value=1)], details={"a": 1})
    assert result == CheckResult(status=status, message="m", metrics=[Metric(name="n", value=1.0)], details={"a": 1})
    assert [f for f in ("passed", "failed", "errored", "skipped") if getattr(result, f)] == [flag]
    assert make().message is None
    with pytest.raises(TypeError):
        make("positional")


def test_an_error_of_the_interactions_outweighs_the_checks() -> None:
    error = TestCaseError(message="no route", exception_type="OSError", phase="outputs")
    step = TestCaseResult(results=results(S), error=error)
    assert step.status is E
    assert step.format_failures() == "outputs: OSError: no route\ncheck SKIPPED: SKIP"


def test_failures_are_listed_by_name_or_kind() -> None:
    step = TestCaseResult(
        results=[
            CheckResult.success(),
            CheckResult.failure(message="too long", details={"check_name": "short", "check_kind": "fn"}),
            CheckResult.error(message="no path", details={"check_name": None, "check_kind": "equals"}),
            CheckResult.skip(),
        ]
    )
    assert step.format_failures() == "short FAILED: too long\nequals ERRORED: no path\ncheck SKIPPED: no message"
    assert [r.status for r in step.failures_and_errors] == [F, E]
    with pytest.raises(AssertionError, match=r"Test case failed \(error\):\nshort FAILED"):
        step.assert_passed()
    TestCaseResult(results=results(P)).assert_passed()


@pytest.mark.parametrize("value", [1.5, math.inf, -math.inf, math.nan, 0])
def test_a_metric_survives_json(value: float) -> None:
    loaded = CheckResult.model_validate_json(
        CheckResult.success(metrics=[Metric(name="m", value=value)]).model_dump_json()
    )
    assert repr(loaded.metrics[0].value) == repr(float(value))


def test_a_scenario_result_survives_json() -> None:
    result = ScenarioResult(
        scenario_name="x",
        steps=[TestCaseResult(results=results(P, F), last_interaction_index=0, duration_ms=3)],
        final_trace=Trace(interactions=[Interaction(inputs="a", outputs={"b": [1]})]),
        tags=["a:b"],
    )
    assert ScenarioResult.model_validate_json(result.model_dump_json()) == result
    assert ScenarioResult.model_validate(result.model_dump()) == result


@pytest.mark.parametrize(
    "result",
    [
        CheckResult.failure(message="x" * 10_000),
        TestCaseResult(results=results(*[F] * 1000)),
        ScenarioResult(
            scenario_name="long\nname" * 1000,
            steps=[TestCaseResult(results=results(F))],
            final_trace=Trace(interactions=[Interaction(inputs="a" * 10_000, outputs="b")] * 100),
        ),
    ],
    ids=lambda result: type(result).__name__,
)
def test_a_repr_is_one_short_line(result: Any) -> None:
    for text in (repr(result), str(result), f"{result}"):
        assert "\n" not in text
        assert len(text) < 200


def test_results_cannot_be_changed_and_refuse_what_they_do_not_know() -> None:
    result = CheckResult.success()
    with pytest.raises(ValidationError, match="frozen"):
        result.status = F
    with pytest.raises(ValidationError, match="Extra inputs"):
        CheckResult(status=P, mesage="x")
    with pytest.raises(ValidationError, match="Did you mean 'steps'"):
        ScenarioResult(scenario_name="x", step=[])


def test_an_exception_is_named_with_its_module_unless_it_is_a_builtin() -> None:
    assert exception_name(KeyError("a")) == "KeyError"
    assert exception_name(json.JSONDecodeError("a", "b", 0)) == "json.decoder.JSONDecodeError"


def test_an_exception_becomes_a_record_with_its_traceback() -> None:
    try:
        raise LookupError("nowhere")
    except LookupError as exc:
        error = TestCaseError.from_exception(exc, "inputs")
    assert error.summary() == "inputs: LookupError: nowhere"
    assert error.traceback is not None
    assert "test_an_exception_becomes_a_record" in error.traceback


@pytest.mark.parametrize(
    ("details", "expected"),
    [
        (
            {"check_kind": "equals", "check_spec": {"expected_value": 0, "normalization_form": "NFKC"}},
            "equals(expected_value=0)",
        ),
        ({"check_kind": "fn", "check_spec": {"kind": "fn", "details": {}}}, "fn"),
        ({"check_kind": "odd", "check_spec": "text"}, "odd"),
        (
            {"check_kind": "toxicity", "check_spec": {"votes": 3, "target_key": "trace.last"}},
            "toxicity(target_key=trace.last)",
        ),
        ({"check_kind": "llm_judge", "check_spec": {"votes": 1, "prompt": "Nice?"}}, "llm_judge(prompt=Nice?)"),
        ({"check_name": "mine", "check_kind": "equals"}, "mine"),
        ({}, "check"),
    ],
)
def test_a_check_is_called_by_its_name_or_by_what_tells_it_apart(details: dict[str, Any], expected: str) -> None:
    assert CheckResult.success(details=details).label == expected


def test_a_scenario_lists_what_failed_in_all_its_steps() -> None:
    first, second = TestCaseResult(results=results(P, F)), TestCaseResult(results=results(E, S))
    result = ScenarioResult(scenario_name="s", steps=[first, second])
    assert [check.status for check in result.failures_and_errors] == [F, E]
