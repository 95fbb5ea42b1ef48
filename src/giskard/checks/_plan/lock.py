"""One run at a time: a lock on a folder that the system takes away when the process ends, however it ends."""

import os
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from giskard.checks._plan.plan import CONFLICT
from giskard.checks.core.exceptions import UserError

if sys.platform == "win32":

    @contextmanager
    def alone(root: Path) -> Generator[None]:
        """Do nothing: a folder cannot be locked here."""
        del root
        yield

else:
    import fcntl

    @contextmanager
    def alone(root: Path) -> Generator[None]:
        """Hold the lock on `root` for the length of a `with` block.

        Raises
        ------
        UserError
            Another run holds it, or there is no such folder; exit code 3.
        """
        try:
            handle = os.open(root, os.O_RDONLY | os.O_DIRECTORY)
        except OSError as exc:
            raise UserError(f"Could not open the folder {str(root)!r}: {exc.strerror}.", exit_code=CONFLICT) from exc
        try:
            _lock(handle, root)
            yield
        finally:
            os.close(handle)

    def _lock(handle: int, root: Path) -> None:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UserError(
                f"Another run is writing to the project {str(root)!r} right now.",
                "Wait for it, then try again.",
                exit_code=CONFLICT,
            ) from None
        except OSError:
            return  # a file system without locks
