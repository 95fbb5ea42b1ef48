"""Input generators that a language model drives, one idea a file."""

from giskard.checks.generators.dataset import DatasetInputGenerator
from giskard.checks.generators.llm_generator import LLMGenerator
from giskard.checks.generators.user_simulator import UserSimulator

__all__ = ["DatasetInputGenerator", "LLMGenerator", "UserSimulator"]
