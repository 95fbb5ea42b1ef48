"""Every example in a docstring runs and prints what it says."""

import doctest
import importlib
import pkgutil

import pytest

import giskard.checks

MODULES = [
    giskard.checks.__name__,
    *(m.name for m in pkgutil.walk_packages(giskard.checks.__path__, "giskard.checks.")),
]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL


@pytest.mark.parametrize("name", MODULES)
def test_examples_run(name: str) -> None:
    module = importlib.import_module(name)
    result = doctest.testmod(module, optionflags=FLAGS, report=False)
    assert result.failed == 0


def test_there_are_examples() -> None:
    """Guards the guard: a walk that finds nothing would pass."""
    found = [importlib.import_module(name) for name in MODULES]
    assert sum(len(test.examples) for module in found for test in doctest.DocTestFinder().find(module)) > 40
