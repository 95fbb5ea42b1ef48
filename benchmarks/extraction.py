"""`resolve` on short and long traces, against parsing the path and evaluating it over a dump."""

from jsonpath_ng.ext.parser import parse

from benchmarks.timing import best, row, unit
from giskard.checks import Interaction, Trace, resolve

_SIMPLE = "trace.last.outputs.x"
_PATHS = (
    _SIMPLE,
    "trace.interactions[*].outputs.tools[*].name",
    "trace.interactions[?(@.outputs.x == 'none')]",
    "trace..name",
)


def _trace(turns: int) -> Trace:
    tools: list[dict[str, object]] = [
        {"name": "search", "arguments": {"query": "weather", "limit": 3}},
        {"name": "book", "arguments": {}},
    ]
    outputs: dict[str, object] = {"x": "an answer", "tools": tools}
    return Trace(interactions=[Interaction(inputs=f"question {i}", outputs=outputs) for i in range(turns)])


def main() -> None:
    u, traces = unit(), {turns: _trace(turns) for turns in (1, 1000)}
    print(f"Extraction (U = {u * 1e6:.2f} microseconds)")
    simple = {turns: best(lambda t=trace: resolve(t, _SIMPLE), number=5000) for turns, trace in traces.items()}
    row(f"resolve({_SIMPLE!r}), 1 turn", f"{simple[1] / u:.2f} U", "budget 3 U")
    row("the same, 1000 turns over 1 turn", f"{simple[1000] / simple[1]:.2f}", "the same cost")
    for path in _PATHS:
        for turns, trace in traces.items():
            number = 2000 if turns == 1 else 5
            ours = best(lambda p=path, t=trace: resolve(t, p), number=number, repeat=3)
            plain = best(
                lambda p=path, t=trace: parse(p).find({"trace": t.model_dump()}), number=max(number // 20, 1), repeat=3
            )
            row(f"{path}, {turns} turns: plain evaluation over ours", f"{plain / ours:.1f}")
