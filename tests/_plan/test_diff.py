"""What a plan shows is a diff that the real `git apply` and the real `patch -p1` take, byte for byte."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from giskard.checks._plan.plan import Operation, Plan

pytestmark = pytest.mark.functional


def _is_gnu_patch() -> bool:
    program = shutil.which("patch")
    return (
        program is not None
        and b"GNU" in subprocess.run([program, "--version"], capture_output=True, check=False).stdout
    )


GIT = pytest.param(["git", "apply", "-"], id="git apply")
PATCH = pytest.param(
    ["patch", "-p1", "-s", "-t"],
    id="patch -p1",
    marks=pytest.mark.skipif(not _is_gnu_patch(), reason="needs GNU patch, whose dialect the diff is also written for"),
)
LINES = b"".join(b"line %d\n" % number for number in range(20))

OPERATIONS = [
    pytest.param(None, b"a\nb\n", id="a new file"),
    pytest.param(None, b"a\nb", id="a new file without a last newline"),
    pytest.param(None, b"", id="a new empty file"),
    pytest.param(None, b"\n\n", id="a new file of empty lines"),
    pytest.param(LINES, LINES.replace(b"line 3\n", b"").replace(b"line 17", b"new"), id="two hunks"),
    pytest.param(b"a\nb", b"a\nc", id="no last newline before and after"),
    pytest.param(b"a\nb", b"a\nb\n", id="a last newline added"),
    pytest.param(b"a\nb\n", b"a\nb", id="a last newline taken away"),
    pytest.param(b"", b"a\n", id="an empty file filled"),
    pytest.param(b"a\n", b"", id="a file emptied"),
    pytest.param(b"a\r\nb\r\n", b"a\r\nc\r\nb\r\n", id="CRLF"),
    pytest.param(b"a\r\nb\r\n", b"a\nb\n", id="CRLF to LF"),
    pytest.param(b"a\rb\rc\n", b"a\rb\rd\n", id="carriage returns within a line"),
    pytest.param(b"a\x0cb\x0b\x1c\n", b"a\x0cb\x0b\x1d\n", id="form feeds and other ends of line that are none"),
    pytest.param(
        "a\x85b\u2028c\u2029".encode(), "a\x85b\u2028d\u2029".encode(), id="unicode ends of line that are none"
    ),
    pytest.param("\ufeffä = 'ß'\n".encode(), "\ufeffä = '☃'\n".encode(), id="a BOM and non-ASCII text"),
    pytest.param(b"-- a\n++ b\n", b"-- a\n++ c\n", id="lines that look like a header"),
    pytest.param(
        LINES + b"caf\xe9\n", b"new\n" + LINES + b"caf\xe9\n", id="bytes that are not UTF-8 far from the change"
    ),
    pytest.param(b"a\x00b\n", b"a\x00c\n", id="a null byte"),
    pytest.param(b"a\n", None, id="a file deleted"),
    pytest.param(b"a", None, id="a file without a last newline deleted"),
    pytest.param(b"", None, id="an empty file deleted"),
]
PATHS = [
    pytest.param("plain.py", id="plain"),
    pytest.param("new folder/with space.py", id="spaces"),
    pytest.param("prüfung/☃.py", id="non-ASCII"),
    pytest.param("prüfung/ü b.py", id="non-ASCII and a space"),
    pytest.param('say "hi".py', id="quotes"),
    pytest.param("back\\slash.py", id="a backslash"),
    pytest.param("tab\tand\nnewline.py", id="a tab and a newline"),
    pytest.param("-dash/b/a.py", id="a dash, and the names of the two sides"),
]


def _run(command: list[str], diff: str, root: Path) -> int:
    """Give a diff to a program, away from any repository and anybody's settings."""
    environment = os.environ | {
        "GIT_CEILING_DIRECTORIES": str(root.parent),
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "LC_ALL": "C",
    }
    done = subprocess.run(
        command, input=diff.encode(), cwd=root, env=environment, capture_output=True, timeout=30, check=False
    )
    return done.returncode


def _write(root: Path, operation: Operation) -> None:
    if operation.before is not None:
        path = root / operation.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(operation.before)


def _files(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


@pytest.mark.parametrize("command", [GIT, PATCH])
@pytest.mark.parametrize(("before", "after"), OPERATIONS)
def test_a_diff_is_applied_byte_for_byte(
    tmp_path: Path, command: list[str], before: bytes | None, after: bytes | None
) -> None:
    operation = Operation("a file.py", before, after)
    _write(tmp_path, operation)
    assert _run(command, operation.diff(), tmp_path) == 0
    assert _files(tmp_path) == ({} if after is None else {"a file.py": after})


@pytest.mark.parametrize("command", [GIT, PATCH])
@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    ("before", "after"), [(None, b""), (None, b"a\n"), (b"a\n", b"b\n"), (b"a\n", None), (b"", None)]
)
def test_a_path_is_quoted_where_it_has_to_be(
    tmp_path: Path, command: list[str], path: str, before: bytes | None, after: bytes | None
) -> None:
    operation = Operation(path, before, after)
    _write(tmp_path, operation)
    assert _run(command, operation.diff(), tmp_path) == 0
    assert _files(tmp_path) == ({} if after is None else {path: after})


@pytest.mark.parametrize("command", [GIT, PATCH])
@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(None, b"caf\xe9\n", id="created"),
        pytest.param(b"caf\xe9\n", b"cafe\n", id="edited"),
        pytest.param(b"caf\xe9\n", None, id="deleted"),
    ],
)
def test_a_line_that_is_not_text_is_never_applied_wrongly(
    tmp_path: Path, command: list[str], before: bytes | None, after: bytes | None
) -> None:
    operation = Operation("latin.py", before, after)
    _write(tmp_path, operation)
    assert "Binary files" in operation.diff()
    assert "\ufffd" not in operation.diff()
    _run(command, operation.diff(), tmp_path)
    assert _files(tmp_path) == ({} if before is None else {"latin.py": before})


@pytest.mark.parametrize("command", [GIT, PATCH])
def test_the_diff_of_a_whole_plan_is_applied(
    project: Path, contents: dict[str, bytes | None], command: list[str]
) -> None:
    before = _files(project)
    assert _run(command, Plan.of(project, contents).diff(), project) == 0
    expected = {path: content for path, content in (before | contents).items() if content is not None}
    assert _files(project) == expected


def test_git_applies_no_part_of_a_plan_that_it_cannot_apply_whole(project: Path) -> None:
    before = _files(project)
    for plan in (
        Plan.of(project, {"new.py": b"a\n", "notes.txt": b"\xfe"}),
        Plan.of(project, {"notes.txt": b"\xfe", "new.py": b"a\n"}),
    ):
        assert _run(["git", "apply", "-"], plan.diff(), project) != 0
        assert _files(project) == before


SOME_LINES = st.lists(
    st.sampled_from([b"a", b"b", b"\\ No newline", b"\r", b"@@ -1 +1 @@", b"\xc3\xa4", b"\xe4", b""]), max_size=8
)
CONTENT = st.none() | st.builds(lambda lines, last: b"\n".join(lines) + last, SOME_LINES, st.sampled_from([b"", b"\n"]))


@settings(max_examples=100, deadline=None)
@given(before=CONTENT, after=CONTENT)
def test_git_makes_of_any_file_what_the_plan_says_or_leaves_it(
    tmp_path_factory: pytest.TempPathFactory, before: bytes | None, after: bytes | None
) -> None:
    assume(before != after)
    root = tmp_path_factory.mktemp("any")
    operation = Operation("x", before, after)
    _write(root, operation)
    code = _run(["git", "apply", "-"], operation.diff(), root)
    expected = before if "Binary files" in operation.diff() else after
    assert code == (1 if "Binary files" in operation.diff() else 0)
    assert _files(root) == ({} if expected is None else {"x": expected})
