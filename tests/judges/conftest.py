"""A judge asked with a model that says what it is told."""

from collections.abc import Awaitable, Callable

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
