"""Holding a project's checks to the table of rules."""

import ast
from collections.abc import Iterator
from pathlib import Path

from giskard.checks._lint import companions, judgement, path_fields, reference, registration
from giskard.checks._lint.baseline import read_baseline
from giskard.checks._lint.finding import Finding
from giskard.checks._lint.module import Class, Module
from giskard.checks._lint.project import Project
from giskard.checks._lint.rules import RULES
from giskard.checks._lint.source import Source
from giskard.checks._lint.suppression import Suppression, suppressions_of
from giskard.checks.core.exceptions import UserError

_PLACEHOLDER = "giskard.checks.core.placeholder.your_rule_goes_here"


def lint(project: Project, paths: list[Path] | None = None, *, deep: bool = False) -> list[Finding]:
    """Return what the rules have to say about a project's checks, in order of place, without what its baseline knows.

    Parameters
    ----------
    project
        The project; its configuration selects the rules.
    paths
        Report only what lies in these files or folders; the whole package is read all the same.
    deep
        Whether to import the package too, in an interpreter of its own, for what its source cannot show.

    Raises
    ------
    UserError
        A file does not parse, a path does not exist or lies elsewhere, the package holds no check at all, or cannot be
        imported where that is asked for.
    """
    findings = all_findings(project)
    if deep:
        # Imported late: it takes a child process, which few ask for.
        from giskard.checks._lint.deep import deep_findings  # noqa: PLC0415  --deep alone needs it

        findings += [finding for finding in deep_findings(project) if _is_in_force(project, finding.code)]
    if project.config.baseline is not None:
        findings, stale = read_baseline(project.root / project.config.baseline).without(findings)
        known = (entry for entry in stale if _is_in_force(project, entry.code) and _is_in_force(project, "GC903"))
        message = "the entry for {0.code} in {0.path} no longer applies: {0.message}"
        findings += [Finding(project.config.baseline, 1, 1, "GC903", message.format(entry)) for entry in known]
    wanted = [_place(project, path) for path in paths or []]
    return sorted(
        finding
        for finding in findings
        if not wanted or any((project.root / finding.path).resolve().is_relative_to(path) for path in wanted)
    )


def all_findings(project: Project) -> list[Finding]:
    """Return what the rules have to say, with what the baseline knows.

    Raises
    ------
    UserError
        A file does not parse, or the package holds no check at all.
    """
    source = Source(project)
    if not source.checks():
        raise UserError(
            f"The package {project.config.package!r} in {str(project.package_dir)!r} holds no check.",
            "Correct `package` in [tool.giskard-checks], or make a first one: giskard-checks new-check NAME.",
        )
    return list(findings_of(source))


def _place(project: Project, path: Path) -> Path:
    if not path.exists():
        raise UserError(f"There is no {str(path)!r} to lint.", "Name files or folders of the project.")
    place = path.resolve()
    for known in (project.root, project.package_dir.resolve()):
        if place.is_relative_to(known) or known.is_relative_to(place):
            return place
    raise UserError(f"{str(path)!r} is not in the project {str(project.root)!r}.", "Run the command in its project.")


def findings_of(source: Source) -> Iterator[Finding]:
    """Yield what the rules have to say about all checks of a source, in no particular order.

    Raises
    ------
    UserError
        An expression is nested too deeply to be read.
    """
    lines = {module: module.text.split("\n") for module in source.modules}
    suppressions = {module: suppressions_of(module.text) for module in source.modules}
    try:
        problems = dict.fromkeys(_problems(source, source.checks()))
    except RecursionError as exc:
        package = source.project.config.package
        raise UserError(f"An expression in {package!r} is nested too deeply to be read.", "Take it apart.") from exc
    used: set[tuple[Module, int, str]] = set()
    for module, code, line, offset, message in problems:
        suppression = suppressions[module].get(line)
        if not _is_in_force(source.project, code):
            continue
        if suppression is not None and suppression.covers(code):
            used.add((module, line, code))
            continue
        before = lines[module][line - 1].encode()[:offset].decode()  # the tree counts bytes, an editor characters
        yield Finding(source.project.relative(module.path), line, len(before) + 1, code, message)
    for module, by_line in suppressions.items():
        for line, suppression in by_line.items():
            effective = {code for code in suppression.codes if (module, line, code) in used}
            for code, message in _about(source.project, suppression, effective):
                yield Finding(source.project.relative(module.path), line, suppression.offset + 1, code, message)


def _about(project: Project, suppression: Suppression, effective: set[str]) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with a suppression itself, of which some codes have an effect."""
    if not suppression.has_reason and _is_in_force(project, "GC902"):
        yield "GC902", "the suppression gives no reason, so it has no effect"
    elif _is_in_force(project, "GC901"):
        for code in suppression.codes:
            if code not in RULES:
                yield "GC901", f"the suppression names {code!r}, which is no rule"
            elif code not in effective and _is_in_force(project, code):
                yield "GC901", f"nothing on this line breaks {code}"


def _problems(source: Source, checks: list[Class]) -> Iterator[tuple[Module, str, int, int, str]]:
    for cls in checks:
        for code, place, message in path_fields.problems(source, cls):
            yield place.owner.module, code, place.line, place.offset, message
        for room in (judgement, companions):
            for code, node, message in room.problems(source, cls):
                yield cls.module, code, node.lineno, node.col_offset, message
    for code, cls, message in registration.problems(source, checks):
        yield cls.module, code, cls.node.lineno, cls.node.col_offset, message
    for code, module, line, message in reference.problems(source):
        yield module, code, line, 0, message
    for module in source.modules:
        for call in _placeholders(source, module):
            yield module, "GC402", call.lineno, call.col_offset, "the generated stand-in rule is still in place"


def _placeholders(source: Source, module: Module) -> Iterator[ast.Call]:
    if not any(_PLACEHOLDER.startswith(origin) for origin in (*module.names.values(), *module.stars)):
        return
    if "your_rule_goes_here" in module.text:
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Call) and source.origin(module, node.func) == _PLACEHOLDER:
                yield node


def _is_in_force(project: Project, code: str) -> bool:
    config = project.config
    return code not in config.ignore and (not config.select or code in config.select)
