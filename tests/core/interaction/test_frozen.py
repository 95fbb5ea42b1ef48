"""What was recorded stays as it was recorded."""

import copy
import json
import pickle
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from giskard.checks.core.interaction.frozen import FrozenDict, FrozenList, freeze, thaw

CHANGES: list[Any] = [
    pytest.param({"a": 1}, lambda d: d.__setitem__("a", 2), id="set a key"),
    pytest.param({"a": 1}, lambda d: d.__delitem__("a"), id="delete a key"),
    pytest.param({"a": 1}, lambda d: d.update(a=2), id="update"),
    pytest.param({"a": 1}, lambda d: d.setdefault("b", 2), id="setdefault"),
    pytest.param({"a": 1}, lambda d: d.pop("a"), id="pop a key"),
    pytest.param({"a": 1}, lambda d: d.popitem(), id="popitem"),
    pytest.param({"a": 1}, lambda d: d.clear(), id="clear a dict"),
    pytest.param({"a": 1}, lambda d: d.__ior__({"b": 1}), id="merge in place"),
    pytest.param([1], lambda x: x.append(2), id="append"),
    pytest.param([1], lambda x: x.extend([2]), id="extend"),
    pytest.param([1], lambda x: x.insert(0, 2), id="insert"),
    pytest.param([1], lambda x: x.pop(), id="pop an item"),
    pytest.param([1], lambda x: x.remove(1), id="remove"),
    pytest.param([1], lambda x: x.clear(), id="clear a list"),
    pytest.param([2, 1], lambda x: x.sort(), id="sort"),
    pytest.param([2, 1], lambda x: x.reverse(), id="reverse"),
    pytest.param([1], lambda x: x.__setitem__(0, 2), id="set an item"),
    pytest.param([1], lambda x: x.__setitem__(slice(None), [2]), id="set a slice"),
    pytest.param([1], lambda x: x.__delitem__(0), id="delete an item"),
    pytest.param([1], lambda x: x.__iadd__([2]), id="add in place"),
    pytest.param([1], lambda x: x.__imul__(2), id="multiply in place"),
]
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner) | st.tuples(inner, inner),
)


@pytest.mark.parametrize(("value", "change"), CHANGES)
def test_a_recorded_container_refuses_to_be_changed(value: Any, change: Callable[[Any], Any]) -> None:
    frozen = freeze(value)
    with pytest.raises(TypeError, match="cannot be changed"):
        change(frozen)
    assert frozen == value


def test_every_method_that_changes_a_dict_or_list_is_in_the_table() -> None:
    """Guards the guard: a future Python may add one."""
    harmless = {"copy", "fromkeys", "get", "items", "keys", "values", "count", "index"}
    for frozen, plain in ((FrozenDict, dict), (FrozenList, list)):
        public = {name for name in dir(plain) if not name.startswith("_")}
        assert public - harmless == {n for n in public if vars(frozen).get(n) is FrozenDict.update}


@given(json_values)
def test_freezing_changes_no_value_and_thawing_gives_plain_ones_back(value: Any) -> None:
    frozen = freeze(value)
    assert frozen == value
    assert types(thaw(frozen)) == types(value)
    assert types(copy.deepcopy(frozen)) == types(value)
    assert types(pickle.loads(pickle.dumps(frozen))) == types(value)
    assert types(TypeAdapter(Any).dump_python(frozen)) == types(value)
    assert json.dumps(frozen) == json.dumps(value)


def test_what_the_owner_changes_later_is_not_seen() -> None:
    value: dict[str, Any] = {"answer": ["a"], "pair": ({"b": 1},)}
    frozen = freeze(value)
    value["answer"].append("c")
    value["pair"][0]["b"] = 2
    assert frozen == {"answer": ["a"], "pair": ({"b": 1},)}


def test_copies_can_be_changed() -> None:
    frozen = freeze({"a": [1]})
    for plain in (frozen.copy(), copy.copy(frozen), copy.deepcopy(frozen)):
        plain["b"] = 2
    copy.deepcopy(frozen)["a"].append(2)
    assert frozen == {"a": [1]}


def test_other_objects_are_held_by_reference() -> None:
    thing, ordered = object(), OrderedDict(a=1)
    frozen = freeze([thing, ordered])
    assert frozen[0] is thing
    assert frozen[1] is ordered


def test_a_list_that_contains_itself_is_frozen_as_such() -> None:
    value: list[Any] = [1]
    value.append(value)
    frozen = freeze(value)
    assert frozen[1] is frozen
    assert thaw(frozen)[1][1][0] == 1


def test_depth_does_no_harm() -> None:
    value: list[Any] = []
    for _ in range(20_000):
        value = [value]
    frozen = freeze(value)
    for _ in range(20_000):
        (frozen,) = frozen
    assert frozen == []


def types(value: Any) -> Any:
    """Return the exact types and values of a nested value, so that 1 and True and subclasses differ."""
    if isinstance(value, dict):
        return (type(value), [(types(k), types(v)) for k, v in value.items()])
    if isinstance(value, list | tuple):
        return (type(value), [types(item) for item in value])
    return (type(value), value)


@pytest.mark.parametrize("value", [{"a": [1]}, [{"a": 1}]], ids=["dict", "list"])
def test_every_way_to_copy_gives_a_plain_one(value: Any) -> None:
    frozen = freeze(value)
    for made in (copy.copy(frozen), frozen.copy(), copy.deepcopy(frozen), pickle.loads(pickle.dumps(frozen))):
        assert type(made) is type(value)
        assert made == value
