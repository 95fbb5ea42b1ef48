"""What judges take from a trace."""

from typing import Any, cast

from giskard.checks.core.blank import is_blank
from giskard.checks.core.extraction import NoMatch, provided_or_resolve, yields_list
from giskard.checks.core.fields import brief, is_of, unusable
from giskard.checks.core.interaction.trace import Trace
from giskard.checks.core.result import CheckResult
from giskard.checks.core.types import MISSING


def material(trace: Trace[Any, Any], name: str, value: Any, key: str) -> Any:
    """Return what is to be judged, given or found at `key`; an ERROR when there is none or it is blank."""
    found = provided_or_resolve(trace, key=key, value=value)
    if value is MISSING and yields_list(key) and _is_empty_list(found):
        found = NoMatch(key)
    problem = unusable(f"{name} key", found)
    if problem:
        return problem
    if is_blank(found):
        return CheckResult.error(
            message=f"The value of {name} is blank ({brief(found)}), so there is nothing to judge."
        )
    return found


def _is_empty_list(found: Any) -> bool:
    return isinstance(found, list) and not cast("list[Any]", found)


def context(trace: Trace[Any, Any], name: str, value: Any, key: str) -> Any:
    """Return a text, or the lines that a list of texts makes; an ERROR for anything else."""
    found = material(trace, name, value, key)
    if isinstance(found, str | CheckResult):
        return found
    if not is_of(found, list[str]):
        what = f"of type {type(found).__name__}: {brief(found)}"
        return CheckResult.error(
            message=f"The value of {name} must be a string or a list of strings, but it is {what}."
        )
    return "\n".join(found)
