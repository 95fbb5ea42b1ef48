"""The way out of a rule: a comment on the line that names the code and gives a reason."""

import re

_COMMENT = re.compile(r"#\s*giskard:\s*ignore\[(?P<codes>[A-Z0-9,\s]+)\]\s*(?P<reason>.*)")


def is_suppressed(line: str, code: str) -> bool:
    """Say whether a source line takes a rule out of force, with a reason.

    Examples
    --------
    >>> is_suppressed("api_key: str  # giskard: ignore[GC101] a secret, not a path", "GC101")
    True
    >>> is_suppressed("api_key: str  # giskard: ignore[GC101]", "GC101")
    False
    """
    comment = _COMMENT.search(line)
    if not comment or not comment["reason"].strip():
        return False
    return code in {part.strip() for part in comment["codes"].split(",")}
