"""Process-wide limits: core looks them up, and `settings` says what they are."""

from collections.abc import Callable
from dataclasses import dataclass

DEFAULT_REPORTED_FAILURES = 20


@dataclass
class Limits:
    """What reports keep to, asked for when it is needed."""

    reported_failures: Callable[[], int] = lambda: DEFAULT_REPORTED_FAILURES


limits = Limits()
