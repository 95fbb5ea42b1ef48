"""Names of models as people write them, and what to install for their providers."""

import re
from typing import Annotated

from pydantic import AfterValidator, Field

_GATEWAY = "gateway/"

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
    # pydantic-ai's gateway stands before the provider; else what comes first divides: `ollama/llama3:8b` is ollama's.
    behind = model.strip().removeprefix(_GATEWAY)
    provider, *rest = re.split("[:/]", behind, maxsplit=1)
    name = rest[0] if rest else ""
    if not (provider.strip() and name.strip()):
        raise ValueError(
            f"A model is written as provider:name, such as 'openai:gpt-4.1-mini' or 'anthropic:claude-haiku-4-5', "
            f"not {model!r}."
        )
    prefix = _GATEWAY if model.strip().startswith(_GATEWAY) else ""
    return prefix + provider.strip(), name.strip()


ModelId = Annotated[
    str,
    AfterValidator(lambda model: ":".join(split_model_id(model))),
    Field(description="`provider:name` or `provider/name`."),
]
"""The type of a field that names a model."""


def install_line(provider: str) -> str:
    """Return what to type so that models of `provider` can be called.

    Examples
    --------
    >>> install_line("openai-chat")
    "pip install 'giskard-checks[llm,openai]'"
    """
    provider = provider.removeprefix(_GATEWAY)
    return f"pip install 'giskard-checks[llm,{_EXTRAS.get(provider, provider)}]'"
