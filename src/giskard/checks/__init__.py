"""Checks on the traces of AI agents: say what the agent has to do, and have it checked on every change."""

from giskard.checks._version import __version__
from giskard.checks.builtin import Equals, FnCheck, StringMatching, from_fn
from giskard.checks.core.check import Check
from giskard.checks.core.exceptions import GiskardChecksError, InteractionGenerationError, UserError
from giskard.checks.core.extraction import JSONPathStr, NoMatch, provided_or_resolve, resolve
from giskard.checks.core.interaction.input_generator import InputGenerator
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
from giskard.checks.scenarios.runner import ScenarioRunner, TestCaseRunner, get_runner
from giskard.checks.scenarios.suite import Suite
from giskard.checks.settings import get_max_reported_failures, set_max_reported_failures

__all__ = [
    "MISSING",
    "BaseResult",
    "Check",
    "CheckResult",
    "CheckStatus",
    "Equals",
    "FnCheck",
    "GiskardChecksError",
    "GroupStats",
    "GroupedSuiteResult",
    "InputGenerator",
    "Interact",
    "Interaction",
    "InteractionGenerationError",
    "InteractionSpec",
    "JSONPathStr",
    "Metric",
    "NoMatch",
    "Scenario",
    "ScenarioResult",
    "ScenarioRun",
    "ScenarioRunner",
    "ScenarioStatus",
    "Status",
    "Step",
    "StringMatching",
    "Suite",
    "SuiteResult",
    "TestCase",
    "TestCaseError",
    "TestCaseResult",
    "TestCaseRunner",
    "TestCaseStatus",
    "Trace",
    "UserError",
    "__version__",
    "from_fn",
    "get_max_reported_failures",
    "get_runner",
    "provided_or_resolve",
    "resolve",
    "set_max_reported_failures",
]
