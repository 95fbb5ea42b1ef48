"""What a value is made of in the end, whatever it is nested in."""

from collections.abc import Iterator
from typing import Any, cast


def leaves(value: Any) -> Iterator[Any]:
    """Yield a value, or, of dicts, lists, tuples and sets at any depth, what they hold; circles end.

    Examples
    --------
    >>> sorted(leaves({"a": [1, (2, {"b": 3})], "c": []}))
    [1, 2, 3]
    """
    pending, seen = [value], set[int]()
    while pending:
        part: Any = pending.pop()
        if not isinstance(part, dict | list | tuple | set | frozenset):
            yield part
        elif id(cast("object", part)) not in seen:
            seen.add(id(cast("object", part)))
            # As it is, whatever a subclass makes of its methods.
            pending += dict[Any, Any].values(cast("Any", part)) if isinstance(part, dict) else cast("list[Any]", part)
