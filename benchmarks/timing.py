"""How the benchmarks measure: alternating runs, best of several, against a unit taken in the same run."""

import gc
from collections.abc import Callable
from time import perf_counter

from giskard.checks import CheckResult, Status


def best(function: Callable[[], object], *, number: int, repeat: int = 7) -> float:
    """Return the seconds of one call, the best mean of `number` calls."""
    function()
    times: list[float] = []
    for _ in range(repeat):
        gc.collect()
        started = perf_counter()
        for _ in range(number):
            function()
        times.append((perf_counter() - started) / number)
    return min(times)


def unit() -> float:
    """Return the seconds of U, one validated CheckResult with four fields."""
    return best(
        lambda: CheckResult(status=Status.PASS, message="a message", metrics=[], details={"value": 1}), number=5000
    )


def row(what: str, value: str, budget: str = "") -> None:
    """Print a line of a table."""
    print(f"  {what:<62} {value:>18}  {budget}")
