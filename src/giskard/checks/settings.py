"""Process-wide settings: what the environment says, once, and what is set in code."""

import os

from giskard.checks.core._limits import Limits, limits
from giskard.checks.core.exceptions import UserError

MAX_REPORTED_FAILURES = "GISKARD_CHECKS_MAX_REPORTED_FAILURES"


def get_max_reported_failures() -> int:
    """Return of how many scenarios that did not pass a suite's report shows the conversation.

    Examples
    --------
    >>> set_max_reported_failures(3)
    >>> get_max_reported_failures()
    3
    >>> set_max_reported_failures(None)
    """
    return limits.reported_failures


def set_max_reported_failures(number: int | None) -> None:
    """Set of how many; None goes back to what the environment or the default says.

    Raises
    ------
    UserError
        The number is negative, or the environment's is no number.
    """
    if number is not None and number < 0:
        raise UserError(f"The number of reported failures must be 0 or more, not {number!r}.")
    limits.reported_failures = _from_environment() if number is None else number


def _from_environment() -> int:
    text = os.environ.get(MAX_REPORTED_FAILURES)
    if text is None:
        return Limits.reported_failures
    if not text.strip().isdecimal():
        raise UserError(f"{MAX_REPORTED_FAILURES} must be a whole number from 0, not {text!r}.", "Correct or unset it.")
    return int(text)


set_max_reported_failures(None)
