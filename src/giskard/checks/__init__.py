"""Checks on the traces of AI agents: say what the agent has to do, and have it checked on every change."""

from giskard.checks._version import __version__
from giskard.checks.builtin import Equals, FnCheck, Not, SemanticSimilarity, StringMatching, from_fn
from giskard.checks.core.check import Check
from giskard.checks.core.exceptions import (
    GenerationError,
    GiskardChecksError,
    InputGenerationException,
    InteractionGenerationError,
    UserError,
)
from giskard.checks.core.extraction import JSONPathStr, NoMatch, provided_or_resolve, resolve
from giskard.checks.core.interaction.input_generator import GeneratedInput, InputGenerator
from giskard.checks.core.interaction.interact import Interact
from giskard.checks.core.interaction.interaction import Interaction
from giskard.checks.core.interaction.spec import InteractionSpec
from giskard.checks.core.interaction.trace import Trace
from giskard.checks.core.result import (
    BaseResult,
    CheckResult,
    GroupedSuiteResult,
    GroupStats,
    Metric,
    ScenarioResult,
    ScenarioRun,
    SuiteResult,
    TestCaseError,
    TestCaseResult,
)
from giskard.checks.core.scenario import Scenario, Step
from giskard.checks.core.status import CheckStatus, ScenarioStatus, Status, TestCaseStatus
from giskard.checks.core.testcase import TestCase
from giskard.checks.core.types import MISSING
from giskard.checks.core.usage import Usage
from giskard.checks.generators import DatasetInputGenerator, LLMGenerator, UserSimulator
from giskard.checks.judges import (
    AnswerRelevance,
    BaseLLMCheck,
    Conformity,
    Contradiction,
    Groundedness,
    LLMCheckResult,
    LLMJudge,
    Toxicity,
)
from giskard.checks.llm._pydantic_ai import PydanticAIEmbeddingModel, PydanticAIGenerator
from giskard.checks.llm.embedding import BaseEmbeddingModel
from giskard.checks.llm.generator import BaseGenerator, Completion, Message
from giskard.checks.llm.template import TemplateReference, register_prompts
from giskard.checks.scenarios.runner import ScenarioRunner, TestCaseRunner, get_runner
from giskard.checks.scenarios.suite import Suite
from giskard.checks.settings import (
    get_default_embedding_model,
    get_default_generator,
    get_max_reported_failures,
    set_default_embedding_model,
    set_default_generator,
    set_max_reported_failures,
)

__all__ = [
    "MISSING",
    "AnswerRelevance",
    "BaseEmbeddingModel",
    "BaseGenerator",
    "BaseLLMCheck",
    "BaseResult",
    "Check",
    "CheckResult",
    "CheckStatus",
    "Completion",
    "Conformity",
    "Contradiction",
    "DatasetInputGenerator",
    "Equals",
    "FnCheck",
    "GeneratedInput",
    "GenerationError",
    "GiskardChecksError",
    "Groundedness",
    "GroupStats",
    "GroupedSuiteResult",
    "InputGenerationException",
    "InputGenerator",
    "Interact",
    "Interaction",
    "InteractionGenerationError",
    "InteractionSpec",
    "JSONPathStr",
    "LLMCheckResult",
    "LLMGenerator",
    "LLMJudge",
    "Message",
    "Metric",
    "NoMatch",
    "Not",
    "PydanticAIEmbeddingModel",
    "PydanticAIGenerator",
    "Scenario",
    "ScenarioResult",
    "ScenarioRun",
    "ScenarioRunner",
    "ScenarioStatus",
    "SemanticSimilarity",
    "Status",
    "Step",
    "StringMatching",
    "Suite",
    "SuiteResult",
    "TemplateReference",
    "TestCase",
    "TestCaseError",
    "TestCaseResult",
    "TestCaseRunner",
    "TestCaseStatus",
    "Toxicity",
    "Trace",
    "Usage",
    "UserError",
    "UserSimulator",
    "__version__",
    "from_fn",
    "get_default_embedding_model",
    "get_default_generator",
    "get_max_reported_failures",
    "get_runner",
    "provided_or_resolve",
    "register_prompts",
    "resolve",
    "set_default_embedding_model",
    "set_default_generator",
    "set_max_reported_failures",
]
