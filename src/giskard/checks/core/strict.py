"""The base of every model that a person writes: typing errors are refused, by name and with the nearest one."""

import difflib
from functools import cache
from typing import Any, cast, override

from pydantic import BaseModel, ConfigDict, ValidationError, model_validator


def nearest(word: str, known: list[str]) -> str:
    """Return " Did you mean 'x'?" for the known word that is closest to `word`, or an empty string.

    Examples
    --------
    >>> nearest("scenario", ["name", "scenarios"])
    " Did you mean 'scenarios'?"
    """
    matches = difflib.get_close_matches(word, known, n=1, cutoff=0.6)
    return f" Did you mean {matches[0]!r}?" if matches else ""


def in_one_line(error: ValidationError) -> str:
    """Return what is wrong with each field, without pydantic's layout and links.

    Examples
    --------
    >>> from giskard.checks import Step
    >>> try:
    ...     Step.model_validate({"checks": 3})
    ... except ValidationError as exc:
    ...     print(in_one_line(exc))
    checks: Input should be a valid list
    """
    problems = [
        (".".join(map(str, problem["loc"])), problem["msg"].removeprefix("Value error, ")) for problem in error.errors()
    ]
    return "; ".join(f"{where}: {what}" if where else what for where, what in problems)


@cache
def _accepted_keys(model: type[BaseModel]) -> frozenset[str]:
    """Return the field names and aliases that `model` accepts when it is built."""
    fields = model.model_fields
    aliases = {f.alias for f in fields.values() if f.alias} | {
        f.validation_alias for f in fields.values() if isinstance(f.validation_alias, str)
    }
    return frozenset(fields) | aliases


def refuse_unknown_fields(model: type[BaseModel], data: dict[Any, Any]) -> dict[Any, Any]:
    """Return `data` without computed fields, so that a dump loads.

    Raises
    ------
    ValueError
        A key is not a field; the message names the nearest one.
    """
    accepted = _accepted_keys(model)
    if accepted.issuperset(data):
        return data
    computed = model.model_computed_fields
    for key in data:
        if key not in accepted and key not in computed:
            known = sorted(accepted)
            raise ValueError(
                f"{model.__name__} has no field {key!r}.{nearest(str(key), known)} Its fields are: {', '.join(known)}."
            )
    return {key: value for key, value in data.items() if key not in computed}


class StrictModel(BaseModel):
    """A model that refuses unknown fields, and validates assignments and defaults as well as what it is built from."""

    # Deferred building keeps importing cheap; a test rebuilds every class, since bad annotations then surface late.
    model_config = ConfigDict(extra="forbid", validate_assignment=True, validate_default=True, defer_build=True)

    @model_validator(mode="before")
    @classmethod
    def _receive(cls, data: object) -> object:
        return refuse_unknown_fields(cls, cast("dict[Any, Any]", data)) if isinstance(data, dict) else data

    @override
    def __setattr__(self, name: str, value: Any) -> None:
        """Assign a validated value; a refused one leaves the model as it was.

        pydantic keeps a value in place that only an "after" validator refuses.
        """
        if name not in type(self).model_fields:
            return super().__setattr__(name, value)
        before, fields_set = dict(self.__dict__), set(self.__pydantic_fields_set__)
        try:
            super().__setattr__(name, value)
        except Exception:
            object.__setattr__(self, "__dict__", before)
            object.__setattr__(self, "__pydantic_fields_set__", fields_set)
            raise
