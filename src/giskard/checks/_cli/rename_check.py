"""`giskard-checks rename-check`."""

from pathlib import Path
from typing import Annotated

import typer

from giskard.checks._cli.output import emit, planned, say, say_done
from giskard.checks._cli.remove_check import generated_names
from giskard.checks._lint.project import find_project


def command(
    old: Annotated[str, typer.Argument(help="The check's name or kind.", autocompletion=generated_names)],
    new: Annotated[str, typer.Argument(help="Its new name.")],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would change, as a diff.")] = False,
    verify: Annotated[bool, typer.Option("--verify/--no-verify", help="Run the check's tests afterwards.")] = True,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> int:
    """Rename a check that new-check made; what was saved under its old kind still loads, with a warning.

    Its files, its imports and exports, and every file that imports it follow. When anything fails, every byte is put
    back.
    """
    from giskard.checks._scaffold.rename_check import plan_rename_check  # noqa: PLC0415  lint starts without

    renaming = plan_rename_check(find_project(Path.cwd()), old, new)
    if not dry_run:
        renaming.commit(run_verification=verify)
    steps = [f"Read what is said of the check in words, in {renaming.test} and beside it: only names were changed."]
    if as_json:
        names = {"name": renaming.new.name, "kind": renaming.new.kind, "old_kind": renaming.old.kind}
        emit("rename-check", 0, next_steps=steps, **names, **planned(renaming.plan, dry_run=dry_run))
    elif dry_run:
        say(renaming.plan.diff().rstrip("\n"))
    else:
        say_done(renaming.plan, f"The check {renaming.old.name} is {renaming.new.name} ({renaming.new.kind}) now:")
        say(f"\n{steps[0]}")
    return 0
