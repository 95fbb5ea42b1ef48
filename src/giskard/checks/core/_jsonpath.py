"""JSONPath over a live trace, with the result that plain evaluation over its dump would give.

`compile_path` turns an expression, once, into a function of a trace. Paths made of names, indices, slices and
wildcards walk the live objects, and only what they find is dumped. All others (filters, `..`, sorting ...) are
evaluated by jsonpath-ng over views that dump a field when it is asked for.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple, cast, override

from jsonpath_ng import Child, DatumInContext, Descendants, Fields, Index, JSONPath, Slice, Where
from jsonpath_ng.ext.arithmetic import Operation
from jsonpath_ng.ext.filter import Filter
from jsonpath_ng.ext.iterable import Keys, SortedThis
from jsonpath_ng.ext.parser import parse
from jsonpath_ng.ext.string import Split, Str, Sub
from jsonpath_ng.jsonpath import Wildcard
from jsonpath_ng.jsonpath import _Union as Union  # pyright: ignore[reportPrivateUsage]  has no public name
from pydantic import BaseModel

from giskard.checks.core._live import ABSENT, DICTS, dump_foreign, dumped, field_of, fields_of, is_live, seen
from giskard.checks.core.interaction.history import History
from giskard.checks.core.interaction.trace import Trace

_REFUSED = (Operation, Sub, Split, Str)
_MANY = (Descendants, Filter, Keys, Slice, SortedThis, Where, Wildcard, Union)
_SCALARS = frozenset({str, int, float, bool, type(None)})


class CompiledPath(NamedTuple):
    """A parsed expression: `find` returns every value it matches in a trace, dumped, in order.

    `yields_list` says whether the expression can match more than once; it depends on the expression alone.
    """

    find: Callable[[Any], list[Any]]
    yields_list: bool


@lru_cache(maxsize=4096)
def compile_path(expression: str) -> CompiledPath:
    """Parse `expression`.

    Raises
    ------
    ValueError
        It does not start with `trace.`, does not parse, or uses arithmetic, `sub`, `split` or `str`.
    """
    if not expression.startswith("trace."):
        raise ValueError(
            f"Invalid JSONPath expression {expression!r}: path must start with 'trace.', as in 'trace.last.outputs'."
        )
    try:
        return _compiled(parse(expression))
    except _ComputesError as exc:
        raise ValueError(f"Invalid JSONPath expression {expression!r}: {exc}") from None
    except Exception as exc:  # the parser raises whatever its lexer, its grammar and its depth happen to
        raise ValueError(f"Invalid JSONPath expression {expression!r}: {exc}") from exc


class _ComputesError(Exception):
    """An expression does more than to select."""


def _compiled(tree: JSONPath) -> CompiledPath:
    for node in list(_nodes(tree)):
        if isinstance(node, _REFUSED):
            raise _ComputesError(
                f"{type(node).__name__.lower()} computes a new value, but a path only selects. Select the value and "
                "let the check compute."
            )
        if type(node) is Descendants:
            node.__class__ = _Descendants
    many = any(_matches_many(node) for node in _selecting(tree))
    steps = _plain_steps(tree)
    return CompiledPath(_walker(steps) if steps else _evaluator(tree), many)


def _nodes(node: object) -> Iterator[JSONPath]:
    """Yield every node of a parsed expression, those inside filters too."""
    if isinstance(node, JSONPath):
        yield node
        for part in vars(node).values():
            yield from _nodes(part)
    elif isinstance(node, list | tuple):
        for part in cast("list[object]", node):
            yield from _nodes(part)


def _selecting(node: JSONPath) -> Iterator[JSONPath]:
    """Yield the nodes that decide how often an expression matches; conditions, which stand inside of a node, do not."""
    yield node
    if isinstance(node, Child | Descendants | Union):
        yield from _selecting(node.left)
        yield from _selecting(node.right)


def _matches_many(node: JSONPath) -> bool:
    if isinstance(node, Fields):
        return len(node.fields) > 1
    if isinstance(node, Index):
        return len(node.indices) > 1
    return isinstance(node, _MANY)


def _plain_steps(tree: JSONPath) -> list[JSONPath] | None:
    """Return the names, indices, slices and wildcards that `tree` is a chain of, or None when it is no such chain."""
    if isinstance(tree, Child):
        left, right = _plain_steps(tree.left), _plain_steps(tree.right)
        return left + right if left is not None and right is not None else None
    return [tree] if type(tree) in (Fields, Index, Slice, Wildcard) else None


# --- chains of plain steps walk the live objects --------------------------------------------------------------------


def _walker(steps: list[JSONPath]) -> Callable[[Any], list[Any]]:
    if not any(_matches_many(step) for step in steps):
        return _chain([_only(step) for step in steps])
    taken = [_step(step) for step in steps]

    def find(trace: Any) -> list[Any]:
        found: list[Any] = [{"trace": trace}]
        for step in taken:
            found = [match for value in found for match in step(seen(value))]
        return [dumped(value) for value in found]

    return find


def _chain(steps: list[Callable[[Any], Any]]) -> Callable[[Any], list[Any]]:
    """Return a walk by steps that match once at most; it is what most paths are."""
    beyond_trace = steps[1:]  # the first step is the name "trace", and what it finds is at hand

    def find(trace: Any) -> list[Any]:
        value = trace
        for step in beyond_trace:
            value = step(value)
            if value is ABSENT:
                return []
        return [value if type(value) in _SCALARS else dumped(value)]

    return find


def _only(node: JSONPath) -> Callable[[Any], Any]:
    """Return the step of a single name or index: the match, or `ABSENT`."""
    step = _step(node)
    name = node.fields[0] if isinstance(node, Fields) else None

    def take(value: Any) -> Any:
        if name is not None:
            if type(value) in DICTS:
                return value.get(name, ABSENT)
            if is_live(value):
                return field_of(value, name)
        return next(iter(step(seen(value))), ABSENT)

    return take


def _step(node: JSONPath) -> Callable[[Any], Iterable[Any]]:
    if isinstance(node, Fields):
        names = node.fields
        return lambda value: _named(value, names)
    if isinstance(node, Index):
        indices = node.indices
        return lambda value: [value[i] for i in indices if -len(value) <= i < len(value)] if _is_array(value) else ()
    if isinstance(node, Slice):
        part = slice(node.start, node.end, node.step)
        return lambda value: value[part] if _is_array(value) and part.step != 0 else ()
    return _children


def _is_array(value: Any) -> bool:
    return isinstance(value, list | tuple | History)


def _named(value: Any, names: tuple[str, ...]) -> list[Any]:
    if is_live(value):
        found = [field_of(value, name) for name in names]
    else:
        try:
            found = [value.get(name, ABSENT) for name in names]
        except (AttributeError, TypeError):  # what jsonpath-ng takes for "has no fields"
            return []
    return [match for match in found if match is not ABSENT]


def _children(value: Any) -> Iterable[Any]:
    if is_live(value):
        return [child for _, child in fields_of(value)]
    if _is_array(value):
        return value
    try:
        return [value.get(key) for key in value.keys()]  # noqa: SIM118  not every mapping iterates over its keys
    except AttributeError:
        return ()


# --- everything else is evaluated by jsonpath-ng over views ---------------------------------------------------------


_dict = dict[str, Any]


class _Fields(dict[str, Any]):
    """A Trace or an Interaction as a dict whose fields are dumped when they are asked for."""

    def __init__(self, model: BaseModel, hidden: str | None = None) -> None:
        super().__init__()
        self.model = model
        self._hidden = hidden
        self._filled = False

    def without_last(self) -> "_Fields":
        return _Fields(self.model, hidden="last") if issubclass(type(self.model), Trace) else self

    def _fill(self) -> "_Fields":
        if not self._filled:
            self._filled = True
            _dict.update(self, {name: _view(value) for name, value in fields_of(self.model) if name != self._hidden})
        return self

    @override
    def get(self, key: Any, default: Any = None, /) -> Any:
        if self._filled or not isinstance(key, str):
            return super().get(key, default)
        value = ABSENT if key == self._hidden else field_of(self.model, key)
        return default if value is ABSENT else _view(value)

    @override
    def __getitem__(self, key: str) -> Any:
        return _dict.__getitem__(self._fill(), key)

    @override
    def __contains__(self, key: object) -> bool:
        return _dict.__contains__(self._fill(), key)

    @override
    def __iter__(self) -> Iterator[str]:
        return _dict.__iter__(self._fill())

    @override
    def __len__(self) -> int:
        return _dict.__len__(self._fill())

    @override
    def __eq__(self, other: object) -> bool:
        return _dict.__eq__(self._fill(), other._fill() if isinstance(other, _Fields) else other)

    __hash__ = None  # pyright: ignore[reportAssignmentType]  as a dict has none

    @override
    def keys(self) -> Any:
        return _dict.keys(self._fill())

    @override
    def values(self) -> Any:
        return _dict.values(self._fill())

    @override
    def items(self) -> Any:
        return _dict.items(self._fill())


def _view(value: Any) -> Any:
    if type(value) is History:
        return [_view(turn) for turn in value]
    return _Fields(value) if is_live(value) else dump_foreign(value)


def _unview(value: Any) -> Any:
    if isinstance(value, _Fields):
        return dump_foreign(value.model)
    if isinstance(value, list):
        return [_unview(item) for item in cast("list[Any]", value)]
    # Only the root, which `parent` can lead to, is a plain dict with a view in it.
    return {"trace": _unview(value["trace"])} if type(value) is _Root else value


class _Root(dict[str, Any]):
    """What a path starts from."""


class _Descendants(Descendants):
    """`..` that meets every turn once: it does not go down into `trace.last`, which repeats the newest."""

    @override
    def find(self, datum: Any) -> list[DatumInContext]:
        matches: list[DatumInContext] = []
        found: Any = self.left.find(datum)
        # Sorting a dict or a scalar returns one bare datum.
        stack = cast("list[DatumInContext]", found[::-1] if isinstance(found, list) else [found])
        while stack:
            here = stack.pop()
            if isinstance(here.value, _Fields):
                here = DatumInContext(here.value.without_last(), path=here.path, context=here.context)
            matches.extend(self.right.find(here))
            if isinstance(here.value, list | dict):  # as jsonpath-ng does: not into tuples, nor into what has keys
                stack.extend(reversed(Wildcard().find(here)))
        return matches


def _evaluator(tree: JSONPath) -> Callable[[Any], list[Any]]:
    return lambda trace: [_unview(match.value) for match in tree.find(_Root(trace=_view(trace)))]
