"""Seeing how an agent calls a function, as part of the trace."""

import contextvars
import functools
import inspect
import threading
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import aclosing, contextmanager
from pkgutil import resolve_name
from typing import Any, NamedTuple, Self, override

from pydantic import Field, SerializeAsAny, field_validator

from giskard.checks.core.interaction.frozen import freeze
from giskard.checks.core.interaction.interaction import Interaction
from giskard.checks.core.interaction.spec import InteractionSpec
from giskard.checks.core.interaction.trace import TraceType
from giskard.checks.core.jsonable import jsonable
from giskard.checks.core.typevars import InputType, OutputType

type Call = dict[str, Any]


class _Watch(NamedTuple):
    """What one interaction notes of a function, and whether the function itself is called."""

    calls: list[Call]
    passthrough: bool


# What is watched in this context, by target. A scenario's own thread works in a copy of the context, which holds the
# same lists, so scenarios side by side do not see each other's calls.
_watches: contextvars.ContextVar[dict[str, _Watch]] = contextvars.ContextVar("giskard_checks_watches")


@InteractionSpec.register("with_spy")
class WithSpy(InteractionSpec[InputType, OutputType, TraceType]):
    """An interaction during which calls of a function are noted, in the metadata of each turn under the target's name.

    Noted are `call_args_list`, `call_args`, `call_count` and `mock_calls`, as JSON data: each call is a dict of `args`
    and `kwargs`. The function may be asynchronous.

    Examples
    --------
    >>> import os.path
    >>> from giskard.checks import Equals, Interact, Scenario
    >>> turn = Interact(inputs="a/b", outputs=lambda inputs: os.path.basename(inputs))
    >>> path = "trace.last.metadata['os.path.basename'].call_count"
    >>> scenario = Scenario("spied").add_interaction(WithSpy(interaction_generator=turn, target="os.path.basename"))
    >>> scenario.check(Equals(expected_value=1, target_key=path)).run_sync().passed
    True
    """

    interaction_generator: SerializeAsAny[InteractionSpec] = Field(description="The interaction to watch.")
    target: str = Field(description="Dotted path of the function, as `package.module.function` or `...Class.method`.")
    passthrough: bool = Field(
        default=True, description="Whether the function itself is still called; else calls of it return None."
    )

    @field_validator("target", mode="after")
    @classmethod
    def _is_there(cls, target: str) -> str:
        owner, _, name = target.rpartition(".")
        if not owner or not name.isidentifier():
            raise ValueError(f"target {target!r} is no dotted path, such as 'package.module.function'.")
        return target

    @override
    def bound_to(self, target: Any) -> Self:
        return self.model_copy(update={"interaction_generator": self.interaction_generator.bound_to(target)})

    @override
    async def generate(self, trace: TraceType) -> AsyncGenerator[Interaction[InputType, OutputType], TraceType]:
        async with aclosing(self.interaction_generator.generate(trace)) as turns:
            sent: Any = None  # which starts the generator
            while True:
                with _watching(self.target, self.passthrough) as calls:
                    try:
                        turn = await turns.asend(sent)
                    except StopAsyncIteration:
                        return
                metadata = {**turn.metadata, self.target: _summary(calls)}
                sent = yield turn.model_copy(update={"metadata": freeze(metadata)})


def _summary(calls: list[Call]) -> dict[str, Any]:
    return {
        "call_args_list": calls,
        "call_args": calls[-1] if calls else None,
        "call_count": len(calls),
        "mock_calls": calls,
    }


class _Patch:
    """One function that is watched, by however many scenarios at once."""

    def __init__(self, target: str) -> None:
        owner, _, self._name = target.rpartition(".")
        self._owner: Any = resolve_name(owner)
        # From the class's own namespace where it is one, so that a static method stays one.
        self._original = inspect.getattr_static(self._owner, self._name)
        self._own = self._name in vars(self._owner)
        self._target = target
        self.users = 0

    def install(self) -> None:
        watched = self._watched(getattr(self._owner, self._name))
        bound = isinstance(self._original, staticmethod | classmethod)
        setattr(self._owner, self._name, staticmethod(watched) if bound else watched)

    def remove(self) -> None:
        if self._own:
            setattr(self._owner, self._name, self._original)
        else:
            delattr(self._owner, self._name)

    def _note(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
        """Note a call where this context watches, and say whether the function itself is to be called."""
        watch = _watches.get({}).get(self._target)
        if watch is None:
            return True
        watch.calls.append({"args": jsonable(list(args)), "kwargs": jsonable(kwargs)})
        return watch.passthrough

    def _watched(self, original: Callable[..., Any]) -> Callable[..., Any]:
        if inspect.iscoroutinefunction(original):

            @functools.wraps(original)
            async def watched_async(*args: Any, **kwargs: Any) -> Any:
                return await original(*args, **kwargs) if self._note(args, kwargs) else None

            return watched_async

        @functools.wraps(original)
        def watched(*args: Any, **kwargs: Any) -> Any:
            return original(*args, **kwargs) if self._note(args, kwargs) else None

        return watched


_patches: dict[str, _Patch] = {}
_lock = threading.Lock()


@contextmanager
def _watching(target: str, passthrough: bool) -> Generator[list[Call]]:
    """Note the calls of `target` that this context makes, in a list."""
    with _lock:
        patch = _patches.get(target) or _patches.setdefault(target, _Patch(target))
        if not patch.users:
            patch.install()
        patch.users += 1
    calls: list[Call] = []
    token = _watches.set({**_watches.get({}), target: _Watch(calls, passthrough)})
    try:
        yield calls
    finally:
        _watches.reset(token)
        with _lock:
            patch.users -= 1
            if not patch.users:
                patch.remove()
                del _patches[target]
