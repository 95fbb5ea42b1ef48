"""What wiring refuses to touch, and what it says then."""

import pytest

from giskard.checks._scaffold.wiring import wired
from giskard.checks.core.exceptions import UserError

PATH = "acme/__init__.py"
HINT = "Please add `from .links import LinkCheck` and 'LinkCheck' in __all__ by hand, then run the command again."


def wire(text: str) -> str:
    """Return what becomes of a file."""
    return wired(text.encode(), PATH, ".links", "LinkCheck").decode()


LINKS = "from .links import LinkCheck\n"
UNSAFE = [
    pytest.param(f"{LINKS}__all__ = a.__all__ + b.__all__\n", "not a plain list of names", id="computed"),
    pytest.param(f"{LINKS}__all__ = sorted(['A'])\n", "not a plain list of names", id="a call"),
    pytest.param(f"{LINKS}__all__ = ['A', *a.__all__]\n", "not a plain list of names", id="unpacked"),
    pytest.param(f"{LINKS}__all__ = ['A', A.__name__]\n", "not a plain list of names", id="no text"),
    pytest.param(f"{LINKS}__all__ = ['A', b'B']\n", "not a plain list of names", id="bytes"),
    pytest.param(f"{LINKS}__all__ = ['A', f'{{B}}']\n", "not a plain list of names", id="an f-string"),
    pytest.param(f"{LINKS}__all__: list[str]\n", "not a plain list of names", id="declared only"),
    pytest.param(f"{LINKS}__all__ = 'A', 'B'\n", "a tuple without parentheses", id="a tuple without parentheses"),
    pytest.param(f"{LINKS}__all__ = ['A']\n__all__ += ['B']\n", "in several places", id="+="),
    pytest.param(f"{LINKS}__all__ = ['A']\n__all__.extend(['B'])\n", "in several places", id="extend"),
    pytest.param(f"{LINKS}__all__ = ['A']\n__all__.append('B')\n", "in several places", id="append"),
    pytest.param(f"{LINKS}__all__ = ['A']\n__all__[1:] = ['B']\n", "in several places", id="a slice"),
    pytest.param(f"{LINKS}__all__ = ['A']\ndel __all__[0]\n", "in several places", id="del"),
    pytest.param(f"{LINKS}__all__ = ['A']\n__all__ = ['B']\n", "in several places", id="assigned twice"),
    pytest.param(f"{LINKS}if x:\n    __all__ = ['A']\n", "not at its top level", id="under if"),
    pytest.param(f"{LINKS}try:\n    __all__ = ['A']\nfinally:\n    pass\n", "not at its top level", id="under try"),
    pytest.param(f"{LINKS}a, __all__ = 1, ['A']\n", "not at its top level", id="assigned with another"),
    pytest.param(f"{LINKS}from .a import __all__\n", "imports its __all__", id="imported"),
    pytest.param(f"{LINKS}from .a import names as __all__\n", "imports its __all__", id="imported under that name"),
    pytest.param(f"{LINKS}from .a import A\n", "would hide 'A'", id="other names are imported, and no __all__"),
    pytest.param(f"{LINKS}import numpy as np\n", "would hide 'np'", id="a package is imported, and no __all__"),
    pytest.param(f"{LINKS}from .a import *\n", "would hide what it imports with *", id="everything, and no __all__"),
    pytest.param(f"{LINKS}def run(): ...\n", "would hide 'run'", id="a function is defined, and no __all__"),
    pytest.param("from .links import *\n__all__ = []\n", "everything from .links", id="everything is imported"),
    pytest.param(
        "from .links import A, \\\n    B\n__all__ = []\n", "with a backslash", id="an import with a backslash"
    ),
    pytest.param("from .links \\\n    import A\n__all__ = []\n", "with a backslash", id="a backslash before import"),
    pytest.param("from .links import (A, B,\n    C)\n__all__ = []\n", "several names on one line", id="filled lines"),
    pytest.param("from .a import A; x = '''\n'''\n__all__ = []\n", "line 1 holds more", id="text of two lines beside"),
    pytest.param("x = '''\n'''; from .z import Z\n__all__ = []\n", "line 2 holds more", id="text of two lines before"),
    pytest.param("'''Doc.'''; x = [\n]\n", "line 1 holds more", id="a list of two lines beside the docstring"),
    pytest.param("import os \\\n\n__all__ = []\n", "line 1 holds more", id="a backslash behind an import"),
]


@pytest.mark.parametrize(("content", "why"), UNSAFE)
def test_what_cannot_be_edited_safely_is_refused_with_the_edit_to_make(content: str, why: str) -> None:
    with pytest.raises(UserError) as refused:
        wire(content)
    assert why in refused.value.message
    assert refused.value.message.startswith(f"{PATH} cannot be edited safely: ")
    assert refused.value.hint == HINT
    assert refused.value.exit_code == 2
    assert "\n" not in str(refused.value)


UNREADABLE = [
    pytest.param(b'"""D\xe9j\xe0 vu."""\n', "it is not encoded as UTF-8", id="Latin-1"),
    pytest.param(b"# coding: latin-1\nx = '\xe9'\n", "it is not encoded as UTF-8", id="Latin-1 that says so"),
    pytest.param('"""Doc."""\n'.encode("utf-16"), "it is not encoded as UTF-8", id="UTF-16"),
    pytest.param(b"x = 1\r\ny = 2\n", "its lines end in different ways", id="CRLF and LF"),
    pytest.param(b"x = 1\ry = 2\r", "its lines end in different ways", id="CR"),
    pytest.param(b"x = 1\r\n\r", "its lines end in different ways", id="CRLF and CR"),
]


@pytest.mark.parametrize(("content", "why"), UNREADABLE)
def test_bytes_that_would_not_stay_are_refused(content: bytes, why: str) -> None:
    with pytest.raises(UserError, match=why) as refused:
        wired(content, PATH, ".links", "LinkCheck")
    assert refused.value.hint == HINT


BROKEN = [
    pytest.param("x = 1\\\n", f"{PATH}, line 1 does not parse: ", id="a backslash at the end"),
    pytest.param("x = 1\n\ndef f(:\n", f"{PATH}, line 3 does not parse: ", id="a syntax error names its line"),
    pytest.param("<<<<<<< HEAD\nfrom .a import A\n", f"{PATH}, line 1 does not parse: ", id="a merge conflict"),
    pytest.param("x = 1\n\0", f"{PATH} does not parse: ", id="a null byte"),
    pytest.param("x = " + "[" * 300 + "]" * 300, f"{PATH}, line 1 does not parse: ", id="nested brackets"),
    pytest.param("x = " + "-" * 50_000 + "1", f"{PATH} does not parse: ", id="nested too deeply"),
]


@pytest.mark.parametrize(("content", "message"), BROKEN)
def test_a_file_that_does_not_parse_is_refused(content: str, message: str) -> None:
    with pytest.raises(UserError) as refused:
        wire(content)
    assert refused.value.message.startswith(message)
    assert "by hand" not in str(refused.value)


TAKEN = [
    pytest.param("from .other import LinkCheck\n", 1, id="imported from elsewhere"),
    pytest.param("from .other import A as LinkCheck\n", 1, id="imported from elsewhere under that name"),
    pytest.param("from .links import A as LinkCheck\n", 1, id="imported from there, but another thing"),
    pytest.param("from acme.links import LinkCheck\n", 1, id="imported absolutely"),
    pytest.param("import LinkCheck.tools\n", 1, id="a package"),
    pytest.param("\nimport acme.links as LinkCheck\n", 2, id="a module"),
    pytest.param("\nclass LinkCheck: ...\n", 2, id="a class"),
    pytest.param("def LinkCheck(): ...\n", 1, id="a function"),
    pytest.param("async def LinkCheck(): ...\n", 1, id="a coroutine function"),
    pytest.param("\n\nLinkCheck = 1\n", 3, id="a variable"),
    pytest.param("LinkCheck: int = 1\n", 1, id="an annotated variable"),
    pytest.param("\nLinkCheck = 1\nLinkCheck = 2\n", 2, id="twice"),
    pytest.param("try:\n    from .links import LinkCheck\nexcept ImportError:\n    pass\n", 2, id="imported under try"),
]


@pytest.mark.parametrize(("content", "line"), TAKEN)
def test_a_name_that_means_something_else_is_refused(content: str, line: int) -> None:
    with pytest.raises(UserError) as refused:
        wire(content)
    assert refused.value.message == f"{PATH} has another 'LinkCheck' already, in line {line}."
