"""`giskard-checks apply`."""

from pathlib import Path
from typing import Annotated

import typer

from giskard.checks._cli.output import emit, planned, say, say_done
from giskard.checks._lint.project import find_project


def command(
    file: Annotated[Path, typer.Argument(help="What --dry-run --json of a command has printed.", metavar="PLAN.json")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> int:
    """Carry out a saved plan, if the files are still as they were when it was made.

    A plan of new-package is for the current folder, any other for the project here.
    """
    from giskard.checks._plan.commit import applied  # noqa: PLC0415  lint starts without
    from giskard.checks._plan.saved import load_plan, plan_saved  # noqa: PLC0415  lint starts without

    saved = load_plan(file)
    root = Path.cwd() if saved.command == "new-package" else find_project(Path.cwd()).root
    plan = plan_saved(root, saved)
    with applied(plan):
        pass
    steps = ["Hold it to the conventions: giskard-checks lint"] if plan.operations else []
    if as_json:
        emit("apply", 0, planned_by=saved.command, next_steps=steps, **planned(plan, dry_run=False))
    elif not plan.operations:
        say("All of it is there already; nothing to do.")
    else:
        say_done(plan, f"Carried out the plan of {saved.command}:")
        say(f"\n{steps[0]}")
    return 0
