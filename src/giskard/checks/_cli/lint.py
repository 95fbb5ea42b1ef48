"""`giskard-checks lint`."""

from collections import Counter
from pathlib import Path
from typing import Annotated, Literal

import typer

from giskard.checks._cli.output import emit, say
from giskard.checks._lint.finding import Finding
from giskard.checks._lint.linter import lint
from giskard.checks._lint.project import find_project


def command(
    paths: Annotated[
        list[Path] | None, typer.Argument(help="Report only these files or folders; by default the whole package.")
    ] = None,
    output: Annotated[Literal["text", "json"], typer.Option("--format", help="How to print the findings.")] = "text",
    as_json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
) -> int:
    """Hold the checks of the project here to the conventions.

    The source is read, never run. Exit code 1 says that there are findings.
    """
    findings = lint(find_project(Path.cwd()), paths)
    failing = any(finding.rule.level == "error" for finding in findings)
    if as_json or output == "json":
        emit("lint", int(failing), findings=[f.as_dict() for f in findings], next_steps=_mends(findings))
    else:
        for finding in findings:
            say(finding.as_line())
        say(_summary(findings))
    return int(failing)


def _mends(findings: list[Finding]) -> list[str]:
    return list(dict.fromkeys(f"{finding.path}:{finding.line}: {finding.rule.mend}" for finding in findings))


def _summary(findings: list[Finding]) -> str:
    if not findings:
        return "All conventions are kept."
    counts = ", ".join(f"{code} {count}" for code, count in sorted(Counter(f.code for f in findings).items()))
    return f"{len(findings)} finding{'s' if len(findings) > 1 else ''}: {counts}."
