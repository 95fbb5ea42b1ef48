"""Misspelled fields are refused, assignments and defaults are validated."""

from typing import Self

import pytest
from pydantic import Field, ValidationError, computed_field, model_validator

from giskard.checks import Equals, Scenario, Step
from giskard.checks.core.strict import StrictModel


class Range(StrictModel):
    low: int = 0
    high: int = Field(default=10, alias="top")

    @computed_field
    @property
    def width(self) -> int:
        return self.high - self.low

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if self.low > self.high:
            raise ValueError("low is above high")
        return self


@pytest.mark.parametrize(
    ("build", "message"),
    [
        pytest.param(lambda: Range(lo=1), "Range has no field 'lo'. Did you mean 'low'?", id="near"),
        pytest.param(lambda: Range(zzz=1), "Range has no field 'zzz'. Its fields are: high, low, top.", id="like none"),
        pytest.param(lambda: Equals(expected=1), "Did you mean 'expected_value'?", id="a check"),
        pytest.param(lambda: Step.model_validate({"interact": []}), "Did you mean 'interacts'?", id="a step"),
        pytest.param(
            lambda: Scenario.model_validate({"name": "x", "step": []}), "Did you mean 'steps'?", id="a scenario"
        ),
        pytest.param(lambda: Scenario("x", tag=["a"]), "Did you mean 'tags'?", id="a keyword"),
        pytest.param(lambda: Range.model_validate({1: 2}), "Range has no field 1.", id="a key that is no text"),
    ],
)
def test_names_the_nearest_field(build: object, message: str) -> None:
    with pytest.raises(ValidationError) as caught:
        build()  # type: ignore[operator]
    assert message in str(caught.value)


def test_takes_aliases_and_its_own_dump() -> None:
    value = Range(low=1, top=5)
    assert Range.model_validate(value.model_dump(by_alias=True)) == value


def test_a_refused_assignment_changes_nothing() -> None:
    value = Range(low=1, top=5)
    with pytest.raises(ValidationError, match="low is above high"):
        value.low = 6
    with pytest.raises(ValidationError, match="valid integer"):
        value.low = "x"  # type: ignore[assignment]
    assert value == Range(low=1, top=5)
    value.low = 2
    assert value.low == 2


def test_a_refused_assignment_does_not_count_as_set() -> None:
    value = Range()
    with pytest.raises(ValidationError):
        value.low = 11
    assert value.model_fields_set == set()


def test_a_default_is_validated() -> None:
    class Wrong(StrictModel):
        number: int = "three"  # type: ignore[assignment]

    with pytest.raises(ValidationError, match="valid integer"):
        Wrong()
