"""Process-wide settings: what is set in code, else what the environment says, which is read once, when it is needed."""

import os
from functools import cache

from giskard.checks.core._limits import DEFAULT_REPORTED_FAILURES, limits
from giskard.checks.core.exceptions import UserError

MAX_REPORTED_FAILURES = "GISKARD_CHECKS_MAX_REPORTED_FAILURES"


def get_max_reported_failures() -> int:
    """Return of how many scenarios that did not pass a suite's report shows the conversation.

    Raises
    ------
    UserError
        Nothing was set in code, and the environment's value is no whole number.

    Examples
    --------
    >>> set_max_reported_failures(3)
    >>> get_max_reported_failures()
    3
    >>> set_max_reported_failures(None)
    """
    return limits.reported_failures()


def set_max_reported_failures(number: int | None) -> None:
    """Set of how many; None goes back to what the environment or the default says.

    Raises
    ------
    UserError
        It is no whole number from 0.
    """
    if number is None:
        limits.reported_failures = _from_environment
        return
    if type(number) is not int or number < 0:
        raise UserError(f"The number of reported failures must be a whole number from 0, not {number!r}.")
    limits.reported_failures = lambda: number


@cache
def _from_environment() -> int:
    text = os.environ.get(MAX_REPORTED_FAILURES, "").strip()
    if not text:
        return DEFAULT_REPORTED_FAILURES
    if not (text.isascii() and text.isdecimal()):
        raise UserError(f"{MAX_REPORTED_FAILURES} must be a whole number from 0, not {text!r}.", "Correct or unset it.")
    return int(text)


set_max_reported_failures(None)
