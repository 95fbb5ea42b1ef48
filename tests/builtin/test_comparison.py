"""Equals: what it passes, fails and cannot compare."""

from typing import Any

import pytest
from pydantic import ValidationError

from giskard.checks import Check, Equals, Interaction, Trace


class Awkward:
    """Raises when it is compared, as arrays do when asked for one truth."""

    def __eq__(self, other: object) -> bool:
        raise ValueError("ambiguous")

    __hash__ = None


def trace_of(outputs: Any, **metadata: Any) -> Trace:
    return Trace(interactions=[Interaction(inputs="?", outputs=outputs, metadata=metadata)])


PASSES = [
    pytest.param(1, {"expected_value": 1}, id="equal numbers"),
    pytest.param(None, {"expected_value": None}, id="None is a value"),
    pytest.param("ﬁne", {"expected_value": "fine"}, id="compatible characters"),
    pytest.param(" a\n  b ", {"expected_value": "a b"}, id="runs of white space"),
    pytest.param({"k": ["e\u0301"]}, {"expected_value": {"k": ["é"]}}, id="text inside of containers"),
    pytest.param(("a ",), {"expected_value": ("a",)}, id="text inside of a tuple"),
    pytest.param([], {"expected_value": []}, id="an empty list"),
    pytest.param(1.05, {"expected_value": 1, "abs_tol": 0.1}, id="within an absolute tolerance"),
    pytest.param(105, {"expected_value": 100, "rel_tol": 0.05}, id="within a relative tolerance"),
    pytest.param([1, 2], {"expected_value": 2, "match": "any"}, id="any item"),
    pytest.param([2, 2], {"expected_value": 2, "match": "all"}, id="all items"),
    pytest.param([1, 3], {"expected_value": 2, "match": "none"}, id="no item"),
    pytest.param({1, 2}, {"expected_value": 2, "match": "any"}, id="any item of a set"),
    pytest.param([], {"expected_value": 2, "match": "all"}, id="all of an empty list that was found"),
    pytest.param([], {"expected_value": 2, "match": "none"}, id="none of an empty list that was found"),
]
FAILS = [
    pytest.param(2, {"expected_value": 1}, "Expected value equal to 1 but got 2.", id="other numbers"),
    pytest.param("", {"expected_value": None}, "equal to None but got ''", id="empty text is not None"),
    pytest.param("1", {"expected_value": 1}, "equal to 1 but got '1'", id="text is no number"),
    pytest.param("a  b", {"expected_value": "a b", "normalization_form": None}, "but got 'a  b'", id="untouched"),
    pytest.param(1.2, {"expected_value": 1, "abs_tol": 0.1}, "but got 1.2", id="outside of the tolerance"),
    pytest.param(True, {"expected_value": 2, "abs_tol": 5}, "but got True", id="a tolerance is for numbers"),
    pytest.param(float("nan"), {"expected_value": float("nan")}, "but got nan", id="NaN equals nothing"),
    pytest.param([1, 3], {"expected_value": 2, "match": "any"}, "none matched", id="no item when any is asked for"),
    pytest.param([], {"expected_value": 2, "match": "any"}, "none matched", id="any of an empty list"),
    pytest.param([2, 1], {"expected_value": 2, "match": "all"}, "Expected all values equal to 2", id="one differs"),
    pytest.param([2, 1], {"expected_value": 2, "match": "none"}, "found matches: 1 of 2", id="one is equal"),
]
ERRORS = [
    pytest.param(1, {"expected_value": 1, "target_key": "trace.last.outputs.x"}, "target_key", id="no actual value"),
    pytest.param(1, {"expected_value_key": "trace.last.metadata.x"}, "expected_value_key", id="no expected value"),
    pytest.param(
        "ab", {"expected_value": "a", "match": "any"}, "Expected a list, set, or tuple", id="text to match in"
    ),
    pytest.param({"a": 1}, {"expected_value": "a", "match": "any"}, "list, set, or tuple", id="a dict to match in"),
    pytest.param(Awkward(), {"expected_value": 1}, "Comparison not supported: `==` comparison", id="awkward"),
    pytest.param([1, Awkward()], {"expected_value": 1, "match": "any"}, "not supported", id="one awkward item"),
    pytest.param(
        1,
        {"expected_value": 1, "match": "all", "target_key": "trace.interactions[*].outputs.x"},
        "No value found for target_key",
        id="a list path that found nothing",
    ),
]


@pytest.mark.parametrize(("outputs", "fields"), PASSES)
def test_passes(outputs: Any, fields: dict[str, Any]) -> None:
    result = Equals(**fields).run_sync(trace_of(outputs))
    assert result.passed, result.message


@pytest.mark.parametrize(("outputs", "fields", "message"), FAILS)
def test_fails(outputs: Any, fields: dict[str, Any], message: str) -> None:
    result = Equals(**fields).run_sync(trace_of(outputs))
    assert result.failed, result.message
    assert message in str(result.message)
    assert set(result.details) == {"actual_value", "expected_value"}


@pytest.mark.parametrize(("outputs", "fields", "message"), ERRORS)
def test_is_an_error(outputs: Any, fields: dict[str, Any], message: str) -> None:
    result = Equals(**fields).run_sync(trace_of(outputs))
    assert result.errored, result.message
    assert message in str(result.message)


def test_compares_with_what_a_path_leads_to() -> None:
    check = Equals(expected_value_key="trace.last.metadata.reference")
    assert check.run_sync(trace_of("a", reference="a")).passed
    assert check.run_sync(trace_of("a", reference="b")).failed


def test_the_details_hold_the_values_as_they_were() -> None:
    result = Equals(expected_value=" a ").run_sync(trace_of("ａ"))
    assert result.passed
    assert result.details == {"actual_value": "ａ", "expected_value": " a "}


def test_a_list_that_contains_itself_is_an_error_and_no_crash() -> None:
    circle: list[Any] = []
    circle.append(circle)
    assert Equals(expected_value=circle).run_sync(trace_of(circle)).errored


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        pytest.param({}, "Exactly one of 'expected_value' and 'expected_value_key'", id="neither"),
        pytest.param({"expected_value": None, "expected_value_key": "trace.last"}, "not both", id="both"),
        pytest.param({"expected_value": 1, "match": "some"}, "'any', 'all' or 'none'", id="an unknown mode"),
        pytest.param({"expected_value": 1, "abs_tol": -1}, "greater than or equal to 0", id="a negative tolerance"),
        pytest.param({"expected_value": 1, "normalization_form": "NFX"}, "normalization_form", id="an unknown form"),
        pytest.param({"expected_value": 1, "target_key": "outputs"}, "must start with 'trace.'", id="no path"),
        pytest.param({"expected_value": 1, "key": "trace.last"}, "no field 'key'", id="another name for target_key"),
    ],
)
def test_refuses(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationError) as caught:
        Equals(**fields)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    "check", [Equals(expected_value=None), Equals(expected_value_key="trace.last.inputs", match="any")]
)
def test_is_loaded_as_it_was_saved(check: Equals) -> None:
    assert Check.model_validate_json(check.model_dump_json()) == check


@pytest.mark.parametrize(
    ("outputs", "expected"),
    [
        pytest.param({"a ": 1, "a": 2}, {"a": 2}, id="keys that would become one"),
        pytest.param({"a", "a "}, {"a"}, id="items of a set that would become one"),
    ],
)
def test_normalising_loses_nothing(outputs: Any, expected: Any) -> None:
    assert Equals(expected_value=expected).run_sync(trace_of(outputs)).failed


@pytest.mark.parametrize("fields", [{"abs_tol": float("inf")}, {"rel_tol": 1.0}, {"rel_tol": float("nan")}])
def test_refuses_a_tolerance_that_lets_everything_pass(fields: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Equals(expected_value=1, **fields)
