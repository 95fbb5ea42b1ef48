"""What calls of models cost: counted by who makes them, carried as metrics, summed in results."""

import math
from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from giskard.checks.core._check_result import CheckResult, Metric

_COST = "cost_usd"


class Usage(BaseModel):
    """Calls of models, their tokens, and their price where it is known.

    Examples
    --------
    >>> once = Usage(model_calls=1, input_tokens=400, output_tokens=20, cost_usd=0.001)
    >>> print(once + once)
    2 model calls, 800 input tokens, 40 output tokens, $0.0020
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    model_calls: int = Field(default=0, ge=0, description="Calls that were answered.")
    input_tokens: int = Field(default=0, ge=0, description="Tokens that were sent.")
    output_tokens: int = Field(default=0, ge=0, description="Tokens that came back.")
    cost_usd: float | None = Field(
        default=0.0, ge=0, description="Price in US dollars; None when the price of some call is not known."
    )

    def __add__(self, other: "Usage") -> "Usage":
        """Return both together; the price is not known when one of them is not."""
        known = self.cost_usd is not None and other.cost_usd is not None
        return Usage(
            model_calls=self.model_calls + other.model_calls,
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            cost_usd=(self.cost_usd or 0) + (other.cost_usd or 0) if known else None,
        )

    def __str__(self) -> str:
        parts = [
            f"{self.model_calls} model call{'' if self.model_calls == 1 else 's'}",
            f"{self.input_tokens} input tokens",
            f"{self.output_tokens} output tokens",
        ]
        return ", ".join([*parts, f"${self.cost_usd:.4f}"] if self.cost_usd is not None else parts)

    def metrics(self) -> list[Metric]:
        """Return the metrics that carry it in the result of a check: none where nothing was used or is not known."""
        if not self.model_calls:
            return []
        return [Metric(name=name, value=value) for name, value in self if value is not None]

    @classmethod
    def of_metrics(cls, metrics: Iterable[Metric]) -> Self:
        """Return what the metrics of one result carry."""
        values = {
            metric.name: metric.value
            for metric in metrics
            if metric.name in cls.model_fields and 0 <= metric.value < math.inf  # NaN neither
        }
        if not values.get("model_calls"):
            return cls()
        counts = {name: round(value) for name, value in values.items() if name != _COST}
        return cls(**counts, cost_usd=values.get(_COST))

    @classmethod
    def total(cls, results: Iterable[CheckResult], metadata: Iterable[Mapping[str, object]] = ()) -> "Usage":
        """Return what results of checks, and metadata of turns with notes of input generators, add up to."""
        used = cls()
        for result in results:
            if result.metrics:
                used += cls.of_metrics(result.metrics)
        for noted in metadata:
            generator = noted.get(INPUT_GENERATOR)
            if isinstance(generator, Mapping) and "usage" in generator:
                # Metadata is the user's, who may note something else under the same names.
                with suppress(ValidationError):
                    used += cls.model_validate(generator["usage"])
        return used


INPUT_GENERATOR = "input_generator"
"""Key of a turn's metadata under which the input generator that made its inputs notes what it did."""

_SPENT: ContextVar[list[Usage] | None] = ContextVar("spent", default=None)


@contextmanager
def spending(into: list[Usage]) -> Generator[None]:
    """Collect what is spent within a `with` block."""
    token = _SPENT.set(into)
    try:
        yield
    finally:
        with suppress(ValueError):  # of a coroutine that nobody awaited to its end, which is closed elsewhere
            _SPENT.reset(token)


def spend(used: Usage) -> None:
    """Count what a model used for something that leaves no turn to note it in, for the step at work."""
    spent = _SPENT.get()
    if spent is not None:
        spent.append(used)
