"""Bringing text into one form before it is compared."""

import re
import unicodedata
from typing import Any, Literal, cast

NormalizationForm = Literal["NFC", "NFD", "NFKC", "NFKD"]

_WHITESPACE = re.compile(r"\s+")


def normalize(value: Any, form: NormalizationForm | None) -> Any:
    r"""Return `value` with every string in it, at any depth, in one Unicode form, trimmed and with single spaces.

    Parameters
    ----------
    value
        Text, or containers that hold some; anything else is returned as it is.
    form
        A form of the Unicode standard, annex 15; None leaves everything untouched.

    Examples
    --------
    >>> normalize(["ﬁve \n apples "], "NFKC")
    ['five apples']
    """
    if form is None:
        return value
    if isinstance(value, str):
        return _WHITESPACE.sub(" ", unicodedata.normalize(form, value)).strip()
    if isinstance(value, dict):
        entries = cast("dict[Any, Any]", value).items()
        named = {normalize(key, form): normalize(item, form) for key, item in entries}
        # Keys that would become one stay as they are: an entry must not be lost before it is compared.
        return named if len(named) == len(entries) else {key: normalize(item, form) for key, item in entries}
    if type(value) in (list, tuple):
        return type(value)(normalize(item, form) for item in value)
    if type(value) in (set, frozenset):
        items = type(value)(normalize(item, form) for item in value)
        return items if len(items) == len(value) else value
    return value
