"""Process-wide limits that `settings` fills; core only looks them up."""

from dataclasses import dataclass


@dataclass
class Limits:
    """What reports keep to."""

    reported_failures: int = 20


limits = Limits()
