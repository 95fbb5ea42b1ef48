"""A group of scenarios that run together."""

import sys
from collections.abc import Callable
from typing import Any, Self, cast

from pydantic import Field, field_validator

from giskard.checks.core import _engine
from giskard.checks.core._calling import checked_target
from giskard.checks.core.result import SuiteResult
from giskard.checks.core.scenario import Scenario
from giskard.checks.core.strict import StrictModel
from giskard.checks.core.types import MISSING
from giskard.checks.scenarios._running import Options, run_scenarios


class Suite(StrictModel):
    """Scenarios that run together, usually against one target.

    Examples
    --------
    >>> from giskard.checks import Scenario, StringMatching, Suite
    >>> suite = Suite(name="greetings", target=lambda inputs: f"Received: {inputs}")
    >>> for word in ("Hello", "Goodbye"):
    ...     _ = suite.append(Scenario(word).interact(word).check(StringMatching(keyword="Hello")))
    >>> result = suite.run_sync()
    >>> result.pass_rate, [r.status.value for r in result.results]
    (0.5, ['pass', 'fail'])
    """

    name: str = Field(description="What reports call the suite.")
    scenarios: list[Scenario] = Field(default_factory=list[Scenario], description="Its scenarios, in order.")
    target: Any = Field(
        default=None, exclude=True, description="The system under test of all scenarios; it goes before their own."
    )

    @field_validator("target", mode="after")
    @classmethod
    def _target_can_be_called(cls, target: Any) -> Any:
        return checked_target(target)

    def append(self, scenario: Scenario[Any, Any, Any]) -> Self:
        """Add a scenario.

        Raises
        ------
        TypeError
            It is no Scenario.
        """
        if not isinstance(cast("object", scenario), Scenario):
            raise TypeError(f"A suite holds Scenario objects, not {type(scenario).__name__}: {scenario!r}.")
        self.scenarios.append(scenario)
        return self

    async def run(
        self,
        target: Callable[..., Any] | None = None,
        *,
        return_exception: bool = False,
        parallel: bool = False,
        max_concurrency: int | None = None,
        timeout: float | None = None,  # noqa: ASYNC109  the results of what finished must outlive it
        verbose: bool = True,
    ) -> SuiteResult:
        """Run every scenario; the results are in the order of the suite.

        Parameters
        ----------
        target
            The system under test for this run; it goes before the suite's and the scenarios' own.
        return_exception
            Whether an exception becomes an ERROR result. Else the first one is raised as itself, and what finished
            until then is its attribute `partial_result`, a SuiteResult; also when the run is cancelled, and when
            `run_sync` is interrupted.
        parallel
            Whether scenarios run side by side. Synchronous targets then run in a thread of each scenario's own.
        max_concurrency
            Most scenarios at once; None starts them all.
        timeout
            Seconds for the whole run. What has not finished by then is an ERROR result.
        verbose
            Whether to show the progress, where standard error is a terminal.

        Raises
        ------
        TypeError, ValueError
            `max_concurrency` is no whole number from 1, or `timeout` not above 0.
        """
        chosen = self.target if target is None or target is MISSING else target
        options = Options(
            target=chosen,
            return_exception=return_exception,
            parallel=parallel,
            max_concurrency=max_concurrency,
            timeout=timeout,
        )
        if not (verbose and self.scenarios and sys.stderr is not None and sys.stderr.isatty()):
            return await run_scenarios(self.scenarios, options, None, self)
        # Rich takes as long to import as the rest of the package, and only a terminal needs it.
        from giskard.checks.reporting.progress import ProgressDisplay  # noqa: PLC0415  loads rich; for a terminal alone

        with ProgressDisplay(self.name, len(self.scenarios)) as display:
            return await run_scenarios(self.scenarios, options, display, self)

    def run_sync(
        self,
        target: Callable[..., Any] | None = None,
        *,
        return_exception: bool = False,
        parallel: bool = False,
        max_concurrency: int | None = None,
        timeout: float | None = None,
        verbose: bool = True,
    ) -> SuiteResult:
        """Run every scenario where nothing can be awaited; the parameters are those of `run`.

        Raises
        ------
        RuntimeError
            An event loop is already running; the message says what to write there.
        """
        return _engine.run_sync(
            lambda: self.run(
                target,
                return_exception=return_exception,
                parallel=parallel,
                max_concurrency=max_concurrency,
                timeout=timeout,
                verbose=verbose,
            ),
            "await suite.run()",
        )
