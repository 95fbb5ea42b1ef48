"""rename-check gives a generated check another name; what was saved under the old one still loads."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from giskard.checks._cli.main import run
from giskard.checks._lint.linter import lint
from giskard.checks._lint.project import find_project

Tree = Callable[[Path], dict[str, bytes]]
ROOT_INIT, ROOM_INIT = "src/acme_checks/__init__.py", "src/acme_checks/builtin/__init__.py"
OLD, NEW = "src/acme_checks/builtin/allowed_links.py", "src/acme_checks/builtin/safe_links.py"
OLD_TEST, NEW_TEST = "tests/builtin/test_allowed_links.py", "tests/builtin/test_safe_links.py"


def make(*names: str) -> None:
    for name in names:
        assert run(["new-check", name, "--input=hosts:list[str]", "--no-verify"]) == 0


def python(root: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    environment = os.environ | {"PYTHONPATH": str(root / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.functional
def test_files_imports_and_saved_checks_follow(plugin: Path, capsys: Any) -> None:
    make("AllowedLinks", "Other")
    capsys.readouterr()
    assert run(["rename-check", "AllowedLinks", "SafeLinks"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"The check AllowedLinks is SafeLinks (safe_links) now:\n  delete  {OLD}\n  create  {NEW}\n")
    assert not (plugin / OLD).exists()
    assert not (plugin / OLD_TEST).exists()
    for path in (NEW, NEW_TEST, ROOT_INIT, ROOM_INIT):
        assert "AllowedLinks" not in (plugin / path).read_text(), path
    assert '@Check.register("safe_links", formerly=("allowed_links",))' in (plugin / NEW).read_text()
    assert {finding.code for finding in lint(find_project(plugin))} == {"GC402"}
    code = (
        "import warnings, acme_checks; from giskard.checks import Check\n"
        "with warnings.catch_warnings(record=True) as caught:\n"
        "    warnings.simplefilter('always')\n"
        "    check = Check.model_validate({'kind': 'allowed_links', 'hosts': ['a']})\n"
        "print(type(check).__name__, check.kind, caught[0].message)\n"
    )
    said = "The check kind 'allowed_links' is called 'safe_links' now; save anew what names it."
    assert python(plugin, "-c", code).stdout == f"SafeLinks safe_links {said}\n"
    tests = python(plugin, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:asyncio", "tests")
    assert tests.returncode == 0, tests.stdout


def test_the_old_kind_is_not_free(plugin: Path, capsys: Any) -> None:
    make("AllowedLinks")
    run(["rename-check", "AllowedLinks", "SafeLinks", "--no-verify"])
    retired = json.loads((plugin / ".giskard-checks/retired.json").read_text())
    assert retired == {"allowed_links": {"name": "AllowedLinks", "renamed_to": "safe_links"}}
    assert run(["new-check", "AllowedLinks", "--no-verify"]) == 2
    assert "GC302" in capsys.readouterr().err


def test_a_check_may_be_renamed_again_and_keeps_all_its_former_kinds(plugin: Path) -> None:
    make("AllowedLinks")
    run(["rename-check", "AllowedLinks", "SafeLinks", "--no-verify"])
    assert run(["rename-check", "safe-links", "KnownLinks", "--no-verify"]) == 0
    text = (plugin / "src/acme_checks/builtin/known_links.py").read_text()
    assert '@Check.register("known_links", formerly=("safe_links", "allowed_links"))' in text
    assert {finding.code for finding in lint(find_project(plugin))} == {"GC402"}


def test_one_that_was_renamed_is_removed_as_cleanly(plugin: Path, tree: Tree) -> None:
    before = {path: content for path, content in tree(plugin).items() if content != b"(folder)"}
    make("AllowedLinks")
    run(["rename-check", "AllowedLinks", "SafeLinks", "--no-verify"])
    assert run(["remove-check", "SafeLinks", "--no-verify"]) == 0
    left = {path: content for path, content in tree(plugin).items() if content != b"(folder)"}
    assert left.pop(".giskard-checks/retired.json")
    assert set(left) - set(before) <= {ROOM_INIT}
    assert left[ROOT_INIT] == before[ROOT_INIT]


@pytest.mark.functional
def test_what_its_author_wrote_stays_and_who_imports_it_follows(plugin: Path) -> None:
    make("AllowedLinks")
    module = plugin / OLD
    mine = '# AllowedLinks, in words\nNOTE = "about allowed_links in words"\nallowed_links = 3  # a variable\n'
    module.write_text(module.read_text() + f"\n\n{mine}")
    user = plugin / "src/acme_checks/user.py"
    user.write_text(
        '"""Uses AllowedLinks."""\n\nfrom acme_checks.builtin.allowed_links import (\n    AllowedLinks,\n)\n\n'
        'CHECK = AllowedLinks(hosts=["a"])\nSAVED = {"kind": "allowed_links"}\nallowed_links = [AllowedLinks, "AllowedLinks"]\n'
    )
    strange = plugin / "src/acme_checks/strange.py"
    odd = (
        "from acme_checks import AllowedLinks\n\n\x0c\nNAMES = ['\u00e9\u00e9', AllowedLinks]\n"
        'TEXT = """\nabout\nAllowedLinks\n"""; X = AllowedLinks\n'
    )
    strange.write_text(odd)
    other = plugin / "src/acme_checks/other.py"
    other.write_text("class AllowedLinksToo:\n    AllowedLinks = 1\n")
    unrelated = other.read_bytes()
    assert run(["rename-check", "AllowedLinks", "SafeLinks", "--no-verify"]) == 0
    written = (plugin / NEW).read_text()
    assert written.endswith(mine)
    assert user.read_text() == (
        '"""Uses SafeLinks."""\n\nfrom acme_checks.builtin.safe_links import (\n    SafeLinks,\n)\n\n'
        'CHECK = SafeLinks(hosts=["a"])\nSAVED = {"kind": "safe_links"}\nallowed_links = [SafeLinks, "SafeLinks"]\n'
    )
    assert strange.read_text() == odd.replace("AllowedLinks", "SafeLinks")
    assert other.read_bytes() == unrelated
    assert python(plugin, "-c", "import acme_checks.user").stderr == ""


@pytest.mark.parametrize("relative", [False, True], ids=["absolute imports", "relative imports"])
@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("Builtin", "Checks", id="the name of the room"),
        pytest.param("Acme", "Builtin", id="a part of the package's name"),
        pytest.param("Test", "TestTest", id="test"),
        pytest.param("Links", "Inputs", id="a word of the generated code"),
        pytest.param("Added", "Py", id="a part of the files' names"),
    ],
)
@pytest.mark.functional
def test_a_name_that_stands_elsewhere_too(plugin: Path, old: str, new: str, relative: bool) -> None:
    if relative:
        (plugin / ROOT_INIT).write_text('"""Checks."""\n\nfrom .zebra import Zebra\n\n__all__ = ["Zebra"]\n')
        (plugin / "src/acme_checks/zebra.py").write_text("class Zebra: ...\n")
    make("Other")
    make(old)
    assert run(["rename-check", old, new]) == 0
    assert {finding.code for finding in lint(find_project(plugin))} == {"GC402"}


@pytest.mark.parametrize("newline", [b"\n", b"\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"], ids=["", "BOM"])
def test_line_ends_and_byte_order_marks_stay(plugin: Path, newline: bytes, bom: bytes) -> None:
    make("AllowedLinks")
    for path in (OLD, OLD_TEST):
        content = (plugin / path).read_bytes()
        (plugin / path).write_bytes(bom + content.replace(b"\n", newline))
    assert run(["rename-check", "AllowedLinks", "SafeLinks", "--no-verify"]) == 0
    for path in (NEW, NEW_TEST):
        content = (plugin / path).read_bytes()
        assert content.startswith(bom + b'"""')
        assert content.count(b"\n") == content.count(newline)


@pytest.mark.parametrize(
    ("old", "new", "code", "said"),
    [
        pytest.param("Nope", "SafeLinks", 2, "No check 'Nope' was generated here", id="an unknown check"),
        pytest.param("AllowedLinks", "Other", 2, "Other", id="a name of another check"),
        pytest.param("AllowedLinks", "Equals", 2, "'equals' is taken by", id="a name of the library"),
        pytest.param("AllowedLinks", "allowed-links", 2, "has that name already", id="its own name"),
        pytest.param("AllowedLinks", "a b", 2, "no name for a check", id="no name"),
        pytest.param("AllowedLinks", "Trace", 2, "would hide", id="a name that the code needs"),
        pytest.param("AllowedLinks", "Taken", 3, "exists with other content", id="a file in the way"),
    ],
)
def test_what_cannot_be_meant_changes_nothing(
    plugin: Path, tree: Tree, old: str, new: str, code: int, said: str, capsys: Any
) -> None:
    make("AllowedLinks", "Other")
    (plugin / "src/acme_checks/builtin/taken.py").write_text("x = 1\n")
    before = tree(plugin)
    assert run(["rename-check", old, new]) == code
    assert tree(plugin) == before
    assert said in capsys.readouterr().err


@pytest.mark.functional
def test_a_check_that_fails_under_its_new_name_is_put_back(plugin: Path, tree: Tree) -> None:
    make("AllowedLinks")
    test = plugin / OLD_TEST
    test.write_text(test.read_text() + "\n\ndef test_name():\n    assert __name__.endswith('test_allowed_links')\n")
    before = tree(plugin)
    assert run(["rename-check", "AllowedLinks", "SafeLinks"]) == 4
    assert tree(plugin) == before


def test_a_dry_run_writes_nothing_and_json_tells_it(plugin: Path, tree: Tree, capsys: Any) -> None:
    make("AllowedLinks")
    before = tree(plugin)
    capsys.readouterr()
    assert run(["rename-check", "AllowedLinks", "SafeLinks", "--dry-run", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["name"], said["kind"], said["old_kind"], said["dry_run"]) == (
        "SafeLinks",
        "safe_links",
        "allowed_links",
        True,
    )
    assert f"+++ b/{NEW}" in said["diff"]
    assert tree(plugin) == before


@pytest.mark.functional
def test_in_the_library_the_table_of_checks_follows(library: Path) -> None:
    make("AllowedLinks")
    assert run(["rename-check", "AllowedLinks", "SafeLinks", "--no-verify"]) == 0
    page = (library / "docs/reference/checks.md").read_text()
    assert "## safe_links" in page
    assert "allowed_links" not in page
    assert (library / "changelog.d/safe_links.added.md").read_text().startswith("New check `SafeLinks` (`safe_links`).")
    assert {finding.code for finding in lint(find_project(library))} == {"GC402"}
