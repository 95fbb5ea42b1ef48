"""The program `giskard-checks`."""

import gc
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from giskard.checks._cli import apply, lint, new_check, new_package, remove_check, rename_check
from giskard.checks._cli.output import fail, note, say
from giskard.checks._version import __version__
from giskard.checks.core.exceptions import UserError

# typer brings its own copy of click and names only some of it: this is what all of click's complaints derive from.
_UsageError: type[Exception] = typer.BadParameter.__mro__[1]

app = typer.Typer(
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="Scaffold checks for AI agents, and hold them to one set of conventions.",
)
app.command("new-check")(new_check.command)
app.command("new-package")(new_package.command)
app.command("remove-check")(remove_check.command)
app.command("rename-check")(rename_check.command)
app.command("apply")(apply.command)
app.command("lint")(lint.command)


def _version(wanted: bool) -> None:
    if wanted:
        say(__version__)
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    del version


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit.

    Exit codes are 0 done or nothing to do, 1 findings, 2 usage or configuration, 3 a conflict with what is on disk,
    4 a failed verification, 130 interrupted.
    """
    gc.disable()  # a command is over before garbage matters, and looking for it would take a fifth of its time
    sys.exit(run(list(sys.argv[1:] if arguments is None else arguments)))


def run(arguments: list[str]) -> int:
    """Run the command line and return its exit code."""
    command = next((word for word in arguments if not word.startswith("-")), "")
    as_json = "--json" in arguments or "--format=json" in arguments
    try:
        return int(app(arguments or ["--help"], prog_name="giskard-checks", standalone_mode=False) or 0)
    except UserError as exc:
        return fail(command, exc, as_json=as_json)
    except _UsageError as exc:
        message = getattr(exc, "format_message", exc.__str__)().replace("\n", " ")
        known = any(command == one.name for one in app.registered_commands)
        hint = f"See: giskard-checks {command} --help" if known else "See: giskard-checks --help"
        return fail(command, UserError(message, hint), as_json=as_json)
    except (typer.Abort, KeyboardInterrupt):
        note("error: interrupted; nothing was left half done.")
        return 130
