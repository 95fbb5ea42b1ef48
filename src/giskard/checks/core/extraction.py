"""Reading values out of a trace by JSONPath.

A path is resolved as if the trace had been dumped: `trace.last.outputs.answer` is the key `answer` of what came back
last. It starts with `trace.` and follows the grammar of jsonpath-ng's extended parser, filters included.
"""

from dataclasses import dataclass
from typing import Annotated, Any, override

from pydantic import AfterValidator, Field

from giskard.checks.core._jsonpath import compile_path
from giskard.checks.core.interaction.trace import Trace
from giskard.checks.core.types import MISSING

__all__ = ["JSONPathStr", "JSONPathMark", "NoMatch", "provided_or_resolve", "resolve", "yields_list"]


@dataclass(frozen=True)
class JSONPathMark:
    """What tells the type of a path from a plain string when the fields of a check are looked at."""


def _parses(path: str) -> str:
    compile_path(path)
    return path


JSONPathStr = Annotated[str, AfterValidator(_parses), JSONPathMark(), Field(json_schema_extra={"format": "jsonpath"})]
"""The type of every field that holds a path: a string, refused when it does not parse or not start with `trace.`."""


@dataclass(frozen=True)
class NoMatch:
    """The answer of `resolve` when a path matches nothing or cannot be evaluated.

    Attributes
    ----------
    path
        The path.
    reason
        Why it could not be evaluated; None when it simply matches nothing.
    """

    path: str
    reason: str | None = None

    @override
    def __str__(self) -> str:
        return f"{self.path!r}" + (f" ({self.reason})" if self.reason else "")


def resolve(trace: Trace[Any, Any], key: str) -> Any:
    """Return the value that `key` selects in `trace`, as a dump of the trace would hold it.

    A path that can match more than once (wildcard, slice, filter, `..`, several names) gives a list however often it
    matches, `[]` included; every other path gives one value.

    Returns
    -------
    The value, or a `NoMatch` when the path matches nothing or fails while it is evaluated.

    Raises
    ------
    ValueError
        `key` is no valid path.

    Examples
    --------
    >>> from giskard.checks import Interaction, Trace
    >>> trace = Trace(interactions=[Interaction(inputs="Hi", outputs={"answer": "Hello!"})])
    >>> resolve(trace, "trace.last.outputs.answer")
    'Hello!'
    >>> resolve(trace, "trace.interactions[*].inputs")
    ['Hi']
    >>> resolve(trace, "trace.last.outputs.score")
    NoMatch(path='trace.last.outputs.score', reason=None)
    """
    path = compile_path(key)
    try:
        found = path.find(trace)
    except Exception as exc:  # noqa: BLE001  whatever a recorded object or the evaluator raises, the check reports it
        return NoMatch(key, f"{type(exc).__name__}: {exc}")
    if path.yields_list:
        return found
    return found[0] if found else NoMatch(key)


def provided_or_resolve(trace: Trace[Any, Any], *, key: Any = MISSING, value: Any = MISSING) -> Any:
    """Return `value` when it was given, None included; else what `key` selects in `trace`.

    Raises
    ------
    ValueError
        Neither is given, or `key` is no valid path.

    Examples
    --------
    >>> from giskard.checks import MISSING, Trace
    >>> provided_or_resolve(Trace(), key=MISSING, value=None) is None
    True
    """
    if value is not MISSING:
        return value
    if key is MISSING or key is None:
        raise ValueError("Neither a value nor a path to take it from was given; give one of the two.")
    return resolve(trace, key)


def yields_list(key: str) -> bool:
    """Say whether a path gives a list, which its expression alone decides.

    Examples
    --------
    >>> yields_list("trace.interactions[*].outputs"), yields_list("trace.last.outputs")
    (True, False)
    """
    return compile_path(key).yields_list
