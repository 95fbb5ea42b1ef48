"""A judge asked with a model that says what it is told."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from giskard.checks import CheckResult, Trace
from giskard.checks.judges.base import BaseLLMCheck
from giskard.checks.testing import FakeGenerator

Asked = Callable[..., Awaitable[tuple[CheckResult, str | None]]]


@pytest.fixture
def ask() -> Asked:
    """Return a function that gives the result, and the prompt when the model was asked."""

    async def asked(judge: BaseLLMCheck, trace: Trace, *, passed: bool = True) -> tuple[CheckResult, str | None]:
        model = FakeGenerator(outputs=[{"reason": "because", "passed": passed}])
        result = await judge.model_copy(update={"generator": model}).run(trace)
        return result, model.calls[0].messages[1].content if model.calls else None

    return asked


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "verdict" in metafunc.fixturenames:
        cases: list[Any] = [pytest.param((True, "pass"), id="met"), pytest.param((False, "fail"), id="not met")]
        metafunc.parametrize("verdict", cases)
