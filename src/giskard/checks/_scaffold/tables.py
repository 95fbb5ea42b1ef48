"""The files that list the project's checks beside their source: the reference table, and the retired kinds."""

from collections.abc import Mapping

from giskard.checks._lint.project import Project
from giskard.checks._lint.reference import PAGE, reference_page
from giskard.checks._lint.registration import RETIRED, retired_kinds
from giskard.checks._lint.source import Source
from giskard.checks._scaffold.prove import overlay_of
from giskard.checks._scaffold.record import as_json


def reference_table(project: Project, contents: Mapping[str, bytes | None]) -> dict[str, bytes]:
    """Return the reference table as it is to be after a change, by its path; nothing where a project has none."""
    if not project.is_library or not (project.root / PAGE).is_file():
        return {}
    return {PAGE: reference_page(Source(project, overlay_of(project, contents))).encode()}


def retired(project: Project, kind: str, about: dict[str, str]) -> dict[str, bytes]:
    """Return the list of retired kinds with one more, by its path."""
    return {RETIRED: as_json(retired_kinds(project) | {kind: about})}
