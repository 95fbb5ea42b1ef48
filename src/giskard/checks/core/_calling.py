"""Calling the user's functions by the names of their parameters."""

import inspect
import weakref
from collections.abc import Callable, Mapping
from functools import wraps
from types import FunctionType, MethodType
from typing import Any, NamedTuple

from pydantic import PydanticUserError, TypeAdapter

from giskard.checks.core.types import MISSING

FOR_OUTPUTS = ("inputs", "trace")


def looked_up_once[*Ts, R](look: Callable[[Callable[..., Any], *Ts], R]) -> Callable[[Callable[..., Any], *Ts], R]:
    """Remember what `look` found out about a function or method; other callables are looked at each time.

    By function and weakly, since what is remembered must not keep a user's agent alive.
    """
    found: weakref.WeakKeyDictionary[FunctionType, dict[tuple[Any, ...], R]] = weakref.WeakKeyDictionary()

    @wraps(look)
    def remembered(target: Callable[..., Any], *more: *Ts) -> R:
        function: object = target.__func__ if isinstance(target, MethodType) else target
        if not isinstance(function, FunctionType):
            return look(target, *more)
        known = found.get(function)
        if known is None:
            known = found[function] = {}
        key = (function is target, *more)
        if key not in known:
            known[key] = look(target, *more)
        return known[key]

    return remembered


class CallPlan(NamedTuple):
    """Which of the values on offer a callable takes, and how.

    `positional` and `by_keyword` are names of values on offer; `anonymous` says that there is no usable signature (of a
    builtin class such as `dict`), so that the callable gets the first value on offer and nothing else; `is_async` that
    calling it only makes a coroutine.
    """

    positional: tuple[str, ...]
    by_keyword: tuple[str, ...]
    anonymous: bool = False
    is_async: bool = False

    def call(self, function: Callable[..., Any], offer: Mapping[str, Any]) -> Any:
        """Call `function` with the values of `offer` that it asks for."""
        if self.anonymous:
            return function(next(iter(offer.values())))
        return function(*[offer[name] for name in self.positional], **{name: offer[name] for name in self.by_keyword})


@looked_up_once
def plan_call(function: Callable[..., Any], offered: tuple[str, ...]) -> CallPlan:
    """Return how to call `function`, whose parameters name the values they want.

    Positional-only and keyword-only parameters work, `*args` and `**kwargs` are ignored; other names need defaults.

    Raises
    ------
    TypeError
        A parameter without default has a name that is not on offer.
    """
    try:
        parameters = inspect.signature(function).parameters.values()
    except ValueError:
        return CallPlan((), (), anonymous=True)
    if isinstance(function, type) and not any(p.name in offered for p in parameters):
        return CallPlan((), (), anonymous=True)
    positional: list[str] = []
    by_keyword: list[str] = []
    for parameter in parameters:
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        if parameter.name not in offered:
            if parameter.default is not parameter.empty:
                continue
            name = getattr(function, "__qualname__", repr(function))
            raise TypeError(
                f"Parameter {parameter.name!r} of {name} is required but not in the injection requirements: "
                f"it may ask for {', '.join(map(repr, offered))}. Rename it or give it a default."
            )
        (positional if parameter.kind is parameter.POSITIONAL_ONLY else by_keyword).append(parameter.name)
    return CallPlan(tuple(positional), tuple(by_keyword), is_async=_is_async(function))


def checked_target(target: Any) -> Any:
    """Return a system under test if it can be called as one; None and MISSING say that there is none.

    Raises
    ------
    TypeError
        It cannot be called, or asks for what is not there.
    """
    if target is None or target is MISSING:
        return target
    if not callable(target):
        raise TypeError(f"A target is called with the inputs, but {type(target).__name__} cannot be: {target!r:.200}.")
    plan_call(target, FOR_OUTPUTS)
    return target


def input_type_of(target: Any) -> Any:
    """Return what a target's annotation says that it takes: of the parameter `inputs`, else of the first but `trace`.

    It is Any where the target does not say, or says what pydantic cannot validate.
    """
    if not callable(target):
        return Any
    try:
        parameters = dict(inspect.signature(target, eval_str=True).parameters)
        parameters.pop("trace", None)
        parameter = parameters.get("inputs") or next(iter(parameters.values()), None)
        if parameter is None or parameter.annotation is parameter.empty:
            return Any
        TypeAdapter(parameter.annotation)
    except (NameError, TypeError, ValueError, PydanticUserError):
        return Any
    return parameter.annotation


def _is_async(function: Callable[..., Any]) -> bool:
    method = getattr(type(function), "__call__", None)  # noqa: B004  of objects that can be called
    return inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(method)
