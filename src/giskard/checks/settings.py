"""Process-wide settings: what is set in code, else what the environment says, which is read once, when it is needed."""

import os
from functools import cache
from typing import Any

from pydantic import ValidationError

from giskard.checks.core._limits import DEFAULT_REPORTED_FAILURES, limits
from giskard.checks.core.exceptions import UserError
from giskard.checks.core.strict import in_one_line
from giskard.checks.llm._defaults import defaults
from giskard.checks.llm._pydantic_ai import PydanticAIEmbeddingModel, PydanticAIGenerator
from giskard.checks.llm.embedding import BaseEmbeddingModel
from giskard.checks.llm.generator import BaseGenerator

DEFAULT_MODEL = "GISKARD_CHECKS_DEFAULT_MODEL"
DEFAULT_EMBEDDING_MODEL = "GISKARD_CHECKS_DEFAULT_EMBEDDING_MODEL"
MAX_REPORTED_FAILURES = "GISKARD_CHECKS_MAX_REPORTED_FAILURES"


def get_max_reported_failures() -> int:
    """Return of how many scenarios that did not pass a suite's report shows the conversation.

    Raises
    ------
    UserError
        Nothing was set in code, and the environment's value is no whole number.

    Examples
    --------
    >>> set_max_reported_failures(3)
    >>> get_max_reported_failures()
    3
    >>> set_max_reported_failures(None)
    """
    return limits.reported_failures()


def set_max_reported_failures(number: int | None) -> None:
    """Set of how many; None goes back to what the environment or the default says.

    Raises
    ------
    UserError
        It is no whole number from 0.
    """
    if number is None:
        limits.reported_failures = _from_environment
        return
    if type(number) is not int or number < 0:
        raise UserError(f"The number of reported failures must be a whole number from 0, not {number!r}.")
    limits.reported_failures = lambda: number


@cache
def _from_environment() -> int:
    text = os.environ.get(MAX_REPORTED_FAILURES, "").strip()
    if not text:
        return DEFAULT_REPORTED_FAILURES
    if not (text.isascii() and text.isdecimal()):
        raise UserError(f"{MAX_REPORTED_FAILURES} must be a whole number from 0, not {text!r}.", "Correct or unset it.")
    return int(text)


# The model that serves where only a provider's key says which provider there is, by the key's variable.
_BY_KEY = {
    "OPENAI_API_KEY": ("openai:gpt-4.1-mini", "openai:text-embedding-3-small"),
    "ANTHROPIC_API_KEY": ("anthropic:claude-haiku-4-5", None),
    "GOOGLE_API_KEY": ("google:gemini-2.5-flash", "google:gemini-embedding-001"),
    "GEMINI_API_KEY": ("google:gemini-2.5-flash", "google:gemini-embedding-001"),
    "MISTRAL_API_KEY": ("mistral:mistral-small-latest", None),
}


def get_default_generator() -> BaseGenerator:
    """Return the language model that serves where none is named.

    It is the one that was set, else the one that the variable `GISKARD_CHECKS_DEFAULT_MODEL` names, else a small one of
    the first provider whose key is in the environment.

    Raises
    ------
    UserError
        There is none of these, or the environment names none that can be.

    Examples
    --------
    >>> set_default_generator("openai:gpt-4.1")
    >>> get_default_generator().model
    'openai:gpt-4.1'
    >>> set_default_generator(None)
    """
    return defaults.generator()


def set_default_generator(generator: BaseGenerator | str | None) -> None:
    """Set it, by a model's name or as an object; None goes back to what the environment says.

    Raises
    ------
    UserError
        It is none of these.
    """
    if generator is None:
        defaults.generator = _generator_from_environment
        return
    chosen = _chosen(generator, BaseGenerator, PydanticAIGenerator, "generator")
    defaults.generator = lambda: chosen


def get_default_embedding_model() -> BaseEmbeddingModel:
    """Return the embedding model that serves where none is named, found as the language model is.

    Raises
    ------
    UserError
        There is none, or the environment names none that can be.
    """
    return defaults.embedding_model()


def set_default_embedding_model(model: BaseEmbeddingModel | str | None) -> None:
    """Set it, by a model's name or as an object; None goes back to what the environment says.

    Raises
    ------
    UserError
        It is none of these.
    """
    if model is None:
        defaults.embedding_model = _embedding_model_from_environment
        return
    chosen = _chosen(model, BaseEmbeddingModel, PydanticAIEmbeddingModel, "embedding model")
    defaults.embedding_model = lambda: chosen


def _chosen[B: (BaseGenerator, BaseEmbeddingModel)](given: B | str, base: type[B], named: Any, what: str) -> B:
    chosen: object = _built(named, given) if isinstance(given, str) else given
    if not isinstance(chosen, base):
        raise UserError(f"The default {what} must be a {base.__name__} or a model's name, not {given!r}.")
    return chosen


def _name_in_environment(variable: str, place: int) -> str | None:
    """Return the name that a variable gives, else the one at `place` for the first provider whose key is there."""
    by_key = (models[place] for key, models in _BY_KEY.items() if models[place] and os.environ.get(key))
    return os.environ.get(variable, "").strip() or next(by_key, None)


def _built[M: (PydanticAIGenerator, PydanticAIEmbeddingModel)](cls: type[M], name: str) -> M:
    try:
        return cls(model=name)
    except ValidationError as exc:
        raise UserError(in_one_line(exc)) from None


@cache
def _generator_from_environment() -> BaseGenerator:
    name = _name_in_environment(DEFAULT_MODEL, 0)
    if name is None:
        raise UserError(
            "No language model is set.",
            f"Set {DEFAULT_MODEL}=provider:name or a provider's key such as OPENAI_API_KEY, call "
            "set_default_generator(...), or give the check a generator=.",
        )
    return _built(PydanticAIGenerator, name)


@cache
def _embedding_model_from_environment() -> BaseEmbeddingModel:
    name = _name_in_environment(DEFAULT_EMBEDDING_MODEL, 1)
    if name is None:
        raise UserError(
            "No embedding model is set.",
            f"Set {DEFAULT_EMBEDDING_MODEL}=provider:name or OPENAI_API_KEY, call set_default_embedding_model(...), or "
            "give the check an embedding_model=.",
        )
    return _built(PydanticAIEmbeddingModel, name)


set_max_reported_failures(None)
set_default_generator(None)
set_default_embedding_model(None)
