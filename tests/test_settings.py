"""Process-wide settings."""

import os
import subprocess
import sys
from collections.abc import Generator

import pytest

from giskard.checks import CheckResult, ScenarioResult, Status, SuiteResult, TestCaseResult, UserError, settings
from giskard.checks.reporting.report import as_text


@pytest.fixture(autouse=True)
def _reset() -> Generator[None]:
    yield
    settings.set_max_reported_failures(None)


def failing(number: int) -> SuiteResult:
    step = TestCaseResult(results=[CheckResult(status=Status.FAIL)])
    return SuiteResult(results=[ScenarioResult(scenario_name=f"s{i}", steps=[step]) for i in range(number)])


def test_a_report_shows_no_more_failures_than_set() -> None:
    settings.set_max_reported_failures(3)
    text = as_text(failing(10))
    assert text.count("FAIL s") == 3
    assert "7 more that did not pass are not shown." in text
    settings.set_max_reported_failures(None)
    assert as_text(failing(10)).count("FAIL s") == 10


def test_a_negative_number_is_refused_and_changes_nothing() -> None:
    with pytest.raises(UserError, match="from 0, not -1"):
        settings.set_max_reported_failures(-1)
    assert settings.get_max_reported_failures() == 20


@pytest.mark.parametrize("number", [2.5, "3", True])
def test_what_is_no_whole_number_is_refused(number: object) -> None:
    with pytest.raises(UserError, match="whole number from 0"):
        settings.set_max_reported_failures(number)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("value", "expected"),
    [("5", "5 5"), (" 0 ", "0 0"), ("", "20 20"), ("many", "from 0, not 'many'"), ("-1", "not '-1'")],
)
def test_the_environment_is_read_once_and_by_importing_the_library_alone(value: str, expected: str) -> None:
    code = (
        "import os\n"
        "import giskard.checks as g\n"
        "first = g.get_max_reported_failures()\n"
        "os.environ['GISKARD_CHECKS_MAX_REPORTED_FAILURES'] = '99'\n"
        "print(first, g.get_max_reported_failures())"
    )
    environment = os.environ | {"GISKARD_CHECKS_MAX_REPORTED_FAILURES": value}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert expected in done.stdout + done.stderr
