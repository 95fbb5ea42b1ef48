"""Process-wide settings."""

import os
import subprocess
import sys
from collections.abc import Generator

import pytest

from giskard.checks import (
    CheckResult,
    PydanticAIEmbeddingModel,
    PydanticAIGenerator,
    ScenarioResult,
    Status,
    SuiteResult,
    TestCaseResult,
    UserError,
    settings,
)
from giskard.checks.reporting.report import as_text


@pytest.fixture(autouse=True)
def _reset() -> Generator[None]:
    yield
    settings.set_max_reported_failures(None)


def failing(number: int) -> SuiteResult:
    step = TestCaseResult(results=[CheckResult(status=Status.FAIL)])
    return SuiteResult(results=[ScenarioResult(scenario_name=f"s{i}", steps=[step]) for i in range(number)])


def test_a_report_shows_no_more_failures_than_set() -> None:
    settings.set_max_reported_failures(3)
    text = as_text(failing(10))
    assert text.count("FAIL s") == 3
    assert "7 more that did not pass are not shown." in text
    settings.set_max_reported_failures(None)
    assert as_text(failing(10)).count("FAIL s") == 10


def test_a_negative_number_is_refused_and_changes_nothing() -> None:
    with pytest.raises(UserError, match="from 0, not -1"):
        settings.set_max_reported_failures(-1)
    assert settings.get_max_reported_failures() == 20


@pytest.mark.parametrize("number", [2.5, "3", True])
def test_what_is_no_whole_number_is_refused(number: object) -> None:
    with pytest.raises(UserError, match="whole number from 0"):
        settings.set_max_reported_failures(number)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("value", "expected"),
    [("5", "5 5"), (" 0 ", "0 0"), ("", "20 20"), ("many", "from 0, not 'many'"), ("-1", "not '-1'")],
)
def test_the_environment_is_read_once_and_by_importing_the_library_alone(value: str, expected: str) -> None:
    code = (
        "import os\n"
        "import giskard.checks as g\n"
        "first = g.get_max_reported_failures()\n"
        "os.environ['GISKARD_CHECKS_MAX_REPORTED_FAILURES'] = '99'\n"
        "print(first, g.get_max_reported_failures())"
    )
    environment = os.environ | {"GISKARD_CHECKS_MAX_REPORTED_FAILURES": value}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert expected in done.stdout + done.stderr


KEYS = ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GOOGLE_API_KEY", "GEMINI_API_KEY", "MISTRAL_API_KEY")
NAMES = ("GISKARD_CHECKS_DEFAULT_MODEL", "GISKARD_CHECKS_DEFAULT_EMBEDDING_MODEL")


@pytest.mark.functional
@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        pytest.param(
            {"OPENAI_API_KEY": "k"}, "openai:gpt-4.1-mini openai:text-embedding-3-small", id="a key is enough"
        ),
        pytest.param({"ANTHROPIC_API_KEY": "k"}, "anthropic:claude-haiku-4-5 UserError", id="no embeddings there"),
        pytest.param({NAMES[0]: "mistral/m", "OPENAI_API_KEY": "k"}, "mistral:m openai:", id="a name goes first"),
        pytest.param({NAMES[1]: "ollama:e"}, "UserError ollama:e", id="a name of an embedding model"),
        pytest.param({NAMES[0]: "gpt"}, "UserError UserError", id="no name"),
        pytest.param({}, "UserError UserError", id="nothing"),
    ],
)
def test_the_default_models_come_from_the_environment(variables: dict[str, str], expected: str) -> None:
    code = (
        "import giskard.checks as g\n"
        "def name(get):\n"
        "    try:\n"
        "        return get().model\n"
        "    except g.UserError as exc:\n"
        "        return 'UserError'\n"
        "print(name(g.get_default_generator), name(g.get_default_embedding_model))"
    )
    environment = {name: value for name, value in os.environ.items() if name not in (*KEYS, *NAMES)} | variables
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.startswith(expected)


def test_default_models_are_set_by_name_or_as_objects() -> None:
    try:
        settings.set_default_generator("openai/gpt-4.1")
        settings.set_default_embedding_model("openai/e")
        assert settings.get_default_generator() == PydanticAIGenerator(model="openai:gpt-4.1")
        assert settings.get_default_embedding_model() == PydanticAIEmbeddingModel(model="openai:e")
    finally:
        settings.set_default_generator(None)
        settings.set_default_embedding_model(None)


@pytest.mark.parametrize("wrong", ["gpt", 3, object])
def test_what_is_no_model_is_refused_and_changes_nothing(wrong: object) -> None:
    try:
        settings.set_default_generator("openai:a")
        settings.set_default_embedding_model("openai:b")
        with pytest.raises(UserError):
            settings.set_default_generator(wrong)  # type: ignore[arg-type]
        with pytest.raises(UserError):
            settings.set_default_embedding_model(wrong)  # type: ignore[arg-type]
        assert settings.get_default_generator() == PydanticAIGenerator(model="openai:a")
    finally:
        settings.set_default_generator(None)
        settings.set_default_embedding_model(None)
