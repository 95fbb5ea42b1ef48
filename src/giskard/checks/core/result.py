"""What came of a check, of a step, of a scenario and of a suite."""

from giskard.checks.core._check_result import BaseResult, CheckResult, Metric
from giskard.checks.core._scenario_result import ScenarioResult, ScenarioRun
from giskard.checks.core._step_result import TestCaseError, TestCaseResult
from giskard.checks.core._suite_result import GroupedSuiteResult, GroupStats, SuiteResult, SuiteView
from giskard.checks.core.status import CheckStatus, ScenarioStatus, TestCaseStatus

__all__ = [
    "BaseResult",
    "CheckResult",
    "CheckStatus",
    "GroupStats",
    "GroupedSuiteResult",
    "Metric",
    "ScenarioResult",
    "ScenarioRun",
    "ScenarioStatus",
    "SuiteResult",
    "SuiteView",
    "TestCaseError",
    "TestCaseResult",
    "TestCaseStatus",
]
