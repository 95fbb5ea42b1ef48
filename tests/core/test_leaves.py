"""What a value is made of in the end."""

from typing import Any

import pytest

from giskard.checks.core.leaves import leaves


class Closed(dict[str, int]):
    def values(self) -> Any:
        raise RuntimeError("closed")


CIRCLE: list[Any] = [1]
CIRCLE.append(CIRCLE)
DEEP: Any = "deep"
for _ in range(5000):
    DEEP = [DEEP]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param("text", ["text"], id="a text is one"),
        pytest.param(None, [None], id="nothing is one"),
        pytest.param([], [], id="an empty list has none"),
        pytest.param({"a": [1, {2}], "b": (3, frozenset({4}))}, [1, 2, 3, 4], id="nested"),
        pytest.param(CIRCLE, [1], id="a circle"),
        pytest.param(DEEP, ["deep"], id="very deep"),
        pytest.param(Closed(a=1), [1], id="a dict that refuses to be read"),
    ],
)
def test_leaves_are_what_containers_hold(value: Any, expected: list[Any]) -> None:
    assert sorted(leaves(value), key=repr) == expected
