"""The wheel, as it is installed: built, and put into an environment of its own."""

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.functional


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel, built without isolation from what the development environment has."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an interpreter with the wheel installed; what the wheel depends on is lent by this environment."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, with_pip=False)
    interpreter = folder / "bin" / "python"
    site = subprocess.run(
        [str(interpreter), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "install", "--no-deps", "--no-index"]
    subprocess.run([*pip, "--target", site, str(wheel)], check=True)
    lent = [path for path in sys.path if path.endswith("site-packages")]
    # Only their packages: a .pth file in them, the one of this checkout above all, is not read there.
    (Path(site) / "lent.pth").write_text("\n".join(lent) + "\n")
    return interpreter


def run(python: Path, folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    environment = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV")}
    return subprocess.run(
        [str(python), *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_holds_every_module_and_every_template_and_nothing_else(wheel: Path) -> None:
    modules = {
        f"giskard/{path.relative_to(ROOT / 'src/giskard').as_posix()}"
        for path in (ROOT / "src/giskard").rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    templates = {
        f"giskard/checks/_scaffold/{path.relative_to(ROOT).as_posix()}"
        for path in (ROOT / "templates").rglob("*")
        if path.is_file()
    }
    assert len(templates) >= 3
    held = {name for name in names(wheel) if ".dist-info/" not in name}
    assert held == modules | templates
    assert "giskard/__init__.py" not in held
    assert "giskard/checks/py.typed" in held


def test_is_what_the_interpreter_imports(python: Path, tmp_path: Path) -> None:
    done = run(python, tmp_path, "-c", "import giskard.checks as g; print(g.__file__, g.__version__)")
    file, version = done.stdout.split()
    assert version == "2.0.0"
    assert not Path(file).is_relative_to(ROOT)


def test_scaffolds_a_check_from_its_own_templates(python: Path, tmp_path: Path) -> None:
    package = tmp_path / "src" / "acme"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (tmp_path / "pyproject.toml").write_text('[tool.giskard-checks]\npackage = "acme"\n')
    main = "from giskard.checks._cli import main; main()"
    made = run(python, tmp_path, "-c", main, "new-check", "Mine", "--input=word:str", "--target-type=str")
    assert made.returncode == 0, made.stdout + made.stderr
    linted = run(python, tmp_path, "-c", main, "lint")
    assert linted.returncode == 1
    assert linted.stdout.count("GC402 the generated stand-in") == 1


def test_makes_a_package_from_its_own_templates(python: Path, tmp_path: Path) -> None:
    main = "from giskard.checks._cli import main; main()"
    made = run(python, tmp_path, "-c", main, "new-package", "acme-checks")
    assert made.returncode == 0, made.stdout + made.stderr
    assert run(python, tmp_path / "acme-checks", "-c", main, "lint").stdout == "All conventions are kept.\n"


def test_its_metadata_says_how_it_is_used(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        info = {
            name.rpartition("/")[2]: archive.read(name).decode() for name in archive.namelist() if "dist-info" in name
        }
    assert "giskard-checks = giskard.checks._cli:main" in info["entry_points.txt"]
    assert "Requires-Python: >=3.12" in info["METADATA"]
    assert "Provides-Extra: scaffold" in info["METADATA"]


def test_without_the_extra_the_generator_says_what_to_install(python: Path, tmp_path: Path) -> None:
    """With the distributions of the base requirements only."""
    package = tmp_path / "src" / "acme"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (tmp_path / "pyproject.toml").write_text('[tool.giskard-checks]\npackage = "acme"\n')
    hide = "import sys; sys.modules['copier'] = None; from giskard.checks._cli import main; main()"
    done = run(python, tmp_path, "-c", hide, "new-check", "Mine")
    assert done.returncode == 2
    assert "pip install 'giskard-checks[scaffold]'" in done.stderr
    assert done.stderr.count("\n") == 1
