"""The last proof, on the files as written: a fresh interpreter loads the check and runs its tests."""

import os
import subprocess
import sys

from giskard.checks._lint.project import Project
from giskard.checks._scaffold.answers import Answers
from giskard.checks.core.exceptions import UserError

FAILED = 4
_LOAD = """
import importlib, sys
package, kind, name = sys.argv[1:]
importlib.import_module(package)
from giskard.checks import Check
if kind not in Check.kinds():
    sys.exit(f"importing {package} does not register {kind!r}")
"""


_GONE = """
import importlib, sys
package, kind = sys.argv[1:]
importlib.import_module(package)
from giskard.checks import Check
if kind in Check.kinds():
    sys.exit(f"importing {package} still registers {kind!r}")
"""


def verify_import(project: Project, *, without: str) -> None:
    """See in an interpreter of its own that the package imports and does not register a kind.

    Raises
    ------
    UserError
        It does not; exit code 4, with the output of what failed.
    """
    _run(project, "-c", _GONE, project.config.package, without, what="The package without the check")


def verify(project: Project, answers: Answers, test: str) -> None:
    """Run the new check's tests, and load its kind, in an interpreter of their own.

    Raises
    ------
    UserError
        Something fails; exit code 4, with the output of what failed.
    """
    _run(project, "-c", _LOAD, project.config.package, answers.kind, answers.name)
    verify_tests(project, "The new check", test)


def verify_tests(project: Project, what: str, *tests: str) -> None:
    """Run tests of a project, all of them where none is named, in an interpreter of their own.

    Raises
    ------
    UserError
        One fails; exit code 4, with the output.
    """
    _run(project, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-o", "addopts=", *tests, what=what)


def _run(project: Project, *arguments: str, what: str = "The new check") -> None:
    path = os.pathsep.join(filter(None, [str(project.source), os.environ.get("PYTHONPATH")]))
    # No bytecode and no cache: when this fails, the tree has to be byte for byte what it was.
    environment = os.environ | {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=project.root, env=environment, capture_output=True, check=False)
    if done.returncode:
        output = (done.stdout + done.stderr).decode("utf-8", "replace").strip()
        raise UserError(
            f"{what} does not pass its verification:\n{output}\n", "Everything was put back.", exit_code=FAILED
        )
