"""Whether there is anything in a value: nothing else is worth judging or sending."""

import unicodedata
from typing import Any

from giskard.checks.core.jsonable import jsonable
from giskard.checks.core.leaves import leaves

# Letters and symbols that show nothing: fillers of Hangul, and the empty pattern of Braille.
_EMPTY = frozenset("\u115f\u1160\u2800\u3164\uffa0")


def is_blank(value: Any) -> bool:
    """Say whether there is nothing to see in a value: no visible character in a text, no part that has one.

    Examples
    --------
    >>> [is_blank(value) for value in (None, " ", {}, ["", None], "\u200b", 0, [0], {"answer": "x"})]
    [True, True, True, True, True, False, False, False]
    """
    return is_blank_data(value if isinstance(value, str) else jsonable(value))


def is_blank_data(data: Any) -> bool:
    """Say the same of what is JSON data already."""
    return all(leaf is None or (isinstance(leaf, str) and not _shows(leaf)) for leaf in leaves(data))


def _shows(text: str) -> bool:
    # Controls, formats and marks show nothing by themselves.
    return any(
        not char.isspace() and char not in _EMPTY and unicodedata.category(char) not in ("Cc", "Cf", "Mn")
        for char in str.__str__(text)
    )
