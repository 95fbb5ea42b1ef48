"""The way out of a rule: a comment on the line that names the code and gives a reason."""

import io
import re
import tokenize
from dataclasses import dataclass

_COMMENT = re.compile(r"#\s*giskard:\s*ignore(?:\[(?P<codes>[^\]]*)\](?P<reason>[^#]*))?")


@dataclass(frozen=True)
class Suppression:
    """A comment that takes rules out of force on its line.

    Attributes
    ----------
    codes
        What stands in the brackets, in order.
    has_reason
        Whether something is said behind them; without it the comment has no effect.
    offset
        Where the comment begins, in characters from 0.
    """

    codes: tuple[str, ...]
    has_reason: bool
    offset: int

    def covers(self, code: str) -> bool:
        """Say whether the comment takes a rule out of force."""
        return self.has_reason and code in self.codes


def suppressions_of(text: str) -> dict[int, Suppression]:
    """Return the suppressions of a module by line.

    Examples
    --------
    >>> suppressions_of("key: str  # giskard: ignore[GC101] a secret, not a path")[1].covers("GC101")
    True
    >>> suppressions_of("key: str  # giskard: ignore[GC101]")[1].covers("GC101")
    False
    """
    if "giskard:" not in text:
        return {}
    found: dict[int, Suppression] = {}
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        match = _COMMENT.search(token.string) if token.type == tokenize.COMMENT else None
        if match:
            codes = tuple(part.strip() for part in (match["codes"] or "").split(",") if part.strip())
            has_reason = re.search(r"\w", match["reason"] or "") is not None
            found[token.start[0]] = Suppression(codes, has_reason, token.start[1] + match.start())
    return found
