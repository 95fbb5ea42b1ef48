"""Deterministic checks: no model is called."""

from giskard.checks.builtin.comparison import Equals
from giskard.checks.builtin.fn import FnCheck, from_fn
from giskard.checks.builtin.string_matching import StringMatching

__all__ = [
    "Equals",
    "FnCheck",
    "StringMatching",
    "from_fn",
]
