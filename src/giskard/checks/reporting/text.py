"""Making any recorded value safe and short enough to print."""

import re
from typing import Any

# Control characters, lone surrogates, non-characters, and the marks that reorder text: a terminal must show them, not
# obey them.
_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)


def printable(text: str, encoding: str = "utf-8") -> str:
    r"""Return `text` with everything that a terminal would obey, or that `encoding` cannot carry, as an escape.

    Examples
    --------
    >>> printable("beep\x07")
    'beep\\x07'
    """
    shown = _UNPRINTABLE.sub(lambda match: match.group().encode("unicode_escape").decode("ascii"), text)
    return shown if is_unicode(encoding) else shown.encode(encoding, "backslashreplace").decode(encoding)


def is_unicode(encoding: str) -> bool:
    """Say whether a stream of this encoding takes every character."""
    return encoding.lower().replace("_", "-").startswith("utf")


def shown(value: Any, encoding: str = "utf-8", limit: int = 2000) -> str:
    """Return `value` for a report: text as it is, anything else by its `repr`; what is cut is said.

    Examples
    --------
    >>> shown({"a": 1}), shown("x" * 12, limit=10)
    ("{'a': 1}", 'xxxxxxxxxx ... (cut, 12 characters)')
    """
    try:
        text = str.__str__(value) if isinstance(value, str) else repr(value)
    except Exception as exc:  # noqa: BLE001  the report goes on without a value that cannot be shown
        text = f"<{type(value).__name__} whose repr raised {type(exc).__name__}>"
    if len(text) > limit:
        text = f"{text[:limit]} ... (cut, {len(text)} characters)"
    return printable(text, encoding)
