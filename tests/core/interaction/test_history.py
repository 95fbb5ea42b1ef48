"""The turns of a trace read like a list and grow by sharing."""

import copy
import pickle
from typing import Any

import pytest

from giskard.checks.core.interaction.history import History


def test_reads_like_a_list() -> None:
    history = History("abc")
    assert history == ["a", "b", "c"] == list(history)
    assert history == ("a", "b", "c")
    assert history[0] == history[-3] == "a"
    assert history[1:] == History("bc")
    assert history[::-1] == list("cba")
    assert isinstance(history[:1], History)
    assert len(history) == 3
    assert "b" in history
    assert history.index("c") == 2
    assert repr(history) == "History(['a', 'b', 'c'])"


@pytest.mark.parametrize("other", [["a"], ["a", "b", "x"], "abc", None, {"a"}])
def test_differs_from(other: Any) -> None:
    assert History("abc") != other


@pytest.mark.parametrize("index", [3, -4])
def test_names_a_turn_that_is_not_there(index: int) -> None:
    with pytest.raises(IndexError, match=f"No turn {index} in a history of 3"):
        History("abc")[index]


def test_appending_leaves_the_shorter_history_as_it_was() -> None:
    short = History("ab")
    longer = short.appended("c")
    assert (short, longer) == (["a", "b"], ["a", "b", "c"])


def test_two_that_grow_from_the_same_one_do_not_see_each_other() -> None:
    base = History("a")
    left, right = base.appended("l"), base.appended("r")
    assert (left, right, base) == (["a", "l"], ["a", "r"], ["a"])
    assert left.appended("L") == ["a", "l", "L"]


def test_growing_while_one_iterates_shows_nothing_new() -> None:
    history = History("ab")
    seen = []
    for item in history:
        history.appended(item * 2)
        seen.append(item)
    assert seen == ["a", "b"]


def test_appending_shares_what_is_there() -> None:
    """One more turn must cost the same at turn 10,000: the log is shared, not copied."""
    history = History[int]()
    for number in range(1000):
        history = history.appended(number)
    assert history.appended(1)._log is history._log


def test_has_no_hash() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(History("a"))


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, lambda h: pickle.loads(pickle.dumps(h))])
def test_copies_grow_on_their_own(duplicate: Any) -> None:
    history = History("ab")
    double = duplicate(history)
    double.appended("c")
    assert double == history
    assert history.appended("d") == ["a", "b", "d"]
