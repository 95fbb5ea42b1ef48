"""What judges take from a trace."""

import unicodedata
from typing import Any

from giskard.checks.core.extraction import NoMatch, provided_or_resolve, yields_list
from giskard.checks.core.fields import brief, is_of, unusable
from giskard.checks.core.interaction.trace import Trace
from giskard.checks.core.leaves import leaves
from giskard.checks.core.result import CheckResult
from giskard.checks.core.types import MISSING


def is_blank(value: Any) -> bool:
    """Say whether there is nothing in a value to judge: no visible character in a text, no part that has one.

    Examples
    --------
    >>> [is_blank(value) for value in (None, " ", {}, ["", None], "\u200b", 0, [0], {"answer": "x"})]
    [True, True, True, True, True, False, False, False]
    """
    return all(_says_nothing(leaf) for leaf in leaves(value))


def _says_nothing(leaf: Any) -> bool:
    if isinstance(leaf, str):
        return all(char.isspace() or unicodedata.category(char) == "Cf" for char in str.__str__(leaf))
    return leaf is None or (isinstance(leaf, bytes) and not leaf)


def material(trace: Trace[Any, Any], name: str, value: Any, key: str) -> Any:
    """Return what is to be judged, given or found at `key`; an ERROR when there is none or it is blank."""
    found = provided_or_resolve(trace, key=key, value=value)
    if found == [] and value is MISSING and yields_list(key):
        found = NoMatch(key)
    problem = unusable(f"{name} key", found)
    if problem:
        return problem
    if is_blank(found):
        return CheckResult.error(
            message=f"The value of {name} is blank ({brief(found)}), so there is nothing to judge."
        )
    return found


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
