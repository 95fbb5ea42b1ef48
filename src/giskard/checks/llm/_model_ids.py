"""Names of models as people write them, and what to install for their providers."""

# Providers whose client library is an extra of ours under another name than the provider's.
_EXTRAS = {
    "openai-chat": "openai",
    "openai-responses": "openai",
    "azure": "openai",
    "ollama": "ollama",
    "google-cloud": "google",
}


def split_model_id(model: str) -> tuple[str, str]:
    """Return provider and name of a model.

    Raises
    ------
    ValueError
        One of the two is missing.

    Examples
    --------
    >>> split_model_id("anthropic:claude-haiku-4-5"), split_model_id("openrouter/meta/llama-4")
    (('anthropic', 'claude-haiku-4-5'), ('openrouter', 'meta/llama-4'))
    """
    provider, separator, name = model.partition(":" if ":" in model else "/")
    if not (separator and provider.strip() and name.strip()):
        raise ValueError(
            f"A model is written as provider:name, such as 'openai:gpt-4.1-mini' or 'anthropic:claude-haiku-4-5', "
            f"not {model!r}."
        )
    return provider.strip(), name.strip()


def install_line(provider: str) -> str:
    """Return what to type so that models of `provider` can be called.

    Examples
    --------
    >>> install_line("openai-chat")
    "pip install 'giskard-checks[llm,openai]'"
    """
    return f"pip install 'giskard-checks[llm,{_EXTRAS.get(provider, provider)}]'"
