"""What is to be written, before anything is: a list of operations, each with the bytes it was made for."""

import difflib
import hashlib
import os
from base64 import b64encode
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import Any, Literal

from giskard.checks.core.exceptions import UserError

CONFLICT = 3
_ESCAPES = str.maketrans({'"': '\\"', "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"})


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
        """Return the operation as a diff that `git apply` and `patch -p1` take.

        Lines that are not UTF-8 cannot be shown: the file is then called binary, and neither of them changes it.
        """
        old, new = _quoted(f"a/{self.path}"), _quoted(f"b/{self.path}")
        source = "/dev/null" if self.before is None else old
        target = "/dev/null" if self.after is None else new
        name = f"diff --git {old} {new}\n"
        index = f"index {_git_hash(self.before)}..{_git_hash(self.after)}\n"
        hunks = list(difflib.diff_bytes(difflib.unified_diff, _lines(self.before), _lines(self.after)))[2:]
        try:
            body = "".join(_ended(line.decode()) for line in hunks)
        except UnicodeDecodeError:
            return f"{name}{index}Binary files {source} and {target} differ\n"
        mode = {"create": "new file mode 100644\n", "delete": "deleted file mode 100644\n"}.get(self.kind, "")
        return f"{name}{mode}{index}" + (f"--- {source}\n+++ {target}\n{body}" if body else "")

    def as_dict(self, *, with_content: bool = False) -> dict[str, Any]:
        """Return the operation as JSON data: what is done to which file, with the hashes of before and after.

        `with_content` adds what is to be written, from which it can be carried out later.
        """
        content = None if self.after is None else b64encode(self.after).decode()
        return {
            "operation": self.kind,
            "path": self.path,
            "sha256_before": sha256(self.before),
            "sha256_after": sha256(self.after),
        } | ({"content_base64": content} if with_content else {})


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
            The root is no folder; a file exists already, was changed since the plan was made, is read-only, is no
            ordinary file, or does not stay below the root; something is in the way of its folder. Exit code 3.
        """
        if not self.root.is_dir():
            raise UserError(f"There is no folder {str(self.root)!r}.", "Nothing was written.", exit_code=CONFLICT)
        problems = [problem for operation in self.operations if (problem := self._conflict(operation))]
        if problems:
            raise UserError(" ".join(problems), "Nothing was written.", exit_code=CONFLICT)

    def _conflict(self, operation: Operation) -> str | None:
        path = self.root / operation.path
        if not stays_below(self.root, operation.path):
            return f"{operation.path!r} does not stay below the project {str(self.root)!r}."
        if path.is_dir():
            return f"{operation.path!r} is a folder."
        if path.is_symlink():
            return f"{operation.path!r} is a symbolic link; change the file that it leads to."
        blocker = next((parent for parent in path.parents if os.path.lexists(parent)), self.root)
        if not blocker.is_dir():
            return f"{operation.path!r} cannot be made: {blocker.relative_to(self.root).as_posix()!r} is no folder."
        if os.path.lexists(path) and not path.is_file():
            return f"{operation.path!r} is no ordinary file."
        if _read(path) != operation.before:
            how = "exists already" if operation.before is None else "was changed since it was read"
            return f"{operation.path!r} {how}."
        if operation.before is not None and not path.stat().st_mode & 0o222:
            return f"{operation.path!r} is read-only; make it writable first."
        return None


def sha256(content: bytes | None) -> str | None:
    """Return the hash of a file's content in hexadecimal, None for no file."""
    return None if content is None else hashlib.sha256(content).hexdigest()


def stays_below(root: Path, path: str) -> bool:
    """Say whether a path leads to a place below `root`, symbolic links followed; one with `..` in it does not."""
    parts = PurePosixPath(path).parts
    if ".." in parts or PurePosixPath(path).is_absolute():
        return False
    return Path(os.path.realpath(root / path)).is_relative_to(os.path.realpath(root))


def _read(path: Path) -> bytes | None:
    """Return what a file holds, None when there is none.

    Raises
    ------
    UserError
        It cannot be read; exit code 3.
    """
    try:
        return path.read_bytes() if path.is_file() else None
    except OSError as exc:
        raise UserError(f"Could not read {str(path)!r}: {exc.strerror}.", exit_code=CONFLICT) from exc


def _lines(content: bytes | None) -> list[bytes]:
    """Split at line feeds only, as git and patch do."""
    return BytesIO(content or b"").readlines()


def _git_hash(content: bytes | None) -> str:
    """Return what git calls a content, shortened; without it patch does not delete an empty file."""
    if content is None:
        return "0" * 7
    return hashlib.sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()[:7]


def _ended(line: str) -> str:
    return line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _quoted(name: str) -> str:
    """Return a file name as git writes it when it has to be quoted; patch ends an unquoted one at the first space."""
    escaped = name.translate(_ESCAPES)
    return name if escaped == name and " " not in name else f'"{escaped}"'
