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


LIBRARY = {
    "pyproject.toml": '[tool.giskard-checks]\npackage = "giskard.checks"\nignore = ["GC401"]\n',
    "src/giskard/checks/__init__.py": "from giskard.checks.core.check import Check as Check\n"
    "from giskard.checks.builtin.mine import Mine as Mine\n",
    "src/giskard/checks/core/check.py": "class Check:\n    @abstractmethod\n    async def run(self): ...\n",
    "src/giskard/checks/builtin/__init__.py": 'from giskard.checks.builtin.mine import Mine\n\n__all__ = ["Mine"]\n',
}
BASE = '''
class Base(Check):
    """Base of some; a path without a match is ERROR."""

    @abstractmethod
    def judge(self): ...

'''


def documented(docstring: str, *, base: str = "Check", before: str = "") -> str:
    return (
        f'from giskard.checks import Check\n{before}\n@Check.register("mine")\nclass Mine({base}):\n    {docstring}\n\n'
        "    def judge(self): ...\n\n    async def run(self, trace): ...\n"
    )


@pytest.mark.parametrize(
    ("source", "message"),
    [
        pytest.param(documented("limit = 3"), "has no docstring that begins with a sentence", id="no docstring"),
        pytest.param(documented('"""Short"""'), "begins with a sentence", id="no sentence"),
        pytest.param(documented('"""Passes or is ERROR."""'), "shows no example", id="no example"),
        pytest.param(documented('"""Judges.\n\n    >>> 1\n    1\n    """'), "what is: pass, error", id="no outcome"),
        pytest.param(documented('"""Passes.\n\n    >>> 1\n    1\n    """'), "what is: error", id="no error"),
        pytest.param(documented('"""It is ERROR.\n\n    >>> 1\n    1\n    """'), "what is: pass", id="no pass"),
        pytest.param(documented('"""Passes; else ERROR.\n\n    >>> 1\n    1\n    """'), None, id="all of it"),
        pytest.param(documented('"""Passes; errors too.\n\n    >>> 1\n    1\n    """'), None, id="in other words"),
        pytest.param(
            documented("'''Passes.\n\n    ERROR without text.\n\n    >>> 1\n    1\n    '''"), None, id="further down"
        ),
        pytest.param(
            documented('"""Passes.\n\n    >>> 1\n    1\n    """', base="Base", before=BASE), None, id="by a base class"
        ),
        pytest.param(documented('r"""Passes \\\\o/ or ERROR.\n\n    >>> 1\n    1\n    """'), None, id="a raw text"),
    ],
)
def test_a_check_of_the_library_says_what_it_does(
    project: Callable[..., Project], source: str, message: str | None
) -> None:
    found = lint(project("", LIBRARY | {"src/giskard/checks/builtin/mine.py": source}))
    assert [finding.code for finding in found] == (["GC501"] if message else [])
    assert all(str(message) in finding.message for finding in found)
