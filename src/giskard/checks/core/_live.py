"""What a live trace shows, field by field, as its dump would."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from pydantic import BaseModel
from pydantic_core import SchemaSerializer, core_schema

from giskard.checks.core.interaction.frozen import FrozenDict, FrozenList
from giskard.checks.core.interaction.history import History
from giskard.checks.core.interaction.interaction import Interaction
from giskard.checks.core.interaction.trace import Trace
from giskard.checks.core.types import MISSING

ABSENT = object()
DICTS = frozenset({dict, FrozenDict})
WALKABLE = DICTS | {list, FrozenList, History}
dump_foreign = SchemaSerializer(core_schema.any_schema()).to_python


@cache
def _shows_fields_live(cls: type) -> bool:
    """Say whether `cls` is a Trace or Interaction class whose fields can be read one at a time.

    They cannot where a serializer, an alias or extra fields make the dump more than the sum of its fields.
    """
    if not issubclass(cls, Trace | Interaction):
        return False
    config = cls.model_config
    whole = cls.__pydantic_decorators__.model_serializers
    return not (whole or config.get("extra") == "allow" or config.get("serialize_by_alias"))


def is_live(value: object) -> bool:
    """Say whether `value` is a trace or a turn whose fields can be read one at a time."""
    cls: type[object] = type(value)
    return _shows_fields_live(cls)


def field_of(model: BaseModel, name: str) -> Any:
    """Return one field as a dump of `model` holds it (turns stay live), `ABSENT` when the dump holds no such field."""
    cls: type[BaseModel] = type(model)
    if name in ("interactions", "last") and _shows_turns_live(cls, name):
        return getattr(model, name)
    if cls is Interaction and name in cls.model_fields:
        value = model.__dict__[name]
        return ABSENT if value is MISSING else value
    return model.model_dump(include={name}).get(name, ABSENT)


@cache
def _shows_turns_live(cls: type[BaseModel], name: str) -> bool:
    """Say whether `cls` is a Trace class that dumps `interactions` or `last` the way Trace does."""
    if not issubclass(cls, Trace):
        return False
    serializers = cls.__pydantic_decorators__.field_serializers.values()
    if any(name in serializer.info.fields or "*" in serializer.info.fields for serializer in serializers):
        return False
    return cls.last is Trace.last if name == "last" else not cls.model_fields[name].exclude


def fields_of(model: BaseModel) -> Iterator[tuple[str, Any]]:
    """Yield the fields that a dump of `model` holds; turns stay live."""
    for name in (*type(model).model_fields, *type(model).model_computed_fields):
        value = field_of(model, name)
        if value is not ABSENT:
            yield name, value


def dumped(value: Any) -> Any:
    """Return `value` as a dump of the trace would hold it."""
    return [dump_foreign(turn) for turn in value] if type(value) is History else dump_foreign(value)


def seen(value: Any) -> Any:
    """Return `value` as evaluation may look into it: live turns, exact dicts and lists, or else its dump."""
    return value if type(value) in WALKABLE or is_live(value) else dump_foreign(value)
