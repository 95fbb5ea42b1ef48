"""`giskard-checks new-check`."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from giskard.checks._cli.output import emit, planned, say, say_done
from giskard.checks._lint.project import find_project
from giskard.checks._scaffold.types import TARGETS
from giskard.checks.core.exceptions import UserError

if TYPE_CHECKING:
    from giskard.checks._scaffold.new_check import NewCheck


def command(
    name: Annotated[
        str | None, typer.Argument(help="The check's name, as AllowedLinks, allowed_links or allowed-links.")
    ] = None,
    kind: Annotated[str | None, typer.Option(help="What a saved check calls it; by default the name.")] = None,
    inputs: Annotated[
        list[str] | None,
        typer.Option("--input", metavar="NAME:TYPE", help="A value given inline or by path, as keyword:str."),
    ] = None,
    params: Annotated[
        list[str] | None,
        typer.Option("--param", metavar="NAME:TYPE[=DEFAULT]", help="A plain setting, as limit:int=3."),
    ] = None,
    target_type: Annotated[str, typer.Option(help=f"Type of the value under test: {', '.join(TARGETS)}.")] = "any",
    target_key: Annotated[str, typer.Option(help="Where the value under test is by default.")] = "trace.last.outputs",
    description: Annotated[str | None, typer.Option(help="What the check is for, in a sentence.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would be written, as a diff.")] = False,
    verify: Annotated[bool, typer.Option("--verify/--no-verify", help="Run the new check's tests.")] = True,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> int:
    """Scaffold a check: registered, wired, typed, tested and linted.

    Types are str, int, float, bool, any, list[...] and dict[str, ...]. The same command twice changes nothing the
    second time. When anything fails, every byte is put back.
    """
    from giskard.checks._scaffold.answers import collect  # noqa: PLC0415  lint starts without
    from giskard.checks._scaffold.new_check import plan_new_check  # noqa: PLC0415  lint starts without

    project = find_project(Path.cwd())
    if name is None:
        name, target_type, inputs, description = _asked(target_type, inputs or [], description)
    answers = collect(
        name,
        kind=kind,
        inputs=inputs,
        params=params,
        target_type=target_type,
        target_key=target_key,
        description=description,
    )
    new = plan_new_check(project, answers)
    if new.plan.operations and not dry_run:
        new.commit(run_verification=verify)
    (_report_json if as_json else _report)(new, dry_run)
    return 0


def _report_json(new: "NewCheck", dry_run: bool) -> None:
    emit(
        "new-check",
        0,
        name=new.answers.name,
        kind=new.answers.kind,
        next_steps=new.next_steps() if new.plan.operations else [],
        **planned(new.plan, dry_run=dry_run),
    )


def _report(new: "NewCheck", dry_run: bool) -> None:
    if not new.plan.operations:
        say(f"{new.answers.name} is there already; nothing to do.")
        return
    if dry_run:
        say(new.plan.diff().rstrip("\n"))
        return
    say_done(new.plan, f"Made the check {new.answers.name} ({new.answers.kind}):")
    say("\nWhat is left to you:")
    for number, step in enumerate(new.next_steps(), start=1):
        say(f"  {number}. {step}")


def _asked(target_type: str, inputs: list[str], description: str | None) -> tuple[str, str, list[str], str | None]:
    """Ask at the terminal for what a check needs.

    Raises
    ------
    UserError
        There is no terminal to ask at.
    """
    from giskard.checks._scaffold.answers import collect  # noqa: PLC0415  lint starts without
    from giskard.checks._scaffold.names import Name  # noqa: PLC0415  lint starts without

    if not all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout)):  # a closed stream is None
        raise UserError(
            "NAME is missing, and there is no terminal to ask for it.", "Write: giskard-checks new-check NAME"
        )
    while True:
        name: str = typer.prompt("Name of the check, as AllowedLinks")
        try:
            Name.parse(name)
            break
        except UserError as exc:
            say(f"  {exc}")
    target_type = typer.prompt(f"Type of the value under test ({', '.join(TARGETS)})", default=target_type)
    while True:
        entry: str = typer.prompt(
            "A value it compares with, as keyword:str (empty: no more)", default="", show_default=False
        )
        if not entry:
            break
        try:
            collect(name, inputs=[*inputs, entry])
            inputs = [*inputs, entry]
        except UserError as exc:
            say(f"  {exc}")
    if description is None:
        description = typer.prompt("What it is for, in a sentence", default="", show_default=False) or None
    return name, target_type, inputs, description
