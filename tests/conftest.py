"""Options that tests of several rooms share."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full-matrix", action="store_true", help="scaffold every combination, not a covering set")
