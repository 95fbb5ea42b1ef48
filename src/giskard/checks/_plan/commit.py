"""Carrying a plan out: whole, or every byte is put back, after a crash by the next start."""

import base64
import json
import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from giskard.checks._plan.plan import CONFLICT, Operation, Plan
from giskard.checks.core.exceptions import UserError

STATE_DIR = ".giskard-checks"
_JOURNAL = f"{STATE_DIR}/journal.json"
_SUFFIX = ".giskard-checks-new"


class Disk:
    """The few things that are done to a disk, so that a test can let each of them fail."""

    def write(self, path: Path, content: bytes) -> None:
        """Write a file and have it on disk before returning."""
        with path.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())

    def rename(self, source: Path, target: Path) -> None:
        """Put one file in the place of another, in one step."""
        source.replace(target)

    def remove(self, path: Path) -> None:
        """Remove a file."""
        path.unlink()

    def make_dir(self, path: Path) -> None:
        """Make a folder whose parent exists."""
        path.mkdir()


@contextmanager
def applied(plan: Plan, disk: Disk | None = None) -> Generator[None]:
    """Carry out a plan for the length of a `with` block; an exception in it puts every byte back.

    Parameters
    ----------
    plan
        What to write.
    disk
        Does the writing; another one serves in tests.

    Raises
    ------
    UserError
        The disk is not as the plan expects it, or a file cannot be written; exit code 3.
    """
    plan.refuse_conflicts()
    work = _Work(plan, disk or Disk())
    try:
        work.do()
        yield
    except BaseException as exc:
        work.undo()
        if isinstance(exc, OSError) and exc.filename:
            raise UserError(
                f"Could not write {str(exc.filename)!r}: {exc.strerror}.",
                "Everything was put back.",
                exit_code=CONFLICT,
            ) from exc
        raise
    work.finish()


def recover(root: Path) -> list[str]:
    """Undo what a run that crashed had written under `root`, and return the files that were put back.

    Raises
    ------
    UserError
        The journal of that run cannot be read; exit code 3.
    """
    journal = root / _JOURNAL
    if not journal.is_file():
        return []
    try:
        entries = json.loads(journal.read_text("utf-8"))
        operations = tuple(Operation(e["path"], _decoded(e["before"]), _decoded(e["after"])) for e in entries["files"])
        made = [root / folder for folder in entries["folders"]]
        writer = int(entries["process"])
    except (ValueError, KeyError, TypeError) as exc:
        raise UserError(
            f"{_JOURNAL!r}, which an interrupted run left, cannot be read: {exc}.",
            "Check the project's changes with git, then delete that file.",
            exit_code=CONFLICT,
        ) from exc
    if _is_running(writer):
        raise UserError(
            f"Process {writer} is writing to this project right now.",
            f"Wait for it. If there is no such run any more, delete {_JOURNAL!r} after a look at `git status`.",
            exit_code=CONFLICT,
        )
    _Work(Plan(root, operations), Disk(), made).undo()
    return [operation.path for operation in operations]


class _Work:
    """One plan being carried out. The journal is written first and removed last."""

    def __init__(self, plan: Plan, disk: Disk, made: list[Path] | None = None) -> None:
        self._plan = plan
        self._disk = disk
        self._made = made if made is not None else self._missing_folders()

    def do(self) -> None:
        files = [(self._plan.root / operation.path, operation) for operation in self._plan.operations]
        state = self._plan.root / STATE_DIR
        if state in self._made:
            self._disk.make_dir(state)
        self._disk.write(self._plan.root / _JOURNAL, self._journal())
        for folder in self._made:
            if folder != state:
                self._disk.make_dir(folder)
        for path, operation in files:
            if operation.after is not None:
                self._disk.write(_beside(path), operation.after)
                if operation.before is not None:
                    _beside(path).chmod(path.stat().st_mode)
        for path, operation in files:
            if operation.after is None:
                self._disk.remove(path)
            else:
                self._disk.rename(_beside(path), path)

    def undo(self) -> None:
        """Put every byte back. It goes on past what it cannot restore, and then says so."""
        failed: list[str] = []
        for operation in self._plan.operations:
            path = self._plan.root / operation.path
            try:
                _beside(path).unlink(missing_ok=True)
                _restore(path, operation)
            except OSError as exc:
                failed.append(f"{operation.path!r} ({exc.strerror})")
        if failed:
            raise UserError(
                f"Could not put back: {', '.join(failed)}.",
                f"What was there before is in {_JOURNAL!r}; the next run tries again.",
                exit_code=CONFLICT,
            )
        self.finish()
        for folder in reversed(self._made):
            with suppress(OSError):  # somebody else put something there meanwhile
                folder.rmdir()

    def finish(self) -> None:
        (self._plan.root / _JOURNAL).unlink(missing_ok=True)
        with suppress(OSError):  # it holds records too
            (self._plan.root / STATE_DIR).rmdir()

    def _missing_folders(self) -> list[Path]:
        """Return the folders that have to be made, parents first."""
        root = self._plan.root
        targets = [root / STATE_DIR, *((root / operation.path).parent for operation in self._plan.operations)]
        needed = {folder for target in targets for folder in (target, *target.parents) if folder.is_relative_to(root)}
        return sorted(folder for folder in needed if not folder.exists())

    def _journal(self) -> bytes:
        files = [
            {"path": op.path, "before": _encoded(op.before), "after": _encoded(op.after)}
            for op in self._plan.operations
        ]
        folders = [folder.relative_to(self._plan.root).as_posix() for folder in self._made]
        return json.dumps({"process": os.getpid(), "files": files, "folders": folders}).encode()


def _is_running(process: int) -> bool:
    if process == os.getpid():
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def _restore(path: Path, operation: Operation) -> None:
    """Put a file back, unless it already is as it was or has become something that the plan did not write."""
    now = path.read_bytes() if path.is_file() else None
    if now == operation.before or now != operation.after:
        return
    if operation.before is None:
        path.unlink()
    else:
        mode = path.stat().st_mode if now is not None else None
        Disk().write(_beside(path), operation.before)
        if mode is not None:
            _beside(path).chmod(mode)
        _beside(path).replace(path)


def _beside(path: Path) -> Path:
    return path.with_name(f".{path.name}{_SUFFIX}")


def _encoded(content: bytes | None) -> str | None:
    return None if content is None else base64.b64encode(content).decode("ascii")


def _decoded(text: str | None) -> bytes | None:
    return None if text is None else base64.b64decode(text)
