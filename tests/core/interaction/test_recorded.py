"""Results keep, save and load what a user's own classes add to a trace and its turns."""

import json
from typing import Any

import pytest
from pydantic import ConfigDict, field_serializer

from giskard.checks import Interaction, ScenarioResult, SuiteResult, Trace, resolve
from giskard.checks.core.interaction.recorded import RecordedInteraction, RecordedTrace


class Billed(Interaction):
    cost: float = 0.5


class Persona(Trace):
    model_config = ConfigDict(arbitrary_types_allowed=True)

    persona: str = "novice"
    notes: dict[str, Any] = {}
    handle: Any = None

    @field_serializer("notes")
    def _write_notes(self, notes: dict[str, Any]) -> dict[str, Any]:
        if "fail" in notes:
            raise RuntimeError("no")
        return notes


def result_of(trace: Trace) -> SuiteResult:
    return SuiteResult(results=[ScenarioResult(scenario_name="s", final_trace=trace)])


def reloaded(result: SuiteResult) -> Trace:
    return SuiteResult.model_validate_json(result.model_dump_json()).results[0].final_trace


def test_what_is_given_stays_what_it_is() -> None:
    trace = Persona(interactions=[Billed(inputs="a", outputs="b")])
    assert result_of(trace).results[0].final_trace is trace


def test_own_fields_are_saved_and_loaded() -> None:
    result = result_of(Persona(persona="expert", interactions=[Billed(inputs="a", outputs="b", cost=2)]))
    trace = reloaded(result)
    assert isinstance(trace, RecordedTrace)
    assert isinstance(trace.last, RecordedInteraction)
    assert [resolve(trace, path) for path in ("trace.persona", "trace.last.cost", "trace.interactions[*].cost")] == [
        "expert",
        2.0,
        [2.0],
    ]
    saved = result.model_dump(mode="json")
    assert saved["results"][0]["final_trace"]["persona"] == "expert"
    assert SuiteResult.model_validate(saved).model_dump(mode="json") == saved
    assert result.to_hub_format() == saved


@pytest.mark.parametrize(
    ("cost", "saved"), [(float("nan"), "NaN"), (float("inf"), "Infinity"), (float("-inf"), "-Infinity")]
)
def test_a_number_without_a_json_form_is_no_null(cost: float, saved: str) -> None:
    trace = reloaded(result_of(Trace(interactions=[Billed(inputs="a", outputs="b", cost=cost)])))
    assert resolve(trace, "trace.last.cost") == saved


def test_plain_traces_stay_plain() -> None:
    result = result_of(Trace(interactions=[Interaction(inputs="a", outputs=[1])], annotations={"x": 1}))
    assert type(reloaded(result)) is Trace
    assert type(reloaded(result).last) is Interaction
    assert reloaded(result) == result.results[0].final_trace


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        pytest.param({"handle": object}, "<class 'object'>", id="an object that JSON does not know"),
        pytest.param({"handle": "\ud800"}, "\\ud800", id="a lone surrogate"),
        pytest.param({"notes": {"fail": 1}, "handle": "kept"}, "kept", id="a serializer that raises"),
    ],
)
def test_own_fields_that_json_cannot_hold_take_nothing_down(fields: dict[str, Any], expected: str) -> None:
    result = result_of(Persona(interactions=[Billed(inputs="a", outputs="b", cost=2)], **fields))
    data = json.loads(result.model_dump_json())["results"][0]["final_trace"]
    assert expected in data["handle"]
    assert data["interactions"] == [data["last"]]
    assert data["last"] == {"inputs": "a", "outputs": "b", "metadata": {}, "cost": 2.0}
    assert resolve(reloaded(result), "trace.handle") == data["handle"]


def test_what_was_loaded_cannot_be_changed() -> None:
    trace = reloaded(result_of(Persona(notes={"a": [1]})))
    notes = (trace.model_extra or {})["notes"]
    with pytest.raises(TypeError, match="cannot be changed"):
        notes["a"].append(2)


def test_data_that_is_no_trace_is_refused() -> None:
    with pytest.raises(ValueError, match="final_trace"):
        ScenarioResult.model_validate({"scenario_name": "s", "final_trace": 3})
    with pytest.raises(ValueError, match="interactions"):
        ScenarioResult.model_validate({"scenario_name": "s", "final_trace": {"interactions": [3], "odd": 1}})
    with pytest.raises(ValueError, match="RecordedTrace"):
        RecordedTrace.model_validate(3)


def test_a_loaded_trace_can_be_given_again() -> None:
    trace = reloaded(result_of(Persona()))
    assert RecordedTrace.model_validate(trace) is trace
