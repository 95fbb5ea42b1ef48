"""What the root promises, and that importing it costs little and does nothing else."""

import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest
from pydantic import BaseModel

import giskard.checks
from giskard.checks import Check

ROOMS = ("giskard.checks.builtin.", "giskard.checks.judges.")
ROOT = Path(__file__).parents[1]
SOURCE = Path(giskard.checks.__file__).parent
HEAVY = ["rich", "jinja2", "typer", "copier", "jsonschema", "numpy", "ruff", "pytest", "hypothesis", "click", "tomllib"]
REQUIRED = {"JSONPathStr", "NoMatch", "resolve", "provided_or_resolve", "MISSING", "__version__"}


def test_all_is_sorted_and_names_exactly_the_public_names() -> None:
    exported = giskard.checks.__all__
    public = {name for name in vars(giskard.checks) if not name.startswith("_")}
    rooms = {module.name for module in pkgutil.iter_modules(giskard.checks.__path__)}
    assert set(exported) - {"__version__"} == public - rooms
    assert exported == sorted(exported, key=lambda name: (not name.isupper(), not name[0].isupper(), name))
    assert set(exported) >= REQUIRED


def test_every_registered_check_is_exported_and_has_a_test_of_its_own() -> None:
    found = [Check._registry.find(kind) for kind in sorted(Check.kinds())]
    # Not those that an example in a docstring registers.
    modules = sys.modules
    library = [
        cls
        for cls in found
        if cls.__module__.startswith(ROOMS) and getattr(modules[cls.__module__], cls.__name__, None) is cls
    ]
    assert library
    for cls in library:
        assert getattr(giskard.checks, cls.__name__) is cls
        room, module = cls.__module__.split(".")[-2:]
        assert (ROOT / "tests" / room / f"test_{module}.py").is_file()


def test_importing_loads_nothing_heavy_and_says_nothing() -> None:
    code = f"import sys, giskard.checks; print([name for name in {HEAVY} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=True)
    assert (done.stdout.strip(), done.stderr) == ("[]", "")


def test_importing_starts_no_thread_and_changes_no_hook() -> None:
    code = (
        "import sys, threading, logging\n"
        "before = (sys.displayhook, sys.excepthook, sys.path[:], len(logging.root.handlers))\n"
        "import giskard.checks\n"
        "assert before == (sys.displayhook, sys.excepthook, sys.path, len(logging.root.handlers))\n"
        "assert threading.active_count() == 1\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("module", [m.name for m in pkgutil.walk_packages(giskard.checks.__path__, "giskard.checks.")])
def test_every_model_can_be_built(module: str) -> None:
    """Schemas are built at first use, so a bad annotation would surface only there."""
    for value in vars(importlib.import_module(module)).values():
        if isinstance(value, type) and issubclass(value, BaseModel) and value.__module__ == module:
            value.model_rebuild(force=True)


def test_no_file_is_longer_than_a_stranger_can_take_in() -> None:
    lengths = {
        path.relative_to(SOURCE).as_posix(): len(path.read_text("utf-8").splitlines()) for path in SOURCE.rglob("*.py")
    }
    assert lengths
    assert {name: length for name, length in lengths.items() if length > 350} == {}


@pytest.mark.parametrize("path", ["__init__.py", "builtin/__init__.py"])
def test_an_init_holds_imports_only(path: str) -> None:
    lines = (SOURCE / path).read_text("utf-8").splitlines()
    code = [line for line in lines[1:] if line and not line.startswith((" ", ")", "]", "from ", "__all__"))]
    assert code == []
