"""Whether there is anything in a value."""

from collections import UserDict, deque
from dataclasses import dataclass
from typing import Any

import pytest
from pydantic import BaseModel

from giskard.checks.core.blank import is_blank


class Answer(BaseModel):
    text: str = ""


@dataclass
class Said:
    text: str = " "


@pytest.mark.parametrize(
    "value",
    [
        *(
            "",
            " \n\t",
            "\u200b\ufeff",
            "\ufe0f",
            "\u3164",
            "\u2800",
            "\u034f",
            "\x00",
            None,
            [],
            {},
            [[""], {"a": None}],
        ),
        *(b"", b"  ", bytearray(), Answer(), Said(), [Answer()], {"x": Answer()}, deque([""])),
    ],
    ids=ascii,
)
def test_nothing_is_in_it(value: Any) -> None:
    assert is_blank(value)


class Odd(list[str]):
    def __iter__(self) -> Any:
        raise RuntimeError("no")


@pytest.mark.parametrize(
    "value",
    [
        *("a", " a ", "\u00e9", "e\u0301", "\U0001f600", ".", 0, False, 0.0, [0], Answer(text="x"), {"a": ["", "b"]}),
        *(UserDict(a="b"), Odd(["a"])),
    ],
    ids=ascii,
)
def test_something_is_in_it(value: Any) -> None:
    assert not is_blank(value)
