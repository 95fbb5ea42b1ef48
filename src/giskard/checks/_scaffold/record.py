"""What was generated and from what, one file a check, so that a later command needs only its name."""

import json
from contextlib import suppress
from itertools import takewhile
from typing import Any, Self

from pydantic import Field, ValidationError

from giskard.checks._lint.project import Project
from giskard.checks._lint.registration import RETIRED
from giskard.checks._plan.commit import STATE_DIR
from giskard.checks._plan.plan import CONFLICT, sha256
from giskard.checks._scaffold.answers import Answers
from giskard.checks._scaffold.names import Name
from giskard.checks._scaffold.unwiring import unwired
from giskard.checks.core.exceptions import UserError
from giskard.checks.core.strict import StrictModel, in_one_line, nearest


class GeneratedFile(StrictModel):
    """A file as it was generated: what later versions of the template are merged with."""

    sha256: str = Field(description="Hash of the text.")
    text: str = Field(description="The text.")


class Wiring(StrictModel):
    """What was done to an `__init__`: enough to undo it exactly, as long as nobody has changed the file since."""

    module: str = Field(description="What the name is imported from, as it is written.")
    name: str = Field(description="The name that is imported: the check, or its room.")
    sha256: str = Field(description="Hash of the file with the name in it.")
    start: int = Field(description="How many characters before the change are as they were.")
    before: str | None = Field(description="The characters that were replaced; None where the file was made.")
    after: str = Field(description="What they were replaced by.")

    @classmethod
    def of(cls, module: str, name: str, before: bytes | None, after: bytes) -> Self:
        """Return what it took to make `after` of `before`."""
        old, new = (before or b"").decode(), after.decode()
        start = _alike(old, new)
        end = _alike(old[start:][::-1], new[start:][::-1])
        return cls(
            module=module,
            name=name,
            sha256=str(sha256(after)),
            start=start,
            before=None if before is None else old[start : len(old) - end],
            after=new[start : len(new) - end],
        )

    def undone(self, content: bytes, path: str) -> bytes | None:
        """Return the file without the name, None when it is to go; one that was changed since loses the name alone.

        Raises
        ------
        UserError
            The file was changed, and has a shape that cannot be edited safely.
        """
        if sha256(content) != self.sha256:
            return unwired(content, path, self.module, self.name)
        if self.before is None:
            return None
        text = content.decode()
        return f"{text[: self.start]}{self.before}{text[self.start + len(self.after) :]}".encode()


class Record(StrictModel):
    """The record of one generated check. It holds no time and no absolute path."""

    version: int = Field(default=1, description="Version of this format.")
    answers: Answers = Field(description="What the check was made from.")
    template: str = Field(description="Version of the template.")
    files: dict[str, GeneratedFile] = Field(description="The generated files by path, relative to the project.")
    wired: dict[str, Wiring] = Field(description="What the `__init__` files were given, by path.")

    def as_json(self) -> bytes:
        """Return the record as the content of its file."""
        return as_json(self.model_dump(mode="json"))


def as_json(data: Any) -> bytes:
    """Return JSON data as a file of it is written, so that the same is written the same."""
    return (json.dumps(data, indent=2, sort_keys=True, ensure_ascii=False) + "\n").encode()


def generated(text: str) -> GeneratedFile:
    """Return the entry of a generated file."""
    return GeneratedFile(sha256=str(sha256(text.encode())), text=text)


def record_path(kind: str) -> str:
    """Return the path of a check's record, relative to the project."""
    return f"{STATE_DIR}/{kind}.json"


def records(project: Project) -> dict[str, Record]:
    """Return the records of all generated checks by kind.

    Raises
    ------
    UserError
        A file is no record; exit code 3.
    """
    folder = project.root / STATE_DIR
    kinds = sorted(path.stem for path in folder.glob("*.json") if path.name != RETIRED.rpartition("/")[2])
    return {kind: record for kind in kinds if (record := read_record(project, kind))}


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


def record_of(project: Project, name: str) -> Record:
    """Return the record of a check, by its name or its kind in any spelling.

    Raises
    ------
    UserError
        No such check was generated here.
    """
    found = records(project)
    kinds = {name}
    with suppress(UserError):  # what is no name at all is not found either
        kinds.add(Name.parse(name).snake)
    for kind, record in found.items():
        if kind in kinds or record.answers.name == name:
            return record
    made = ", ".join(sorted(found)) or "none"
    raise UserError(
        f"No check {name!r} was generated here.{nearest(name, [*found, *(r.answers.name for r in found.values())])} "
        f"Generated checks: {made}.",
        "A check that was written by hand is removed by hand; giskard-checks lint says what is left of it.",
    )


def _alike(one: str, other: str) -> int:
    """Return with how many characters in common two texts begin."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
