"""Checks that a language model judges, one idea a file."""

from giskard.checks.judges.answer_relevance import AnswerRelevance
from giskard.checks.judges.base import BaseLLMCheck, LLMCheckResult
from giskard.checks.judges.conformity import Conformity
from giskard.checks.judges.contradiction import Contradiction
from giskard.checks.judges.groundedness import Groundedness
from giskard.checks.judges.llm_judge import LLMJudge
from giskard.checks.judges.toxicity import Toxicity

__all__ = [
    "AnswerRelevance",
    "BaseLLMCheck",
    "Conformity",
    "Contradiction",
    "Groundedness",
    "LLMCheckResult",
    "LLMJudge",
    "Toxicity",
]
