"""Types of inputs as a language model is told them."""

from typing import Any

from pydantic import TypeAdapter
from pydantic.errors import PydanticUndefinedAnnotation, PydanticUserError

from giskard.checks.core.exceptions import InputGenerationException


def schema_of(input_type: Any) -> dict[str, Any]:
    """Return the JSON schema of what a target takes.

    Raises
    ------
    InputGenerationException
        There is none, since the type holds what JSON cannot say or a name that is not defined.

    Examples
    --------
    >>> schema_of(list[str])
    {'items': {'type': 'string'}, 'type': 'array'}
    """
    try:
        return TypeAdapter(input_type).json_schema()
    except (PydanticUserError, PydanticUndefinedAnnotation) as exc:
        name = getattr(input_type, "__name__", repr(input_type))
        raise InputGenerationException(
            f"No language model can make an input of type {name}, which has no JSON schema: {exc.message}"
        ) from exc
