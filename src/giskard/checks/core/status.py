"""The four outcomes every result has, and how the outcomes of parts make the outcome of a whole.

`ERROR` and `SKIP` are no verdicts: the first says that something could not be evaluated, the second that it was
not meant to be. Only `PASS` and `FAIL` judge.
"""

from collections.abc import Iterable
from enum import StrEnum


class Status(StrEnum):
    """Outcome of a check, of a step or of a scenario.

    Examples
    --------
    >>> Status("fail") is Status.FAIL
    True
    """

    __test__ = False  # pytest would collect it under its name TestCaseStatus

    PASS = "pass"
    FAIL = "fail"
    ERROR = "error"
    SKIP = "skip"


# One enum under the three names that the documentation of the results uses.
CheckStatus = Status
TestCaseStatus = Status
ScenarioStatus = Status


def roll_up(statuses: Iterable[Status]) -> Status:
    """Return the status of a whole from those of its parts.

    Any `ERROR` outweighs any `FAIL`; nothing but `SKIP` is `SKIP`; everything else, no part at all included, is `PASS`.

    Examples
    --------
    >>> roll_up([Status.PASS, Status.SKIP, Status.FAIL])
    <Status.FAIL: 'fail'>
    >>> roll_up([])
    <Status.PASS: 'pass'>
    """
    seen = set(statuses)
    for status in (Status.ERROR, Status.FAIL):
        if status in seen:
            return status
    return Status.SKIP if seen == {Status.SKIP} else Status.PASS


class StatusFlags:
    """The four questions one asks of anything that has a `status`."""

    @property
    def _outcome(self) -> Status:
        return getattr(self, "status")  # noqa: B009  a subclass brings it, as a field or as a computed field

    @property
    def passed(self) -> bool:
        """Whether the status is `PASS`."""
        return self._outcome is Status.PASS

    @property
    def failed(self) -> bool:
        """Whether the status is `FAIL`."""
        return self._outcome is Status.FAIL

    @property
    def errored(self) -> bool:
        """Whether the status is `ERROR`."""
        return self._outcome is Status.ERROR

    @property
    def skipped(self) -> bool:
        """Whether the status is `SKIP`."""
        return self._outcome is Status.SKIP
