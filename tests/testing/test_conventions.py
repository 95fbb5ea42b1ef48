"""The conventions as an assertion, as a test that pytest adds, and as a hook."""

import subprocess
import sys
from pathlib import Path

import pytest

from giskard.checks import UserError
from giskard.checks.testing import assert_conventions

ROOT = Path(__file__).parents[2]
GOOD = """\
from giskard.checks import Check, CheckResult, JSONPathStr, Trace, resolve
from giskard.checks.core.fields import unusable


@Check.register("tested_conventions")
class Mine(Check):
    target_key: JSONPathStr = "trace.last.outputs"

    async def run(self, trace: Trace) -> CheckResult:
        return unusable("target_key", resolve(trace, self.target_key), str) or CheckResult.success()
"""
BAD = GOOD.replace("target_key", "subject_key")


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the module of an importable package without a project."""
    folder = tmp_path / "conventional"
    folder.mkdir()
    (folder / "__init__.py").write_text('from conventional.mine import Mine\n\n__all__ = ["Mine"]\n')
    module = folder / "mine.py"
    module.write_text(GOOD)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    return module


def test_passes_when_all_are_kept(package: Path) -> None:
    assert_conventions("conventional")


def test_lists_what_is_not_kept_and_how_to_mend_it(package: Path) -> None:
    package.write_text(BAD)
    with pytest.raises(AssertionError) as caught:
        assert_conventions("conventional")
    first, place, mend = str(caught.value).splitlines()
    assert first == "conventional does not keep 1 of the conventions:"
    assert place.startswith("conventional/mine.py:7:5: GC202")
    assert mend.startswith("    Add the field")
    assert_conventions("conventional", ignore=["GC202"])


def test_warnings_count_when_it_is_strict(package: Path) -> None:
    with pytest.raises(AssertionError, match="GC401"):
        assert_conventions("conventional", strict=True)


def test_the_configuration_of_the_project_counts(package: Path, tmp_path: Path) -> None:
    package.write_text(BAD)
    table = '[tool.giskard-checks]\npackage = "conventional"\nsource = "."\nignore = ["GC202"]\n'
    (tmp_path / "pyproject.toml").write_text(table)
    assert_conventions("conventional")


@pytest.mark.parametrize("name", ["no_such_package", "no.such.package", "json.decoder", ""])
def test_a_package_that_is_not_there_is_an_error(name: str) -> None:
    with pytest.raises(UserError, match="There is no package"):
        assert_conventions(name)


def test_a_package_without_checks_is_an_error() -> None:
    with pytest.raises(UserError, match="holds no check"):
        assert_conventions("json")


def test_an_unknown_code_is_an_error(package: Path) -> None:
    with pytest.raises(UserError, match="'GC999' is no rule"):
        assert_conventions("conventional", ignore=["GC999"])


@pytest.mark.functional
@pytest.mark.parametrize(("source", "outcome"), [(GOOD, "1 passed"), (BAD, "1 failed")])
def test_pytest_adds_a_test_of_them(package: Path, tmp_path: Path, source: str, outcome: str) -> None:
    package.write_text(source)
    (tmp_path / "pyproject.toml").write_text('[tool.giskard-checks]\npackage = "conventional"\nsource = "."\n')
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--giskard-conventions"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert outcome in done.stdout
    assert ("GC202" in done.stdout) == (source == BAD)
    assert "Traceback" not in done.stdout


def test_the_hook_names_a_command_that_exists() -> None:
    text = (ROOT / ".pre-commit-hooks.yaml").read_text()
    assert "entry: giskard-checks lint\n" in text
    assert "pass_filenames: false" in text
