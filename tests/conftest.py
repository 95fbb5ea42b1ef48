"""Options and fixtures that tests of several rooms share."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--wheel", action="store_true", help="build the wheel and test it in an environment of its own")
    parser.addoption("--full-matrix", action="store_true", help="scaffold every combination, not a covering set")
