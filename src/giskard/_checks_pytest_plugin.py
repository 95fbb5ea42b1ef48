"""The pytest plugin of giskard-checks: asynchronous tests run without any configuration.

It lies beside the package, not in it: pytest loads it at every start, and importing the library then would keep a
coverage tool from seeing what a user's own package does when it is imported.
"""

import asyncio
import inspect
from pathlib import Path

import pytest


class ConventionsItem(pytest.Item):
    """A test that holds the project's checks to their conventions."""

    def runtest(self) -> None:
        """Run the linter; only here is the library imported, so that the coverage of a suite begins before."""
        from giskard.checks._lint.project import find_project  # noqa: PLC0415  after coverage has begun
        from giskard.checks.testing.conventions import assert_conventions  # noqa: PLC0415  after coverage has begun

        assert_conventions(find_project(self.config.rootpath).config.package)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
        """Return what is not kept, without a traceback of ours."""
        del style
        return str(excinfo.value)

    def reportinfo(self) -> tuple[Path, None, str]:
        """Return what the report calls the test."""
        return self.path, None, self.name


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that has the conventions tested."""
    group = parser.getgroup("giskard-checks")
    group.addoption(
        "--giskard-conventions",
        action="store_true",
        help="hold the checks of [tool.giskard-checks] to their conventions, as one more test",
    )


def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Add the test of the conventions where it is asked for."""
    if config.getoption("--giskard-conventions"):
        item = ConventionsItem.from_parent(session, name="giskard-conventions")  # pyright: ignore[reportUnknownMemberType]  pytest leaves it untyped
        items.append(item)


def pytest_configure(config: pytest.Config) -> None:
    """Make the mark known that the documentation uses, where no other plugin does."""
    config.addinivalue_line(
        "markers", "asyncio: an asynchronous test; run by giskard-checks where no other plugin does"
    )


def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a coroutine test. Plugins for asynchronous tests claim theirs first, or hand over a plain function."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    arguments = {name: pyfuncitem.funcargs[name] for name in names if name in pyfuncitem.funcargs}
    asyncio.run(pyfuncitem.obj(**arguments))
    return True
