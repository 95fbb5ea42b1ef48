"""Families of classes that are told apart by a `kind`: how a kind is claimed, found and loaded."""

import inspect
import re
import warnings
from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import entry_points
from typing import Any, ClassVar, Protocol, Self, cast

from pydantic import BaseModel, ModelWrapValidatorHandler, computed_field, model_validator

from giskard.checks.core.strict import StrictModel, nearest, refuse_unknown_fields

PLUGIN_GROUP = "giskard.checks"
SNAKE_CASE = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")


class EntryPointView(Protocol):
    """What is needed of an entry point."""

    @property
    def name(self) -> str:
        """What the package calls it."""
        ...

    @property
    def value(self) -> str:
        """The module that it names."""
        ...

    def load(self) -> object:
        """Import the module."""
        ...


def _installed() -> Iterable[EntryPointView]:
    return entry_points(group=PLUGIN_GROUP)


class Registry:
    """The classes of one family by kind, and the kinds by class.

    Parameters
    ----------
    family
        What one member is called in messages, such as `"check"`.
    plugins
        Returns the entry points that are loaded on the first unknown kind.
    """

    def __init__(self, family: str, plugins: Callable[[], Iterable[EntryPointView]] = _installed) -> None:
        self.family = family
        self._plugins = plugins
        self._classes: dict[str, type[BaseModel]] = {}
        self._kinds: dict[type[BaseModel], str] = {}
        self._former: dict[str, type[BaseModel]] = {}
        self._plugins_loaded = False
        self._broken_plugins: list[str] = []

    def add(self, kind: str, cls: type[BaseModel], formerly: Sequence[str] = ()) -> None:
        """Claim `kind` for `cls`, and the kinds that it had before.

        The same class again (same module and qualified name: a re-run notebook cell, a reloaded module) replaces the
        earlier one.

        Raises
        ------
        ValueError
            A kind is not snake_case, or another class has it or had it.
        """
        for claimed in (kind, *formerly):
            self._refuse_taken(claimed, cls)
        self._classes[kind] = cls
        self._kinds[cls] = kind
        self._former |= dict.fromkeys(formerly, cls)

    def _refuse_taken(self, kind: str, cls: type[BaseModel]) -> None:
        if not SNAKE_CASE.fullmatch(kind):
            raise ValueError(
                f"Kind {kind!r} of {self.family} {_full_name(cls)} is not snake_case; write one like "
                f"'my_{self.family}'."
            )
        taken_by = self._classes.get(kind) or self._former.get(kind)
        if taken_by is not None and _full_name(taken_by) != _full_name(cls):
            raise ValueError(
                f"Kind {kind!r} is taken by {_full_name(taken_by)}, so {_full_name(cls)} cannot have it; "
                "choose another kind."
            )

    def kind_of(self, cls: type[BaseModel]) -> str | None:
        """Return the kind `cls` itself was registered with (a parametrised generic counts as its origin)."""
        return self._kinds.get(_origin(cls))

    def kinds(self) -> frozenset[str]:
        """Return the kinds known so far; plugins that nothing asked for yet are not among them."""
        return frozenset(self._classes)

    def knows(self, kind: str) -> bool:
        """Say whether a class has `kind` or had it before."""
        return kind in self._classes or kind in self._former

    def is_former(self, kind: object, cls: type[BaseModel]) -> bool:
        """Say whether `cls` had `kind` before it was renamed."""
        return isinstance(kind, str) and self._former.get(kind) is _origin(cls)

    def find(self, kind: Any) -> type[BaseModel]:
        """Return the class of `kind`; on the first unknown kind the installed plugins are loaded.

        A former kind is loaded with a FutureWarning that says what it is called now.

        Raises
        ------
        ValueError
            The kind is not a string, or no class has it; the message names the nearest kinds.
        """
        if not isinstance(kind, str):
            raise ValueError(f"The kind of a {self.family} must be a string, not {type(kind).__name__}: {kind!r}.")
        if not self.knows(kind):
            self.load_plugins()
        if kind in self._former and kind not in self._classes:
            renamed = self._former[kind]
            now = f"The {self.family} kind {kind!r} is called {self._kinds[renamed]!r} now; save anew what names it."
            warnings.warn(now, FutureWarning, stacklevel=2)
            return renamed
        try:
            return self._classes[kind]
        except KeyError:
            known = sorted(self._classes)
            broken = "".join(f" {problem}" for problem in self._broken_plugins)
            raise ValueError(
                f"No {self.family} of kind {kind!r} is registered.{nearest(kind, known)} Import the module that "
                "defines it first, or install the package that brings it. "
                f"Known kinds: {', '.join(known) or 'none'}.{broken}"
            ) from None

    def load_plugins(self) -> None:
        """Import the modules that installed packages name in the entry-point group `giskard.checks`, once."""
        if self._plugins_loaded:
            return
        self._plugins_loaded = True
        for entry_point in self._plugins():
            try:
                entry_point.load()
            except Exception as exc:  # noqa: BLE001  one broken plugin must not take the others down
                self._broken_plugins.append(
                    f"Plugin {entry_point.name!r} ({entry_point.value}) failed to load: {type(exc).__name__}: {exc}."
                )


def _origin(cls: type[BaseModel]) -> type[BaseModel]:
    return cls.__pydantic_generic_metadata__["origin"] or cls


def _full_name(cls: type[BaseModel]) -> str:
    return f"{cls.__module__}.{cls.__qualname__}"


class Registered(StrictModel):
    """Base of a family: its members are dumped with their `kind` and loaded back through the family's base class.

    A family sets `_registry` on its base class.
    """

    _registry: ClassVar[Registry]

    @computed_field
    @property
    def kind(self) -> str | None:
        """The kind this class is registered with, None when it is not."""
        return self._registry.kind_of(type(self))

    @classmethod
    def kinds(cls) -> frozenset[str]:
        """Return the registered kinds of the family."""
        return cls._registry.kinds()

    @classmethod
    def knows(cls, kind: str) -> bool:
        """Say whether a member has `kind`, or had it before."""
        return cls._registry.knows(kind)

    @classmethod
    def load_plugins(cls) -> None:
        """Import what installed packages bring to the family; loading an unknown kind does so by itself."""
        cls._registry.load_plugins()

    @classmethod
    def register[T: type[BaseModel]](cls, kind: str, *, formerly: Sequence[str] = ()) -> Callable[[T], T]:
        """Return a class decorator that registers a member of the family under `kind`, a unique snake_case name.

        Dumps with a kind that the member had `formerly` are still loaded, with a warning.

        Raises
        ------
        ValueError
            The kind is taken or not snake_case.
        TypeError
            The class can never work as a member; the message says why.
        """

        def decorate(member: T) -> T:
            problem = cls._problem_with(member)
            if problem:
                raise TypeError(f"{member.__name__} cannot be registered as {kind!r}: {problem}")
            cls._registry.add(kind, member, formerly)
            return member

        return decorate

    @classmethod
    def _problem_with(cls, member: type[BaseModel]) -> str | None:
        """Say what can never be meant about `member`, or None."""
        if not issubclass(member, cls):
            return f"it is no subclass of {cls.__name__}; derive it from {cls.__name__}."
        if member.model_config.get("extra") != "forbid":
            return "it sets `extra` in its model_config, which would let misspelled fields pass; remove that."
        return None

    @model_validator(mode="wrap")
    @classmethod
    def _receive(cls, data: object, handler: ModelWrapValidatorHandler[Self]) -> Self:
        """Hand a dict to the class its kind names; an instance passes, also when one of its fields is being set."""
        if not isinstance(data, dict):
            if isinstance(data, cls):
                return handler(data)
            raise ValueError(
                f"A {cls._registry.family} must be a {cls.__name__} or a dict with a 'kind', "
                f"not {type(data).__name__}: {data!r}."
            )
        fields = cast("dict[Any, Any]", data)
        if inspect.isabstract(cls):
            return cls._load_member(fields)
        own_kind = cls._registry.kind_of(cls)
        kind = fields.get("kind", own_kind)
        if kind != own_kind and not cls._registry.is_former(kind, cls):
            raise ValueError(
                f"{cls.__name__} has kind {own_kind!r}, not {fields['kind']!r}. Correct the kind, or load the dict "
                f"through the base class of every {cls._registry.family}."
            )
        return handler(refuse_unknown_fields(cls, fields))

    @classmethod
    def _load_member(cls, data: dict[Any, Any]) -> Self:
        if "kind" not in data:
            raise ValueError(
                f"A {cls._registry.family} given as a dict needs a 'kind': {data!r}. "
                f"Known kinds: {', '.join(sorted(cls.kinds()))}."
            )
        member = cls._registry.find(data["kind"])
        if not issubclass(member, _origin(cls)):
            raise ValueError(f"Kind {data['kind']!r} is {_full_name(member)}, which is no {cls.__name__}.")
        return cast("type[Self]", member).model_validate(data)
