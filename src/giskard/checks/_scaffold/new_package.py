"""`new-package`: a project of its own for checks, with one to begin with."""

import re
from dataclasses import dataclass
from pathlib import Path

from giskard.checks._lint.linter import lint
from giskard.checks._lint.project import find_project
from giskard.checks._plan.commit import Disk, applied, recover
from giskard.checks._plan.plan import Plan
from giskard.checks._scaffold.names import refuse_as_module
from giskard.checks._scaffold.new_check import refuse_in_the_way
from giskard.checks._scaffold.render import rendered
from giskard.checks._scaffold.verify import FAILED, verify_tests
from giskard.checks._version import __version__
from giskard.checks.core.exceptions import UserError

_FAMILY = "package"
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[-_][A-Za-z0-9]+)*")


@dataclass(frozen=True)
class NewPackage:
    """A project that is to be made.

    Attributes
    ----------
    root
        Its folder.
    package
        What Python imports.
    plan
        What is to be written, relative to the folder that the project's own is in; empty when all is there.
    """

    root: Path
    package: str
    plan: Plan

    def next_steps(self) -> list[str]:
        """Return what to do now, as sentences."""
        return [
            f"Go there: cd {self.root.name}",
            "Make a check of your own: make new-check NAME=AllowedLinks ARGS='--input hosts:list[str]'",
            "Hold all checks to the conventions and run their tests: make check",
        ]

    def commit(self, *, run_verification: bool = True, disk: Disk | None = None) -> None:
        """Write the plan, lint the new project and run its tests; when anything fails, nothing of it is left.

        Raises
        ------
        UserError
            Exit code 3 when the disk is not as planned for, 4 when the project does not work.
        """
        with applied(self.plan, disk):
            if run_verification:
                project = find_project(self.root)
                found = lint(project)
                if found:
                    raise UserError(
                        f"The new package has a finding: {found[0].as_line()}.",
                        "This is a bug of ours.",
                        exit_code=FAILED,
                    )
                verify_tests(project, "The new package")


def plan_new_package(folder: Path, name: str) -> NewPackage:
    """Return what has to be written for a new project in a folder of its own. Nothing is.

    Parameters
    ----------
    folder
        Where the project's own folder is to be.
    name
        What the project is called, as acme-checks; Python imports acme_checks then.

    Raises
    ------
    UserError
        The name is none, or files are in the way.
    """
    project, package = _names(name)
    if not folder.is_dir():
        raise UserError(f"There is no folder {str(folder)!r}.", "Make it first, or give another one by --into.")
    recover(folder)
    major, minor, *_ = __version__.split(".")
    context = {"project": project, "package": package, "version": f"{major}.{minor}"}
    contents = {f"{project}/{path}": text.encode() for path, text in rendered(_FAMILY, context).items()}
    refuse_in_the_way(folder, contents)
    plan = Plan.of(folder, dict(contents))
    plan.refuse_conflicts()
    return NewPackage(folder / project, package, plan)


def _names(name: str) -> tuple[str, str]:
    if not _NAME.fullmatch(name):
        raise UserError(
            f"{name[:80]!r} is no name for a package.", "Give one of letters, digits and hyphens, such as acme-checks."
        )
    package = name.lower().replace("-", "_")
    refuse_as_module(package)
    if package == "giskard":
        raise UserError("'giskard' is the name of this library's own package.", "Choose another, such as acme-checks.")
    return package.replace("_", "-"), package
