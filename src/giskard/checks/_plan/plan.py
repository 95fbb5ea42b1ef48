"""What is to be written, before anything is: a list of operations, each with the bytes it was made for."""

import difflib
import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from giskard.checks.core.exceptions import UserError

CONFLICT = 3


@dataclass(frozen=True)
class Operation:
    """One file to write.

    Attributes
    ----------
    path
        The file, relative to the plan's root, with forward slashes.
    before
        The bytes the plan was made for; None when there must be no file.
    after
        The bytes to write; None to delete the file.
    """

    path: str
    before: bytes | None
    after: bytes | None

    @property
    def kind(self) -> Literal["create", "edit", "delete"]:
        """What the operation does to the file."""
        if self.before is None:
            return "create"
        return "delete" if self.after is None else "edit"

    def diff(self) -> str:
        """Return the operation as a unified diff that `git apply` and `patch -p1` take."""
        old, new = _lines(self.before), _lines(self.after)
        names = (
            "/dev/null" if self.before is None else f"a/{self.path}",
            "/dev/null" if self.after is None else f"b/{self.path}",
        )
        return "".join(
            line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
            for line in difflib.unified_diff(old, new, *names)
        )

    def as_dict(self) -> dict[str, Any]:
        """Return the operation as JSON data: what is done to which file, with the hashes of before and after."""
        return {
            "operation": self.kind,
            "path": self.path,
            "sha256_before": sha256(self.before),
            "sha256_after": sha256(self.after),
        }


@dataclass(frozen=True)
class Plan:
    """Operations under one root, in order."""

    root: Path
    operations: tuple[Operation, ...]

    @classmethod
    def of(cls, root: Path, contents: dict[str, bytes | None]) -> "Plan":
        """Return the plan that gives files their contents; what has them already is left out.

        Parameters
        ----------
        root
            Folder that the paths are relative to.
        contents
            What each file is to hold; None to delete it.
        """
        befores = {path: _read(root / path) for path in contents}
        operations = [
            Operation(path, befores[path], after) for path, after in contents.items() if befores[path] != after
        ]
        return cls(root, tuple(operations))

    def diff(self) -> str:
        """Return all operations as one unified diff."""
        return "".join(operation.diff() for operation in self.operations)

    def refuse_conflicts(self) -> None:
        """Compare the plan with what is on disk now, all conflicts at once.

        Raises
        ------
        UserError
            A file was changed since the plan was made, is read-only, or lies outside the root; exit code 3.
        """
        problems = [problem for operation in self.operations if (problem := self._conflict(operation))]
        if problems:
            raise UserError(" ".join(problems), "Nothing was written.", exit_code=CONFLICT)

    def _conflict(self, operation: Operation) -> str | None:
        path = self.root / operation.path
        if not path.resolve().is_relative_to(self.root.resolve()):
            return f"{operation.path!r} lies outside the project {str(self.root)!r}."
        if path.is_dir():
            return f"{operation.path!r} is a folder."
        if _read(path) != operation.before:
            how = "exists already" if operation.before is None else "was changed since it was read"
            return f"{operation.path!r} {how}."
        if operation.before is not None and not path.stat().st_mode & 0o222:
            return f"{operation.path!r} is read-only; make it writable first."
        return None


def sha256(content: bytes | None) -> str | None:
    """Return the hash of a file's content in hexadecimal, None for no file."""
    return None if content is None else hashlib.sha256(content).hexdigest()


def _read(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def _lines(content: bytes | None) -> list[str]:
    return [] if content is None else content.decode("utf-8", "replace").splitlines(keepends=True)
