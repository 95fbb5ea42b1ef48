"""Carrying a plan out: whole, or every byte is put back, after a crash by the next start.

One run at a time writes below a root. It holds a lock on that folder which the system takes away when the process
ends, so that a journal found under the lock is the journal of a dead run. A second run is refused and not kept waiting,
since what it has read may be about to change. One that comes when the first is through compares its plan with the disk:
plans for other files are carried out, one for a file that the first has changed is refused. Where there are no such
locks (Windows, some network file systems), two runs at once are not kept apart.
"""

import os
import stat
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from pydantic import ConfigDict, Field, ValidationError

from giskard.checks._plan.lock import alone
from giskard.checks._plan.plan import CONFLICT, Operation, Plan, stays_below
from giskard.checks.core.exceptions import UserError
from giskard.checks.core.strict import StrictModel

STATE_DIR = ".giskard-checks"
_JOURNAL = f"{STATE_DIR}/journal"  # no ".json": records are named by the kind of their check, which may be "journal"
_SUFFIX = ".giskard-checks-new"


class Disk:
    """The few things that are done to a disk, so that a test can let each of them fail."""

    def write(self, path: Path, content: bytes) -> None:
        """Write a new file and have it on disk before returning."""
        _remove(path)
        with path.open("xb") as file:
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
        The disk is not as the plan expects it, another run is writing there, or a file cannot be written; exit code 3.
    """
    if not plan.operations:
        yield
        return
    with alone(plan.root):
        _undo_interrupted(plan.root)
        plan.refuse_conflicts()
        work = _Work(plan.root, _Journal.of(plan), disk or Disk())
        try:
            with _told(plan.root, "Everything was put back."):
                work.do()
            yield
            with _told(plan.root, "Everything was put back."):
                work.finish()
        except BaseException:
            work.undo()
            raise


def recover(root: Path) -> list[str]:
    """Undo what a run that crashed had written under `root`, and return the files that were put back.

    A file that somebody has changed since is left as it is.

    Raises
    ------
    UserError
        The journal of that run cannot be read, or its run is still at work; exit code 3.
    """
    if not (root / STATE_DIR).is_dir():
        return []
    with alone(root):
        return _undo_interrupted(root)


class _Journal(StrictModel):
    """What is needed to undo a plan. It is on disk, whole, before anything else is touched."""

    model_config = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64")

    operations: tuple[Operation, ...] = Field(description="What is written.")
    modes: dict[str, int] = Field(description="The mode of each file that is edited or deleted.")
    folders: tuple[str, ...] = Field(description="The folders that are made, parents first.")

    @classmethod
    def of(cls, plan: Plan) -> "_Journal":
        root = plan.root
        paths = [operation.path for operation in plan.operations]
        modes = {path: stat.S_IMODE((root / path).stat().st_mode) for path in paths if (root / path).exists()}
        parents = {folder for path in paths for folder in (root / path).parents if folder.is_relative_to(root)}
        missing = sorted(folder for folder in parents - {root / STATE_DIR} if not folder.exists())
        folders = tuple(folder.relative_to(root).as_posix() for folder in missing)
        return cls(operations=plan.operations, modes=modes, folders=folders)


class _Work:
    """One plan being carried out. The journal is written first and removed last."""

    def __init__(self, root: Path, journal: _Journal, disk: Disk) -> None:
        self._root = root
        self._journal = journal
        self._disk = disk

    def do(self) -> None:
        journal = self._root / _JOURNAL
        if not journal.parent.is_dir():
            self._disk.make_dir(journal.parent)
        self._disk.write(_beside(journal), self._journal.model_dump_json().encode())
        self._disk.rename(_beside(journal), journal)
        for folder in self._journal.folders:
            self._disk.make_dir(self._root / folder)
        files = [(self._root / operation.path, operation) for operation in self._journal.operations]
        for path, operation in files:
            if operation.after is not None:
                self._disk.write(_beside(path), operation.after)
                self._set_mode(_beside(path), operation)
        for path, operation in files:
            if operation.after is None:
                self._disk.remove(path)
            else:
                self._disk.rename(_beside(path), path)

    def finish(self) -> None:
        self._disk.remove(self._root / _JOURNAL)
        _clear_state(self._root)

    def undo(self) -> list[str]:
        """Put every byte back and return the files that this changed.

        Raises
        ------
        UserError
            Some could not be put back, all others are; exit code 3.
        """
        restored: list[str] = []
        failed: list[str] = []
        for operation in self._journal.operations:
            try:
                _remove(_beside(self._root / operation.path))
                if self._restore(self._root / operation.path, operation):
                    restored.append(operation.path)
            except OSError as exc:
                failed.append(f"{operation.path!r} ({exc.strerror})")
        if failed:
            raise UserError(
                f"Could not put back: {', '.join(failed)}.",
                f"What was there before is in {_JOURNAL!r}; the next run tries again.",
                exit_code=CONFLICT,
            )
        for folder in reversed(self._journal.folders):
            with suppress(OSError):  # never made, or somebody else put something there meanwhile
                (self._root / folder).rmdir()
        _clear_state(self._root)
        return restored

    def _restore(self, path: Path, operation: Operation) -> bool:
        """Put a file back, unless it is something else than what the plan makes of it."""
        if (path.read_bytes() if path.is_file() else None) != operation.after:
            return False
        if operation.before is None:
            path.unlink()
        else:
            Disk().write(_beside(path), operation.before)
            self._set_mode(_beside(path), operation)
            _beside(path).replace(path)
        return True

    def _set_mode(self, path: Path, operation: Operation) -> None:
        if operation.path in self._journal.modes:
            path.chmod(self._journal.modes[operation.path])


def _undo_interrupted(root: Path) -> list[str]:
    """Undo what the journal of a dead run tells. The lock must be held."""
    with _told(root, "Until then, what an interrupted run has written cannot be undone."):
        if (root / _JOURNAL).is_file():
            return _Work(root, _read_journal(root), Disk()).undo()
        _clear_state(root)
    return []


def _read_journal(root: Path) -> _Journal:
    try:
        journal = _Journal.model_validate_json((root / _JOURNAL).read_bytes())
        for path in (*(operation.path for operation in journal.operations), *journal.folders):
            if not stays_below(root, path):
                raise ValueError(f"{path!r} does not stay below the project")
    except ValueError as exc:
        reason = exc.errors()[0]["msg"] if isinstance(exc, ValidationError) else exc
        raise UserError(
            f"{_JOURNAL!r}, which an interrupted run left, cannot be read: {reason}.",
            "Check the project's changes with git, then delete that file.",
            exit_code=CONFLICT,
        ) from exc
    return journal


@contextmanager
def _told(root: Path, hint: str) -> Generator[None]:
    """Turn what the disk complains about into a sentence."""
    try:
        yield
    except OSError as exc:
        what, why = exc.filename or root, exc.strerror or exc
        raise UserError(f"Could not write {str(what)!r}: {why}.", hint, exit_code=CONFLICT) from exc


def _beside(path: Path) -> Path:
    return path.with_name(f".{path.name}{_SUFFIX}")


def _remove(path: Path) -> None:
    """Remove a file if there is one, whatever else may be the matter with its path."""
    if os.path.lexists(path):
        path.unlink()


def _clear_state(root: Path) -> None:
    _remove(root / _JOURNAL)
    _remove(_beside(root / _JOURNAL))
    with suppress(OSError):  # it holds records too
        (root / STATE_DIR).rmdir()
