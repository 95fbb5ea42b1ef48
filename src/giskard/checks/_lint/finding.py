"""What the linter has to say about one place."""

from dataclasses import dataclass
from typing import Any

from giskard.checks._lint.rules import RULES, Rule


@dataclass(frozen=True, order=True)
class Finding:
    """A place where a rule is not kept.

    Attributes
    ----------
    path
        File, relative to the project, with forward slashes.
    line, column
        Where, both counted from 1.
    code
        The rule.
    message
        What is wrong here, with the names of this place.
    """

    path: str
    line: int
    column: int
    code: str
    message: str

    @property
    def rule(self) -> Rule:
        """The rule that is not kept."""
        return RULES[self.code]

    def as_line(self) -> str:
        """Return the finding as one line that editors can jump to, and below it how to mend it."""
        return f"{self.path}:{self.line}:{self.column}: {self.code} {self.message}\n    {self.rule.mend}"

    def as_dict(self) -> dict[str, Any]:
        """Return the finding as JSON data."""
        return {
            "code": self.code,
            "level": self.rule.level,
            "path": self.path,
            "line": self.line,
            "column": self.column,
            "message": self.message,
            "why": self.rule.why,
            "mend": self.rule.mend,
            "fixable": self.rule.fixable,
        }
