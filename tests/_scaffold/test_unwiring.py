"""Taking a name out of an `__init__`."""

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from giskard.checks._scaffold.unwiring import unwired
from giskard.checks._scaffold.wiring import wired
from giskard.checks.core.exceptions import UserError

PATH = "src/acme/__init__.py"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            'from .a import A\nfrom .b import B\n\n__all__ = ["A", "B"]\n',
            'from .a import A\n\n__all__ = ["A"]\n',
            id="an import of its own",
        ),
        pytest.param(
            'from .b import B\nfrom .c import C\n\n__all__ = ["B", "C"]\n',
            'from .c import C\n\n__all__ = ["C"]\n',
            id="the first",
        ),
        pytest.param(
            'from .b import A, B, C\n\n__all__ = ["A", "B", "C"]\n',
            'from .b import A, C\n\n__all__ = ["A", "C"]\n',
            id="among others on a line",
        ),
        pytest.param(
            'from .b import (\n    A,  # a\n    B,  # b\n    # about C\n    C,\n)\n\n__all__ = [\n    "A",\n    "B",\n    "C",\n]\n',
            'from .b import (\n    A,  # a\n    # about C\n    C,\n)\n\n__all__ = [\n    "A",\n    "C",\n]\n',
            id="on a line of its own, with comments",
        ),
        pytest.param(
            'from .b import (\n    A,\n    B\n)\n\n__all__ = [\n    "A",\n    "B"\n]\n',
            'from .b import (\n    A\n)\n\n__all__ = [\n    "A"\n]\n',
            id="the last, without a comma behind",
        ),
        pytest.param(
            'from .b import (A,\n    B)\n\n__all__ = ["A",\n    "B"]\n',
            'from .b import (A)\n\n__all__ = ["A"]\n',
            id="where the bracket closes on its line",
        ),
        pytest.param(
            'from .b import (B,\n    C)\n\n__all__ = ["B",\n    "C"]\n',
            'from .b import (C)\n\n__all__ = ["C"]\n',
            id="where the bracket opens on its line",
        ),
        pytest.param("from .b import B as B\nX = 1\n", "X = 1\n", id="exported by its import"),
        pytest.param('from .b import B\n\n__all__ = ["B"]\n', "\n__all__ = []\n", id="the only one"),
        pytest.param('from .b import B\n\n__all__ = ("B",)\n', "\n__all__ = ()\n", id="the only one of a tuple"),
        pytest.param(
            'from .c import B\n\n__all__ = ["B"]\n', "from .c import B\n\n__all__ = []\n", id="of another module"
        ),
        pytest.param('from .b import BB\n\n__all__ = ["BB"]\n', None, id="a name that begins alike"),
        pytest.param("", None, id="an empty file"),
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"], ids=["", "BOM"])
def test_a_name_is_taken_out(before: str, after: str | None, newline: str, bom: bytes) -> None:
    given, expected = (
        bom + text.replace("\n", newline).encode() for text in (before, before if after is None else after)
    )
    assert unwired(given, PATH, ".b", "B") == expected
    assert unwired(expected, PATH, ".b", "B") == expected


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("from .b import B; x = 1\n", id="a line that holds more"),
        pytest.param('from .b import A, \\\n    B\n__all__ = ["A", "B"]\n', id="a backslash"),
        pytest.param("from .b import B\n__all__ = sorted(x)\n", id="a computed __all__"),
        pytest.param("from .b import (\n", id="no Python"),
    ],
)
def test_an_unusual_shape_is_refused_with_the_edit_to_make(source: str) -> None:
    with pytest.raises(UserError, match=r"take `from \.b import B`|does not parse"):
        unwired(source.encode(), PATH, ".b", "B")


NAMES = st.sampled_from(["Alpha", "Beta", "BetaTwo", "MISSING", "Top5", "Top10", "alpha", "Zulu"])
LAYOUTS = st.sampled_from(["line", "lines", "each"])


@given(st.lists(NAMES, unique=True, max_size=6), NAMES, LAYOUTS)
def test_what_was_added_is_taken_out_again(names: list[str], new: str, layout: str) -> None:
    names = [name for name in names if name != new]
    imports = {
        "each": "".join(f"from .{name.lower()}_ import {name}\n" for name in names),
        "line": f"from .room import {', '.join(names)}\n" if names else "",
        "lines": f"from .room import (\n{''.join(f'    {name},\n' for name in names)})\n" if names else "",
    }[layout]
    listed = (
        "[\n" + "".join(f'    "{n}",\n' for n in names) + "]" if layout == "lines" else str(names).replace("'", '"')
    )
    source = f'"""Doc."""\n\n{imports}\n__all__ = {listed}\n'.encode()
    module = f".{new.lower()}_" if layout == "each" else ".room"
    there = wired(source, PATH, module, new, width=500)
    back = unwired(there, PATH, module, new)
    if names:
        assert back == source
    else:
        assert ast.unparse(ast.parse(back)) == ast.unparse(ast.parse(source))
