"""Pieces for the authors of checks: the pair "x inline or by path", and what to answer when a value cannot be used."""

from functools import cache
from typing import Any, TypeGuard, get_args, get_origin

from pydantic import AfterValidator, BaseModel, TypeAdapter, ValidationError, ValidationInfo

from giskard.checks.core.blank import is_blank
from giskard.checks.core.extraction import NoMatch
from giskard.checks.core.result import CheckResult
from giskard.checks.core.types import MISSING


def exactly_one(check: BaseModel, *names: str) -> None:
    """Refuse a check that was given none of the named fields, or more than one; `None` counts as given.

    Raises
    ------
    ValueError
        Not exactly one of them was given.

    Examples
    --------
    >>> from giskard.checks import Equals
    >>> Equals(expected_value=1, expected_value_key="trace.last.inputs")
    Traceback (most recent call last):
        ...
    pydantic_core._pydantic_core.ValidationError: 1 validation error for Equals
      Value error, Exactly one of 'expected_value' and 'expected_value_key' must be given, not both. ...
    """
    given = [name for name in names if getattr(check, name) is not MISSING]
    if len(given) != 1:
        choice = " and ".join(map(repr, names))
        problem = "none was" if not given else "not both" if len(given) == 2 else f"not {len(given)}"  # noqa: PLR2004
        raise ValueError(f"Exactly one of {choice} must be given, {problem}.")


def not_blank(hint: str) -> AfterValidator:
    """Return what refuses a field whose text is blank; `hint` says what to write.

    Examples
    --------
    >>> from typing import Annotated
    >>> from pydantic import TypeAdapter
    >>> TypeAdapter(Annotated[str, not_blank("write a rule")]).validate_python(" ")
    Traceback (most recent call last):
        ...
    pydantic_core._pydantic_core.ValidationError: 1 validation error for ...
      Value error, the text ' ' is blank; write a rule. ...
    """

    def checked(text: str, info: ValidationInfo) -> str:
        if is_blank(text):
            raise ValueError(f"{info.field_name or 'the text'} {text!r} is blank; {hint}.")
        return text

    return AfterValidator(checked)


def unusable(name: str, value: object, kind: Any = Any) -> CheckResult | None:
    """Return the ERROR for a value that a check cannot work with, None for one that it can.

    Parameters
    ----------
    name
        The field that the value, or the path to it, came from.
    value
        The value, or the `NoMatch` that `resolve` returned.
    kind
        What it must be, such as `str` or `list[str]`; nothing is converted.

    Examples
    --------
    >>> unusable("keyword_key", NoMatch("trace.last.metadata.topic")).message
    "No value found for keyword_key at 'trace.last.metadata.topic'."
    >>> unusable("target_key", 12, str).message
    'The value of target_key must be a string, but it is of type int: 12.'
    >>> unusable("target_key", "twelve", str) is None
    True
    """
    if isinstance(value, NoMatch):
        return CheckResult.error(message=f"No value found for {name} at {value}.")
    if kind is Any or is_of(value, kind):
        return None
    what = f"of type {type(value).__name__}: {brief(value)}"
    return CheckResult.error(message=f"The value of {name} must be {words_for(kind)}, but it is {what}.")


def is_of[T](value: object, kind: type[T]) -> TypeGuard[T]:
    """Say whether `value` is of a type, collections with all that they hold; nothing is converted.

    A bool is no number here, and a whole number is a float.

    Examples
    --------
    >>> is_of(["a", "b"], list[str]), is_of(["a", 1], list[str]), is_of(True, int), is_of(3, float)
    (True, False, False, True)
    """
    if type(value) is kind and kind in _PLAIN:
        return True
    try:
        _adapter(kind).validate_python(value, strict=True)
    except ValidationError:
        return False
    return True


# What most checks ask for; asking pydantic takes as long as the rest of a small check.
_PLAIN = frozenset({str, int, bool})


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


_ONE = {
    str: "a string",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    list: "a list",
    dict: "a dict",
}
_MANY = {str: "strings", int: "whole numbers", float: "numbers", bool: "booleans", list: "lists", dict: "dicts"}


def words_for(kind: Any) -> str:
    """Return what a type asks for, as it reads behind "must be".

    Examples
    --------
    >>> words_for(list[str]), words_for(dict[str, Any])
    ('a list of strings', 'a dict')
    """
    origin, arguments = get_origin(kind) or kind, get_args(kind)
    word = _ONE.get(origin, getattr(kind, "__name__", repr(kind)))
    items = _MANY.get(get_origin(arguments[-1]) or arguments[-1]) if arguments else None
    return f"{word} of {items}" if items else word


def brief(value: Any, limit: int = 200) -> str:
    """Return the `repr` of `value` for a message; a long one is cut and says so.

    Examples
    --------
    >>> brief("a" * 500, limit=10)
    "'aaaaaaaaa ... (502 characters)"
    """
    try:
        text = repr(value)
    except Exception as exc:  # noqa: BLE001  a message must not fail over a recorded object that cannot be shown
        text = f"<{type(value).__name__} whose repr raised {type(exc).__name__}>"
    return text if len(text) <= limit else f"{text[:limit]} ... ({len(text)} characters)"
