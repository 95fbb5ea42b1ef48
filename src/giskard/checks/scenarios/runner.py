"""Runners: the same as the `run` methods, for who keeps the running apart from what is run."""

from collections.abc import Callable
from functools import cache
from typing import Any

from giskard.checks.core import _runs
from giskard.checks.core.result import ScenarioResult, TestCaseResult
from giskard.checks.core.scenario import Scenario
from giskard.checks.core.testcase import TestCase


class ScenarioRunner:
    """Runs scenarios; most people call `Scenario.run` instead."""

    async def run(
        self,
        scenario: Scenario[Any, Any, Any],
        target: Callable[..., Any] | None = None,
        *,
        return_exception: bool = False,
        multiple_runs: int | None = None,
    ) -> ScenarioResult:
        """Run a scenario; the parameters are those of `Scenario.run`."""
        return await _runs.run_scenario(
            scenario, target=target, return_exception=return_exception, multiple_runs=multiple_runs
        )


class TestCaseRunner:
    """Runs test cases; most people call `TestCase.run` instead."""

    __test__ = False  # pytest collects classes named Test*

    async def run(self, case: TestCase[Any, Any, Any], *, return_exception: bool = False) -> TestCaseResult:
        """Run the checks of a test case."""
        return await case.run(return_exception=return_exception)


@cache
def get_runner() -> ScenarioRunner:
    """Return the runner of this process.

    Examples
    --------
    >>> get_runner() is get_runner()
    True
    """
    return ScenarioRunner()
