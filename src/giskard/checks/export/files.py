"""Writing a result file: the old content or the new, never half of it."""

import os
import tempfile
from contextlib import suppress
from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Write `text` as UTF-8 beside `path`, then put it in its place in one step.

    Raises
    ------
    OSError
        The folder does not exist or cannot be written to; what was at `path` is still there.
    """
    path = path.resolve()  # of a link, what it leads to
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".giskard-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        # mkstemp's own mode keeps others from reading, which is not what a report is for.
        Path(name).chmod(path.stat().st_mode if path.exists() else 0o644)
        Path(name).replace(path)
    except BaseException:
        with suppress(FileNotFoundError):
            Path(name).unlink()
        raise
