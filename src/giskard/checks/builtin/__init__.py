"""Deterministic checks: no model is called."""

from giskard.checks.builtin.comparison import Equals
from giskard.checks.builtin.fn import FnCheck, from_fn
from giskard.checks.builtin.not_check import Not
from giskard.checks.builtin.semantic_similarity import SemanticSimilarity
from giskard.checks.builtin.string_matching import StringMatching

__all__ = [
    "Equals",
    "FnCheck",
    "Not",
    "SemanticSimilarity",
    "StringMatching",
    "from_fn",
]
