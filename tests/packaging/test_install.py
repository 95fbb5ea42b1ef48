"""`scripts/install` makes an environment once, makes it anew when it has to, and says what it could not do."""

import hashlib
import os
import shlex
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.functional

SCRIPTS = Path(__file__).parents[2] / "scripts"

# A Python that makes environments at once: it writes down what it is told to do, and fails at what FAILS names.
STAND_IN = """\
#!/bin/sh
case $1 in
-c) exec {python} -S -c "import sys
sys.version_info = tuple(map(int, '$VERSION'.split('.')))
sys._base_executable = '$0'
$2" "${{3-}}" ;;
--version) echo "Python $VERSION" && exit ;;
esac
printf '%s\\n' "$*" >> "$LOG"
case $* in
*"${{FAILS:-nothing}}"*) echo "the reason why" >&2 && exit 1 ;;
"-m venv "*) rm -rf "$4" && mkdir -p "$4/bin" && touch "$4/pyvenv.cfg" && cp "$0" "$4/bin/python" ;;
esac
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project with our scripts, in a folder whose name has a space and an umlaut."""
    root = tmp_path / "my prüfung"
    for folder in ("scripts", "requirements", "src/demo"):
        (root / folder).mkdir(parents=True)
    for script in ("find-python", "install"):
        shutil.copy(SCRIPTS / script, root / "scripts" / script)
    for file in ("pyproject.toml", "hatch_build.py", "requirements/dev.txt", "src/demo/__init__.py"):
        (root / file).write_text(f"# {file}\n")
    python = root / "stand-in"
    python.write_text(STAND_IN.format(python=shlex.quote(sys.executable)))
    python.chmod(0o755)
    return root


def _install(root: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "PYTHON", "VIRTUAL_ENV"))}
    settings = {"PYTHON": str(root / "stand-in"), "LOG": str(root / "log"), "VERSION": "3.13.1"} | environment
    command = ["scripts/install", *(arguments or (".venv", "requirements/dev.txt"))]
    return subprocess.run(
        command, cwd=root, env=kept | settings, capture_output=True, text=True, timeout=120, check=False
    )


def _told(root: Path) -> list[str]:
    """What the stand-in was told to do so far."""
    return (root / "log").read_text().splitlines() if (root / "log").exists() else []


SET_UP = [
    "-m venv --clear .venv",
    "-m pip --disable-pip-version-check --quiet install --require-hashes -r requirements/dev.txt",
    "-m pip --disable-pip-version-check --quiet install --no-deps --no-build-isolation -e .",
    "-m compileall -q src",
]


def test_an_environment_is_made_in_steps_and_only_once(root: Path) -> None:
    done = _install(root)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == "Setting up .venv with Python 3.13.1 ...\n"
    assert _told(root) == SET_UP

    done = _install(root)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert _told(root) == SET_UP


def test_an_environment_is_made_anew_when_what_it_was_made_from_changes(root: Path) -> None:
    assert _install(root).returncode == 0
    for times, file in enumerate(("requirements/dev.txt", "pyproject.toml", "hatch_build.py"), start=2):
        (root / file).write_text("# changed\n")
        assert _install(root).returncode == 0
        assert _told(root) == SET_UP * times


def test_an_environment_is_made_anew_for_another_python(root: Path) -> None:
    assert _install(root).returncode == 0
    assert _install(root, VERSION="3.13.2").returncode == 0
    assert _told(root) == SET_UP * 2


def test_an_environment_whose_python_has_gone_is_made_anew(root: Path) -> None:
    assert _install(root).returncode == 0
    (root / ".venv" / "bin" / "python").unlink()
    (root / ".venv" / "bin" / "python").symlink_to("/no such python")
    assert _install(root).returncode == 0
    assert _told(root) == SET_UP * 2


def test_an_environment_that_was_moved_is_made_anew(root: Path) -> None:
    assert _install(root).returncode == 0
    moved = shutil.copytree(root, root.parent / "moved")
    assert _install(moved, PYTHON=str(root / "stand-in")).returncode == 0
    assert _told(moved) == SET_UP * 2


@pytest.mark.parametrize(
    ("fails", "message"),
    [
        pytest.param("-m venv", "could not make a virtual environment in .venv.", id="the environment"),
        pytest.param(
            "--require-hashes",
            "requirements/dev.txt could not be installed. Is a package index reachable?",
            id="the requirements",
        ),
        pytest.param("-e .", "the project itself could not be installed into .venv.", id="the project"),
    ],
)
def test_a_step_that_fails_is_told_and_the_next_run_starts_over(root: Path, fails: str, message: str) -> None:
    done = _install(root, FAILS=fails)
    assert (done.returncode, done.stdout) == (1, "")
    assert "the reason why\ninstall: " in done.stderr
    assert message in done.stderr
    failed_at = len(_told(root))
    assert _told(root) == SET_UP[:failed_at]
    assert fails in SET_UP[failed_at - 1]

    assert _install(root).returncode == 0
    assert _told(root)[failed_at:] == SET_UP


def test_a_source_file_that_does_not_compile_is_no_reason_to_start_over(root: Path) -> None:
    done = _install(root, FAILS="compileall")
    assert done.returncode == 0
    assert "some files in src do not compile" in done.stderr
    assert _install(root).stderr == ""


def test_a_folder_that_is_no_environment_is_not_emptied(root: Path) -> None:
    done = _install(root, "src", "requirements/dev.txt")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("install: src is no virtual environment and would be emptied;")
    assert (root / "src" / "demo" / "__init__.py").exists()
    assert _told(root) == []


def test_an_empty_folder_and_a_half_made_environment_are_taken(root: Path) -> None:
    (root / "empty").mkdir()
    (root / "half made").mkdir()
    (root / "half made" / "pyvenv.cfg").touch()
    for folder in ("empty", "half made", "new"):
        assert _install(root, folder, "requirements/dev.txt").returncode == 0
        assert (root / folder / "bin" / "python").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param(
            [".venv", "requirements/other.txt"],
            "install: requirements/other.txt is missing;",
            id="no such requirements",
        ),
        pytest.param([".venv"], "usage: install VENV REQUIREMENTS [MINOR]", id="too few arguments"),
        pytest.param(
            [".venv", "requirements/dev.txt", "3.12"],
            "is not a Python 3.12 with venv and ensurepip",
            id="a Python of another minor",
        ),
    ],
)
def test_what_cannot_be_done_is_refused_before_anything_is(root: Path, arguments: list[str], message: str) -> None:
    done = _install(root, *arguments)
    assert (done.returncode != 0, done.stdout) == (True, "")
    assert message in done.stderr
    assert not (root / ".venv").exists()


def test_without_a_python_nothing_is_done(root: Path) -> None:
    tools = root / "tools"
    tools.mkdir()
    for tool in ("sh", "cat", "cksum", "cut", "dirname"):
        (tools / tool).symlink_to(str(shutil.which(tool)))
    done = _install(root, PYTHON="", PATH=str(tools), HOME=str(root), PYENV_ROOT=str(root))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("find-python: no Python 3.12 or newer")
    assert not (root / ".venv").exists()


def test_it_refuses_to_run_anywhere_but_in_the_project(root: Path) -> None:
    (root / "pyproject.toml").unlink()
    done = _install(root)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "install: pyproject.toml is missing; run this from the project's folder, as make does.\n"


BACKEND = """
import zipfile

def build_editable(folder, config_settings=None, metadata_directory=None):
    name = "demo-1.0-py3-none-any.whl"
    with zipfile.ZipFile(f"{folder}/{name}", "w") as wheel:
        wheel.writestr("demo.pth", SOURCE)
        wheel.writestr("demo-1.0.dist-info/METADATA", "Metadata-Version: 2.1\\nName: demo\\nVersion: 1.0\\n")
        wheel.writestr("demo-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
        wheel.writestr("demo-1.0.dist-info/RECORD", "")
    return name
"""


def _wheel(folder: Path) -> str:
    """Make a package for pip to find, and return the hash of it."""
    folder.mkdir()
    path = folder / "pinned-2.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.writestr("pinned.py", "")
        wheel.writestr("pinned-2.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: pinned\nVersion: 2.0\n")
        wheel.writestr("pinned-2.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr("pinned-2.0.dist-info/RECORD", "")
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_the_real_pip_installs_the_pinned_requirements_and_the_project(root: Path) -> None:
    digest = _wheel(root / "wheels")
    (root / "my requirements.txt").write_text(f"pinned==2.0 --hash=sha256:{digest}\n")
    (root / "pyproject.toml").write_text(
        '[build-system]\nrequires = []\nbuild-backend = "hatch_build"\nbackend-path = ["."]\n'
    )
    (root / "hatch_build.py").write_text(f"SOURCE = {str(root / 'src')!r}\n{BACKEND}")
    offline = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "wheels", "PIP_CONFIG_FILE": os.devnull}
    done = _install(root, "my env", "my requirements.txt", PYTHON=sys.executable, **offline)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    ask = ["my env/bin/python", "-c", "import demo, pinned; print(demo.__file__)"]
    answer = subprocess.run(ask, cwd=root, capture_output=True, text=True, check=True, timeout=60).stdout
    assert answer == f"{root / 'src' / 'demo' / '__init__.py'}\n"
    assert list((root / "src" / "demo" / "__pycache__").glob("*.pyc"))
