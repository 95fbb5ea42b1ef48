"""`giskard-checks new-package`."""

from pathlib import Path
from typing import Annotated

import typer

from giskard.checks._cli.output import emit, planned, say, say_done


def command(
    name: Annotated[str, typer.Argument(help="The project's name, as acme-checks.")],
    into: Annotated[Path, typer.Option(help="The folder that the project's own folder is made in.")] = Path(),
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would be written, as a diff.")] = False,
    verify: Annotated[bool, typer.Option("--verify/--no-verify", help="Lint the package and run its tests.")] = True,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> int:
    """Make a project for checks of your own, with one example check, its tests, a Makefile and CI.

    The same command twice changes nothing the second time. When anything fails, nothing is left of it.
    """
    from giskard.checks._scaffold.new_package import plan_new_package  # noqa: PLC0415  lint starts without

    new = plan_new_package(into.absolute(), name)
    if new.plan.operations and not dry_run:
        new.commit(run_verification=verify)
    steps = new.next_steps() if new.plan.operations else []
    if as_json:
        emit("new-package", 0, package=new.package, next_steps=steps, **planned(new.plan, dry_run=dry_run))
    elif not new.plan.operations:
        say(f"{new.root.name} is there already; nothing to do.")
    elif dry_run:
        say(new.plan.diff().rstrip("\n"))
    else:
        say_done(new.plan, f"Made the package {new.package}:")
        say("\nWhat to do now:")
        for number, step in enumerate(steps, start=1):
            say(f"  {number}. {step}")
    return 0
