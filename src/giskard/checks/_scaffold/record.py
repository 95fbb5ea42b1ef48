"""What was generated and from what, one file a check, so that a later command needs only its name."""

import json
from typing import Any

from pydantic import Field, ValidationError

from giskard.checks._lint.project import Project
from giskard.checks._plan.commit import STATE_DIR
from giskard.checks._plan.plan import CONFLICT, sha256
from giskard.checks._scaffold.answers import Answers
from giskard.checks.core.exceptions import UserError
from giskard.checks.core.strict import StrictModel, in_one_line


class GeneratedFile(StrictModel):
    """A file as it was generated: what later versions of the template are merged with."""

    sha256: str = Field(description="Hash of the text.")
    text: str = Field(description="The text.")


class Record(StrictModel):
    """The record of one generated check. It holds no time and no absolute path."""

    version: int = Field(default=1, description="Version of this format.")
    answers: Answers = Field(description="What the check was made from.")
    template: str = Field(description="Version of the template.")
    files: dict[str, GeneratedFile] = Field(description="The generated files by path, relative to the project.")
    wired: list[str] = Field(description="The files that import and export the check.")

    def as_json(self) -> bytes:
        """Return the record as the content of its file."""
        return (json.dumps(self.model_dump(mode="json"), indent=2, sort_keys=True, ensure_ascii=False) + "\n").encode()


def generated(text: str) -> GeneratedFile:
    """Return the entry of a generated file."""
    return GeneratedFile(sha256=str(sha256(text.encode())), text=text)


def record_path(kind: str) -> str:
    """Return the path of a check's record, relative to the project."""
    return f"{STATE_DIR}/{kind}.json"


def read_record(project: Project, kind: str) -> Record | None:
    """Return the record of a check, None when it was not generated here.

    Raises
    ------
    UserError
        The file is no record; exit code 3.
    """
    path = project.root / record_path(kind)
    if not path.is_file():
        return None
    try:
        data: dict[str, Any] = json.loads(path.read_text("utf-8"))
        return Record.model_validate(data)
    except ValueError as exc:
        why = in_one_line(exc) if isinstance(exc, ValidationError) else str(exc)
        raise UserError(
            f"{record_path(kind)!r} is not the record of a generated check: {why}.",
            "Restore it from version control, or delete it.",
            exit_code=CONFLICT,
        ) from exc
