"""Paths walk the live trace and give what plain evaluation over its dump gives."""

from collections import OrderedDict
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from jsonpath_ng.ext import parse
from pydantic import BaseModel, ConfigDict, Field, RootModel, computed_field, field_serializer, model_serializer

from giskard.checks import MISSING, Interaction, NoMatch, Trace, resolve
from giskard.checks.core._jsonpath import _view
from giskard.checks.core.extraction import yields_list
from giskard.checks.core.interaction.interaction import Interaction as PlainInteraction


class Tool(BaseModel):
    name: str
    secret: str = Field(default="s", exclude=True)
    gone: str | MISSING = MISSING

    @computed_field
    @property
    def shout(self) -> str:
        return self.name.upper()

    @field_serializer("name")
    def _name(self, name: str) -> str:
        return f"<{name}>"


class Names(RootModel[list[str]]):
    pass


class Whole(BaseModel):
    a: int

    @model_serializer
    def _as_other(self) -> dict[str, Any]:
        return {"b": self.a}


@dataclass
class Point:
    x: int
    name: str = "p"


class Pair(NamedTuple):
    name: str
    x: int


class Color(Enum):
    RED = "red"


class Lookup:
    """Found by its duck-typed `get`, as plain evaluation does."""

    def get(self, name: str, default: Any = None) -> Any:
        return {"name": "looked up"}.get(name, default)

    def keys(self) -> list[str]:
        return ["name"]


LOOKUP = Lookup()
names = st.sampled_from(["name", "x", "a", "b", "shout", "secret", "gone", "é ü", "last", "trace", "0"])
foreign = st.sampled_from(
    [
        Tool(name="t"),
        Names(["a", "b"]),
        Whole(a=1),
        Point(x=1),
        Pair("p", 2),
        Color.RED,
        OrderedDict(name=1),
        LOOKUP,
        frozenset({"a"}),
        b"bytes",
        (1, {"name": 2}),
        [Tool(name="in a list")],
        {"x": Point(x=2)},
    ]
)
scalars = st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["x", "search", "", "true"]) | foreign
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
    max_leaves=8,
)
turns = st.builds(
    Interaction,
    inputs=values,
    outputs=values | st.just(MISSING),
    metadata=st.dictionaries(names, values, max_size=2),
)


class Annotated(Trace):
    persona: Any = None
    hidden: str = Field(default="h", exclude=True)

    @computed_field
    @property
    def turns(self) -> int:
        return len(self.interactions)


class Scored(PlainInteraction):
    score: int = 7

    @field_serializer("score")
    def _score(self, score: int) -> str:
        return f"{score} points"


traces = st.builds(
    Trace, interactions=st.lists(turns, max_size=3), annotations=st.dictionaries(names, values, max_size=2)
)
traces |= st.builds(
    Annotated,
    interactions=st.lists(turns | st.builds(Scored, inputs=values, outputs=values), max_size=3),
    persona=values,
)

segments = st.one_of(
    names.map(lambda name: f".{name}" if name.isidentifier() else f"['{name}']"),
    st.sampled_from(["[0]", "[-1]", "[1,0]", "[*]", ".*", "[1:]", "[:1]", "[::-1]", "[::0]", "[::2]"]),
    st.sampled_from([".name,x", "['name','a']", ".`len`", ".`keys`", ".`parent`", ".`this`"]),
    st.sampled_from(["[?name]", "[?(@.x == 1)]", "[?(name =~ 's.*')]", "[?x > 0 & name]", "[?inputs != outputs]"]),
)
heads = st.sampled_from(
    [
        "trace.last",
        "trace.last.inputs",
        "trace.last.outputs",
        "trace.last.metadata",
        "trace.interactions",
        "trace.interactions[*]",
        "trace.interactions[*].outputs",
        "trace.interactions[0]",
        "trace.interactions[-1].outputs",
        "trace.interactions[?inputs].outputs",
        "trace.annotations",
        "trace.persona",
        "trace.turns",
        "trace.hidden",
        "trace.*",
        "trace.nothing",
        "trace.`this`",
        "trace..name",
        "trace..outputs",
        "trace..[?name]",
        "trace.interactions..x",
        "trace.last..name",
    ]
)
paths = st.tuples(heads, st.lists(segments, max_size=3)).map(lambda parts: parts[0] + "".join(parts[1]))


def plainly(trace: Trace, path: str) -> Any:
    """Evaluate over the dump; `..` from the trace itself does not meet `last`, which repeats the newest turn."""
    dump = trace.model_dump()
    if path.startswith("trace.."):
        del dump["last"]
    try:
        found = [match.value for match in parse(path).find({"trace": dump})]
    except Exception as exc:
        return type(exc)
    if yields_list(path):
        return found
    return found[0] if found else NoMatch(path)


def is_valid(path: str) -> bool:
    try:
        yields_list(path)
    except ValueError:
        return False
    return True


pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:jsonpath_ng")


@given(traces, paths.filter(is_valid))
@example(Trace(), "trace.last.outputs")
@example(Trace(interactions=[Interaction(inputs=1, outputs=MISSING)]), "trace.last.outputs")
@example(Trace(interactions=[Interaction(inputs=1, outputs={"a": Tool(name="x")})]), "trace.last.outputs.a.secret")
@example(Trace(interactions=[Interaction(inputs=1, outputs=LOOKUP)]), "trace.last.outputs.name")
@example(Trace(interactions=[Interaction(inputs=1, outputs=2)]), "trace.interactions")
@example(Trace(interactions=[Interaction(inputs=(1, {"name": 2}), outputs=LOOKUP)]), "trace..name")
@example(Trace(interactions=[Interaction(inputs=1, outputs={"`": 2})]), "trace..outputs.`parent`.inputs")
def test_gives_what_plain_evaluation_gives(trace: Trace, path: str) -> None:
    expected = plainly(trace, path)
    actual = resolve(trace, path)
    if isinstance(expected, type):
        assert isinstance(actual, NoMatch)
        assert actual.reason is not None
        assert expected.__name__ in actual.reason
    else:
        assert exact(actual) == exact(expected)


def exact(value: Any) -> Any:
    """Return nested types and values, so that True and 1, and a subclass and its base, differ."""
    if isinstance(value, dict):
        return type(value), {key: exact(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return type(value), [exact(item) for item in value]
    return type(value), value


class TwoTurns(Trace):
    """Refuses to be dumped whole, to show that nobody does."""

    @model_serializer(mode="wrap")
    def _never(self, handler: Any, info: Any) -> Any:
        if not info.include:
            raise AssertionError("the trace was dumped")
        return handler(self)


def test_a_class_that_serialises_itself_is_dumped_as_it_wants() -> None:
    trace = TwoTurns(interactions=[Interaction(inputs=1, outputs=2)])
    answer = resolve(trace, "trace.last.outputs")
    assert isinstance(answer, NoMatch)
    assert answer.reason is not None
    assert "the trace was dumped" in answer.reason


class Watched(PlainInteraction):
    """Counts how often it is dumped whole."""

    model_config = ConfigDict(extra="forbid")
    dumped: int = 0

    @field_serializer("metadata")
    def _metadata(self, metadata: dict[str, Any]) -> dict[str, Any]:
        raise AssertionError("a field that nobody asked for was dumped")


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        pytest.param("trace.last.outputs.x", 2, id="a name"),
        pytest.param("trace.interactions[*].outputs.x", [1, 2], id="a wildcard"),
        pytest.param("trace.interactions[?outputs.x == 2].inputs", ["b"], id="a filter over the history"),
        pytest.param("trace.interactions.`len`", 2, id="a length"),
    ],
)
def test_dumps_no_field_that_the_path_does_not_need(path: str, expected: Any) -> None:
    trace = Trace(
        interactions=[Watched(inputs="a", outputs={"x": 1}), Watched(inputs="b", outputs={"x": 2})],
    )
    assert resolve(trace, path) == expected


def test_what_is_found_can_be_changed_without_changing_the_trace() -> None:
    trace = Trace(interactions=[Interaction(inputs=1, outputs={"a": [1]})])
    resolve(trace, "trace.last.outputs")["a"].append(2)
    resolve(trace, "trace.interactions[*].outputs")[0]["a"].append(2)
    resolve(trace, "trace.interactions[?outputs].outputs")[0]["a"].append(2)
    assert trace.last is not None
    assert trace.last.outputs == {"a": [1]}


def test_a_view_reads_like_the_dict_that_its_dump_would_be() -> None:
    """What jsonpath-ng happens to ask of a dict differs between its releases."""
    trace = Trace(interactions=[Interaction(inputs="a", outputs=["b"])], annotations={"n": 1})
    view, plain = _view(trace), trace.model_dump()
    assert isinstance(view, dict)
    assert (len(view), list(view), list(view.keys())) == (3, list(plain), list(plain))
    assert (view == plain, view == _view(trace), view == 3) == (True, True, False)
    assert list(view.values()) == list(plain.values())
    assert list(view.items()) == list(plain.items())
    assert ("last" in view, "odd" in view, view["annotations"], view.get("odd", 0)) == (True, False, {"n": 1}, 0)


@pytest.mark.parametrize("outputs", ["text", 3, None], ids=repr)
def test_a_wildcard_over_what_has_no_parts_finds_nothing(outputs: Any) -> None:
    assert resolve(Trace(interactions=[Interaction(inputs="a", outputs=outputs)]), "trace.last.outputs.*") == []


def test_a_condition_on_a_part_is_a_list() -> None:
    trace = Trace(interactions=[Interaction(inputs="a", outputs={"x": {"y": 1}, "z": {}})])
    assert resolve(trace, "trace.last.outputs.(x where y)") == [{"y": 1}]


def test_a_field_that_a_serializer_of_a_subclass_writes_is_read_as_it_writes_it() -> None:
    class Shown(Trace):
        @field_serializer("interactions")
        def _count(self, interactions: Any) -> int:
            return len(interactions)

    trace = Shown(interactions=[Interaction(inputs="a", outputs="b")])
    assert resolve(trace, "trace.interactions") == 1
    assert resolve(trace, "trace.last.inputs") == "a"


class Costly(Interaction):
    last: int = 7


def test_a_turn_may_have_a_field_called_like_one_of_the_trace() -> None:
    assert resolve(Trace(interactions=[Costly(inputs="a", outputs="b")]), "trace.last.last") == 7


@pytest.mark.parametrize("path", ["trace.*", "trace.last.*", "trace.interactions[0].*"])
def test_a_wildcard_over_a_trace_or_a_turn_gives_its_fields(path: str) -> None:
    trace = Trace(interactions=[Interaction(inputs="a", outputs="b")], annotations={"n": 1})
    assert resolve(trace, path) == plainly(trace, path)


@pytest.mark.parametrize("path", ["trace.`parent`", "trace.last.`parent`.`parent`", "trace.last.inputs.`parent`"])
def test_a_path_may_lead_back(path: str) -> None:
    trace = Trace(interactions=[Interaction(inputs="a", outputs="b")])
    assert resolve(trace, path) == plainly(trace, path)


def test_a_list_of_turns_is_found_as_a_list_of_dicts() -> None:
    trace = Trace(interactions=[Interaction(inputs="a", outputs="b")], annotations={"n": [1]})
    assert resolve(trace, "trace..interactions") == plainly(trace, "trace..interactions")
    assert resolve(trace, "trace.last.`parent`.interactions") == plainly(trace, "trace.last.`parent`.interactions")
