"""Every field of a registered check that holds a path is typed as one: GC101 to GC104, on the classes themselves."""

import inspect
from pathlib import Path
from typing import Any, get_args, get_origin

import pytest
from pydantic import Field

from giskard.checks import MISSING, Check, CheckResult, JSONPathStr, NoMatch, Trace, provided_or_resolve, resolve
from giskard.checks._lint import annotations
from giskard.checks._lint.project import find_project
from giskard.checks._lint.source import Source
from giskard.checks.core.extraction import JSONPathMark, yields_list

ROOMS = ("giskard.checks.builtin.", "giskard.checks.judges.")
ROOT = Path(__file__).parents[2]


def registered() -> list[type[Check]]:
    """Return every registered check of the library."""
    found = [Check._registry.find(kind) for kind in sorted(Check.kinds())]
    return [cls for cls in found if issubclass(cls, Check) and cls.__module__.startswith(ROOMS)]


def parts(annotation: Any) -> list[Any]:
    """Return what a union is made of; anything else alone."""
    return [part for arg in get_args(annotation) for part in parts(arg)] if is_union(annotation) else [annotation]


def is_union(annotation: Any) -> bool:
    return get_origin(annotation) is not None and "Union" in str(get_origin(annotation))


def is_path(cls: type[Check], name: str) -> bool:
    field = cls.model_fields[name]
    marks = [*field.metadata, *(m for part in parts(field.annotation) for m in getattr(part, "__metadata__", ()))]
    return any(isinstance(mark, JSONPathMark) for mark in marks)


def typing_problems(cls: type[Check]) -> list[str]:
    """Return the fields named as paths that are not typed as one path, None or MISSING."""
    problems: list[str] = []
    for name, field in cls.model_fields.items():
        if name == "key" or name.endswith("_key"):
            others = [p for p in parts(field.annotation) if p not in (type(None), MISSING)]
            if not is_path(cls, name) or len(others) != 1:
                problems.append(name)
    return problems


def default_problems(cls: type[Check]) -> list[str]:
    """Return the paths with a default that is neither MISSING nor a path."""
    problems: list[str] = []
    for name, field in cls.model_fields.items():
        if is_path(cls, name) and not field.is_required() and field.default is not MISSING:
            try:
                yields_list(field.default)
            except (TypeError, ValueError, AttributeError):
                problems.append(name)
    return problems


def path_fields() -> list[Any]:
    return [
        pytest.param(cls, name, id=f"{cls.__name__}.{name}")
        for cls in registered()
        for name in cls.model_fields
        if is_path(cls, name)
    ]


@pytest.mark.parametrize("cls", registered())
def test_every_key_is_typed_as_a_path_with_a_default_that_is_one(cls: type[Check]) -> None:
    assert typing_problems(cls) == []
    assert default_problems(cls) == []


@pytest.mark.parametrize(("cls", "name"), path_fields())
def test_every_path_is_read(cls: type[Check], name: str) -> None:
    code = "".join(
        inspect.getsource(base)
        for base in cls.__mro__
        if base.__module__.startswith(("giskard.checks.builtin", "giskard.checks.judges"))
    )
    assert f"self.{name}" in code


def test_the_walk_sees_as_many_paths_as_the_linter() -> None:
    """Guards the guard: a walk that sees no path, or other ones than the linter, would prove nothing."""
    source = Source(find_project(ROOT))
    by_linter = {
        (cls.name, field.name)
        for cls in source.checks()
        for field in source.fields(cls).values()
        if annotations.PATH in annotations.of(source, field)
    }
    walked = {(cls.__name__, name) for cls in registered() for name in cls.model_fields if is_path(cls, name)}
    assert walked
    assert walked == {(name, field) for name, field in by_linter if name in {cls.__name__ for cls in registered()}}


class _Reads(Check):
    """Stands for a check of somebody else; the subclasses below break a rule each."""

    async def run(self, trace: Trace) -> CheckResult:
        value = provided_or_resolve(trace, key=resolve(trace, "trace.last"), value=1)
        return CheckResult.error() if isinstance(value, NoMatch) else CheckResult.success()


class PlainText(_Reads):
    topic_key: str = "trace.last"


class BareKey(_Reads):
    key: str = "trace.last"


class SeveralPaths(_Reads):
    topic_key: list[JSONPathStr] = Field(default_factory=list)


class PathOrText(_Reads):
    topic_key: JSONPathStr | int = "trace.last"


class BadDefault(_Reads):
    topic_key: JSONPathStr = "last.outputs"


class NoneDefault(_Reads):
    topic_key: JSONPathStr = None  # type: ignore[assignment]


@pytest.mark.parametrize("cls", [PlainText, BareKey, SeveralPaths, PathOrText], ids=lambda cls: cls.__name__)
def test_a_badly_typed_path_is_caught(cls: type[Check]) -> None:
    assert len(typing_problems(cls)) == 1


@pytest.mark.parametrize("cls", [BadDefault, NoneDefault], ids=lambda cls: cls.__name__)
def test_a_bad_default_is_caught(cls: type[Check]) -> None:
    assert default_problems(cls) == ["topic_key"]
