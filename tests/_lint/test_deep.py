"""What only importing the package shows."""

from collections.abc import Callable
from pathlib import Path

import pytest

from giskard.checks import UserError
from giskard.checks._cli.main import run
from giskard.checks._lint.linter import lint
from giskard.checks._lint.project import Project

pytestmark = pytest.mark.functional

type Build = Callable[..., Project]

INIT = {"src/acme_checks/builtin/__init__.py": 'from acme_checks.builtin.mine import Mine\n\n__all__ = ["Mine"]\n'}
RUN = "    async def run(self, trace: Trace) -> CheckResult:\n        return CheckResult.skip()\n"
MINE = '@Check.register("deep_mine")\nclass Mine(Check):\n' + RUN


def codes(project: Project) -> list[tuple[str, str]]:
    return [(finding.code, finding.message) for finding in lint(project, deep=True)]


def test_a_package_as_it_should_be_has_no_finding(project: Build) -> None:
    assert codes(project(MINE, INIT)) == []


def test_a_base_class_of_another_package_is_seen(project: Build) -> None:
    """Of a package that the linter does not read."""
    elsewhere = (
        "from giskard.checks import Check, JSONPathStr\n\n"
        'class Base(Check):\n    api_key: str = ""\n    subject: JSONPathStr = "trace.last"\n    other_key: JSONPathStr = "trace.last"\n'
    )
    source = "from elsewhere import Base\n" + MINE.replace("(Check)", "(Base, Check)")
    built = project(source, INIT | {"src/elsewhere.py": elsewhere})
    assert lint(built) == []
    assert codes(built) == [
        ("GC101", "Mine.api_key, which it inherits, is not typed as a path"),
        ("GC201", "Mine.subject, which it inherits, is a path, but named neither 'target_key' nor '*_key'"),
    ]


def test_a_check_that_importing_does_not_register_is_seen(project: Build) -> None:
    """The import stands in the source, but under a condition that does not hold."""
    init = 'if len("") > 1:\n    from acme_checks.builtin.mine import Mine\n\n__all__ = ["Mine"]\n'
    built = project(MINE, {"src/acme_checks/builtin/__init__.py": init})
    assert lint(built) == []
    assert codes(built) == [("GC303", "Mine is not registered as 'deep_mine' when acme_checks is imported")]


def test_what_the_package_prints_does_no_harm(project: Build) -> None:
    assert codes(project('print("hello [{")\n' + MINE, INIT)) == []


def test_a_package_that_cannot_be_imported_is_an_error(
    project: Build, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    built = project("raise ImportError('no such luck')\n" + MINE, INIT)
    with pytest.raises(UserError, match="cannot be imported: ImportError: no such luck"):
        lint(built, deep=True)
    monkeypatch.chdir(built.root)
    assert run(["lint"]) == 0
    assert run(["lint", "--deep"]) == 2
    assert "lint without --deep" in capsys.readouterr().err


def test_this_library_has_no_finding_either(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])
    assert run(["lint", "--deep"]) == 0
