"""The report of a result as a person reads it in a terminal."""

import io
from collections.abc import Iterator, Sequence
from typing import Any, cast

from rich.box import ASCII, ROUNDED, Box
from rich.console import Console, Group, RenderableType
from rich.markdown import Markdown
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from giskard.checks.reporting.text import is_unicode, shown
from giskard.checks.reporting.views import (
    CheckResultView,
    GroupedResultView,
    ScenarioResultView,
    StepResultView,
    SuiteResultView,
    TurnView,
)

STYLES = {"pass": "green", "fail": "red", "error": "magenta", "skip": "yellow"}
MARKS = {"pass": "✔", "fail": "✘", "error": "‼", "skip": "○"}
_ASCII_MARKS = {"pass": "+", "fail": "x", "error": "!", "skip": "-"}
_MOST_ENTRIES = 50
# Of a long conversation a reader needs how it began and what led to the verdict.
_FIRST, _LAST = 5, 25


def print_on(console: Console | None, result: Any) -> None:
    """Print the report of `result` on `console`, by default a new one on standard output."""
    (console or Console()).print(result)


def as_text(result: Any, width: int = 120) -> str:
    """Return the report of `result` as plain text."""
    stream = io.StringIO()
    Console(
        file=stream, width=width, color_system=None, legacy_windows=False, force_jupyter=False, force_terminal=False
    ).print(result)
    return stream.getvalue()


def render(result: Any, encoding: str, most_failures: int) -> Iterator[RenderableType]:
    """Yield the lines of the report on a result of any kind.

    Parameters
    ----------
    result
        Anything that fits one of the views.
    encoding
        Encoding of the stream; where it is no Unicode one, marks and text fall back to what it can carry.
    most_failures
        Of how many scenarios that did not pass a suite's report shows the conversation.
    """
    pen = _Pen(encoding)
    if hasattr(result, "suite_result"):
        yield from _grouped(result, pen, most_failures)
    elif hasattr(result, "pass_rate"):
        yield from _suite(result, pen, most_failures)
    elif hasattr(result, "scenario_name"):
        yield from _scenario(result, pen)
    elif hasattr(result, "results"):
        yield from _step(result, pen)
    else:
        yield from _check(result, pen)


class _Pen:
    """Writes marks and text as the stream can carry them. Everything becomes Text, so no markup of the user's acts."""

    def __init__(self, encoding: str) -> None:
        self.encoding = encoding
        self._marks = MARKS if is_unicode(encoding) else _ASCII_MARKS

    @property
    def box(self) -> Box:
        return ROUNDED if is_unicode(self.encoding) else ASCII

    def mark(self, status: str) -> Text:
        return Text(self._marks[status], style=STYLES[status])

    def status(self, status: str) -> Text:
        return Text(f"{self._marks[status]} {status.upper()}", style=STYLES[status])

    def text(self, value: Any, style: str = "") -> Text:
        return Text(shown(value, self.encoding), style=style)


def _grouped(result: GroupedResultView, pen: _Pen, most_failures: int) -> Iterator[RenderableType]:
    yield from _suite(result.suite_result, pen, most_failures)
    table = Table("", "pass rate", "passed", "failed", "errored", "skipped", "total", box=None, pad_edge=False)
    table.columns[0].header = pen.text(result.key, "bold")
    for name, group in result.groups.items():
        shown_name = "(untagged)" if name is None else name or "true"
        counts = (group.passed, group.failed, group.errored, group.skipped, group.total)
        table.add_row(pen.text(shown_name), _rate(group.pass_rate), *map(str, counts))
    yield Text("")
    yield table


def _suite(result: SuiteResultView, pen: _Pen, most_failures: int) -> Iterator[RenderableType]:
    name = getattr(result.suite, "name", None)
    if name:
        yield pen.text(name, "bold")
    yield Text.assemble(*[pen.mark(scenario.status) for scenario in result.results])
    bad = [scenario for scenario in result.results if scenario.failed or scenario.errored]
    for scenario in bad[:most_failures]:
        yield Panel(Group(*_scenario(scenario, pen)), border_style=STYLES[scenario.status], box=pen.box)
    if len(bad) > most_failures:
        yield Text(f"{len(bad) - most_failures} more that did not pass are not shown.", style="dim")
    skipped = [scenario for scenario in result.results if str(scenario.status) == "skip"]
    for scenario in skipped[:most_failures]:
        yield Text.assemble(pen.status("skip"), " ", pen.text(scenario.scenario_name), "  ", _why(scenario, pen))
    if len(skipped) > most_failures:
        yield Text(f"{len(skipped) - most_failures} more that were skipped are not shown.", style="dim")
    counts = (
        f"{result.passed_count} passed, {result.failed_count} failed, {result.errored_count} errored, "
        f"{result.skipped_count} skipped; pass rate {_rate(result.pass_rate)}; {result.duration_ms} ms"
    )
    yield Text(counts, style="bold")
    if result.usage.model_calls:
        yield Text(str(result.usage), style="dim")
    if result.recommendation:
        text = shown(result.recommendation, pen.encoding, limit=20_000)
        # Rich draws Markdown with characters that other streams cannot carry.
        yield Markdown(text) if is_unicode(pen.encoding) else Text(text)


def _why(scenario: ScenarioResultView, pen: _Pen) -> Text:
    reasons = (check.message for step in scenario.steps for check in step.results if check.message)
    return pen.text(next(reasons, ""), "dim")


def _rate(rate: float | None) -> str:
    return "-" if rate is None else f"{rate:.0%}"


def _scenario(result: ScenarioResultView, pen: _Pen) -> Iterator[RenderableType]:
    turns = result.final_trace.interactions
    summary = f"  {_count(len(turns), 'turn')}, {result.duration_ms} ms"
    yield Text.assemble(pen.status(result.status), " ", pen.text(result.scenario_name, "bold"), Text(summary, "dim"))
    verdict = next((index for index, step in enumerate(result.steps) if str(step.status) != "pass"), len(result.steps))
    left_out = {*range(_FIRST, verdict - _LAST), *range(verdict + 1 + _FIRST, len(result.steps))}
    done = hidden = 0
    for index, step in enumerate(result.steps):
        until = done if step.last_interaction_index is None else step.last_interaction_index + 1
        if index in left_out:
            hidden += 1
        else:
            yield from _not_shown(hidden, "step")
            hidden = 0
            if len(result.steps) > 1:
                yield Padding(Text(f"Step {index + 1}", style="dim"), (0, 0, 0, 2))
            yield from _turns(turns, range(done, until), pen)
            for line in _step(step, pen):
                yield Padding(line, (0, 0, 0, 2))
        done = until
    yield from _not_shown(hidden, "step")
    yield from _turns(turns, range(done, len(turns)), pen)


def _turns(turns: Sequence[TurnView], which: range, pen: _Pen) -> Iterator[RenderableType]:
    hidden = max(0, len(which) - _FIRST - _LAST)
    for index in which[:_FIRST] if hidden else which:
        yield from _turn(index + 1, turns[index], pen)
    yield from _not_shown(hidden, "turn")
    for index in which[-_LAST:] if hidden else ():
        yield from _turn(index + 1, turns[index], pen)


def _not_shown(number: int, noun: str) -> Iterator[RenderableType]:
    if number:
        yield Padding(Text(f"({_count(number, noun)} not shown)", style="dim"), (0, 0, 0, 2))


def _turn(number: int, turn: TurnView, pen: _Pen) -> Iterator[RenderableType]:
    table = Table.grid(padding=(0, 2))
    for heading, value in ((f"{number} in", turn.inputs), (f"{number} out", turn.outputs)):
        for index, part in enumerate(_parts(value)):
            table.add_row(Text(heading if index == 0 else "", style="cyan"), pen.text(part))
    yield Padding(table, (0, 0, 0, 4))


def _parts(value: Any) -> list[Any]:
    """Return a dict as a text for each entry, so that an answer in it reads as prose; anything else as it is."""
    if not isinstance(value, dict) or not value:
        return [value]
    entries: list[tuple[Any, Any]] = list(
        dict[Any, Any].items(cast("dict[Any, Any]", value))
    )  # as it is, whatever a subclass makes of it
    parts = [f"{shown(key, limit=100)}: {shown(item)}" for key, item in entries[:_MOST_ENTRIES]]
    more = len(entries) - len(parts)
    return [*parts, f"... (cut, {len(entries)} entries)"] if more else parts


def _step(step: StepResultView, pen: _Pen) -> Iterator[RenderableType]:
    if step.error:
        yield Text.assemble(pen.status("error"), " ", pen.text(step.error.summary()))
    for result in step.results:
        yield from _check(result, pen)
    if not step.error and not step.results:
        yield Text.assemble(pen.status(step.status), Text(" no checks", style="dim"))


def _check(result: CheckResultView, pen: _Pen) -> Iterator[RenderableType]:
    parts = [pen.status(result.status), Text(" "), pen.text(result.label, "bold")]
    if result.message:
        parts += [Text("  "), pen.text(result.message)]
    for metric in result.metrics:
        parts += [Text("  "), pen.text(f"{metric.name}={metric.value:g}", "dim")]
    yield Text.assemble(*parts)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
