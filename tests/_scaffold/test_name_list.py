"""How one name is added to a list of names, whatever the list is sorted by and laid out like."""

import pytest

from giskard.checks._scaffold.name_list import EXPORTS, IMPORTS, position
from giskard.checks._scaffold.wiring import wired
from giskard.checks.core.exceptions import UserError

IMPORT = "from .links import LinkCheck\n"
EXPORT = '__all__ = ["LinkCheck"]\n'


def exported(names: str, width: int = 46) -> str:
    """Return the assignment of `__all__` with LinkCheck in it."""
    content = wired(f"{IMPORT}{names}".encode(), "acme/__init__.py", ".links", "LinkCheck", width=width).decode()
    assert content.startswith(IMPORT)
    return content.removeprefix(IMPORT)


def imported(names: str, width: int = 46) -> str:
    """Return the import from `.links` with LinkCheck in it."""
    content = wired(f"{names}{EXPORT}".encode(), "acme/__init__.py", ".links", "LinkCheck", width=width).decode()
    assert content.endswith(EXPORT)
    return content.removesuffix(EXPORT)


@pytest.mark.parametrize(
    ("names", "name", "expected"),
    [
        pytest.param([], "LinkCheck", 0, id="nothing there"),
        pytest.param(["A", "Z"], "LinkCheck", 1, id="between classes"),
        pytest.param(["MAX", "Zone", "resolve"], "LinkCheck", 1, id="behind constants, before functions"),
        pytest.param(["MAX", "resolve"], "LinkCheck", 1, id="the only class"),
        pytest.param(["Zone", "Alpha"], "LinkCheck", 2, id="unsorted"),
        pytest.param(["Top2", "Top10"], "Top5", 1, id="numbers by value"),
        pytest.param(["Top10", "Top2"], "Top9", 2, id="numbers by their digits are no order"),
        pytest.param(["Link", "LinkCheckStrict"], "LinkCheck", 1, id="before a name that begins with it"),
        pytest.param(["Link", "LinkCheckStrict"], "LinkCheckStrictly", 2, id="behind a name that it begins with"),
        pytest.param(["__version__", "Alpha", "Zone"], "LinkCheck", 2, id="without regard to case"),
        pytest.param(["Apple", "Zone", "from_fn"], "X", 1, id="a single capital is a class"),
    ],
)
def test_a_name_goes_where_the_order_of_the_list_puts_it(names: list[str], name: str, expected: int) -> None:
    assert position(names, name, EXPORTS) == expected
    assert position(names, name, IMPORTS) == expected


def test_exports_are_sorted_by_case_and_imports_are_not() -> None:
    assert position(["Equals", "JSONValid"], "Jaccard", EXPORTS) == 2
    assert position(["Equals", "JSONValid"], "Jaccard", IMPORTS) == 1


def test_thousands_of_digits_are_sorted_too() -> None:
    assert position(["A" + "1" * 9000, "B"], "A" + "2" * 9000, EXPORTS) == 1


IN_ONE_LINE = [
    pytest.param('__all__ = ["A", "Z"]\n', '__all__ = ["A", "LinkCheck", "Z"]\n', id="sorted"),
    pytest.param('__all__ = ["Z", "A"]\n', '__all__ = ["Z", "A", "LinkCheck"]\n', id="unsorted"),
    pytest.param('__all__ = ["Z"]\n', '__all__ = ["LinkCheck", "Z"]\n', id="first"),
    pytest.param('__all__ = ["A",]\n', '__all__ = ["A", "LinkCheck",]\n', id="last, before a comma"),
    pytest.param("__all__ = ['A', 'Z']\n", "__all__ = ['A', 'LinkCheck', 'Z']\n", id="single quotes"),
    pytest.param('__all__ = [u"A", "Z"]\n', '__all__ = [u"A", "LinkCheck", "Z"]\n', id="a string with a prefix"),
    pytest.param('__all__ = ["A" "B"]\n', '__all__ = ["A" "B", "LinkCheck"]\n', id="a string in two parts"),
    pytest.param('__all__ = ("A", "Z")\n', '__all__ = ("A", "LinkCheck", "Z")\n', id="a tuple"),
    pytest.param('__all__ = ("A",)\n', '__all__ = ("A", "LinkCheck",)\n', id="a tuple of one"),
    pytest.param("__all__ = []\n", '__all__ = ["LinkCheck"]\n', id="an empty list"),
    pytest.param("__all__ = ()\n", '__all__ = ("LinkCheck",)\n', id="an empty tuple"),
    pytest.param("__all__ = [\n    # none\n]\n", '__all__ = ["LinkCheck"\n    # none\n]\n', id="only a comment"),
    pytest.param('__all__: list[str] = ["A"]\n', '__all__: list[str] = ["A", "LinkCheck"]\n', id="annotated"),
    pytest.param('__all__ = names = ["A"]\n', '__all__ = names = ["A", "LinkCheck"]\n', id="assigned to another too"),
    pytest.param('__all__ = ["A"]; x = "B"\n', '__all__ = ["A", "LinkCheck"]; x = "B"\n', id="before a semicolon"),
    pytest.param('__all__ = ["A"]  # see\n', '__all__ = ["A", "LinkCheck"]  # see\n', id="before a comment"),
    pytest.param('__all__ = ["Ä", "ß"]\n', '__all__ = ["LinkCheck", "Ä", "ß"]\n', id="before other letters than ASCII"),
    pytest.param('__all__ = ["A", "😀"]\n', '__all__ = ["A", "LinkCheck", "😀"]\n', id="between A and a smiley"),
    pytest.param('__all__ = ["😀", "B"]\n', '__all__ = ["😀", "B", "LinkCheck"]\n', id="behind a smiley"),
    pytest.param(
        '__all__ = ["LinkCheckStrict"]\n', '__all__ = ["LinkCheck", "LinkCheckStrict"]\n', id="a name within a name"
    ),
    pytest.param(
        '__all__ = ["A", "Bbbbbbbbbbbbbb", "Z"]\n',
        '__all__ = [\n    "A",\n    "Bbbbbbbbbbbbbb",\n    "LinkCheck",\n    "Z",\n]\n',
        id="too long a list",
    ),
    pytest.param(
        "__all__ = ('Aaaaaaaaaaaaaa', 'Bbbbbbbbbbb')\n",
        "__all__ = (\n    'Aaaaaaaaaaaaaa',\n    'Bbbbbbbbbbb',\n    'LinkCheck',\n)\n",
        id="too long a tuple",
    ),
    pytest.param(
        '__all__ = ["Aaaaaaaaaaaaaa"]  # a comment\n',
        '__all__ = [\n    "Aaaaaaaaaaaaaa",\n    "LinkCheck",\n]  # a comment\n',
        id="too long with its comment",
    ),
    pytest.param(
        'if __debug__:\n\tX = 1\n__all__ = ["Aaaaaaaaaaaaaa", "Bbbb"]\n',
        'if __debug__:\n\tX = 1\n__all__ = [\n\t"Aaaaaaaaaaaaaa",\n\t"Bbbb",\n\t"LinkCheck",\n]\n',
        id="too long in a file of tabs",
    ),
]


@pytest.mark.parametrize(("before", "after"), IN_ONE_LINE)
def test_a_list_in_one_line_gets_one_more_name(before: str, after: str) -> None:
    assert exported(before) == after


def test_a_list_is_broken_up_only_when_it_does_not_fit() -> None:
    fits = '__all__ = ["Aaaaaaaaaaaaaaaaa", "LinkCheck"]\n'
    before = '__all__ = ["Aaaaaaaaaaaaaaaaa"]\n'
    assert exported(before, width=len(fits) - 1) == fits
    assert exported(before, width=len(fits) - 2) == '__all__ = [\n    "Aaaaaaaaaaaaaaaaa",\n    "LinkCheck",\n]\n'


IN_LINES = [
    pytest.param(
        '__all__ = [\n    "A",\n    "Z",\n]\n', '__all__ = [\n    "A",\n    "LinkCheck",\n    "Z",\n]\n', id="sorted"
    ),
    pytest.param('__all__ = [\n    "Z",\n]\n', '__all__ = [\n    "LinkCheck",\n    "Z",\n]\n', id="first"),
    pytest.param('__all__ = [\n    "A",\n]\n', '__all__ = [\n    "A",\n    "LinkCheck",\n]\n', id="last"),
    pytest.param(
        '__all__ = [\n    "A"\n]\n', '__all__ = [\n    "A",\n    "LinkCheck",\n]\n', id="last, where a comma is missing"
    ),
    pytest.param(
        '__all__ = [\n    "A"  # one\n]\n',
        '__all__ = [\n    "A",  # one\n    "LinkCheck",\n]\n',
        id="last, where a comma is missing before a comment",
    ),
    pytest.param(
        '__all__ = [\n    "A"  # one, two\n]\n',
        '__all__ = [\n    "A",  # one, two\n    "LinkCheck",\n]\n',
        id="a comma in a comment is none",
    ),
    pytest.param(
        '__all__ = [\n    "Z",\n    "A" ,\n]\n',
        '__all__ = [\n    "Z",\n    "A" ,\n    "LinkCheck",\n]\n',
        id="unsorted",
    ),
    pytest.param(
        '__all__ = (\n    "A",\n    "Z"\n)\n', '__all__ = (\n    "A",\n    "LinkCheck",\n    "Z"\n)\n', id="a tuple"
    ),
    pytest.param(
        "__all__ = [\n\t'A',\n\t'Z',\n]\n", "__all__ = [\n\t'A',\n\t'LinkCheck',\n\t'Z',\n]\n", id="tabs, single quotes"
    ),
    pytest.param(
        '__all__ = [\n  "A",  # the first\n  "Z",  # the last\n]\n',
        '__all__ = [\n  "A",  # the first\n  "LinkCheck",\n  "Z",  # the last\n]\n',
        id="comments at the ends of lines",
    ),
    pytest.param(
        '__all__ = [  # names\n    # of checks\n    "Z",\n    # more to come\n]  # done\n',
        '__all__ = [  # names\n    # of checks\n    "LinkCheck",\n    "Z",\n    # more to come\n]  # done\n',
        id="comments around the names",
    ),
    pytest.param(
        '__all__ = [\n    "A",\n\n    "call",\n]\n',
        '__all__ = [\n    "A",\n    "LinkCheck",\n\n    "call",\n]\n',
        id="a class before a blank line goes to the classes",
    ),
    pytest.param(
        '__all__ = [\n    "MAX",\n\n    "Z",\n]\n',
        '__all__ = [\n    "MAX",\n\n    "LinkCheck",\n    "Z",\n]\n',
        id="a class behind a blank line goes to the classes",
    ),
    pytest.param(
        '__all__ = ["A",\n           "Z"]\n',
        '__all__ = ["A",\n           "LinkCheck",\n           "Z"]\n',
        id="aligned with the first name, between",
    ),
    pytest.param(
        '__all__ = ["M",\n           "Z"]\n',
        '__all__ = ["LinkCheck",\n           "M",\n           "Z"]\n',
        id="aligned with the first name, first",
    ),
    pytest.param(
        '__all__ = ["A",\n           "B"]  # all\n',
        '__all__ = ["A",\n           "B",\n           "LinkCheck"]  # all\n',
        id="aligned with the first name, last",
    ),
    pytest.param(
        '__all__ = [\n    "A",\n    "B",]\n',
        '__all__ = [\n    "A",\n    "B",\n    "LinkCheck",]\n',
        id="the bracket behind the last comma",
    ),
    pytest.param('__all__ = ["A",\n]\n', '__all__ = ["A",\n    "LinkCheck",\n]\n', id="one name behind the bracket"),
    pytest.param(
        '__all__ = [\n    "A"]\nX = [\n    "B"\n]\n',
        '__all__ = [\n    "A",\n    "LinkCheck"]\nX = [\n    "B"\n]\n',
        id="another list below",
    ),
    pytest.param('__all__ = [\n    "A"]', '__all__ = [\n    "A",\n    "LinkCheck"]', id="no line feed at the end"),
]


@pytest.mark.parametrize(("before", "after"), IN_LINES)
def test_a_list_of_lines_gets_one_more_line(before: str, after: str) -> None:
    assert exported(before) == after


SECTIONS = [
    pytest.param(
        '__all__ = [\n    # checks\n    "Z",\n    "A",\n    # helpers\n    "resolve",\n]\n',
        '__all__ = [\n    # checks\n    "Z",\n    "A",\n    "LinkCheck",\n    # helpers\n    "resolve",\n]\n',
        id="checks first, in no order",
    ),
    pytest.param(
        '__all__ = [\n    # helpers\n    "resolve",\n    # checks\n    "A",\n    "Z",\n]\n',
        '__all__ = [\n    # helpers\n    "resolve",\n    # checks\n    "A",\n    "Z",\n    "LinkCheck",\n]\n',
        id="checks last",
    ),
    pytest.param(
        '__all__ = [\n    # helpers\n    "resolve",\n\n    # checks\n    "A"\n]\n',
        '__all__ = [\n    # helpers\n    "resolve",\n\n    # checks\n    "A",\n    "LinkCheck",\n]\n',
        id="checks last without a comma",
    ),
    pytest.param(
        '__all__ = [\n    # checks\n    "Z",\n    # constants\n    "MAX",\n    "MIN",\n]\n',
        '__all__ = [\n    # checks\n    "Z",\n    "LinkCheck",\n    # constants\n    "MAX",\n    "MIN",\n]\n',
        id="checks first, fewer than constants",
    ),
    pytest.param(
        '__all__ = [\n    # checks\n    "Z",\n    # helpers\n    "resolve",\n]\n',
        '__all__ = [\n    # checks\n    "LinkCheck",\n    "Z",\n    # helpers\n    "resolve",\n]\n',
        id="sections of a sorted list, which stays sorted",
    ),
    pytest.param(
        '__all__ = [\n    "MAX",\n    # checks\n    "Z",\n]\n',
        '__all__ = [\n    "MAX",\n    # checks\n    "LinkCheck",\n    "Z",\n]\n',
        id="behind the heading",
    ),
    pytest.param(
        '__all__ = [\n    "A",\n    # M is old\n    "M",\n    "Z",\n]\n',
        '__all__ = [\n    "A",\n    "LinkCheck",\n    # M is old\n    "M",\n    "Z",\n]\n',
        id="before what is said of a single name",
    ),
]


@pytest.mark.parametrize(("before", "after"), SECTIONS)
def test_sections_with_headings_stay_as_they_are(before: str, after: str) -> None:
    assert exported(before) == after


FROM_IMPORTS = [
    pytest.param("from .links import A\n", "from .links import A, LinkCheck\n", id="one name"),
    pytest.param("from .links import Z  # x\n", "from .links import LinkCheck, Z  # x\n", id="before a comment"),
    pytest.param("from .links import (A, Z)\n", "from .links import (A, LinkCheck, Z)\n", id="in parentheses"),
    pytest.param("from .links import(A)\n", "from .links import(A, LinkCheck)\n", id="without a blank"),
    pytest.param(
        "from .links import A as B\n", "from .links import A as B, LinkCheck\n", id="another under a new name"
    ),
    pytest.param(
        "from .links import LinkCheck as Old\n",
        "from .links import LinkCheck as Old, LinkCheck\n",
        id="under two names",
    ),
    pytest.param(
        "from .links import LinkCheckStrict\n", "from .links import LinkCheck, LinkCheckStrict\n", id="within a name"
    ),
    pytest.param(
        "from .links import A; import b\n",
        "from .links import A, LinkCheck; import b\n",
        id="semicolon",
    ),
    pytest.param(
        "from .links import (\n    A,\n    Z,\n)\n",
        "from .links import (\n    A,\n    LinkCheck,\n    Z,\n)\n",
        id="several lines",
    ),
    pytest.param(
        "from .links import (  # import of A\n    A  # a\n)\n",
        "from .links import (  # import of A\n    A,  # a\n    LinkCheck,\n)\n",
        id="several lines with comments and no comma",
    ),
    pytest.param(
        "from .links import (A,\n                    Z)\n",
        "from .links import (A,\n                    LinkCheck,\n                    Z)\n",
        id="aligned with the first name",
    ),
    pytest.param(
        "from .links import Aaaaaaaaaa, Bbbbbb\n",
        "from .links import (\n    Aaaaaaaaaa,\n    Bbbbbb,\n    LinkCheck,\n)\n",
        id="too long",
    ),
    pytest.param(
        "from .links import (Aaaaaaaaaa, Zzzzzz)\n",
        "from .links import (\n    Aaaaaaaaaa,\n    LinkCheck,\n    Zzzzzz,\n)\n",
        id="too long in parentheses",
    ),
    pytest.param(
        "from .links import Aaaaaaaa  # noqa: F401\n",
        "from .links import (  # noqa: F401\n    Aaaaaaaa,\n    LinkCheck,\n)\n",
        id="too long, and the comment is for the whole import",
    ),
]


@pytest.mark.parametrize(("before", "after"), FROM_IMPORTS)
def test_an_import_gets_one_more_name(before: str, after: str) -> None:
    assert imported(before) == after


REFUSED = [
    pytest.param('__all__ = [\n    "A", "B",\n    "C",\n]\n', "several names on one line", id="two names on one line"),
    pytest.param('__all__ = [\n    "A", "B",\n]\n', "several names on one line", id="all names on one line of three"),
    pytest.param('__all__ = ["A", "B"  # both\n]\n', "several names on one line", id="the bracket below"),
    pytest.param('__all__ = [\n    "A"\n    , "B"\n]\n', "a comma that does not stand", id="commas first"),
    pytest.param('__all__ = [\n    "A"\n    ,\n]\n', "a comma that does not stand", id="the last comma below"),
    pytest.param('__all__ = [\n    "A",\n    "B"\n    "C",\n]\n', "over several lines", id="a forgotten comma"),
    pytest.param('__all__ = [\n    """A""",\n    """\n""",\n]\n', "over several lines", id="a string of two lines"),
    pytest.param('__all__ = [("A"), "B"]\n', "more in it than names", id="a name in parentheses"),
    pytest.param('__all__ = [("A")]\n', "more in it than names", id="the only name in parentheses"),
    pytest.param('__all__ = ("A", ("B"))\n', "more in it than names", id="the last name in parentheses"),
    pytest.param('__all__ = ("A"), ("B")\n', "more in it than names", id="a tuple of parentheses without its own"),
    pytest.param('__all__ = ["A", \\\n    "B"]\n', "with a backslash", id="a backslash"),
    pytest.param('__all__ = ["A", "B" \\\n]\n', "with a backslash", id="a backslash before the bracket"),
]


@pytest.mark.parametrize(("names", "why"), REFUSED)
def test_a_list_of_an_unusual_shape_is_refused(names: str, why: str) -> None:
    with pytest.raises(UserError, match=why) as refused:
        exported(names)
    assert refused.value.hint == (
        "Please add `from .links import LinkCheck` and 'LinkCheck' in __all__ by hand, then run the command again."
    )
