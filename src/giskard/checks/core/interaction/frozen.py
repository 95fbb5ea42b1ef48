"""Read-only dicts and lists: what a trace has recorded stays as it was recorded.

`isinstance`, `==`, `json.dumps` and pydantic see ordinary dicts and lists. `copy`, `deepcopy` and `pickle` give plain,
changeable ones. Every other object is held by reference.
"""

import copy
from typing import Any, Never, cast, override


def _refuse(self: object, *_args: Any, **_kwargs: Any) -> Never:
    raise TypeError(
        f"A recorded {type(self).__mro__[1].__name__} cannot be changed: every check must see what was recorded. "
        "Change a copy instead: copy.deepcopy(value)."
    )


class FrozenDict(dict[Any, Any]):
    """A dict that refuses to be changed."""

    __slots__ = ()
    __setitem__ = __delitem__ = __ior__ = _refuse  # pyright: ignore[reportAssignmentType]  refuses whatever it is given
    clear = pop = popitem = setdefault = update = _refuse  # pyright: ignore[reportAssignmentType]  as above

    def __copy__(self) -> dict[Any, Any]:
        return dict(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> dict[Any, Any]:
        return copy.deepcopy(thaw(self), memo)

    @override
    def __reduce__(self) -> tuple[type[dict[Any, Any]], tuple[dict[Any, Any]]]:
        return dict, (thaw(self),)

    @override
    def copy(self) -> dict[Any, Any]:
        """Return a plain, changeable dict; what it holds stays read-only."""
        return dict(self)


class FrozenList(list[Any]):
    """A list that refuses to be changed."""

    __slots__ = ()
    __setitem__ = __delitem__ = __iadd__ = __imul__ = _refuse  # pyright: ignore[reportAssignmentType]  refuses whatever it is given
    append = clear = extend = insert = pop = remove = reverse = sort = _refuse  # pyright: ignore[reportAssignmentType]  as above

    def __copy__(self) -> list[Any]:
        return list(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> list[Any]:
        return copy.deepcopy(thaw(self), memo)

    @override
    def __reduce__(self) -> tuple[type[list[Any]], tuple[list[Any]]]:
        return list, (thaw(self),)

    @override
    def copy(self) -> list[Any]:
        """Return a plain, changeable list; what it holds stays read-only."""
        return list(self)


_COPIED = frozenset({dict, list, tuple})
_EMPTY: dict[type, Any] = {dict: FrozenDict(), list: FrozenList(), tuple: ()}
# Types that need no copy; looked up before anything is called, since most of what is recorded is text and numbers.
_LEAVES = frozenset({str, int, float, bool, type(None)})


class _Rebuild:
    """Copies nested dicts and lists into other types, without recursion, so that depth and cycles do no harm."""

    def __init__(self, new_types: dict[type, type]) -> None:
        self._new_types = new_types
        # id of a source container -> its copy; the sources are kept alive by the value that is being copied.
        self._copies: dict[int, Any] = {}
        self._pending: list[tuple[object, Any]] = []

    def run(self, value: Any) -> Any:
        result = self._stand_in(value)
        stand_in, pending = self._stand_in, self._pending
        while pending:
            source, target = pending.pop()
            if isinstance(source, dict):
                dict[Any, Any].update(
                    target,
                    {k: v if type(v) in _LEAVES else stand_in(v) for k, v in cast("dict[Any, Any]", source).items()},
                )
            else:
                items = cast("list[Any]", source)
                list[Any].extend(target, [v if type(v) in _LEAVES else stand_in(v) for v in items])
        return result

    def _stand_in(self, value: object) -> Any:
        """Return what stands for `value` in the copy: a new container that is filled later, or the value itself."""
        kind: type[object] = type(value)
        new_type = self._new_types.get(kind)
        if new_type is None:
            return self._tuple(cast("tuple[Any, ...]", value)) if kind is tuple else value
        known = self._copies.get(id(value))
        if known is None:
            known = self._copies[id(value)] = new_type()
            self._pending.append((value, known))
        return known

    def _tuple(self, value: tuple[Any, ...]) -> tuple[Any, ...]:
        parts = tuple(self._stand_in(item) for item in value)
        return value if all(new is old for new, old in zip(parts, value, strict=True)) else parts


def freeze(value: Any) -> Any:
    """Return `value` with its dicts and lists, at any depth, replaced by read-only copies.

    Examples
    --------
    >>> frozen = freeze({"answer": ["a"]})
    >>> frozen == {"answer": ["a"]}
    True
    >>> frozen["answer"].append("b")
    Traceback (most recent call last):
        ...
    TypeError: A recorded list cannot be changed: every check must see what was recorded. ...
    """
    kind = cast("type[object]", type(value))
    if kind not in _COPIED:
        return value
    return _Rebuild({dict: FrozenDict, list: FrozenList}).run(value) if value else _EMPTY[kind]


def thaw(value: Any) -> Any:
    """Return `value` with its dicts and lists, read-only or not, replaced by plain copies.

    Examples
    --------
    >>> type(thaw(freeze({"a": 1})))
    <class 'dict'>
    """
    if type(value) in _LEAVES:
        return value
    return _Rebuild({dict: dict, list: list, FrozenDict: dict, FrozenList: list}).run(value)
