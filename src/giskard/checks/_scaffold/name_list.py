"""Adding one name to a list of names in Python source, in the order and the layout that the list has."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

Order = Callable[[str], tuple[Any, ...]]

_CHARACTERS = re.compile(r"[0-9]+|[^0-9]")
_NO_CODE = re.compile(r"#[^\n]*|\s+")
_CLOSED_BY = {"[": ("]", ",]"), "(": (")", ",)"), "": ("",)}


class UnusualShapeError(ValueError):
    """Source has a shape that cannot be extended safely; the message says which, as in "it has no end"."""


def natural(name: str) -> tuple[Any, ...]:
    """Sort as people do: `Top5` before `Top10`."""
    return tuple(
        (ord("0"), len(part.lstrip("0")), part.lstrip("0")) if "0" <= part[0] <= "9" else (ord(part), 0, "")
        for part in _CHARACTERS.findall(name)
    )


def folded(name: str) -> tuple[Any, ...]:
    """Sort without regard to case, unless nothing else differs."""
    return (natural(name.casefold()), natural(name))


def typed(name: str) -> tuple[Any, ...]:
    """Sort constants before classes before functions, as ruff does in `__all__`."""
    return (_rank(name), natural(name))


def typed_folded(name: str) -> tuple[Any, ...]:
    """Sort constants before classes before functions, without regard to case, as isort and ruff do in imports."""
    return (_rank(name), folded(name))


def _rank(name: str) -> int:
    return 0 if name.isupper() and len(name) > 1 else 1 if name[:1].isupper() else 2


EXPORTS: tuple[Order, ...] = (typed, typed_folded, natural, folded)
IMPORTS: tuple[Order, ...] = (typed_folded, typed, folded, natural)


def position(names: Sequence[str], name: str, orders: Sequence[Order]) -> int:
    """Return where `name` belongs among `names`: in the first order that they are in, else behind them.

    Examples
    --------
    >>> position(["MISSING", "Check", "Trace", "resolve"], "Equals", EXPORTS)
    2
    >>> position(["Trace", "Check"], "Equals", EXPORTS)
    2
    """
    order = _order_of(names, orders)
    if order is None:
        return len(names)
    return next((i for i, other in enumerate(names) if order(other) > order(name)), len(names))


def _order_of(names: Sequence[str], orders: Sequence[Order]) -> Order | None:
    """Return the first order that names are in."""
    return next((order for order in orders if all(order(a) <= order(b) for a, b in pairwise(names))), None)


@dataclass(frozen=True)
class Item:
    """A name in a list of names: where it starts and ends in the text."""

    name: str
    start: int
    end: int


@dataclass(frozen=True)
class NameList:
    """A list of names that is not empty.

    Attributes
    ----------
    text
        The source that holds it, with line feeds only.
    start, end
        Where it is, brackets included; that of an import starts behind the word `import`.
    items
        Its names.
    orders
        What it may be sorted by.
    """

    text: str
    start: int
    end: int
    items: Sequence[Item]
    orders: Sequence[Order]

    def added(self, name: str, written: str, width: int) -> str:
        """Return the text with `name` in the list, written as `written`, in lines of at most `width` characters.

        Raises
        ------
        UnusualShapeError
            The list is not laid out in one line, or in one line for each name.
        """
        self._refuse_unusual()
        if "\n" in self.text[self.start : self.end]:
            return self._added_as_line(name, written)
        return self._added_in_line(name, written, width)

    def removed(self, name: str) -> str:
        """Return the text without `name`, which is not the only one in the list.

        Raises
        ------
        UnusualShapeError
            The list is not laid out in one line, or in one line for each name.
        """
        self._refuse_unusual()
        text, items = self.text, self.items
        index = next(i for i, item in enumerate(items) if item.name == name)
        item = items[index]
        if "\n" in text[self.start : self.end]:
            line = item.start - len(self._line_before(item))
            rest, newline, _ = text[item.end :].partition("\n")
            if not self._line_before(item).strip() and _code(rest) in ("", ",") and item.end + len(rest) < self.end:
                if index == len(items) - 1 and "," not in _code(rest):  # no comma behind the last one, as before
                    before = items[-2].end
                    comma = before + text[before:].index(",")
                    return text[:comma] + text[comma + 1 : line] + text[item.end + len(rest) + len(newline) :]
                return text[:line] + text[item.end + len(rest) + len(newline) :]
        if index:
            return text[: items[index - 1].end] + text[item.end :]
        return text[: item.start] + text[items[1].start :]

    def _refuse_unusual(self) -> None:
        first, last = self.items[0], self.items[-1]
        gaps = [_code(self.text[one.end : next_.start]) for one, next_ in pairwise(self.items)]
        opening, closing = _code(self.text[self.start : first.start]), _code(self.text[last.end : self.end])
        if any("\\" in gap for gap in (opening, *gaps, closing)):
            raise UnusualShapeError("it continues a list with a backslash")
        if any(gap != "," for gap in gaps) or closing not in _CLOSED_BY.get(opening, ()):
            raise UnusualShapeError("it has a list with more in it than names and commas")
        if any("\n" in self.text[item.start : item.end] for item in self.items):
            raise UnusualShapeError("it has a name that is written over several lines")

    # --- in one line ---

    def _added_in_line(self, name: str, written: str, width: int) -> str:
        text, items = self.text, self.items
        index = position([item.name for item in items], name, self.orders)
        at, new = (items[index].start, f"{written}, ") if index < len(items) else (items[-1].end, f", {written}")
        longer = f"{text[:at]}{new}{text[at:]}"
        if len(longer[text.rfind("\n", 0, self.start) + 1 :].partition("\n")[0]) <= width:
            return longer
        names = [text[item.start : item.end] for item in items]
        names.insert(index, written)
        indent = "\t" if "\n\t" in text else "    "
        return self._exploded("".join(f"{indent}{one},\n" for one in names))

    def _exploded(self, lines: str) -> str:
        bracket = self.text[self.start : self.items[0].start].strip() or "("
        opening = f" {bracket}" if self._is_import else bracket
        closing = _CLOSED_BY[bracket][0]
        before, (rest, newline, after) = self.text[: self.start], self.text[self.end :].partition("\n")
        if self._is_import and rest.lstrip().startswith("#"):
            # Formatters put a comment there, and a `noqa` for all of the names works only there.
            opening, rest = opening + rest, ""
        return f"{before}{opening}\n{lines}{closing}{rest}{newline}{after}"

    @property
    def _is_import(self) -> bool:
        return self.text[self.start] not in _CLOSED_BY

    # --- one line for each name ---

    def _added_as_line(self, name: str, written: str) -> str:
        """Add a line; own-line comments divide a list that is in no order into sections."""
        for one, next_ in pairwise(self.items):
            line, newline, _ = self.text[one.end : next_.start].partition("\n")
            if not newline:
                raise UnusualShapeError("it has several names on one line of a list of several lines")
            if not _code(line):
                raise UnusualShapeError("it has a comma that does not stand behind its name")
        names, sections = [item.name for item in self.items], self._sections()
        if len(sections) > 1 and not _order_of(names, self.orders):
            largest = max(sections, key=lambda section: sum(_rank(item.name) == _rank(name) for item in section))
            return self._behind(largest[-1], written)
        index = position(names, name, self.orders)
        if index == len(names) or (index and _rank(self.items[index - 1].name) == _rank(name)):
            return self._behind(self.items[index - 1], written)
        return self._before(self.items[index], written)

    def _sections(self) -> list[list[Item]]:
        sections = [[self.items[0]]]
        for one, item in pairwise(self.items):
            _, *lines = self.text[one.end : item.start].split("\n")
            if any(line.lstrip().startswith("#") for line in lines):
                sections.append([])
            sections[-1].append(item)
        return sections

    @property
    def _indent(self) -> str:
        before = self._line_before(self.items[-1])
        return "    " if before.strip() else before

    def _line_before(self, item: Item) -> str:
        return self.text[: item.start].rpartition("\n")[2]

    def _before(self, item: Item, written: str) -> str:
        before = self._line_before(item)
        if before.strip():  # it stands behind the bracket
            return f"{self.text[: item.start]}{written},\n{self._indent}{self.text[item.start :]}"
        at = item.start - len(before)
        return f"{self.text[:at]}{self._indent}{written},\n{self.text[at:]}"

    def _behind(self, item: Item, written: str) -> str:
        head, (rest, newline, tail) = self.text[: item.end], self.text[item.end :].partition("\n")
        if item.end + len(rest) >= self.end:  # the bracket closes on the line of the last name
            return f"{head},\n{self._indent}{written}{rest}{newline}{tail}"
        if not _code(rest):
            if "," in _code(self.text[item.end : self.end]):
                raise UnusualShapeError("it has a comma that does not stand behind its name")
            head += ","
        return f"{head}{rest}\n{self._indent}{written},\n{tail}"


def _code(gap: str) -> str:
    """Return what stands between two names without blanks and comments."""
    return _NO_CODE.sub("", gap)
