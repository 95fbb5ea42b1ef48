"""The progress of a suite on a terminal: a row for every scenario at work, and counts."""

import threading
from collections import Counter
from types import TracebackType
from typing import Self

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.spinner import Spinner
from rich.text import Text

from giskard.checks.reporting.report import MARKS, STYLES
from giskard.checks.reporting.text import is_unicode, shown

_MOST_ROWS = 8
_REFRESHES_PER_SECOND = 8


class ProgressDisplay:
    """Shows how far a suite has come, on standard error, for the length of a `with` block.

    Being told costs next to nothing: what is shown is drawn by a thread a few times a second, however many scenarios
    start and end in between.
    """

    def __init__(self, name: str, total: int, console: Console | None = None) -> None:
        self._console = console or Console(stderr=True)
        self._at_work: dict[int, str] = {}
        self._counts: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._bar = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=self._console,
        )
        self._task = self._bar.add_task(shown(name, self._console.encoding, limit=40), total=total)
        self._spinner = Spinner("dots" if is_unicode(self._console.encoding) else "line")
        self._live = Live(
            self, console=self._console, refresh_per_second=_REFRESHES_PER_SECOND, transient=True, redirect_stdout=False
        )

    def started(self, index: int, name: str) -> None:
        """Note that a scenario is at work."""
        with self._lock:
            self._at_work[index] = name

    def finished(self, index: int, status: str) -> None:
        """Note how a scenario ended."""
        with self._lock:
            self._at_work.pop(index, None)
            self._counts[status] += 1

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._live.stop()

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw what there is to show now."""
        with self._lock:
            names = [name for _, name in zip(range(_MOST_ROWS), self._at_work.values(), strict=False)]
            hidden = len(self._at_work) - len(names)
            counts = dict(self._counts)
        self._bar.update(self._task, completed=sum(counts.values()))
        rows: list[RenderableType] = [self._bar, self._summary(counts)]
        frame = self._spinner.frames[int(console.get_time() * _REFRESHES_PER_SECOND) % len(self._spinner.frames)]
        rows += [Text(f"  {frame} {shown(name, options.encoding, limit=70)}", no_wrap=True) for name in names]
        if hidden:
            rows.append(Text(f"    and {hidden} more", style="dim"))
        yield Group(*rows)

    def _summary(self, counts: dict[str, int]) -> Text:
        encoding = self._console.encoding
        parts = [
            (f"{shown(MARKS[status] if is_unicode(encoding) else status)} {counts[status]}  ", STYLES[status])
            for status in STYLES
            if counts.get(status)
        ]
        return Text.assemble("  ", *parts)
