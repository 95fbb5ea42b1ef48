"""`remove-check`: undoing `new-check`, by the name alone."""

from dataclasses import dataclass

from giskard.checks._lint.project import Project
from giskard.checks._lint.source import Source
from giskard.checks._plan.commit import Disk, applied, recover
from giskard.checks._plan.plan import CONFLICT, Plan, sha256
from giskard.checks._scaffold.prove import overlay_of
from giskard.checks._scaffold.record import Record, record_of, record_path
from giskard.checks._scaffold.tables import reference_table, retired
from giskard.checks._scaffold.verify import verify_import
from giskard.checks.core.exceptions import UserError


@dataclass(frozen=True)
class RemoveCheck:
    """A check that is to be removed.

    Attributes
    ----------
    plan
        What is to be deleted and edited.
    edited
        The files among them that are not as they were generated.
    """

    project: Project
    record: Record
    plan: Plan
    edited: list[str]

    def commit(self, *, run_verification: bool = True, disk: Disk | None = None) -> None:
        """Carry the plan out, and see that the package still imports; when anything fails, every byte is put back.

        Raises
        ------
        UserError
            Exit code 3 when the disk is not as planned for, 4 when the package does not import without the check.
        """
        with applied(self.plan, disk):
            if run_verification:
                verify_import(self.project, without=self.record.answers.kind)


def plan_remove_check(project: Project, name: str, *, retire: bool = False, force: bool = False) -> RemoveCheck:
    """Return what has to be deleted and edited so that a generated check is gone. Nothing is.

    Parameters
    ----------
    project
        The project.
    name
        The check's name, or its kind, in any spelling.
    retire
        Whether no later check may take the kind, since saved scenarios name it.
    force
        Whether files may go that their author has worked on.

    Raises
    ------
    UserError
        No such check was generated here; a file was edited, without `force`; an `__init__` cannot be edited safely.
    """
    recover(project.root)
    record = record_of(project, name)
    kind = record.answers.kind
    edited = [path for path, file in record.files.items() if _is_edited(project, path, file.sha256)]
    if edited and not force:
        raise UserError(
            f"{', '.join(map(repr, edited))} {'was' if len(edited) == 1 else 'were'} worked on since the check "
            f"{record.answers.name} was made.",
            f"Remove it with them: giskard-checks remove-check {record.answers.name} --force",
            exit_code=CONFLICT,
        )
    contents: dict[str, bytes | None] = {path: None for path in record.files if (project.root / path).is_file()}
    contents |= _wiring_undone(project, record, contents)
    contents |= reference_table(project, contents)
    if retire:
        contents |= retired(project, kind, {"name": record.answers.name})
    contents[record_path(kind)] = None
    plan = Plan.of(project.root, contents)
    plan.refuse_conflicts()
    return RemoveCheck(project, record, plan, edited)


def _is_edited(project: Project, path: str, generated: str) -> bool:
    file = project.root / path
    return file.is_file() and sha256(file.read_bytes().replace(b"\r\n", b"\n")) != generated


def _wiring_undone(project: Project, record: Record, contents: dict[str, bytes | None]) -> dict[str, bytes | None]:
    """Return the `__init__` files without the check; a room stays imported while other checks are in it."""
    undone: dict[str, bytes | None] = {}
    for path, wiring in record.wired.items():
        file = project.root / path
        if file.is_file() and (wiring.name == record.answers.name or not _has_others(project, contents)):
            undone[path] = wiring.undone(file.read_bytes(), path)
    return undone


def _has_others(project: Project, contents: dict[str, bytes | None]) -> bool:
    room = f"{project.room(project.config.builtin)}."
    checks = Source(project, overlay_of(project, contents)).checks()
    return any(cls.module.name.startswith(room) for cls in checks)
