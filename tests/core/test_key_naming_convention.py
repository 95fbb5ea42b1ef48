"""Paths of registered checks are named after what they stand for: GC201 to GC204, on the classes themselves."""

from typing import Any, Self

import pytest
from pydantic import ValidationError, model_validator

from giskard.checks import MISSING, Check, CheckResult, JSONPathStr, Trace
from giskard.checks.core.fields import exactly_one
from tests.core.test_jsonpath_enforcement import is_path, registered


def naming_problems(cls: type[Check]) -> list[str]:
    """Return what the names of a check's paths get wrong."""
    problems: list[str] = []
    for name in cls.model_fields:
        if not is_path(cls, name) or name == "target_key":
            continue
        static = name.removesuffix("_key")
        if static == name or not static:
            problems.append(f"{name} is neither target_key nor *_key")
        elif static not in cls.model_fields:
            problems.append(f"{name} has no {static} beside it")
        elif is_path(cls, static):
            problems.append(f"{static} is a path too")
    return problems


def pairs(cls: type[Check]) -> list[str]:
    """Return the values that may be given inline or by path, neither of which has a default."""
    fields = cls.model_fields
    return [
        name
        for name in fields
        if f"{name}_key" in fields and fields[name].default is MISSING and fields[f"{name}_key"].default is MISSING
    ]


def validate(cls: type[Check], given: dict[str, Any]) -> None:
    """Run the validators of the whole check alone, since a value of the field's own type is not known here."""
    check = cls.model_construct(**given)
    for validator in cls.__pydantic_decorators__.model_validators.values():
        if validator.info.mode == "after":
            validator.func(check)


@pytest.mark.parametrize("cls", registered())
def test_every_path_is_named_after_what_it_stands_for(cls: type[Check]) -> None:
    assert naming_problems(cls) == []


@pytest.mark.parametrize(
    ("cls", "name"),
    [pytest.param(cls, name, id=f"{cls.__name__}.{name}") for cls in registered() for name in pairs(cls)],
)
def test_of_a_value_and_its_path_exactly_one_is_given(cls: type[Check], name: str) -> None:
    others = {f"{other}_key": "trace.last" for other in pairs(cls) if other != name}
    for given in ({}, {name: "a", f"{name}_key": "trace.last"}):
        with pytest.raises(ValueError, match=f"Exactly one of '{name}' and '{name}_key'"):
            validate(cls, others | given)
    validate(cls, others | {f"{name}_key": "trace.last"})


def test_the_walk_sees_pairs() -> None:
    """Guards the guard."""
    assert [name for cls in registered() for name in pairs(cls)]


class _Runs(Check):
    async def run(self, trace: Trace) -> CheckResult:
        return CheckResult.success()


class OtherSubject(_Runs):
    output_key: JSONPathStr = "trace.last.outputs"


class NoSuffix(_Runs):
    where: JSONPathStr = "trace.last.outputs"


class TwoPaths(_Runs):
    where_key: JSONPathStr = "trace.last.outputs"
    where: JSONPathStr = "trace.last.outputs"


class BareKey(_Runs):
    key: JSONPathStr = "trace.last.outputs"


@pytest.mark.parametrize(
    ("cls", "problem"),
    [
        pytest.param(OtherSubject, ["output_key has no output beside it"], id="another name for target_key"),
        pytest.param(NoSuffix, ["where is neither target_key nor *_key"], id="a path without suffix"),
        pytest.param(BareKey, ["key is neither target_key nor *_key"], id="a bare key"),
        pytest.param(TwoPaths, ["where is a path too", "where is neither target_key nor *_key"], id="two paths"),
    ],
)
def test_a_badly_named_path_is_caught(cls: type[Check], problem: list[str]) -> None:
    assert naming_problems(cls) == problem


class Unvalidated(_Runs):
    word: str | MISSING = MISSING
    word_key: JSONPathStr | MISSING = MISSING


class Validated(Unvalidated):
    @model_validator(mode="after")
    def _one(self) -> Self:
        exactly_one(self, "word", "word_key")
        return self


def test_a_pair_that_nobody_validates_is_seen_by_what_it_accepts() -> None:
    assert pairs(Unvalidated) == pairs(Validated) == ["word"]
    assert Unvalidated().word is MISSING
    both: dict[str, Any] = {"word": "a", "word_key": "trace.last"}
    with pytest.raises(ValidationError, match="Exactly one"):
        Validated(**both)
