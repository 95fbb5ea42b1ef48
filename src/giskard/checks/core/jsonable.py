"""The one way from any value to JSON: what JSON cannot hold becomes marked text, and its neighbours stay whole."""

import math
from collections.abc import Collection
from typing import Any, cast

from pydantic import PlainSerializer
from pydantic_core import to_jsonable_python

_DEEPEST = 200
_PLAIN = frozenset({bool, int, type(None)})


def jsonable(value: Any) -> Any:
    r"""Return `value` as JSON data.

    Bytes that are no UTF-8, NaN and infinities, lone surrogates, containers that hold themselves or are nested too
    deep, and objects that nothing knows how to write become text that says what they are. Any other object becomes what
    pydantic writes for it.

    Examples
    --------
    >>> jsonable({"score": float("nan"), "raw": b"\xff", "ok": [1, "a"]})
    {'score': 'NaN', 'raw': "<bytes: b'\\xff'>", 'ok': [1, 'a']}
    """
    return value if _is_plain(value) else _Writer().write(value, 0)


def _is_plain(value: Any) -> bool:
    """Say whether `value` stays as it is, which is the case of most and quickly told."""
    kind = cast("type[object]", type(value))
    return value.isascii() if kind is str else kind in _PLAIN


JsonSafe = PlainSerializer(jsonable, when_used="json")
"""Marks a field that holds what a user recorded or named: in JSON it is written by `jsonable`."""


class _Writer:
    """Walks a value; knows which containers it is inside of, so that a circle ends."""

    def __init__(self) -> None:
        self._inside: set[int] = set()

    def write(self, value: Any, depth: int) -> Any:
        if isinstance(value, str):
            return _text(value)
        if type(value) is float:
            return value if math.isfinite(value) else {math.inf: "Infinity", -math.inf: "-Infinity"}.get(value, "NaN")
        if isinstance(value, dict | list | tuple | set | frozenset):
            return self._container(cast("Collection[Any]", value), depth)
        if isinstance(value, bytes):
            return _bytes(value)
        return self._foreign(value, depth)

    def _container(self, value: Collection[Any], depth: int) -> Any:
        if depth > _DEEPEST:
            return _marked(value, "nested too deep")
        if id(value) in self._inside:
            return _marked(value, "holds itself")
        self._inside.add(id(value))
        try:
            if issubclass(type(value), dict):
                return self._entries(cast("dict[Any, Any]", value), depth)
            return [item if _is_plain(item) else self.write(item, depth + 1) for item in value]
        except Exception as exc:  # noqa: BLE001  a container of the user's own may refuse to be read
            return _marked(value, f"reading it raised {type(exc).__name__}")
        finally:
            self._inside.discard(id(value))

    def _entries(self, value: dict[Any, Any], depth: int) -> dict[str, Any]:
        written: dict[str, Any] = {}
        for key, item in value.items():
            name = key if type(key) is str and key.isascii() else _key(key)
            if name in written:  # as 1 and "1" do
                name = f"{name} <{type(key).__name__}>"
            written[name] = item if _is_plain(item) else self.write(item, depth + 1)
        return written

    def _foreign(self, value: Any, depth: int) -> Any:
        try:
            written = to_jsonable_python(value, fallback=_shown, inf_nan_mode="strings", bytes_mode="utf8")
        except Exception:  # noqa: BLE001  a serializer may raise whatever it likes
            return _shown(value)
        # What came out is made of plain types, but may still hold text that cannot be encoded.
        return written if _is_plain(written) else self.write(written, depth + 1)


def _key(key: Any) -> str:
    if isinstance(key, str):
        return _text(key)
    return str(key) if type(key) in (int, float, bool, type(None)) else _shown(key)


def _text(text: str) -> str:
    plain = str.__str__(text)  # of an enum's member its value, of any subclass what it really holds
    try:
        plain.encode()
    except UnicodeEncodeError:
        return plain.encode("utf-8", "backslashreplace").decode()
    return plain


def _bytes(value: bytes) -> str:
    try:
        return value.decode()
    except UnicodeDecodeError:
        return _shown(value)


def _marked(value: object, why: str) -> str:
    # A recorded list is a list to the reader.
    cls: type[object] = type(value)
    name = next((kind.__name__ for kind in (dict, list) if issubclass(cls, kind)), cls.__name__)
    return f"<{name}: {why}>"


def _shown(value: object) -> str:
    try:
        return _text(_marked(value, repr(value)))
    except Exception as exc:  # noqa: BLE001  nor may its repr be trusted
        return _marked(value, f"its repr raised {type(exc).__name__}")
