"""`scripts/find-python` finds a Python that works, or says what to install, whatever a machine looks like."""

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.functional

FIND_PYTHON = Path(__file__).parents[2] / "scripts" / "find-python"
SHELLS = [["dash"], ["bash", "--posix"], ["busybox", "sh"]]


def _script(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def _python(path: Path, version: str, *, without: str = "") -> Path:
    """Make a Python that takes itself for another version, or lacks a module."""
    numbers = tuple(int(number) for number in version.split("."))
    disguise = f"import sys; sys.version_info = {numbers}; sys._base_executable = {str(path)!r}"
    if without:
        disguise += f"; sys.modules[{without!r}] = None"
    return _script(path, f'exec {shlex.quote(sys.executable)} -S -c {shlex.quote(disguise)}"\n$2" "$3"')


DEAD = {
    "a version that is not installed": "echo 'pyenv: command not found' >&2; exit 127",
    "a chatty one": "echo 'pyenv: python is not installed'; exit 0",
    "one that swallows its input": "while read -r _; do :; done; exit 127",
    "one that is killed": "kill -9 $$",
}


def _find(
    *arguments: str, path: list[Path], shell: list[str] | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    command = [*(shell or []), str(FIND_PYTHON), *arguments]
    environment = {"PATH": os.pathsep.join(map(str, path)), "TMPDIR": "/no such folder"} | environment
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)


def _found(done: subprocess.CompletedProcess[str]) -> Path:
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("\n") == 1
    return Path(done.stdout.rstrip("\n"))


def _refusal(done: subprocess.CompletedProcess[str]) -> str:
    assert (done.returncode, done.stdout) == (1, "")
    return done.stderr


@pytest.mark.parametrize("shim", DEAD.values(), ids=DEAD.keys())
def test_a_dead_shim_hides_no_python_behind_it(tmp_path: Path, shim: str) -> None:
    for name in ("python3.13", "python3.12", "python3", "python"):
        _script(tmp_path / "shims" / name, shim)
    python = _python(tmp_path / "bin" / "python3.12", "3.12.4")
    assert _found(_find(path=[tmp_path / "shims", tmp_path / "bin"])) == python


@pytest.mark.parametrize(
    ("versions", "chosen"),
    [
        pytest.param(
            {"python3.12": "3.12.1", "python3.13": "3.13.0", "python3.14": "3.14.0"}, "python3.13", id="3.13 first"
        ),
        pytest.param({"python3.12": "3.12.1", "python3.14": "3.14.0"}, "python3.12", id="3.12 before 3.14"),
        pytest.param(
            {"python3.11": "3.11.9", "python3": "3.11.9", "python3.14": "3.14.0"},
            "python3.14",
            id="3.14 before an old python3",
        ),
        pytest.param({"python3": "3.12.0"}, "python3", id="python3 alone"),
        pytest.param({"python3": "3.17.0"}, "python3", id="a python3 of the future"),
        pytest.param({"python3": "2.7.18", "python": "3.13.0"}, "python", id="python alone"),
    ],
)
def test_the_preferred_version_is_chosen(tmp_path: Path, versions: dict[str, str], chosen: str) -> None:
    for name, version in versions.items():
        _python(tmp_path / name, version)
    assert _found(_find(path=[tmp_path])) == tmp_path / chosen


def test_of_the_preferred_version_the_first_on_the_path_is_chosen(tmp_path: Path) -> None:
    _python(tmp_path / "first" / "python3.13", "3.13.5")
    _python(tmp_path / "second" / "python3.13", "3.13.1")
    assert _found(_find(path=[tmp_path / "first", tmp_path / "second"])) == tmp_path / "first" / "python3.13"


def test_a_python_that_lacks_a_part_is_passed_over(tmp_path: Path) -> None:
    _python(tmp_path / "python3.13", "3.13.0", without="ensurepip")
    _python(tmp_path / "python3.12", "3.12.0", without="venv")
    assert "no Python 3.12 or newer with venv and ensurepip" in _refusal(_find(path=[tmp_path]))
    complete = _python(tmp_path / "python3.14", "3.14.0")
    assert _found(_find(path=[tmp_path])) == complete


@pytest.mark.parametrize("layout", ["PYENV_ROOT", "HOME"])
def test_a_python_that_only_pyenv_knows_is_found(tmp_path: Path, layout: str) -> None:
    home = tmp_path / "my höme"
    root = home / ".pyenv"
    _script(root / "shims" / "python3.13", "exit 127")
    python = _python(root / "versions" / "3.13.2" / "bin" / "python", "3.13.2")
    environment = {"PYENV_ROOT": str(root)} if layout == "PYENV_ROOT" else {"HOME": str(home)}
    assert _found(_find(path=[root / "shims"], **environment)) == python


def test_a_python_that_only_uv_knows_is_found(tmp_path: Path) -> None:
    python = _python(tmp_path / "uv's own" / "python3.12", "3.12.6")
    answer = f'[ "$*" = "python find --no-python-downloads 3.12" ] && echo {shlex.quote(str(python))}'
    _script(tmp_path / "bin" / "uv", answer)
    assert _found(_find(path=[tmp_path / "bin"])) == python


def test_a_broken_uv_does_no_harm(tmp_path: Path) -> None:
    _script(tmp_path / "uv", "echo 'error: no interpreter'; exit 2")
    assert "no Python" in _refusal(_find(path=[tmp_path]))
    assert _found(_find(path=[tmp_path], PYTHON=str(_python(tmp_path / "mine", "3.13.0")))) == tmp_path / "mine"


def test_of_a_wanted_minor_the_oldest_patch_is_chosen_by_number(tmp_path: Path) -> None:
    _python(tmp_path / "bin" / "python3.12", "3.12.10")
    _python(tmp_path / "bin" / "python3.13", "3.13.0")
    _python(tmp_path / "bin" / "python3", "3.12.9")
    _python(tmp_path / "pyenv" / "versions" / "3.12.11" / "bin" / "python", "3.12.11")
    oldest = _python(tmp_path / "pyenv" / "versions" / "3.12.2" / "bin" / "python", "3.12.2")
    assert _found(_find("3.12", path=[tmp_path / "bin"], PYENV_ROOT=str(tmp_path / "pyenv"))) == oldest
    assert _found(_find("3.12", path=[tmp_path / "bin"])) == tmp_path / "bin" / "python3"


def test_a_wanted_minor_is_not_replaced_by_another(tmp_path: Path) -> None:
    _python(tmp_path / "python3.13", "3.13.0")
    _python(tmp_path / "python3", "3.13.0")
    message = _refusal(_find("3.12", path=[tmp_path]))
    assert "no Python 3.12 with venv and ensurepip" in message
    assert "apt-get install python3.12-venv" in message


def test_of_an_active_virtual_environment_the_base_is_returned(tmp_path: Path) -> None:
    """It may be the environment that is about to be made anew."""
    environment = tmp_path / "my env"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(environment)], check=True, timeout=60)
    for done in (
        _find(path=[environment / "bin"], VIRTUAL_ENV=str(environment)),
        _find(path=[], PYTHON=str(environment / "bin" / "python")),
    ):
        python = _found(done)
        assert not python.is_relative_to(environment)
        ask = [str(python), "-c", "import sys; print(sys.prefix == sys.base_prefix, sys.version)"]
        answer = subprocess.run(ask, capture_output=True, text=True, check=True, timeout=60).stdout
        assert answer == f"True {sys.version}\n"


def test_a_named_python_is_taken_instead_of_a_search(tmp_path: Path) -> None:
    _python(tmp_path / "bin" / "python3.13", "3.13.0")
    named = _python(tmp_path / "my pythons" / "python-3.12", "3.12.3")
    assert _found(_find(path=[tmp_path / "bin"], PYTHON=str(named))) == named
    assert _found(_find("3.12", path=[tmp_path / "bin"], PYTHON=str(named))) == named
    assert _found(_find(path=[tmp_path / "bin", named.parent], PYTHON="python-3.12")) == named
    assert _found(_find(path=[tmp_path / "bin"], PYTHON="")) == tmp_path / "bin" / "python3.13"


@pytest.mark.parametrize("name", ["old", "dead", "bare", "missing", "folder", "no such command", "exit", "-c"])
def test_a_named_python_that_will_not_do_is_refused_whatever_else_there_is(tmp_path: Path, name: str) -> None:
    _python(tmp_path / "bin" / "python3.13", "3.13.0")
    _python(tmp_path / "old", "3.11.9")
    _script(tmp_path / "dead", "exit 127")
    _python(tmp_path / "bare", "3.13.0", without="ensurepip")
    (tmp_path / "folder").mkdir()
    named = str(tmp_path / name) if name in {"old", "dead", "bare", "missing", "folder"} else name
    expected = f"find-python: PYTHON={named} is not a Python 3.12 or newer with venv and ensurepip.\n"
    assert _refusal(_find(path=[tmp_path / "bin"], PYTHON=named)) == expected


def test_a_named_python_of_another_minor_is_refused(tmp_path: Path) -> None:
    named = _python(tmp_path / "python3.13", "3.13.0")
    expected = f"find-python: PYTHON={named} is not a Python 3.12 with venv and ensurepip.\n"
    assert _refusal(_find("3.12", path=[], PYTHON=str(named))) == expected


@pytest.mark.parametrize("arguments", [[], ["3.12"]])
@pytest.mark.parametrize("old", [True, False], ids=["only an old python3", "nothing at all"])
def test_without_a_python_the_message_says_what_to_install(tmp_path: Path, arguments: list[str], old: bool) -> None:
    if old:
        _python(tmp_path / "python3", "3.11.9")
        _python(tmp_path / "python", "2.7.18")
    message = _refusal(_find(*arguments, path=[tmp_path]))
    for way_out in ("apt-get install python3.1", "pyenv install 3.1", "uv python install 3.1", "make PYTHON=/path/to/"):
        assert way_out in message
    assert message.startswith("find-python: no Python 3.12 ")
    assert message.count("\n") == 2


def test_a_folder_on_the_path_may_have_any_name(tmp_path: Path) -> None:
    names = ["a space", "a * star", "prüfung", "back\\slash", "$(exit 3)", "empty folder", "no such folder"]
    folders = [tmp_path / name for name in names]
    (tmp_path / "empty folder").mkdir()
    for folder in folders[:5]:
        python = _python(folder / "python3.13", "3.13.0")
        others = [other for other in folders[5:] if other != folder]
        assert _found(_find(path=[*others, folder, *others])) == python


@pytest.mark.parametrize("shell", [pytest.param(shell, id=" ".join(shell)) for shell in SHELLS])
def test_every_shell_finds_the_same(tmp_path: Path, shell: list[str]) -> None:
    program = shutil.which(shell[0])
    if program is None:
        pytest.skip(f"{shell[0]} is not installed")
    _script(tmp_path / "a b" / "python3.12", "exit 127")
    _python(tmp_path / "bin" / "python3.12", "3.12.8")
    oldest = _python(tmp_path / "pyenv root" / "versions" / "3.12.7" / "bin" / "python", "3.12.7")
    path, root = [tmp_path / "a b", tmp_path / "bin"], str(tmp_path / "pyenv root")
    shell = [program, *shell[1:]]
    assert _found(_find("3.12", path=path, shell=shell, PYENV_ROOT=root)) == oldest
    assert _found(_find(path=path, shell=shell)) == tmp_path / "bin" / "python3.12"
    assert "no Python" in _refusal(_find(path=[tmp_path / "a b"], shell=shell))
