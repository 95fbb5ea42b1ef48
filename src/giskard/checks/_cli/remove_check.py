"""`giskard-checks remove-check`."""

from pathlib import Path
from typing import Annotated

import typer

from giskard.checks._cli.output import emit, planned, say, say_done
from giskard.checks._lint.project import find_project
from giskard.checks.core.exceptions import UserError


def generated_names(incomplete: str) -> list[str]:
    """Return the names of the project's generated checks that begin so, for the shell to complete."""
    from giskard.checks._scaffold.record import records  # noqa: PLC0415  lint starts without

    try:
        names = [record.answers.name for record in records(find_project(Path.cwd())).values()]
    except UserError:
        return []
    return [name for name in names if name.startswith(incomplete)]


def command(
    name: Annotated[str, typer.Argument(help="The check's name or kind.", autocompletion=generated_names)],
    retire: Annotated[bool, typer.Option("--retire", help="Let no later check take the kind.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Delete files that were worked on since.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would be removed, as a diff.")] = False,
    verify: Annotated[bool, typer.Option("--verify/--no-verify", help="Import the package afterwards.")] = True,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> int:
    """Remove a check that new-check made: its files, its imports and exports, its record.

    When anything fails, every byte is put back.
    """
    from giskard.checks._scaffold.remove_check import plan_remove_check  # noqa: PLC0415  lint starts without

    removal = plan_remove_check(find_project(Path.cwd()), name, retire=retire, force=force)
    if not dry_run:
        removal.commit(run_verification=verify)
    made, kind = removal.record.answers.name, removal.record.answers.kind
    steps = [] if retire else [f"Saved scenarios with a check of kind {kind!r} no longer load."]
    if as_json:
        emit("remove-check", 0, name=made, kind=kind, next_steps=steps, **planned(removal.plan, dry_run=dry_run))
    elif dry_run:
        say(removal.plan.diff().rstrip("\n"))
    else:
        say_done(removal.plan, f"Removed the check {made} ({kind}):")
        for step in steps:
            say(f"\n{step}")
    return 0
