"""What the commands print: sentences for a person, or one JSON object for a program."""

import json
import sys
from typing import Any

from giskard.checks._plan.plan import Plan
from giskard.checks.core.exceptions import UserError

SCHEMA_VERSION = 1


def say(text: str) -> None:
    """Print a line of the result on standard output."""
    print(text)


def note(text: str) -> None:
    """Print what accompanies the result on standard error."""
    print(text, file=sys.stderr)


def emit(command: str, exit_code: int, **content: Any) -> None:
    """Print the one JSON object of a command: version, command, exit_code, and what the command has to tell."""
    head: dict[str, Any] = {"version": SCHEMA_VERSION, "command": command, "exit_code": exit_code}
    print(json.dumps(head | content, indent=2, ensure_ascii=False, default=str))


def planned(plan: Plan, *, dry_run: bool) -> dict[str, Any]:
    """Return what a plan does, as JSON data; of a dry run enough to carry it out later, by `apply`."""
    operations = [operation.as_dict(with_content=dry_run) for operation in plan.operations]
    return {"dry_run": dry_run, "operations": operations, **({"diff": plan.diff()} if dry_run else {})}


def say_done(plan: Plan, head: str) -> None:
    """Print what was done to which file, below a heading."""
    say(head)
    for operation in plan.operations:
        say(f"  {operation.kind:<6}  {operation.path}")


def fail(command: str, error: UserError, *, as_json: bool) -> int:
    """Print a foreseeable failure, and return its exit code."""
    if as_json:
        emit(command, error.exit_code, error={"message": error.message, "hint": error.hint}, next_steps=[])
    else:
        note(f"error: {error}")
    return error.exit_code
