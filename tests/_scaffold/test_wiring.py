"""What wiring makes of an `__init__`, byte for byte, and what it refuses to touch."""

import pytest

from giskard.checks._scaffold.wiring import wired

PATH = "acme/__init__.py"
LICENCE = "# Copyright Acme\n# Licence: MIT\n"


def wire(text: str, module: str = ".links", name: str = "LinkCheck", width: int = 88) -> str:
    """Return what becomes of a file."""
    content = wired(text.encode(), PATH, module, name, width=width)
    assert wired(content, PATH, module, name, width=width) == content, "the second time changes something"
    return content.decode()


WITHOUT_IMPORTS = [
    pytest.param("", 'from .links import LinkCheck\n\n__all__ = ["LinkCheck"]\n', id="empty"),
    pytest.param("\n\n", '\n\nfrom .links import LinkCheck\n\n__all__ = ["LinkCheck"]\n', id="blank lines"),
    pytest.param(
        '"""Doc."""\n', '"""Doc."""\n\nfrom .links import LinkCheck\n\n__all__ = ["LinkCheck"]\n', id="a docstring"
    ),
    pytest.param(
        '"""Doc."""',
        '"""Doc."""\n\nfrom .links import LinkCheck\n\n__all__ = ["LinkCheck"]\n',
        id="a docstring without a line feed",
    ),
    pytest.param(
        '"""Doc."""  # noqa: D400',
        '"""Doc."""  # noqa: D400\n\nfrom .links import LinkCheck\n\n__all__ = ["LinkCheck"]\n',
        id="a docstring, a comment and no line feed",
    ),
    pytest.param(
        '"""Doc: von Größe 😀.\n\nfrom .links import LinkCheck\n"""\n\n__all__ = []\n',
        '"""Doc: von Größe 😀.\n\nfrom .links import LinkCheck\n"""\n\nfrom .links import LinkCheck\n\n__all__ = ["LinkCheck"]\n',
        id="a docstring that holds the import",
    ),
    pytest.param(
        '"""Doc."""\n# The names.\n__all__ = []\n',
        '"""Doc."""\n\nfrom .links import LinkCheck\n\n# The names.\n__all__ = ["LinkCheck"]\n',
        id="a comment right behind the docstring",
    ),
    pytest.param(
        '"""Doc."""\n\n\n__all__ = []\n',
        '"""Doc."""\n\nfrom .links import LinkCheck\n\n\n__all__ = ["LinkCheck"]\n',
        id="two blank lines behind the docstring",
    ),
    pytest.param(
        LICENCE, f'{LICENCE}\nfrom .links import LinkCheck\n\n__all__ = ["LinkCheck"]\n', id="only comments"
    ),
    pytest.param(
        "#!/usr/bin/env python", '#!/usr/bin/env python\n\nfrom .links import LinkCheck\n\n__all__ = ["LinkCheck"]\n',
        id="only a comment, without a line feed",
    ),
    pytest.param(
        f'{LICENCE}\n__version__ = "1"\n',
        f'{LICENCE}\nfrom .links import LinkCheck\n\n__version__ = "1"\n\n__all__ = ["LinkCheck"]\n',
        id="comments before code",
    ),
    pytest.param(
        f'{LICENCE}__all__ = []\n', f'{LICENCE}\nfrom .links import LinkCheck\n\n__all__ = ["LinkCheck"]\n',
        id="comments right before code",
    ),
    pytest.param(
        '__all__ = ["A"]\n', 'from .links import LinkCheck\n\n__all__ = ["A", "LinkCheck"]\n', id="only names"
    ),
    pytest.param(
        '__version__ = "1"\n__author__ = "me"\n',
        'from .links import LinkCheck\n\n__version__ = "1"\n__author__ = "me"\n\n__all__ = ["LinkCheck"]\n',
        id="private names only",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after"), WITHOUT_IMPORTS)
def test_a_file_without_imports_gets_one_behind_its_head(before: str, after: str) -> None:
    assert wire(before) == after


IMPORTS = [
    pytest.param("from .a import A\n", "from .a import A\nfrom .links import LinkCheck\n", id="behind"),
    pytest.param("from .z import Z\n", "from .links import LinkCheck\nfrom .z import Z\n", id="before"),
    pytest.param(
        "from .a import A\nfrom .z import Z\n",
        "from .a import A\nfrom .links import LinkCheck\nfrom .z import Z\n",
        id="between",
    ),
    pytest.param(
        "from .z import Z\nfrom .a import A\n",
        "from .z import Z\nfrom .a import A\nfrom .links import LinkCheck\n",
        id="unsorted",
    ),
    pytest.param(
        "from .links_strict import LinkCheckStrict\n",
        "from .links import LinkCheck\nfrom .links_strict import LinkCheckStrict\n",
        id="a module that begins with its name",
    ),
    pytest.param(
        "from . import links\nfrom .. import tools\n",
        "from . import links\nfrom .. import tools\nfrom .links import LinkCheck\n",
        id="the package itself",
    ),
    pytest.param(
        "from .a import (\n    A,\n    B,\n)\n",
        "from .a import (\n    A,\n    B,\n)\nfrom .links import LinkCheck\n",
        id="behind one of several lines",
    ),
    pytest.param(
        "from .a import A, \\\n    B\n",
        "from .a import A, \\\n    B\nfrom .links import LinkCheck\n",
        id="behind one with a backslash",
    ),
    pytest.param(
        "from __future__ import annotations\n",
        "from __future__ import annotations\n\nfrom .links import LinkCheck\n",
        id="from __future__",
    ),
    pytest.param(
        "from __future__ import annotations\nfrom .a import A\n",
        "from __future__ import annotations\nfrom .a import A\nfrom .links import LinkCheck\n",
        id="from __future__ right before others",
    ),
    pytest.param(
        "from importlib.metadata import version\nimport os\n",
        "from importlib.metadata import version\nimport os\n\nfrom .links import LinkCheck\n",
        id="a section of its own behind the standard library",
    ),
    pytest.param(
        "import os\n\nfrom .a import A\n\nfrom .z import Z\n",
        "import os\n\nfrom .a import A\n\nfrom .links import LinkCheck\nfrom .z import Z\n",
        id="the last section",
    ),
    pytest.param(
        "from .z import Z\n\nfrom .a import A\nfrom .m import M\n",
        "from .z import Z\n\nfrom .a import A\nfrom .links import LinkCheck\nfrom .m import M\n",
        id="the last section, which alone is sorted",
    ),
    pytest.param(
        "from .a import A\n\ntry:\n    import yaml\nexcept ImportError:\n    yaml = None\n",
        "from .a import A\nfrom .links import LinkCheck\n\ntry:\n    import yaml\nexcept ImportError:\n    yaml = None\n",
        id="imports under a condition are left alone",
    ),
    pytest.param(
        "from .a import A\n\nA.setup()\n\nfrom .late import Late  # noqa: E402\n",
        "from .a import A\nfrom .links import LinkCheck\n\nA.setup()\n\nfrom .late import Late  # noqa: E402\n",
        id="imports below code are left alone",
    ),
    pytest.param(
        "if x:\n    import y\n\nfrom .a import A\n\nA.setup()\n\nfrom .late import Late\n",
        "if x:\n    import y\n\nfrom .a import A\nfrom .links import LinkCheck\n\nA.setup()\n\nfrom .late import Late\n",
        id="imports behind a condition are not below code",
    ),
    pytest.param(
        '__version__ = "1"\n\nfrom .a import A\n\nA.setup()\n\nfrom .late import Late\n',
        '__version__ = "1"\n\nfrom .a import A\nfrom .links import LinkCheck\n\nA.setup()\n\nfrom .late import Late\n',
        id="imports behind the version are not below code",
    ),
    pytest.param(
        "print()\n\nfrom .late import Late  # noqa: E402\n",
        "print()\n\nfrom .late import Late  # noqa: E402\nfrom .links import LinkCheck\n",
        id="all imports are below code",
    ),
    pytest.param(
        "from .a import *\nfrom .b import *\n",
        "from .a import *\nfrom .b import *\nfrom .links import LinkCheck\n",
        id="everything from other modules",
    ),
    pytest.param(
        "from .a import A as A\n",
        "from .a import A as A\nfrom .links import LinkCheck as LinkCheck\n",
        id="X as X",
    ),
    pytest.param(
        "from .links import A as A\nfrom .links import Z as Z\n",
        "from .links import A as A\nfrom .links import LinkCheck as LinkCheck\nfrom .links import Z as Z\n",
        id="X as X, each on its own",
    ),
    pytest.param(
        "from .links import (\n    A as A,\n    Z as Z,\n)\n",
        "from .links import (\n    A as A,\n    LinkCheck as LinkCheck,\n    Z as Z,\n)\n",
        id="X as X, all together",
    ),
    pytest.param(
        "from .links import A\nfrom .b import B as B\n",
        "from .links import A, LinkCheck\nfrom .b import B as B\n",
        id="X as X elsewhere",
    ),
    pytest.param(
        "x = 1; \\\nfrom .z import Z\n",
        "x = 1; \\\nfrom .links import LinkCheck\nfrom .z import Z\n",
        id="behind a backslash",
    ),
    pytest.param(
        'x = "\x0c \u2028 \x85 ä"\nfrom .a import A\n',
        'x = "\x0c \u2028 \x85 ä"\nfrom .a import A\nfrom .links import LinkCheck\n',
        id="characters that end a line for some, and not for Python",
    ),
    pytest.param(
        "# \x0c\n\x0cfrom .a import A\nfrom .z import Z\n",
        "# \x0c\n\x0cfrom .a import A\nfrom .links import LinkCheck\nfrom .z import Z\n",
        id="form feeds",
    ),
]


@pytest.mark.parametrize(("before", "after"), IMPORTS)
def test_an_import_goes_among_its_like(before: str, after: str) -> None:
    assert wire(f'{before}\n__all__ = ["LinkCheck"]\n') == f'{after}\n__all__ = ["LinkCheck"]\n'


ABSOLUTE = [
    pytest.param(
        "from acme.a import A\nfrom acme.z import Z\n",
        "from acme.a import A\nfrom acme.links import LinkCheck\nfrom acme.z import Z\n",
        id="between others of the package",
    ),
    pytest.param(
        "from typing import Any\n\nfrom acme_tools import Tool\n",
        "from typing import Any\n\nfrom acme_tools import Tool\n\nfrom acme.links import LinkCheck\n",
        id="a package whose name begins with it is another",
    ),
    pytest.param(
        "import typing\n\nimport acme.base\n",
        "import typing\n\nimport acme.base\nfrom acme.links import LinkCheck\n",
        id="behind a plain import of the package",
    ),
    pytest.param(
        "from acme.Zone import Zone\nimport acme.base\n",
        "from acme.links import LinkCheck\nfrom acme.Zone import Zone\nimport acme.base\n",
        id="without regard to case",
    ),
]


@pytest.mark.parametrize(("before", "after"), ABSOLUTE)
def test_an_absolute_import_goes_among_those_of_its_package(before: str, after: str) -> None:
    rest = '\n__all__ = ["LinkCheck"]\n'
    assert wire(before + rest, module="acme.links") == after + rest


def test_an_import_that_does_not_fit_is_broken_up() -> None:
    one_line = "from .a_long_name_of_a_module import LinkCheck\n"
    assert wire("__all__ = []\n", ".a_long_name_of_a_module", width=46).startswith(one_line)
    assert wire("__all__ = []\n", ".a_long_name_of_a_module", width=45).startswith(
        "from .a_long_name_of_a_module import (\n    LinkCheck,\n)\n"
    )


EXPORTS = [
    pytest.param("from .a import A as A\n", "from .a import A as A\nfrom .links import LinkCheck as LinkCheck\n", id="X as X"),
    pytest.param(
        "from __future__ import annotations\nimport os\nfrom typing import Any\n",
        'from __future__ import annotations\nimport os\nfrom typing import Any\n\nfrom .links import LinkCheck\n\n__all__ = ["LinkCheck"]\n',
        id="what is imported from the standard library is no export",
    ),
    pytest.param(
        "from .links import LinkCheck", 'from .links import LinkCheck\n\n__all__ = ["LinkCheck"]\n', id="imported already"
    ),
    pytest.param(
        '__all__ = ["LinkCheck"]\n', 'from .links import LinkCheck\n\n__all__ = ["LinkCheck"]\n', id="exported already"
    ),
    pytest.param(
        "from .links import LinkCheck\n\n__all__ = ['A']\n\n\ndef __dir__():\n    return sorted(__all__)\n",
        "from .links import LinkCheck\n\n__all__ = ['A', 'LinkCheck']\n\n\ndef __dir__():\n    return sorted(__all__)\n",
        id="__all__ is read elsewhere",
    ),
    pytest.param(
        'from .links import LinkCheck\n\nassert __all__[0] or LinkCheck.__all__\n__all__ = ["A"]\n',
        'from .links import LinkCheck\n\nassert __all__[0] or LinkCheck.__all__\n__all__ = ["A", "LinkCheck"]\n',
        id="a part of __all__ is read",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after"), EXPORTS)
def test_what_is_imported_is_exported(before: str, after: str) -> None:
    assert wire(before) == after


UNCHANGED = [
    pytest.param('from .links import LinkCheck\n\n__all__ = ["LinkCheck"]\n', id="in one line"),
    pytest.param(
        "from .links import (\n    A, LinkCheck, B)\n__all__ = ['LinkCheck', \\\n'B']", id="in unusual shapes"
    ),
    pytest.param("from .links import LinkCheck as LinkCheck", id="X as X, without a line feed"),
    pytest.param("from .links import *\nfrom .links import LinkCheck\n__all__ = ('LinkCheck',)", id="and everything"),
]


@pytest.mark.parametrize("content", UNCHANGED)
def test_what_is_there_already_is_left_alone(content: str) -> None:
    assert wire(content) == content


def test_a_name_within_another_is_not_there_already() -> None:
    """Text that holds the name is not the name."""
    before = "from .links import LinkCheckStrict\n\n# LinkCheck\n__all__ = ['LinkCheckStrict', 'NoLinkCheck']\n"
    assert wire(before) == (
        "from .links import LinkCheck, LinkCheckStrict\n\n"
        "# LinkCheck\n__all__ = ['LinkCheck', 'LinkCheckStrict', 'NoLinkCheck']\n"
    )


BEFORE = '"""Doc: ä."""\n\nfrom .a import (\n    A,  # größer\n)\n\n__all__ = [\n    "A"\n]\n'
AFTER = (
    '"""Doc: ä."""\n\nfrom .a import (\n    A,  # größer\n)\nfrom .links import LinkCheck\n'
    '\n__all__ = [\n    "A",\n    "LinkCheck",\n]\n'
)


@pytest.mark.parametrize("bom", [pytest.param(b"", id="no BOM"), pytest.param(b"\xef\xbb\xbf", id="BOM")])
@pytest.mark.parametrize("newline", [pytest.param("\n", id="LF"), pytest.param("\r\n", id="CRLF")])
@pytest.mark.parametrize("end", [pytest.param("\n", id="ended"), pytest.param("", id="not ended")])
def test_encoding_and_line_ends_stay(bom: bytes, newline: str, end: str) -> None:
    before = bom + (BEFORE.rstrip("\n") + end).replace("\n", newline).encode()
    after = bom + (AFTER.rstrip("\n") + end).replace("\n", newline).encode()
    assert wired(before, PATH, ".links", "LinkCheck") == after
    assert wired(after, PATH, ".links", "LinkCheck") == after


def test_positions_are_counted_in_characters() -> None:
    before = 'from .links import Ä, ß; x = "😀"\n__all__ = ["Ä", "ß"]; y = "😀"\n'
    assert wire(before) == (
        'from .links import LinkCheck, Ä, ß; x = "😀"\n__all__ = ["LinkCheck", "Ä", "ß"]; y = "😀"\n'
    )


def test_a_name_inside_a_function_or_a_class_is_not_taken() -> None:
    before = "def _f():\n    LinkCheck = 1\n\n\nclass _C:\n    LinkCheck = 2\n\n\n__all__ = []\n"
    assert wire(before) == "from .links import LinkCheck\n\n" + before.replace("[]", '["LinkCheck"]')
