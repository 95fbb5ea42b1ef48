"""What `lint --fix` does: the wiring of checks, comments that suppress nothing, and the reference table."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from giskard.checks._lint.finding import Finding
from giskard.checks._lint.linter import findings_of
from giskard.checks._lint.module import Class, Module
from giskard.checks._lint.project import Project
from giskard.checks._lint.reference import PAGE, reference_page
from giskard.checks._lint.source import Source
from giskard.checks._plan.plan import Plan
from giskard.checks._scaffold.style import Style, style_of
from giskard.checks._scaffold.wiring import wired
from giskard.checks.core.exceptions import UserError

_WIRING = frozenset({"GC303", "GC304"})


@dataclass(frozen=True)
class Mending:
    """The edits that mend findings.

    Attributes
    ----------
    plan
        What to write.
    mended
        The findings that are gone afterwards.
    reasons
        Why others, which could be mended as a rule, cannot here.
    """

    plan: Plan
    mended: list[Finding]
    reasons: list[str]


def plan_mending(project: Project, findings: list[Finding]) -> Mending:
    """Return the edits that mend as many of the findings as can be mended. Nothing is written.

    A finding that would take several edits is mended by all of them or not at all, and no edit may bring a new finding.
    """
    work = _Work(project)
    reasons: list[str] = []
    # The page last, which shows what the other edits came to.
    fixable = sorted((finding for finding in findings if finding.rule.fixable), key=lambda f: f.code == "GC502")
    for place in dict.fromkeys(map(_place, fixable)):
        group = [finding for finding in fixable if _place(finding) == place]
        try:
            work.try_to(getattr(work, place[0]), group)
        except UserError as exc:
            reasons.append(f"{group[0].path}:{group[0].line}: {exc}")
    left = {_identity(finding) for finding in work.findings()}
    return Mending(
        Plan.of(project.root, dict(work.contents)), [f for f in findings if _identity(f) not in left], reasons
    )


def _place(finding: Finding) -> tuple[str, str, int]:
    """Return the edit that a finding takes, and where: what one edit mends together."""
    if finding.code == "GC502":
        return "describe", "", 0
    return "wire" if finding.code in _WIRING else "unsuppress", finding.path, finding.line


def _identity(finding: Finding) -> tuple[str, str, str]:
    return finding.path, finding.code, finding.message


class _Work:
    """The files as they would be, edit by edit."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.contents: dict[str, bytes] = {}
        self._style: Style = style_of(project)

    def source(self) -> Source:
        """Return the project as it would be."""
        overlay: dict[Path, str] = {
            self.project.root / path: content.decode("utf-8-sig") for path, content in self.contents.items()
        }
        return Source(self.project, overlay)

    def findings(self) -> list[Finding]:
        """Return what the rules would say."""
        return list(findings_of(self.source()))

    def try_to(self, edit: Callable[[list[Finding]], None], group: list[Finding]) -> None:
        """Make the edits for findings of one place; take them back when they bring a new finding.

        Raises
        ------
        UserError
            They cannot be made.
        """
        before, known = dict(self.contents), {_identity(finding) for finding in self.findings()}
        try:
            edit(group)
            new = [finding for finding in self.findings() if _identity(finding) not in known]
            if new:
                raise UserError(f"Mending it would break {new[0].code}: {new[0].message}.", new[0].rule.mend)
        except UserError:
            self.contents = before
            raise

    def wire(self, group: list[Finding]) -> None:
        """Have a check imported and exported by its package, and that by the root."""
        source = self.source()
        cls = self._class_at(source, group[0])
        home = source.home(cls.module)
        if cls.module is not home:
            self._wire(home, cls.module.name, cls.name)
        root = source.module(self.project.config.package)
        if root is None or root is home:
            return
        unreached = f"{cls.name} is not reached by importing {root.name}"
        if self.project.is_library or any(finding.message == unreached for finding in self.findings()):
            if self.project.is_library or self.project.config.export_root:
                self._wire(root, home.name, cls.name)
            else:
                self._wire(root, home.name.rpartition(".")[0], home.name.rpartition(".")[2])

    def _wire(self, package: Module, module: str, name: str) -> None:
        path = self.project.relative(package.path)
        if self._style.relative and module.startswith(package.name):
            module = f".{module.removeprefix(package.name).lstrip('.')}"
        self.contents[path] = wired(self._content(path), path, module, name, width=self._style.width)

    def _class_at(self, source: Source, finding: Finding) -> Class:
        for cls in source.checks():
            if self.project.relative(cls.module.path) == finding.path and cls.node.lineno == finding.line:
                return cls
        raise UserError("The class is not where it was.", "Run the command again.")

    def unsuppress(self, group: list[Finding]) -> None:
        """Take codes that suppress nothing out of a comment, and the comment with the last of them."""
        path, number = group[0].path, group[0].line
        lines = self._content(path).decode().split("\n")
        line = lines[number - 1]
        for finding in group:
            code = next(iter(re.findall(r"GC\d+|'([^']*)'", finding.message)), "") or finding.message.rpartition(" ")[2]
            line = _without(line, code, finding.column - 1)
        lines[number - 1] = line
        self.contents[path] = "\n".join(lines).encode()

    def describe(self, _: list[Finding]) -> None:
        """Have the reference table made anew."""
        self.contents[PAGE] = reference_page(self.source()).encode()

    def _content(self, path: str) -> bytes:
        file = self.project.root / path
        return self.contents.get(path) or (file.read_bytes() if file.is_file() else b"")


def _without(line: str, code: str, start: int) -> str:
    """Return the line without a code in the suppression that begins at `start`."""
    head, tail = line[:start], line[start:]
    match = re.match(r"(#\s*giskard:\s*ignore\[)([^\]]*)\]([^#\r]*)", tail)
    if match is None:
        raise UserError("The comment is not where it was.", "Run the command again.")
    rest = [part.strip() for part in match[2].split(",") if part.strip() and part.strip() != code]
    if rest:
        return f"{head}{match[1]}{', '.join(rest)}]{match[3]}{tail[match.end() :]}"
    return f"{head.rstrip()}{'  ' if tail[match.end() :].strip() and head.strip() else ''}{tail[match.end() :]}"
