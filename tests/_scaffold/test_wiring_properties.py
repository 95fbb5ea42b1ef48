"""What holds of wiring whatever the `__init__` looks like."""

import ast
import io
import tokenize

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from giskard.checks._scaffold.prove import prove_edit
from giskard.checks._scaffold.wiring import wired
from giskard.checks.core.exceptions import UserError

NAME = "LinkCheck"
PATH = "acme/__init__.py"
NAMES = ["Alpha", "LinkCheck", "LinkCheckStrict", "Link", "Zone", "MAX", "_private", "call", "Ä", "Top10", "Top5"]

names = st.sampled_from([name for name in NAMES if name != NAME] * 3 + [NAME])
comments = st.sampled_from(["# plain", "#", '# "LinkCheck",', "# größer 😀, x", "# noqa: F401", "# [(", "# \x0c x"])
tails = st.one_of(st.sampled_from(["", "", "", " ", ";", "; y = '''\n'''"]), comments.map("  {}".format))
modules = st.sampled_from([".links", ".links", ".links_strict", ".a", ".z", ".", "..tools", "acme.links", "typing"])
blanks = st.sampled_from(["", "", "", "\n", "\n\n", "  \n", "\x0c\n"])


@st.composite
def aliases(draw: st.DrawFn) -> str:
    name = draw(names)
    return draw(st.sampled_from([name, name, name, f"{name} as {name}", f"{name} as Other"]))


@st.composite
def from_imports(draw: st.DrawFn) -> str:
    items = draw(st.lists(aliases(), min_size=1, max_size=4))
    module, layout = draw(modules), draw(st.sampled_from(["line", "line", "brackets", "lines", "filled", "backslash"]))
    if layout == "line":
        return f"from {module} import {draw(st.sampled_from([', '.join(items), '*', items[0]]))}"
    if layout == "backslash":
        return f"from {module} import " + ", \\\n    ".join(items)
    return f"from {module} import {draw(sequences(items, '()', layout))}"


@st.composite
def sequences(draw: st.DrawFn, items: list[str], brackets: str, layout: str) -> str:
    """Draw a list of items in brackets: in one line, filling lines, or in one line for each, with comments."""
    comma = draw(st.sampled_from([",", "", ", "])) if items else ""
    if layout == "brackets":
        return f"{brackets[0]}{', '.join(items)}{comma}{brackets[1]}"
    if layout == "filled":
        joined = [item + draw(st.sampled_from([", ", ",\n    ", ",\n", "\n  , "])) for item in items[:-1]]
        return f"{brackets[0]}\n    {''.join(joined)}{''.join(items[-1:])}{comma}\n{brackets[1]}"
    indent = draw(st.sampled_from(["    ", "\t", "  ", ""]))
    head = draw(st.sampled_from(["", "", "  # opens"]))
    lines: list[str] = [f"{brackets[0]}{head}\n"]
    if draw(st.booleans()) and not head and items:
        lines = [brackets[0]]  # the first name stands behind the bracket
    for number, item in enumerate(items):
        before = draw(st.sampled_from(["", "", "", "\n", "# heading\n", "    # heading\n"]))
        start = "" if lines[-1] == brackets[0] else f"{before}{indent}"
        end = draw(st.sampled_from(["", "", "  # about it", " #, "]))
        lines.append(f"{start}{item}{',' if number + 1 < len(items) else comma}{end}\n")
    closing = draw(st.sampled_from([brackets[1], brackets[1], f"    {brackets[1]}", f"# end\n{brackets[1]}"]))
    if draw(st.booleans()) and "#" not in lines[-1]:
        return "".join(lines).rstrip("\n") + brackets[1]
    return "".join(lines) + closing


@st.composite
def exports(draw: st.DrawFn) -> str:
    quote = draw(st.sampled_from(["'{}'", '"{}"', '"{}"', 'u"{}"', '("{}")', '"{}" ""']))
    quote = draw(st.sampled_from(['"{}"', '"{}"', quote]))
    listed = draw(st.lists(names, max_size=6, unique=True))
    listed = draw(st.sampled_from([listed, sorted(listed)]))
    items = [quote.format(name) for name in listed]
    target = draw(st.sampled_from(["__all__", "__all__", "__all__: list[str]", "names = __all__"]))
    brackets = draw(st.sampled_from(["[]", "[]", "()"]))
    value = draw(sequences(items, brackets, draw(st.sampled_from(["brackets", "lines", "lines", "filled"]))))
    odd = st.sampled_from(["sorted(x)", "a.__all__ + ['B']", '"A", "B"', '["A", \\\n"B"]', "[*x]"])
    return f"{target} = {draw(odd) if draw(st.integers(0, 9)) == 0 else value}"


codes = st.sampled_from(
    [
        "import os",
        "import acme.links",
        "import LinkCheck",
        '__version__ = "1"',
        "x = 1",
        '_text = """two\n# no comment\nlines"""',
        "if True:\n\tfrom .a import A",
        "def _run():\n    return 1",
        "class _Base: ...",
        "__all__ += ['B']",
        "__all__.append('B')",
        "LinkCheck = 1",
        "_ = [\n]",
        "'a sentence'",
    ]
)


@st.composite
def files(draw: st.DrawFn) -> bytes:
    """Draw an `__init__`: docstring, imports, `__all__` and code in an order that is likely, or not."""
    docstrings = st.sampled_from(
        ["", "", '"""Doc."""', '"""Doc: ä 😀.\n\nfrom .links import A\n"""', "'Doc'", 'r"""\\d"""']
    )
    futures = st.sampled_from(["", "", "", "from __future__ import annotations"])
    parts = [draw(docstrings), draw(futures), *draw(st.lists(from_imports(), max_size=4))]
    rest = draw(st.lists(codes, max_size=2)) + draw(st.lists(exports(), min_size=0, max_size=1))
    parts += draw(st.permutations(rest))
    text = draw(st.sampled_from(["", "", "#!/usr/bin/python\n", "# one\n# two\n\n", "\n", "\x0c"]))
    for part in filter(None, parts):
        text += draw(blanks) + part + draw(tails) + draw(st.sampled_from(["\n", "\n", "\n\n"]))
    text += draw(st.sampled_from(["", "", "# the end\n", "\n\n", "   "]))
    if draw(st.booleans()):
        text = text.removesuffix("\n")
    bom = draw(st.sampled_from([b"", b"", b"\xef\xbb\xbf"]))
    return bom + text.replace("\n", draw(st.sampled_from(["\n", "\n", "\r\n"]))).encode()


def wire(content: bytes, module: str, width: int) -> bytes | None:
    """Return what becomes of a file, None when it is refused."""
    try:
        return wired(content, PATH, module, NAME, width=width)
    except UserError as exc:
        refused = exc
    assert refused.exit_code == 2
    assert refused.hint
    assert "\n" not in str(refused)
    return None


def tree_of(content: bytes) -> ast.Module:
    return ast.parse(content.decode("utf-8-sig"))


def comments_of(content: bytes) -> list[str]:
    tokens = tokenize.generate_tokens(io.StringIO(content.decode("utf-8-sig"), newline=None).readline)
    return [token.string for token in tokens if token.type == tokenize.COMMENT]


def edited_lines(content: bytes, module: str) -> set[int]:
    """Return the numbers of the lines that hold `__all__` or an import from the module."""
    level = len(module) - len(module.lstrip("."))
    edited: set[int] = set()
    for node in tree_of(content).body:
        targets = getattr(node, "targets", None) or [getattr(node, "target", None)]
        is_list = any(isinstance(target, ast.Name) and target.id == "__all__" for target in targets)
        is_import = isinstance(node, ast.ImportFrom) and (node.level, node.module) == (level, module[level:] or None)
        if is_list or is_import:
            edited.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return edited


def lines_of(content: bytes) -> list[bytes]:
    return content.removeprefix(b"\xef\xbb\xbf").split(b"\n")


def is_within(lines: list[bytes], others: list[bytes]) -> bool:
    """Say whether lines are among others, in their order."""
    rest = iter(others)
    return all(line in rest for line in lines)


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(files(), st.sampled_from([".links", "acme.links"]), st.sampled_from([40, 88]))
def test_a_file_is_refused_or_gets_exactly_one_name_more(content: bytes, module: str, width: int) -> None:
    after = wire(content, module, width)
    if after is None:
        return
    prove_edit(PATH, content, after, NAME)
    assert comments_of(after) == comments_of(content)
    edited = edited_lines(content, module)
    untouched = [line for number, line in enumerate(lines_of(content), start=1) if number not in edited]
    ends = b"\r" if b"\r\n" in content else b""
    if untouched and untouched[-1] and untouched[-1] not in lines_of(after):
        untouched[-1] += ends  # the last line had no end
    assert is_within(untouched, lines_of(after))
    assert wire(after, module, width) == after
    assert after.startswith(b"\xef\xbb\xbf") == content.startswith(b"\xef\xbb\xbf")
    assert (b"\r\n" in after) == (b"\r\n" in content)


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(files(), st.sampled_from([".links", "acme.links"]))
def test_the_name_is_imported_and_exported_afterwards(content: bytes, module: str) -> None:
    after = wire(content, module, 88)
    if after is None:
        return
    imported = [alias for node in tree_of(after).body if isinstance(node, ast.ImportFrom) for alias in node.names]
    assert NAME in [alias.asname or alias.name for alias in imported]
    listed = [node.value for node in ast.walk(tree_of(after)) if isinstance(node, ast.Constant)]
    assert NAME in listed or any(alias.asname == alias.name == NAME for alias in imported)


@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(names.filter(lambda name: name != NAME), unique=True, max_size=6), st.booleans())
def test_an_ordinary_file_is_never_refused(listed: list[str], in_lines: bool) -> None:
    imports = "".join(f"from .{name.lower()} import {name}\n" for name in listed)
    quoted = [f'"{name}"' for name in listed]
    value = "[\n" + "".join(f"    {name},\n" for name in quoted) + "]" if in_lines else f"[{', '.join(quoted)}]"
    assert wire(f'"""Doc."""\n\n{imports}\n__all__ = {value}\n'.encode(), ".links", 88) is not None
