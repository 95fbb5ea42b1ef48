"""The way out of a rule: a comment on the line that names the code and gives a reason."""

import io
import re
import tokenize

_COMMENT = re.compile(r"#\s*giskard:\s*ignore\[(?P<codes>[A-Z0-9,\s]+)\][^#]*\w")


def comments_of(text: str) -> dict[int, str]:
    """Return the comments of a module by line, or nothing when none of them can be meant for the linter."""
    if "giskard:" not in text:
        return {}
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return {token.start[0]: token.string for token in tokens if token.type == tokenize.COMMENT}


def is_suppressed(comment: str, code: str) -> bool:
    """Say whether a comment takes a rule out of force, with a reason.

    Examples
    --------
    >>> is_suppressed("# giskard: ignore[GC101] a secret, not a path", "GC101")
    True
    >>> is_suppressed("# giskard: ignore[GC101]", "GC101")
    False
    """
    found = _COMMENT.search(comment)
    return found is not None and code in {part.strip() for part in found["codes"].split(",")}
