"""The linter as an assertion, for a test of a package that holds checks."""

import importlib.util
from collections.abc import Sequence
from pathlib import Path

from giskard.checks._lint.linter import lint
from giskard.checks._lint.project import Config, Project, find_project
from giskard.checks._lint.rules import RULES
from giskard.checks.core.exceptions import UserError
from giskard.checks.core.strict import nearest


def assert_conventions(package: str, *, ignore: Sequence[str] = (), strict: bool = False) -> None:
    """Hold the checks of a package to the conventions, as `giskard-checks lint` does.

    Parameters
    ----------
    package
        Dotted name of the package. In a project whose `pyproject.toml` names it, that configuration counts; else the
        package is found where it is installed.
    ignore
        Codes of rules that are not asked for.
    strict
        Whether warnings count too.

    Raises
    ------
    AssertionError
        A rule is not kept; the message lists where, and how to mend it.
    UserError
        There is no such package, it holds no check, or a code is no rule.

    Examples
    --------
    >>> assert_conventions("giskard.checks", ignore=["GC401"])
    """
    for code in ignore:
        if code not in RULES:
            raise UserError(f"{code!r} is no rule.{nearest(code, list(RULES))}", f"Rules: {', '.join(RULES)}.")
    project = _project_of(package)
    config = project.config.model_copy(update={"ignore": [*project.config.ignore, *ignore]})
    findings = lint(Project(project.root, config))
    counted = [finding for finding in findings if strict or project.level_of(finding.rule) == "error"]
    if counted:
        lines = "\n".join(finding.as_line() for finding in counted)
        raise AssertionError(f"{package} does not keep {len(counted)} of the conventions:\n{lines}")


def _project_of(package: str) -> Project:
    try:
        project = find_project(Path.cwd())
    except UserError:
        pass
    else:
        if project.config.package == package:
            return project
    try:
        spec = importlib.util.find_spec(package)
    except (ImportError, ValueError):
        spec = None
    places = list(spec.submodule_search_locations or ()) if spec else []
    if not places:
        raise UserError(
            f"There is no package {package!r} to hold to the conventions.", "Install it, or correct the name."
        )
    root = Path(places[0]).resolve().parents[package.count(".")]
    return Project(root, Config(package=package, source="."))
