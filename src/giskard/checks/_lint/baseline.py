"""Findings that were there before the linter: a file of them that may only shrink."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from giskard.checks._lint.finding import Finding
from giskard.checks.core.exceptions import UserError
from giskard.checks.core.strict import in_one_line


class Entry(BaseModel):
    """A finding that is known; its line may change."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    path: str = Field(description="File, relative to the project.")
    code: str = Field(description="The rule.")
    message: str = Field(description="What is wrong there.")


class Baseline(BaseModel):
    """The file of known findings."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    version: int = Field(default=1, ge=1, le=1, description="Of this format.")
    findings: list[Entry] = Field(default_factory=list[Entry], description="What is known.")

    @classmethod
    def of(cls, findings: Iterable[Finding]) -> "Baseline":
        """Return the baseline that knows these findings."""
        entries = dict.fromkeys(Entry(path=f.path, code=f.code, message=f.message) for f in sorted(findings))
        return cls(findings=list(entries))

    def as_text(self) -> str:
        """Return the file's text."""
        return json.dumps(self.model_dump(), indent=2, ensure_ascii=False) + "\n"

    def without(self, findings: Iterable[Finding]) -> tuple[list[Finding], list[Entry]]:
        """Return the findings that are not known, and the entries that no finding needs any more."""
        known, used = set(self.findings), set[Entry]()
        new: list[Finding] = []
        for finding in findings:
            entry = Entry(path=finding.path, code=finding.code, message=finding.message)
            if entry in known:
                used.add(entry)
            else:
                new.append(finding)
        return new, [entry for entry in self.findings if entry not in used]


def read_baseline(file: Path) -> Baseline:
    """Return the baseline in a file.

    Raises
    ------
    UserError
        There is no such file, or it is no baseline.
    """
    try:
        data: Any = json.loads(file.read_text("utf-8-sig"))
        return Baseline.model_validate(data)
    except FileNotFoundError as exc:
        raise UserError(
            f"The baseline {str(file)!r} does not exist.", "Write it: giskard-checks lint --write-baseline."
        ) from exc
    except ValidationError as exc:
        raise UserError(f"{file} is no baseline: {in_one_line(exc)}.", "Correct the file and try again.") from exc
    except (ValueError, OSError, RecursionError) as exc:
        raise UserError(f"{file} cannot be read: {exc}.", "Correct the file and try again.") from exc
