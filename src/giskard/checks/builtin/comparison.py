"""Comparing a value of the trace with an expected one."""

import math
from abc import abstractmethod
from typing import Any, ClassVar, Generic, Literal, Self, cast, override

from pydantic import Field, model_validator
from typing_extensions import TypeVar

from giskard.checks.builtin._text import NormalizationForm, normalize
from giskard.checks.core.check import Check
from giskard.checks.core.extraction import JSONPathStr, provided_or_resolve, resolve, yields_list
from giskard.checks.core.fields import brief, exactly_one, unusable
from giskard.checks.core.interaction.trace import TraceType
from giskard.checks.core.result import CheckResult
from giskard.checks.core.types import MISSING
from giskard.checks.core.typevars import InputType, OutputType

ExpectedType = TypeVar("ExpectedType", default=Any)


class ComparisonCheck(Check[InputType, OutputType, TraceType], Generic[InputType, OutputType, TraceType, ExpectedType]):
    """Base of the checks that compare the value at `target_key` with an expected one.

    PASS and FAIL say whether the comparison holds. A path without a match, values that cannot be compared and `match`
    over something that is no collection are ERROR.
    """

    operator: ClassVar[str]
    relation: ClassVar[str]

    target_key: JSONPathStr = Field(default="trace.last.outputs", description="Path to the value under test.")
    expected_value: ExpectedType | MISSING = Field(
        default=MISSING, description="What to compare with; None is a value like any other."
    )
    expected_value_key: JSONPathStr | MISSING = Field(default=MISSING, description="Path to what to compare with.")
    normalization_form: NormalizationForm | None = Field(
        default="NFKC",
        description="Unicode form in which all strings are compared, with whitespace runs as one space; None leaves "
        "them untouched.",
    )
    match: Literal["any", "all", "none"] | MISSING = Field(
        default=MISSING, description="Compare the items of a collection: any, all or none of them must hold."
    )
    abs_tol: float = Field(default=0.0, ge=0, allow_inf_nan=False, description="Numbers this far apart count as equal.")
    rel_tol: float = Field(default=0.0, ge=0, lt=1, description="The same, relative to the larger of the two numbers.")

    @model_validator(mode="after")
    def _exactly_one_expected_value(self) -> Self:
        exactly_one(self, "expected_value", "expected_value_key")
        return self

    @abstractmethod
    def holds(self, actual: Any, expected: Any) -> bool:
        """Say whether the comparison holds; raise what Python raises when the two cannot be compared."""
        raise NotImplementedError

    @override
    async def run(self, trace: TraceType) -> CheckResult:
        expected = provided_or_resolve(trace, key=self.expected_value_key, value=self.expected_value)
        actual = resolve(trace, self.target_key)
        problem = unusable("expected_value_key", expected) or unusable("target_key", actual)
        if problem:
            return problem
        details = {"actual_value": actual, "expected_value": expected}
        try:
            held, how = self._judge(actual, expected)
        except _CannotCompareError as exc:
            return CheckResult.error(message=str(exc), details=details)
        result = CheckResult.success if held else CheckResult.failure
        return result(message=how, details=details)

    def _judge(self, actual: Any, expected: Any) -> tuple[bool, str]:
        """Return whether the comparison holds, and the sentence that says so."""
        if self.match is MISSING:
            held = self._compare(actual, expected)
            but = "." if held else f" but got {brief(actual)}."
            return held, f"Expected value {self.relation} {brief(expected)}{but}"
        if not isinstance(actual, list | set | tuple | frozenset):
            raise _CannotCompareError(
                f"Expected a list, set, or tuple at {self.target_key!r} for match={self.match!r}, "
                f"not {type(actual).__name__}: {brief(actual)}."
            )
        items = list(cast("list[Any]", actual))
        if not items and yields_list(self.target_key):
            raise _CannotCompareError(
                f"No value found for target_key at {self.target_key!r}, so nothing can be matched."
            )
        hits = [self._compare(item, expected) for item in items]
        return self._match(hits, brief(expected), brief(actual))

    def _match(self, hits: list[bool], expected: str, actual: str) -> tuple[bool, str]:
        if self.match == "any":
            held, wrong = any(hits), f"none matched among {actual}"
        elif self.match == "all":
            held, wrong = all(hits), f"{hits.count(False)} of {len(hits)} are not among {actual}"
        else:
            held, wrong = not any(hits), f"found matches: {hits.count(True)} of {len(hits)} among {actual}"
        quantity = {"any": "any value", "all": "all values", "none": "no value"}[cast("str", self.match)]
        return held, f"Expected {quantity} {self.relation} {expected}{'.' if held else f' but {wrong}.'}"

    def _compare(self, actual: Any, expected: Any) -> bool:
        try:
            return bool(
                self.holds(normalize(actual, self.normalization_form), normalize(expected, self.normalization_form))
            )
        except Exception as exc:  # a value of the trace may raise whatever it likes when it is compared
            raise _CannotCompareError(
                f"Comparison not supported: `{self.operator}` comparison of {type(actual).__name__} and "
                f"{type(expected).__name__} raised {type(exc).__name__}: {exc}"
            ) from exc

    def close(self, actual: Any, expected: Any) -> bool:
        """Say whether both are numbers that the tolerances let count as equal."""
        if not (self.abs_tol or self.rel_tol):
            return False
        numbers = all(isinstance(n, int | float) and not isinstance(n, bool) for n in (actual, expected))
        return numbers and math.isclose(actual, expected, rel_tol=self.rel_tol, abs_tol=self.abs_tol)


class _CannotCompareError(Exception):
    """Two values, or a value and the mode, do not go together."""


@Check.register("equals")
class Equals(ComparisonCheck[InputType, OutputType, TraceType, ExpectedType]):
    """Passes when the value at `target_key` equals the expected one.

    Examples
    --------
    >>> from giskard.checks import Equals, Interaction, Trace
    >>> trace = Trace(interactions=[Interaction(inputs="6 x 7?", outputs={"answer": 42})])
    >>> Equals(expected_value=42, target_key="trace.last.outputs.answer").run_sync(trace).passed
    True
    >>> Equals(expected_value=41, target_key="trace.last.outputs.answer").run_sync(trace).message
    'Expected value equal to 41 but got 42.'
    """

    operator = "=="
    relation = "equal to"

    @override
    def holds(self, actual: Any, expected: Any) -> bool:
        return bool(actual == expected) or self.close(actual, expected)
