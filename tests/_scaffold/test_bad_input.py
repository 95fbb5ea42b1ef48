"""What cannot be meant is refused: one line that says what to do, an exit code, and a tree whose every byte is as before."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from giskard.checks._cli.main import run

Tree = Callable[[Path], dict[str, bytes]]
LONG = "Long" + "Name" * 74

ARGUMENTS = [
    pytest.param(["class"], "'class' is a keyword of Python", id="a keyword"),
    pytest.param(["match"], "'match' is a keyword of Python", id="a soft keyword"),
    pytest.param(["Con"], "device on Windows", id="a device of Windows"),
    pytest.param(["Equals"], "'equals' is taken by", id="a kind of the library"),
    pytest.param(
        ["Mine", "--kind=string_matching"], "'string_matching' is taken by", id="a kind of the library by flag"
    ),
    pytest.param(["a/b"], "path separator", id="a path separator"),
    pytest.param(["a\\b"], "path separator", id="a separator of Windows"),
    pytest.param(["../Evil"], "path separator", id="a parent folder"),
    pytest.param([".."], "path separator", id="two dots"),
    pytest.param(["Prüfung"], "ASCII", id="other letters"),
    pytest.param([LONG], "has 300 characters", id="300 characters"),
    pytest.param([""], "it is empty", id="nothing"),
    pytest.param(["two words"], "neither PascalCase", id="two words"),
    pytest.param(["1st"], "neither PascalCase", id="a digit first"),
    pytest.param(["Retired"], "'retired' is kept", id="the name of the list of retired kinds"),
    pytest.param(["Mine", "--kind=MyKind"], "not snake_case", id="a kind in PascalCase"),
    pytest.param(["Mine", "--input=word:strr"], "Did you mean 'str'?", id="a misspelled type"),
    pytest.param(["Mine", "--input=word:Decimal"], "is no type that a field can have", id="a type that does not exist"),
    pytest.param(["Mine", "--input=word"], "has no type", id="no type"),
    pytest.param(["Mine", "--input=run:str"], "every check has a 'run' already", id="a method"),
    pytest.param(["Mine", "--input=schema:str"], "every check has a 'schema' already", id="a method of pydantic"),
    pytest.param(["Mine", "--input=word_key:str"], "would be a path", id="a path"),
    pytest.param(["Mine", "--input=word:str", "--param=word:int"], "More than one field", id="a name twice"),
    pytest.param(["Mine", "--param=limit:int=three"], "the default 'three' is not a whole number", id="a default"),
    pytest.param(["Mine", "--param=limit:int=true"], "is not a whole number", id="a bool for a number"),
    pytest.param(["Mine", "--target-type=string"], "Did you mean", id="a misspelled target type"),
    pytest.param(["Mine", "--target-key=outputs"], "must start with 'trace.'", id="no path"),
    pytest.param(["Mine", "--target-key=trace.interactions[*]", "--target-type=str"], "selects a list", id="a list"),
    pytest.param(["Mine", "--family=judge"], "--family", id="an unknown flag"),
    pytest.param([], "NAME is missing, and there is no terminal", id="no name"),
]


@pytest.mark.parametrize(("arguments", "message"), ARGUMENTS)
@pytest.mark.parametrize("json", [[], ["--json"]], ids=["text", "json"])
def test_refuses(arguments: list[str], message: str, json: list[str], plugin: Path, tree: Tree, capsys: Any) -> None:
    before = tree(plugin)
    assert run(["new-check", *arguments, *json]) == 2
    printed = capsys.readouterr()
    if json:
        assert '"exit_code": 2' in printed.out
        assert printed.err == ""
    else:
        assert printed.out == ""
        assert printed.err.startswith("error: ")
        assert printed.err.count("\n") == 1
        assert message in printed.err
    assert tree(plugin) == before


def test_names_all_problems_at_once(plugin: Path, capsys: Any) -> None:
    run(["new-check", "a/b", "--input=run:str", "--param=limit:int=x", "--target-type=nope"])
    error = capsys.readouterr().err
    for part in ("path separator", "'run'", "'x'", "'nope'"):
        assert part in error


ROOT = "src/acme_checks/__init__.py"
FILES = [
    pytest.param({ROOT: "def broken(:\n"}, 2, "line 1 does not parse", id="a syntax error"),
    pytest.param({ROOT: '__all__ = ["a"] + ["b"]\n'}, 2, "not a plain list of names", id="a computed __all__"),
    pytest.param({ROOT: '__all__ = ["a"]\n__all__ += ["b"]\n'}, 2, "in several places", id="an extended __all__"),
    pytest.param({ROOT: "from acme_checks.builtin import \\\n    X\n"}, 2, "backslash", id="a backslash"),
    pytest.param({ROOT: b"\xff\xfe"}, 2, "does not parse", id="no UTF-8"),
    pytest.param({"pyproject.toml": "[project]\nname = 'x'\n"}, 2, "[tool.giskard-checks]", id="no configuration"),
    pytest.param({"pyproject.toml": "[tool.giskard-checks\n"}, 2, "does not parse", id="broken TOML"),
    pytest.param({"pyproject.toml": "[tool.giskard-checks]\n"}, 2, "package: Field required", id="no package"),
    pytest.param(
        {"pyproject.toml": '[tool.giskard-checks]\npackage = "acme_checks"\nsorce = "src"\n'},
        2,
        "Did you mean 'source'?",
        id="a misspelled key",
    ),
    pytest.param(
        {"pyproject.toml": '[tool.giskard-checks]\npackage = "other"\n'}, 2, "is not a folder", id="another package"
    ),
    pytest.param(
        {"src/acme_checks/builtin/mine.py": "x = 1\n"}, 3, "exists with other content", id="a file in the way"
    ),
    pytest.param({"tests/builtin/test_mine.py/x": ""}, 3, "test_mine.py", id="a folder in the way"),
    pytest.param({"src/acme_checks/builtin/Mine.py": ""}, 3, "in case only", id="a name in another case"),
    pytest.param({"src/acme_checks/builtin": "a file"}, 3, "builtin", id="a file where the room should be"),
    pytest.param(
        {".giskard-checks/mine.json": "{}"}, 3, "is not the record of a generated check", id="a broken record"
    ),
    pytest.param({".giskard-checks/journal": "{}"}, 3, "cannot be read", id="a broken journal"),
    pytest.param({".giskard-checks/retired.json": '{"mine": {}}'}, 2, "a retired check", id="a retired kind"),
    pytest.param(
        {"src/acme_checks/other.py": "from giskard.checks import Check\nclass Mine(Check): ...\n"},
        2,
        "There is a check 'Mine' already, in src/acme_checks/other.py",
        id="a class of that name",
    ),
]


@pytest.mark.parametrize(("files", "code", "message"), FILES)
def test_refuses_what_is_on_disk(
    files: dict[str, Any], code: int, message: str, plugin: Path, tree: Tree, capsys: Any
) -> None:
    for path, content in files.items():
        file = plugin / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
    before = tree(plugin)
    assert run(["new-check", "Mine"]) == code
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
    assert tree(plugin) == before


def test_refuses_a_read_only_init(plugin: Path, tree: Tree, capsys: Any) -> None:
    (plugin / ROOT).chmod(0o444)
    before = tree(plugin)
    assert run(["new-check", "Mine"]) == 3
    assert "is read-only" in capsys.readouterr().err
    assert tree(plugin) == before


def test_refuses_where_there_is_no_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["new-check", "Mine"]) == 2
    assert "There is no pyproject.toml" in capsys.readouterr().err


@pytest.mark.functional
@pytest.mark.parametrize("stdin", ["closed", "open pipe", "/dev/null"])
def test_never_waits_for_an_answer_that_cannot_come(plugin: Path, stdin: str) -> None:
    command = [sys.executable, "-c", "from giskard.checks._cli import main; main()", "new-check"]
    reader, writer = os.pipe()
    try:
        source = {"closed": None, "open pipe": reader, "/dev/null": subprocess.DEVNULL}[stdin]
        shell = ["sh", "-c", 'exec "$@" <&-', "sh", *command] if stdin == "closed" else command
        done = subprocess.run(shell, stdin=source, capture_output=True, text=True, timeout=60, check=False)
    finally:
        os.close(reader)
        os.close(writer)
    assert done.returncode == 2
    assert done.stderr.startswith("error: NAME is missing")


@pytest.mark.functional
def test_asks_at_a_terminal_for_what_is_missing_and_again_for_what_cannot_be(plugin: Path) -> None:
    """On a real pseudo-terminal, with the answers typed."""
    import pexpect

    child = pexpect.spawn(
        sys.executable, ["-c", "from giskard.checks._cli import main; main()", "new-check", "--no-verify"], timeout=30
    )
    child.expect("Name of the check")
    child.sendline("no/name")
    child.expect("path separator")
    child.sendline("AskedFor")
    child.expect("Type of the value")
    child.sendline("str")
    child.expect("compares with")
    child.sendline("word:strr")
    child.expect("Did you mean 'str'")
    child.expect("compares with")
    child.sendline("word:str")
    child.expect("compares with")
    child.sendline("")
    child.expect("What it is for")
    child.sendline("Asked for.")
    child.expect("Made the check AskedFor")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert '"""Asked for.' in (plugin / "src/acme_checks/builtin/asked_for.py").read_text()
