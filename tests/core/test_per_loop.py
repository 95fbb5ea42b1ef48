"""What belongs to one event loop."""

import asyncio

import pytest

from giskard.checks.core._per_loop import PerLoop


class Bound:
    """Refers to its loop, as connections and locks do."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()


async def test_a_loop_has_one_of_each() -> None:
    kept = PerLoop()
    assert kept.get("a", Bound) is kept.get("a", Bound)
    assert kept.get("a", Bound) is not kept.get("b", Bound)


def test_another_loop_has_others_and_those_of_ended_loops_are_let_go() -> None:
    kept = PerLoop()

    async def get() -> Bound:
        return kept.get("a", Bound)

    found = [asyncio.run(get()) for _ in range(5)]
    assert len({bound.loop for bound in found}) == 5
    assert len(kept) == 1


async def test_what_cannot_be_made_is_tried_again() -> None:
    kept = PerLoop()

    def fail() -> Bound:
        raise OSError("no")

    with pytest.raises(OSError, match="no"):
        kept.get("a", fail)
    assert isinstance(kept.get("a", Bound), Bound)
