"""Names of models."""

import pytest

from giskard.checks.llm._model_ids import install_line, split_model_id


@pytest.mark.parametrize(
    ("model", "parts"),
    [
        ("openai:gpt-4.1", ("openai", "gpt-4.1")),
        ("openai/gpt-4.1", ("openai", "gpt-4.1")),
        ("openrouter:meta/llama:free", ("openrouter", "meta/llama:free")),
        ("openrouter/meta/llama", ("openrouter", "meta/llama")),
        (" openai : x ", ("openai", "x")),
        ("ollama/llama3:8b", ("ollama", "llama3:8b")),
        ("bedrock:us.amazon/nova:1", ("bedrock", "us.amazon/nova:1")),
        ("gateway/openai:gpt-4.1", ("gateway/openai", "gpt-4.1")),
        ("gateway/openai/gpt-4.1", ("gateway/openai", "gpt-4.1")),
    ],
)
def test_a_name_has_a_provider(model: str, parts: tuple[str, str]) -> None:
    assert split_model_id(model) == parts


@pytest.mark.parametrize("model", ["gpt-4.1", "", ":", "openai:", "/x", " : ", "gateway/openai", "gateway/"])
def test_a_name_without_one_of_the_two_is_refused(model: str) -> None:
    with pytest.raises(ValueError, match="provider:name"):
        split_model_id(model)


def test_every_extra_that_is_named_exists() -> None:
    import tomllib
    from pathlib import Path

    extras = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"][
        "optional-dependencies"
    ]
    for provider in (
        "openai",
        "openai-chat",
        "openai-responses",
        "anthropic",
        "google",
        "google-cloud",
        "ollama",
        "azure",
        "gateway/openai",
    ):
        line = install_line(provider)
        assert set(line.partition("[")[2].partition("]")[0].split(",")) <= set(extras)
