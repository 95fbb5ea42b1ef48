"""The turns of a trace: a read-only sequence that grows by sharing, so that a turn costs the same at any length."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Self, cast, get_args, overload, override

from pydantic import GetCoreSchemaHandler, SerializeAsAny
from pydantic_core import CoreSchema, core_schema
from typing_extensions import TypeVar

T = TypeVar("T", default=Any)


class History(Sequence[T]):
    """A read-only sequence over the beginning of a log that several histories share.

    `appended` adds to the shared log when this history reaches to its end, and copies it when another history has
    already grown there. It compares with lists, tuples and other histories; a slice is a history.

    Examples
    --------
    >>> first = History(["a"])
    >>> second = first.appended("b")
    >>> first, second, second[-1]
    (History(['a']), History(['a', 'b']), 'b')
    """

    __slots__ = ("_length", "_log")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._log: list[T] = list(items)
        self._length = len(self._log)

    def appended(self, item: T) -> "History[T]":
        """Return a history with one more item; this one stays as it is."""
        log = self._log if len(self._log) == self._length else self._log[: self._length]
        log.append(item)
        grown: History[T] = History.__new__(History)
        grown._log, grown._length = log, self._length + 1
        return grown

    @override
    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> "History[T]": ...
    @override
    def __getitem__(self, index: int | slice) -> "T | History[T]":
        if isinstance(index, slice):
            return History(self._log[i] for i in range(*index.indices(self._length)))
        if not -self._length <= index < self._length:
            raise IndexError(f"No turn {index} in a history of {self._length}.")
        return self._log[index if index >= 0 else index + self._length]

    @override
    def __iter__(self) -> Iterator[T]:
        # Not over the log itself: it may grow meanwhile.
        return (self._log[i] for i in range(self._length))

    @override
    def __eq__(self, other: object) -> bool:
        if not isinstance(other, History | list | tuple):
            return NotImplemented
        turns = cast("Sequence[object]", other)
        return len(self) == len(turns) and all(mine == its for mine, its in zip(self, turns, strict=True))

    __hash__ = None  # pyright: ignore[reportAssignmentType]  compares equal to lists, which have no hash either

    @override
    def __repr__(self) -> str:
        return f"History({list(self)!r})"

    def __reduce__(self) -> tuple[type[Self], tuple[list[T]]]:
        return type(self), (list(self),)


@dataclass(frozen=True)
class KeptAsHistory:
    """Marks a field annotated as a sequence: it takes any, holds a History, and is dumped as a list."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Return the schema of a list whose items are dumped as what they are, not as what was declared."""
        (item_type,) = get_args(source)
        items = handler.generate_schema(list[SerializeAsAny[item_type]])

        def validate(value: Any, validate_list: core_schema.ValidatorFunctionWrapHandler) -> History[Any]:
            return cast("History[Any]", value) if isinstance(value, History) else History(validate_list(value))

        return core_schema.no_info_wrap_validator_function(
            validate,
            items,
            serialization=core_schema.wrap_serializer_function_ser_schema(
                lambda history, dump_list: dump_list(list(history)), schema=items
            ),
        )
