"""What an annotation and a default say."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from giskard.checks._lint import annotations
from giskard.checks._lint.annotations import MISSING, NONE, PATH, PATH_CONTAINER
from giskard.checks._lint.project import Config, Project
from giskard.checks._lint.source import Source

BEFORE = """
import dataclasses, typing, typing as t
from typing import Annotated, Any, ClassVar, Literal, Optional, Union
from typing_extensions import Optional as Opt, Union as Either
from giskard.checks import JSONPathStr, JSONPathStr as Path, MISSING, MISSING as Absent, Check
from acme_checks import other
from acme_checks.other import Where, Where as There

Plain = JSONPathStr
Maybe = JSONPathStr | None
Paths = list[JSONPathStr]
Itself = Itself | None
Ping = Union["Pong", "Pong", "Pong"]
Pong = Union["Ping", "Ping", "Ping"]
Nothing = None
Declared: type
a, b = other.c = items[0] = Nothing
UNSET = MISSING
"""
OTHER = "from acme_checks.mine import Plain as Where\n\nABSENT = None\n"


def project_in(folder: Path) -> Project:
    """Return a project that is made of texts only."""
    return Project(folder, Config(package="acme_checks"))


def source_of(project: Project, fields: str) -> Source:
    """Return the source of a check with the given fields."""
    package = project.package_dir
    text = f"{BEFORE}\nclass Mine(Check):\n    {fields}\n"
    return Source(project, {package / "mine.py": text, package / "other.py": OTHER})


def members(folder: Path, annotation: str) -> set[str]:
    """Return what the annotation of a field says."""
    source = source_of(project_in(folder), f"field: {annotation}")
    [cls] = source.checks()
    return annotations.of(source, cls.fields["field"])


@pytest.mark.parametrize(
    ("annotation", "said"),
    [
        pytest.param("JSONPathStr", {PATH}, id="a path"),
        pytest.param("Path", {PATH}, id="a path by another name"),
        pytest.param("Where | There | other.Where", {PATH}, id="an alias that comes back from another module"),
        pytest.param("JSONPathStr | None", {PATH, NONE}, id="or None"),
        pytest.param("JSONPathStr | MISSING", {PATH, MISSING}, id="or MISSING"),
        pytest.param("JSONPathStr | Absent", {PATH, MISSING}, id="or MISSING by another name"),
        pytest.param("Maybe | MISSING", {PATH, NONE, MISSING}, id="an alias in a union"),
        pytest.param("Optional[JSONPathStr]", {PATH, NONE}, id="Optional"),
        pytest.param("Opt[JSONPathStr]", {PATH, NONE}, id="Optional of typing_extensions"),
        pytest.param("t.Optional[Either[str, int]]", {"str", "int", NONE}, id="Optional and Union"),
        pytest.param("Annotated[JSONPathStr | None, JSONPathStr]", {PATH, NONE}, id="Annotated"),
        pytest.param("'JSONPathStr' | 'None'", {PATH, NONE}, id="quoted"),
        pytest.param("'\"JSONPathStr\"'", {PATH}, id="quoted twice"),
        pytest.param("list[JSONPathStr]", {PATH_CONTAINER}, id="a container"),
        pytest.param("Paths | None", {PATH_CONTAINER, NONE}, id="an alias of a container"),
        pytest.param("list[Paths | None]", {PATH_CONTAINER}, id="a container of containers"),
        pytest.param("list[str]", {"list[str]"}, id="a container of something else"),
        pytest.param("Literal['a', 1, None]", {"str", "int", NONE}, id="literals"),
        pytest.param("Literal[Color.RED]", {"Color.RED"}, id="a literal of an enum"),
        pytest.param("Itself", {"Itself", NONE}, id="an alias that leads to itself"),
        pytest.param("Ping", {"Ping"}, id="two aliases that lead to each other"),
        pytest.param("Declared | a", {"Declared", "a"}, id="names whose value nobody knows"),
        pytest.param("...", {"Ellipsis"}, id="an ellipsis"),
        pytest.param("f(JSONPathStr)", {"f(JSONPathStr)"}, id="a call"),
        pytest.param("JSONPathStr & None", {"JSONPathStr & None"}, id="an operator that makes no union"),
        pytest.param("''", {""}, id="an empty text"),
        pytest.param("'\\ud800'", {"\ud800"}, id="a text that is no Unicode"),
        pytest.param(repr("-" * 20_000), {"-" * 20_000}, id="a text of signs without end"),
        pytest.param(repr("1 + " * 20_000), {"1 + " * 20_000}, id="a text that is a sum without end"),
    ],
)
def test_an_annotation_is_seen_through(tmp_path: Path, annotation: str, said: set[str]) -> None:
    assert members(tmp_path, annotation) == said


@pytest.mark.parametrize(
    ("default", "none", "missing"),
    [
        pytest.param("", False, False, id="no default"),
        pytest.param("= ...", False, False, id="an ellipsis"),
        pytest.param("= None", True, False, id="None"),
        pytest.param("= Nothing", True, False, id="None by name"),
        pytest.param("= other.ABSENT", True, False, id="None of another module"),
        pytest.param("= MISSING", False, True, id="MISSING"),
        pytest.param("= Absent", False, True, id="MISSING by another name"),
        pytest.param("= UNSET", False, True, id="MISSING by a constant"),
        pytest.param("= Field(default=UNSET)", False, True, id="MISSING in Field"),
        pytest.param("= Field(None)", True, False, id="None in Field"),
        pytest.param("= Field(...)", False, False, id="an ellipsis in Field"),
        pytest.param("= Field()", False, False, id="an empty Field"),
        pytest.param("= 'None'", False, False, id="the text None"),
        pytest.param("= 'MISSING'", False, False, id="the text MISSING"),
        pytest.param("= [None]", False, False, id="a list of None"),
        pytest.param("= Itself", False, False, id="a name that leads to itself"),
        pytest.param("= wrap(None)", False, False, id="a call with None"),
    ],
)
def test_a_default_is_none_or_missing_or_neither(tmp_path: Path, default: str, none: bool, missing: bool) -> None:
    source = source_of(project_in(tmp_path), f"field: Any {default}")
    field = source.checks()[0].fields["field"]
    assert (annotations.default_is(source, field, NONE), annotations.default_is(source, field, MISSING)) == (
        none,
        missing,
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder that stays empty: the sources are texts."""
    return tmp_path_factory.mktemp("empty")


type Said = tuple[str, frozenset[str]]

KNOWN: list[Said] = [
    ("JSONPathStr", frozenset({PATH})),
    ("Plain", frozenset({PATH})),
    ("other.Where", frozenset({PATH})),
    ("Maybe", frozenset({PATH, NONE})),
    ("Paths", frozenset({PATH_CONTAINER})),
    ("None", frozenset({NONE})),
    ("Absent", frozenset({MISSING})),
    ("int", frozenset()),
]


def combined(one: st.SearchStrategy[Said]) -> st.SearchStrategy[Said]:
    """Return annotations made of others, with what each says."""
    two = st.tuples(one, one)
    return st.one_of(
        one.map(lambda a: (repr(a[0]), a[1])),
        one.map(lambda a: (f"Optional[{a[0]}]", a[1] | {NONE})),
        one.map(lambda a: (f"list[{a[0]}]", frozenset({PATH_CONTAINER} if a[1] & {PATH, PATH_CONTAINER} else {}))),
        two.map(lambda ab: (f"{ab[0][0]} | {ab[1][0]}", ab[0][1] | ab[1][1])),
        two.map(lambda ab: (f"t.Union[{ab[0][0]}, {ab[1][0]}]", ab[0][1] | ab[1][1])),
        two.map(lambda ab: (f"Annotated[{ab[0][0]}, {ab[1][0]}]", ab[0][1])),
    )


@settings(deadline=None)
@given(annotation=st.recursive(st.sampled_from(KNOWN), combined, max_leaves=8))
def test_an_annotation_says_what_its_parts_say(folder: Path, annotation: Said) -> None:
    text, said = annotation
    assert members(folder, text) & {PATH, NONE, MISSING, PATH_CONTAINER} == said


LEAVES = ["str", "None", "Any", "Itself", "Ping", "nowhere.Name", "...", "1", "-1", "''", "'['", "f()", "x.y[0].z"]
FORMS: list[Callable[[str, str], str]] = [
    "{} | {}".format,
    "Union[{}, {}]".format,
    "Optional[{}]".format,
    "typing.Annotated[{}, {}]".format,
    "Annotated[(), *{}]".format,
    "tuple[{}, ...]".format,
    "Literal[{}]".format,
    "Callable[[{}], {}]".format,
    "({}, {})".format,
    "(lambda: {})".format,
    "{}[{}]".format,
    lambda one, _: repr(one),
]
ODD = st.recursive(
    st.sampled_from(LEAVES), lambda one: st.builds(lambda form, a, b: form(a, b), st.sampled_from(FORMS), one, one)
)


@settings(deadline=None)
@given(annotation=ODD)
def test_no_odd_annotation_is_taken_for_a_path(folder: Path, annotation: str) -> None:
    assert not members(folder, annotation) & {PATH, PATH_CONTAINER}
