"""The pytest plugin of giskard-checks: asynchronous tests run without any configuration.

It lies beside the package, not in it: pytest loads it at every start, and importing the library then would keep a
coverage tool from seeing what a user's own package does when it is imported.
"""

import asyncio
import inspect

import pytest


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
