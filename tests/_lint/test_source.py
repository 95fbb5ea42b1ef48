"""Reading a package: every file that Python reads, in its encoding, and none of it is run."""

import ast
import contextlib
import sys
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from giskard.checks._lint.linter import findings_of, lint
from giskard.checks._lint.module import parse_module
from giskard.checks._lint.project import Config, Project
from giskard.checks._lint.source import Source
from giskard.checks.core.exceptions import UserError

type Texts = dict[str, str]

MINE = """
from giskard.checks import Check, CheckResult, JSONPathStr, MISSING, Trace, resolve


@Check.register("mine")
class Mine(Check):
    keyword: str | MISSING = MISSING
    keyword_key: JSONPathStr | MISSING = MISSING

    async def run(self, trace: Trace) -> CheckResult:
        return resolve(trace, self.keyword_key)
"""


def source_of(folder: Path, texts: Texts) -> Source:
    """Return the source of a package that is made of texts only."""
    project = Project(folder, Config(package="acme_checks"))
    return Source(project, {project.package_dir / name: text for name, text in texts.items()})


def checks_in(folder: Path, texts: Texts) -> list[str]:
    """Return the names of the checks of a package."""
    return [cls.name for cls in source_of(folder, texts).checks()]


# --- what a class derives from ---


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("from giskard.checks import Check\nclass A(Check): ...", id="from the root"),
        pytest.param("from giskard.checks.core.check import Check\nclass A(Check): ...", id="from its module"),
        pytest.param("from giskard.checks import Check as Base\nclass A(Base): ...", id="by another name"),
        pytest.param("import giskard.checks\nclass A(giskard.checks.Check): ...", id="by the full name"),
        pytest.param("import giskard.checks as gc\nclass A(gc.Check): ...", id="by the module"),
        pytest.param("from giskard import checks\nclass A(checks.core.check.Check): ...", id="by the module's module"),
        pytest.param("from giskard.checks import Check\nclass A(Check[str, str, 'Trace']): ...", id="with types"),
        pytest.param("from giskard.checks import Check\nBase = Check\nclass A(Base): ...", id="by an alias"),
        pytest.param(
            "from giskard.checks import Check\nBase = Check[str, str]\nclass A(Base): ...", id="alias with types"
        ),
        pytest.param(
            "from giskard.checks import Check\nB = Check[str]\nC = B\nclass A(C): ...", id="alias of an alias"
        ),
        pytest.param("from giskard.checks import *\nclass A(Check): ...", id="from a star import"),
        pytest.param("from acme_checks.all import *\nclass A(Check): ...", id="from a star import of a star import"),
        pytest.param("from acme_checks.all import Check\nclass A(Check): ...", id="from a module that starred it"),
        pytest.param("from acme_checks import Base\nclass A(Base): ...", id="from a package of the project"),
        pytest.param("from . import Base\nclass A(Base): ...", id="from its own package"),
        pytest.param("from .bases import Base\nclass A(Base): ...", id="from a module beside it"),
        pytest.param("from .bases import Alias\nclass A(Alias): ...", id="from an alias of another module"),
        pytest.param("from giskard.checks import Check\nclass A(int, Check): ...", id="as the second base"),
        pytest.param("from giskard.checks import StringMatching\nclass A(StringMatching): ...", id="from a check"),
        pytest.param("if True:\n    from giskard.checks import Check\n    class A(Check): ...", id="under a condition"),
        pytest.param(
            "try:\n    from giskard.checks import Check\n    class A(Check): ...\nfinally: ...", id="under try"
        ),
        pytest.param("with x:\n    from giskard.checks import Check\n    class A(Check): ...", id="under with"),
        pytest.param(
            "try:\n    from giskard.checks import Check\nexcept ImportError:\n    Check = object\nclass A(Check): ...",
            id="from an import with a way out",
        ),
        pytest.param("from .compat import Check\nclass A(Check): ...", id="from a module whose import has a way out"),
    ],
)
def test_a_class_that_derives_from_check_is_one(tmp_path: Path, text: str) -> None:
    beside = {
        "__init__.py": "from acme_checks.bases import Base\n",
        "bases.py": "from giskard.checks import Check\nclass Base(Check): ...\nAlias = Base\n",
        "all.py": "from giskard.checks import *\n",
        "compat.py": "try:\n    from giskard.checks import Check\nexcept ImportError:\n    Check = object\n",
    }
    assert "A" in checks_in(tmp_path, beside | {"a.py": text})


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("class A: ...", id="no base"),
        pytest.param("class A(Check): ...", id="a name that nothing defines"),
        pytest.param("from elsewhere import Check\nclass A(Check): ...", id="a class of another package"),
        pytest.param("from elsewhere import *\nclass A(Check): ...", id="a star import of another package"),
        pytest.param("class Check: ...\nclass A(Check): ...", id="a class of that name"),
        pytest.param("from giskard.checks import CheckResult\nclass A(CheckResult): ...", id="another class"),
        pytest.param("from giskard.checks import Check\nclass A(list[Check]): ...", id="a container of checks"),
        pytest.param("from giskard.checks import Check\nclass A(metaclass=Check): ...", id="a metaclass"),
        pytest.param("class A(A): ...", id="itself"),
        pytest.param("class A(B): ...\nclass B(A): ...", id="a circle"),
        pytest.param("A = B\nB = A\nclass C(A): ...", id="aliases in a circle"),
        pytest.param("from .a import *\nclass A(Check): ...", id="a star import of itself"),
        pytest.param("from .a import Check\nclass A(Check): ...", id="a name imported from itself"),
        pytest.param("from .b import Check\nclass A(Check): ...", id="two modules that import from each other"),
        pytest.param("class A(f()): ...", id="a base that is computed"),
        pytest.param("class A(*bases): ...", id="bases that are unpacked"),
        pytest.param("def f():\n    from giskard.checks import Check\nclass A(Check): ...", id="a name in a function"),
    ],
)
def test_a_class_that_does_not_derive_from_check_is_none(tmp_path: Path, text: str) -> None:
    assert (
        checks_in(tmp_path, {"__init__.py": "", "a.py": text, "b.py": "from .a import Check\nfrom .a import *\n"}) == []
    )


def test_checks_come_in_order_of_place(tmp_path: Path) -> None:
    head = "from giskard.checks import Check\n"
    texts = {"b.py": f"{head}class Z(Check): ...\nclass A(Check): ...", "a/c.py": f"{head}class M(Check): ..."}
    assert checks_in(tmp_path, texts) == ["M", "Z", "A"]


# --- names ---


@pytest.mark.parametrize(
    ("expression", "origin"),
    [
        pytest.param("Check", "giskard.checks.core.check.Check", id="followed to where it is defined"),
        pytest.param("gc.Check", "giskard.checks.core.check.Check", id="an attribute followed"),
        pytest.param("giskard.checks.MISSING", "pydantic_core.MISSING", id="out of the library"),
        pytest.param("json.loads", "json.loads", id="in another library"),
        pytest.param("path.join", "os.path.join", id="by a part of its name"),
        pytest.param("LOCAL", "acme_checks.a.LOCAL", id="a value of the module"),
        pytest.param("Own", "acme_checks.a.Own", id="a class of the module"),
        pytest.param("unknown.name", "unknown.name", id="nothing that is known"),
        pytest.param("f().x", "", id="no name"),
        pytest.param("x[0]", "", id="an item"),
        pytest.param(".".join(["a"] * 500), ".".join(["a"] * 500), id="a long name"),
    ],
)
def test_a_name_is_followed_to_its_origin(tmp_path: Path, expression: str, origin: str) -> None:
    head = "import json, giskard.checks, giskard.checks as gc\nfrom os import path\nfrom giskard.checks import Check\n"
    source = source_of(tmp_path, {"a.py": f"{head}LOCAL = 1\nclass Own: ...\n"})
    module = source.module("acme_checks.a")
    assert module
    assert source.origin(module, ast.parse(expression, mode="eval").body) == origin


@pytest.mark.parametrize(
    "statement",
    [
        pytest.param("other.field: int = 1", id="an annotation of an attribute"),
        pytest.param("items[0]: int = 1", id="an annotation of an item"),
        pytest.param("field = 1", id="no annotation"),
        pytest.param("a, b = other.field = items[0] = 1, 2", id="several targets"),
        pytest.param("def field(self): ...", id="a method"),
        pytest.param("class field: ...", id="a class"),
        pytest.param("if True:\n        field: int = 1", id="an annotation under a condition"),
        pytest.param("_field: int = 1", id="a private attribute"),
    ],
)
def test_only_an_annotated_name_is_a_field(tmp_path: Path, statement: str) -> None:
    text = f"from giskard.checks import Check\nclass A(Check):\n    first: int\n    {statement}\n"
    [cls] = source_of(tmp_path, {"a.py": text}).checks()
    assert list(cls.fields) == ["first"]


# --- files ---


@pytest.mark.parametrize(
    "content",
    [
        pytest.param("key: str = 'ü'".encode(), id="UTF-8"),
        pytest.param("\ufeffkey: str = 'ü'".encode(), id="a byte order mark"),
        pytest.param("# coding: latin-1\nkey: str = 'ü'".encode("latin-1"), id="another encoding that is declared"),
        pytest.param("# -*- coding: cp1252 -*-\nkey: str = '€'".encode("cp1252"), id="declared as editors do"),
        pytest.param(b"key: str = 'a'\r\n", id="carriage returns and line feeds"),
        pytest.param(b"key: str = 'a'\rother: int = 1", id="carriage returns alone"),
        pytest.param(b"key: str = 'a'", id="no line end"),
        pytest.param(b"\x0ckey: str = '\\d'", id="a form feed and a doubtful escape sequence"),
    ],
)
def test_a_file_is_read_as_python_reads_it(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.py").write_bytes(content)
    module = parse_module("a", tmp_path / "a.py", is_package=False)
    assert "key" in module.values
    assert module.text.splitlines()[-1].strip()
    assert "\r" not in module.text


@pytest.mark.parametrize(
    ("content", "place", "problem"),
    [
        pytest.param(b"x = 1\nclass :\n", "a.py, line 2 does", "invalid syntax", id="a syntax error"),
        pytest.param(b"if x:\npass\n", "a.py, line 2 does", "expected an indented block", id="a missing indent"),
        pytest.param(b"x = (\n\n", "a.py, line 1 does", "was never closed", id="a bracket that is never closed"),
        pytest.param(b"<<<<<<< HEAD\nx = 1\n", "a.py, line 1 does", "invalid syntax", id="a conflict of a merge"),
        pytest.param(b"x = '\xe9'\n", "a.py", "", id="a byte that is not UTF-8"),
        pytest.param(
            b"\n\n\n\nx = '\xe9'\n", "a.py", "can't decode byte 0xe9", id="a byte that is not UTF-8, further down"
        ),
        pytest.param(b"# coding: nonsense\n", "a.py", "unknown encoding", id="an encoding that does not exist"),
        pytest.param(b"\xff\xfex\x00", "a.py", "", id="UTF-16"),
        pytest.param(b"x = 1\x00\n", "a.py", "null bytes", id="a null byte"),
        pytest.param(b"x = " + b"-" * 20_000 + b"1", "a.py", "", id="signs without end"),
        pytest.param(b"x = " + b"1 + " * 20_000 + b"1", "a.py", "", id="a sum without end"),
        pytest.param(b"x = " + b"(" * 20_000, "a.py", "too many nested parentheses", id="brackets without end"),
        pytest.param(b"if x: ...\n" + b"elif x: ...\n" * 3_000, "a.py", "", id="branches without end"),
    ],
)
def test_a_file_that_does_not_parse_is_named(tmp_path: Path, content: bytes, place: str, problem: str) -> None:
    (tmp_path / "a.py").write_bytes(content)
    with pytest.raises(UserError) as caught:
        parse_module("a", tmp_path / "a.py", is_package=False)
    assert place in caught.value.message
    assert problem in caught.value.message
    assert "<unknown>" not in caught.value.message
    assert "line None" not in caught.value.message
    assert caught.value.exit_code == 2


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"gone\.py"):
        parse_module("gone", tmp_path / "gone.py", is_package=False)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(".hidden/mine.py", id="in a hidden folder"),
        pytest.param(".ipynb_checkpoints/mine-checkpoint.py", id="a copy that a notebook keeps"),
        pytest.param(".#mine.py", id="a lock of an editor"),
        pytest.param("mine.pyc", id="compiled"),
        pytest.param("mine.pyi", id="a stub"),
        pytest.param("mine.py.jinja", id="a template"),
        pytest.param("other.py/readme.txt", id="a folder that is called like a module"),
    ],
)
def test_what_is_no_module_is_not_read(project: Callable[..., Project], name: str) -> None:
    assert lint(project(MINE.replace(" = MISSING", ""), {f"src/acme_checks/builtin/{name}": b"\xff no Python"})) == []


def test_a_link_that_leads_nowhere_is_not_read(project: Callable[..., Project]) -> None:
    mine = project(MINE.replace(" = MISSING", ""))
    (mine.package_dir / "gone.py").symlink_to(mine.root / "nowhere.py")
    assert lint(mine) == []


def test_a_text_is_read_in_the_place_of_a_file(project: Callable[..., Project]) -> None:
    mine = project(MINE)
    path = mine.package_dir / "builtin" / "mine.py"
    changed = Source(mine, {path: MINE.replace(" = MISSING", "").replace("\n", "\r\n")})
    assert [finding.code for finding in findings_of(Source(mine))] == ["GC204"]
    assert list(findings_of(changed)) == []


def test_a_text_outside_the_package_is_not_read(tmp_path: Path) -> None:
    project = Project(tmp_path, Config(package="acme_checks"))
    source = Source(project, {tmp_path / "tests" / "a.py": MINE, project.package_dir / "notes.md": "# Notes"})
    assert source.modules == []


# --- nothing is run ---


def test_nothing_that_is_read_is_run(project: Callable[..., Project], tmp_path: Path) -> None:
    ran = tmp_path / "ran"
    deed = f"import pathlib, sys\npathlib.Path({str(ran)!r}).touch()\n"
    source = (
        f"{deed}\n\ndef decorate(cls):\n    sys.exit(1)\n\n\n"
        '@decorate\n@Check.register("mine")\nclass Mine(Check):\n    sys.exit(2)\n'
        "    limit: sys.exit(3) = sys.exit(4)\n"
        "    other: 'sys.exit(5)' = 1\n"
        "    async def run(self, trace=sys.exit(6)):\n        return 1\n"
    )
    assert lint(project(source, {"src/acme_checks/conftest.py": deed, "src/acme_checks/__main__.py": deed})) == []
    assert not ran.exists()
    assert not [name for name in sys.modules if name.startswith("acme_checks")]


# --- any text ---


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder that stays empty: the sources are texts."""
    return tmp_path_factory.mktemp("empty")


def codes_or_error(folder: Path, text: str) -> set[str]:
    """Return the codes of the findings; a UserError, which is the only exception allowed, gives `error`."""
    try:
        return {finding.code for finding in findings_of(source_of(folder, {"__init__.py": text}))}
    except UserError:
        return {"error"}


def parses(text: str) -> bool:
    """Say whether Python reads a text."""
    with warnings.catch_warnings(action="ignore"):
        try:
            ast.parse(text)
        except (SyntaxError, ValueError):
            return False
    return True


@settings(deadline=None)
@given(text=st.text())
def test_any_text_is_read_or_refused(folder: Path, text: str) -> None:
    assert ("error" in codes_or_error(folder, text)) is not parses(text)


FRAGMENTS = """
class A(Check):
class A(A, B[()]):
@Check.register()
@Check.register(kind=A)
async def run(self): ...
    key: str
    key: 'JSONPathStr'
    x: Annotated[()]
    x: A
A = A
type A = A
from . import *
from .... import x
import a.b
__all__ = [A, 'A']
__all__ += __all__
if x:
else:
try:
# giskard: ignore[GC101] x
"""
PIECES = [*MINE.splitlines(), *FRAGMENTS.splitlines()]


@settings(deadline=None)
@given(lines=st.lists(st.sampled_from(PIECES), max_size=20))
def test_any_lines_are_read_or_refused(folder: Path, lines: list[str]) -> None:
    text = "\n".join(lines)
    assert ("error" in codes_or_error(folder, text)) is not parses(text)


@settings(deadline=None)
@given(start=st.integers(0, len(MINE)), length=st.integers(0, 80), text=st.sampled_from(PIECES) | st.text(max_size=5))
def test_any_damage_is_read_or_refused(folder: Path, start: int, length: int, text: str) -> None:
    damaged = MINE[:start] + text + MINE[start + length :]
    assert ("error" in codes_or_error(folder, damaged)) is not parses(damaged)


@settings(deadline=None)
@given(content=st.binary())
def test_any_bytes_are_read_or_refused(folder: Path, content: bytes) -> None:
    file = folder / "bytes.py"
    file.write_bytes(content)
    with contextlib.suppress(UserError):
        assert parses(parse_module("bytes", file, is_package=False).text)


def test_an_expression_that_is_too_deep_is_refused(folder: Path) -> None:
    deep = "x" + ".x" * 700
    text = MINE.replace("keyword: str", f"keyword: list[{deep}]")
    with pytest.raises(UserError, match="'acme_checks' is nested too deeply") as caught:
        list(findings_of(source_of(folder, {"__init__.py": text})))
    assert caught.value.exit_code == 2
