"""Traces as results keep them: what a user's classes add to a trace or a turn is saved, and is there when loaded."""

from collections.abc import Mapping
from typing import Annotated, Any, cast

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    SerializeAsAny,
    SerializerFunctionWrapHandler,
    WrapSerializer,
    model_validator,
)

from giskard.checks.core.interaction.frozen import freeze
from giskard.checks.core.interaction.interaction import Interaction
from giskard.checks.core.interaction.trace import Trace
from giskard.checks.core.jsonable import jsonable
from giskard.checks.core.strict import StrictModel


class _Open(StrictModel):
    """Takes every field that it is given, and keeps it as it was recorded."""

    @model_validator(mode="before")
    @classmethod
    def _receive(cls, data: object) -> object:
        if not isinstance(data, dict):
            return data
        fields = cast("dict[str, Any]", data).items()
        return {name: freeze(value) for name, value in fields if name not in cls.model_computed_fields}


class RecordedInteraction(_Open, Interaction):
    """A turn that was loaded with more than the fields of Interaction: of a class that nobody has to import."""

    model_config = ConfigDict(extra="allow")


class RecordedTrace(_Open, Trace):
    """A trace that was loaded with more than the fields of Trace."""

    model_config = ConfigDict(extra="allow")


def _load(trace: Any) -> Any:
    """Return data of a trace with the turns, and the trace itself, that hold more than the plain classes as models."""
    if not isinstance(trace, dict):
        return trace
    data = cast("dict[str, Any]", trace)
    turns = data.get("interactions")
    if isinstance(turns, list):
        data = data | {"interactions": [_as(RecordedInteraction, turn) for turn in cast("list[Any]", turns)]}
    return _as(RecordedTrace, data)


def _as(cls: type[BaseModel], data: Any) -> Any:
    known = {*cls.model_fields, *cls.model_computed_fields}
    if isinstance(data, dict) and not known.issuperset(cast("dict[str, Any]", data)):
        return cls.model_validate(data)
    return cast("Any", data)


def _dump(trace: Trace, dump: SerializerFunctionWrapHandler) -> Any:
    if type(trace) is Trace and all(type(turn) is Interaction for turn in trace.interactions):
        return dump(trace)
    try:
        return jsonable(dump(trace))
    except Exception:  # noqa: BLE001  a field of the user's own that JSON does not know must not take the result down
        turns = [_field_by_field(turn) for turn in trace.interactions]
        return _field_by_field(trace) | {"interactions": turns, "last": turns[-1] if turns else None}


def _field_by_field(model: BaseModel) -> dict[str, Any]:
    extra: Mapping[str, Any] = model.model_extra or {}
    return {name: jsonable(value) for name, value in (model.__dict__ | dict(extra)).items() if name != "interactions"}


KeptTrace = Annotated[SerializeAsAny[Trace], BeforeValidator(_load), WrapSerializer(_dump, when_used="json")]
"""The type of a field that keeps whatever class of trace it is given."""
