"""The linter: the whole process over importing the library, and how its time grows with the number of checks."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from benchmarks.timing import best, row
from giskard.checks._lint.linter import lint
from giskard.checks._lint.project import find_project

_CHECK = """from giskard.checks import Check, CheckResult, JSONPathStr, Trace, resolve
from giskard.checks.core.fields import unusable


@Check.register("check_{number}")
class Check{number}(Check):
    target_key: JSONPathStr = "trace.last.outputs"

    async def run(self, trace: Trace) -> CheckResult:
        text = resolve(trace, self.target_key)
        return unusable("target_key", text, str) or CheckResult.success()
"""
_TEST = "def test_it(result):\n    assert result.passed or result.failed or result.errored\n"


def _project(root: Path, number: int) -> None:
    package, tests = root / "src" / "acme", root / "tests"
    package.mkdir(parents=True)
    tests.mkdir()
    (root / "pyproject.toml").write_text('[tool.giskard-checks]\npackage = "acme"\n')
    for index in range(number):
        (package / f"check_{index}.py").write_text(_CHECK.format(number=index))
        (tests / f"test_check_{index}.py").write_text(_TEST)
    imports = [f"from acme.check_{index} import Check{index}" for index in range(number)]
    names = [f'    "Check{index}",' for index in range(number)]
    (package / "__init__.py").write_text("\n".join([*imports, "", "__all__ = [", *names, "]", ""]))


def _process(*command: str) -> float:
    """Return the seconds of a whole process, with bytecode written and warm."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    times: list[float] = []
    for _ in range(7):
        started = perf_counter()
        subprocess.run([sys.executable, "-c", *command], env=environment, capture_output=True, check=True)
        times.append(perf_counter() - started)
    return min(times)


def main() -> None:
    """Print the table."""
    print("Linting")
    importing = _process("import giskard.checks")
    linting = _process("import sys; from giskard.checks._cli import main; main(['lint'])")
    row(
        "lint of this library, whole process, over the import alone",
        f"+{(linting - importing) * 1000:.0f} ms",
        "budget +200 ms",
    )
    times: dict[int, float] = {}
    for number in (20, 200, 2000):
        with tempfile.TemporaryDirectory(prefix="linting-") as folder:
            _project(Path(folder), number)
            project = find_project(Path(folder))
            assert lint(project) == []
            times[number] = best(lambda project=project: lint(project), number=1, repeat=3) / number
        row(f"{number:,} checks, each", f"{times[number] * 1e6:.0f} us")
    row("2,000 checks over 200, each", f"{times[2000] / times[200]:.2f}", "1 is linear")
