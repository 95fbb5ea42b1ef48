"""FnCheck and from_fn: a function as a check."""

from typing import Any

import pytest
from pydantic import ValidationError

from giskard.checks import Check, CheckResult, FnCheck, Interaction, Scenario, Trace, from_fn

TRACE = Trace(interactions=[Interaction(inputs="Hi", outputs="Hello!")])


def numpy_bool(value: bool) -> Any:
    """Return what looks like numpy's own boolean to who does not import numpy."""
    return type("bool", (), {"__module__": "numpy", "__bool__": lambda self: value})()


async def later(trace: Trace) -> bool:
    return trace.last is not None


@pytest.mark.parametrize(
    ("fn", "passed"),
    [
        pytest.param(lambda trace: True, True, id="True"),
        pytest.param(lambda trace: False, False, id="False"),
        pytest.param(later, True, id="an asynchronous function"),
        pytest.param(lambda trace: numpy_bool(True), True, id="numpy's True"),
        pytest.param(lambda trace: numpy_bool(False), False, id="numpy's False"),
    ],
)
def test_judges_by_what_the_function_returns(fn: Any, passed: bool) -> None:
    check = FnCheck(fn=fn, success_message="yes", failure_message="no", details={"a": 1})
    result = check.run_sync(TRACE)
    assert (result.passed, result.message) == ((True, "yes") if passed else (False, "no"))
    assert result.failed is not passed
    assert result.details == {"a": 1}


def test_takes_a_result_as_it_is() -> None:
    result = CheckResult.skip(message="not today")
    assert FnCheck(fn=lambda trace: result).run_sync(TRACE) is result


@pytest.mark.parametrize("value", [None, 1, "yes", []])
def test_refuses_any_other_answer(value: Any) -> None:
    with pytest.raises(TypeError, match=rf"must return bool or CheckResult, not {type(value).__name__}"):
        FnCheck(fn=lambda trace: value).run_sync(TRACE)


def test_is_dumped_without_its_function_and_cannot_be_loaded() -> None:
    dump = FnCheck(fn=bool, name="n").model_dump(mode="json")
    assert "fn" not in dump
    for load in (Check.model_validate, FnCheck.model_validate):
        with pytest.raises(ValidationError, match="holds a Python function, which a dump does not carry"):
            load(dump)


def test_from_fn_names_the_check_after_the_function() -> None:
    assert from_fn(later).name == "later"
    assert from_fn(later, name="other").name == "other"
    full = from_fn(later, description="d", success_message="s", failure_message="f", details={"a": 1})
    assert (full.description, full.success_message, full.failure_message, full.details) == ("d", "s", "f", {"a": 1})


def test_needs_a_function() -> None:
    with pytest.raises(ValidationError, match="callable"):
        FnCheck(fn="later")
    with pytest.raises(ValidationError, match="Field required"):
        FnCheck(name="x")


def test_what_the_function_raises_is_an_error_where_exceptions_are_returned() -> None:
    scenario = Scenario("s").interact("a", "b").check(FnCheck(fn=lambda trace: 1 / 0, name="broken"))
    (result,) = scenario.run_sync(return_exception=True).steps[0].results
    assert result.errored
    assert "Check 'broken' raised ZeroDivisionError" in str(result.message)
