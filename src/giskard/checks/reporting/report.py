"""The report of a result as a person reads it in a terminal."""

from collections.abc import Iterator
from typing import Any, cast

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from giskard.checks.reporting.text import is_unicode, shown
from giskard.checks.reporting.views import CheckResultView, ScenarioResultView, StepResultView, TurnView

_STYLES = {"pass": "green", "fail": "red", "error": "magenta", "skip": "yellow"}
_MARKS = {"pass": "✔", "fail": "✘", "error": "‼", "skip": "○"}
_ASCII_MARKS = {"pass": "+", "fail": "x", "error": "!", "skip": "-"}
# What makes two checks of one kind differ for a reader, in the order of how telling it is.
_TELLING = ("keyword", "keywords", "pattern", "expected_value", "rule", "threshold")


def print_on(console: Console | None, result: Any) -> None:
    """Print the report of `result` on `console`, by default a new one on standard output."""
    (console or Console()).print(result)


def render(result: Any, encoding: str) -> Iterator[RenderableType]:
    """Yield the lines of the report on a check's, a step's or a scenario's result.

    Parameters
    ----------
    result
        Anything that fits one of the views.
    encoding
        Encoding of the stream; where it is no Unicode one, marks and text fall back to what it can carry.
    """
    pen = _Pen(encoding)
    if hasattr(result, "scenario_name"):
        yield from _scenario(result, pen)
    elif hasattr(result, "results"):
        yield from _step(result, pen)
    else:
        yield from _check(result, pen)


def label(result: CheckResultView) -> str:
    """Return what a reader calls the check: its name, else its kind with its most telling field."""
    details = result.details
    if details.get("check_name"):
        return str(details["check_name"])
    kind = str(details.get("check_kind") or "check")
    spec: dict[str, Any] = details.get("check_spec") or {}
    others = [name for name in spec if name != "kind" and not name.endswith("_key")]
    field = next((name for name in (*_TELLING, *others, "target_key") if spec.get(name)), None)
    return f"{kind}({field}={shown(spec[field], limit=60)})" if field else kind


class _Pen:
    """Writes marks and text as the stream can carry them. Everything becomes Text, so no markup of the user's acts."""

    def __init__(self, encoding: str) -> None:
        self.encoding = encoding
        self._marks = _MARKS if is_unicode(encoding) else _ASCII_MARKS

    def status(self, status: str) -> Text:
        return Text(f"{self._marks[status]} {status.upper()}", style=_STYLES[status])

    def text(self, value: Any, style: str = "") -> Text:
        return Text(shown(value, self.encoding), style=style)


def _scenario(result: ScenarioResultView, pen: _Pen) -> Iterator[RenderableType]:
    turns = result.final_trace.interactions
    summary = f"  {_count(len(turns), 'turn')}, {result.duration_ms} ms"
    yield Text.assemble(pen.status(result.status), " ", pen.text(result.scenario_name, "bold"), Text(summary, "dim"))
    shown_turns = 0
    for number, step in enumerate(result.steps, start=1):
        until = shown_turns if step.last_interaction_index is None else step.last_interaction_index + 1
        if len(result.steps) > 1:
            yield Padding(Text(f"Step {number}", style="dim"), (0, 0, 0, 2))
        for index in range(shown_turns, until):
            yield from _turn(index + 1, turns[index], pen)
        shown_turns = until
        for line in _step(step, pen):
            yield Padding(line, (0, 0, 0, 2))
    for index in range(shown_turns, len(turns)):
        yield from _turn(index + 1, turns[index], pen)


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
    return [f"{key}: {shown(item)}" for key, item in cast("dict[Any, Any]", value).items()]


def _step(step: StepResultView, pen: _Pen) -> Iterator[RenderableType]:
    if step.error:
        yield Text.assemble(pen.status("error"), " ", pen.text(step.error.summary()))
    for result in step.results:
        yield from _check(result, pen)
    if not step.error and not step.results:
        yield Text.assemble(pen.status(step.status), Text(" no checks", style="dim"))


def _check(result: CheckResultView, pen: _Pen) -> Iterator[RenderableType]:
    parts = [pen.status(result.status), Text(" "), pen.text(label(result), "bold")]
    if result.message:
        parts += [Text("  "), pen.text(result.message)]
    for metric in result.metrics:
        parts += [Text("  "), pen.text(f"{metric.name}={metric.value:g}", "dim")]
    yield Text.assemble(*parts)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
