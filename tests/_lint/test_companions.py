"""The rules about what stands beside a check."""

from collections.abc import Callable

import pytest

from giskard.checks._lint.linter import lint
from giskard.checks._lint.project import Project

TABLE = '[tool.giskard-checks]\npackage = "acme_checks"\n'
CHECK = '@Check.register("mine")\nclass Mine(Check):\n    async def run(self, trace: Trace) -> CheckResult:\n        return CheckResult.skip()\n'
TEST = "tests/builtin/test_mine.py"


@pytest.mark.parametrize(
    ("test", "message"),
    [
        pytest.param(None, "Mine has no test in tests/builtin/test_mine.py", id="no test"),
        pytest.param("def test_it(r):\n    assert r.passed\n", "does not exercise: fail, error", id="only a pass"),
        pytest.param("# passed failed errored\n", "does not exercise: pass, fail, error", id="only words"),
        pytest.param("def (", "cannot be read", id="no Python"),
        pytest.param("def test_it(r):\n    assert r.passed or r.failed or r.errored\n", None, id="as attributes"),
        pytest.param("X = [Status.PASS, Status.FAIL, Status.ERROR]\n", None, id="as statuses"),
        pytest.param("X = ['pass', 'fail', 'error']\n", None, id="as texts"),
    ],
)
def test_a_test_mirrors_the_module(project: Callable[..., Project], test: str | None, message: str | None) -> None:
    found = lint(project(CHECK, {"pyproject.toml": TABLE} | ({TEST: test} if test is not None else {})))
    assert [finding.code for finding in found] == (["GC401"] if message else [])
    assert all(str(message) in finding.message for finding in found)


def test_the_configured_folder_is_looked_in(project: Callable[..., Project]) -> None:
    table = TABLE + 'tests = "checks/tests"\n'
    good = "X = ['pass', 'fail', 'error']\n"
    assert lint(project(CHECK, {"pyproject.toml": table, "checks/tests/builtin/test_mine.py": good})) == []


def test_a_missing_test_is_a_warning_in_a_plugin(project: Callable[..., Project]) -> None:
    built = project(CHECK, {"pyproject.toml": TABLE})
    assert [built.level_of(finding.rule) for finding in lint(built)] == ["warning"]
