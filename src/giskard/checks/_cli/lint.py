"""`giskard-checks lint`."""

from collections import Counter
from pathlib import Path
from textwrap import indent
from typing import Annotated, Literal

import typer

from giskard.checks._cli.output import emit, note, say
from giskard.checks._lint.annotate import github, sarif
from giskard.checks._lint.baseline import Baseline
from giskard.checks._lint.finding import Finding
from giskard.checks._lint.linter import all_findings, lint
from giskard.checks._lint.project import Project, find_project
from giskard.checks._lint.rules import RULES, Rule
from giskard.checks.core.exceptions import UserError
from giskard.checks.core.strict import nearest
from giskard.checks.export.files import write_whole


def command(
    paths: Annotated[
        list[Path] | None, typer.Argument(help="Report only these files or folders; by default the whole package.")
    ] = None,
    select: Annotated[
        list[str] | None, typer.Option(help="Report only these rules, in the place of the configured ones.")
    ] = None,
    ignore: Annotated[list[str] | None, typer.Option(help="Do not report these rules either.")] = None,
    output: Annotated[
        Literal["text", "json", "github", "sarif"], typer.Option("--format", help="How to print the findings.")
    ] = "text",
    as_json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
    statistics: Annotated[bool, typer.Option("--statistics", help="Print how often each rule is broken.")] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Let warnings fail too.")] = False,
    fix: Annotated[
        bool, typer.Option("--fix", help="Mend what can be mended, whole or not at all, and report the rest.")
    ] = False,
    deep: Annotated[
        bool,
        typer.Option("--deep", help="Import the package too, for what its source cannot show; this runs its code."),
    ] = False,
    explain: Annotated[str | None, typer.Option(help="Explain a rule, with an example.", metavar="CODE")] = None,
    write_baseline: Annotated[
        bool, typer.Option("--write-baseline", help="Write the configured baseline, or take stale entries out of it.")
    ] = False,
) -> int:
    """Hold the checks of the project here to the conventions.

    The source is read, and run only with --deep. Exit code 1 says that there are findings.
    """
    if explain is not None:
        say(_explained(_known([explain])[0]))
        return 0
    project = find_project(Path.cwd())
    config = project.config
    if select:
        config = config.model_copy(update={"select": _known(select)})
    config = config.model_copy(update={"ignore": [*config.ignore, *_known(ignore or [])]})
    project = Project(project.root, config)
    if write_baseline:
        return _write_baseline(project)
    findings = lint(project, paths, deep=deep)
    if fix:
        _mend(project, findings)
        findings = lint(project, paths, deep=deep)
    failing = any(strict or project.level_of(finding.rule) == "error" for finding in findings)
    if as_json or output == "json":
        data = [finding.as_dict() | {"level": project.level_of(finding.rule)} for finding in findings]
        emit("lint", int(failing), findings=data, next_steps=_mends(findings))
    elif output == "sarif":
        say(sarif(findings, project.level_of))
    else:
        _print(project, findings, output, statistics=statistics)
    return int(failing)


def _mend(project: Project, findings: list[Finding]) -> None:
    """Write what mends findings, and say on standard error what was done and what could not be."""
    from giskard.checks._plan.commit import applied  # noqa: PLC0415  --fix alone needs it
    from giskard.checks._scaffold.mend import plan_mending  # noqa: PLC0415  --fix alone needs it

    mending = plan_mending(project, findings)
    with applied(mending.plan):
        pass
    for operation in mending.plan.operations:
        note(f"mended: {operation.path}")
    for reason in mending.reasons:
        note(f"not mended: {reason}")


def _print(project: Project, findings: list[Finding], output: str, *, statistics: bool) -> None:
    if statistics:
        for code, count in sorted(Counter(finding.code for finding in findings).items()):
            say(f"{count:>5}  {code}  {RULES[code].title}")
    else:
        for finding in findings:
            level = project.level_of(finding.rule)
            say(github(finding, level) if output == "github" else finding.as_line())
    if output == "text":
        say(_summary(findings))


def _known(codes: list[str]) -> list[str]:
    """Return codes as they are written one by one or with commas between.

    Raises
    ------
    UserError
        One is no rule.
    """
    found = [code.strip() for text in codes for code in text.split(",") if code.strip()]
    for code in found:
        if code not in RULES:
            raise UserError(f"{code!r} is no rule.{nearest(code, list(RULES))}", f"Rules: {', '.join(RULES)}.")
    return found


def _explained(code: str) -> str:
    from giskard.checks._lint.examples import EXAMPLES  # noqa: PLC0415  --explain alone needs it

    rule: Rule = RULES[code]
    bad, good = EXAMPLES[code].shown()
    scope = "every package" if rule.scope == "plugin" else "the library alone"
    head = f"{rule.code}: {rule.title}\n\nWhy: {rule.why}\nWhat to do: {rule.mend}\nFor: {scope}; {rule.level}."
    return f"{head}\n\nBreaks it:\n\n{_listed(bad)}\n\nKeeps it:\n\n{_listed(good)}"


def _listed(files: dict[str, str]) -> str:
    return "\n\n".join(f"  {name}\n\n{indent(text.strip(), '    ')}" for name, text in files.items())


def _write_baseline(project: Project) -> int:
    if project.config.baseline is None:
        raise UserError(
            "No baseline is configured, so none can be written.",
            'Add to [tool.giskard-checks]: baseline = "giskard-baseline.json".',
        )
    file = project.root / project.config.baseline
    findings = all_findings(project)
    if file.is_file():
        # Only what is known already: a baseline may shrink, not grow.
        new = set(lint(project))
        findings = [finding for finding in findings if finding not in new]
    write_whole(file, Baseline.of(findings).as_text())
    say(f"{project.config.baseline} knows {len(findings)} finding{'' if len(findings) == 1 else 's'}.")
    return 0


def _mends(findings: list[Finding]) -> list[str]:
    return list(dict.fromkeys(f"{finding.path}:{finding.line}: {finding.rule.mend}" for finding in findings))


def _summary(findings: list[Finding]) -> str:
    if not findings:
        return "All conventions are kept."
    counts = ", ".join(f"{code} {count}" for code, count in sorted(Counter(f.code for f in findings).items()))
    return f"{len(findings)} finding{'s' if len(findings) > 1 else ''}: {counts}."
