"""`new-check`: from answers to a plan, and from the plan to files that were seen to work."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from giskard.checks._lint.project import Project
from giskard.checks._lint.registration import is_abstract, kind_of
from giskard.checks._lint.source import Source
from giskard.checks._plan.commit import Disk, applied, recover
from giskard.checks._plan.plan import CONFLICT, Plan
from giskard.checks._scaffold.answers import Answers
from giskard.checks._scaffold.context import context_of
from giskard.checks._scaffold.prove import prove_edit, prove_project
from giskard.checks._scaffold.record import Record, Wiring, generated, read_record, record_path
from giskard.checks._scaffold.render import formatted, rendered
from giskard.checks._scaffold.style import Style, style_of
from giskard.checks._scaffold.tables import reference_table
from giskard.checks._scaffold.templates import template_version
from giskard.checks._scaffold.verify import verify
from giskard.checks._scaffold.wiring import wired
from giskard.checks.core.check import Check
from giskard.checks.core.exceptions import UserError

_FAMILY = "check"
NEW_INIT = b'"""Checks that call no model."""\n'


@dataclass(frozen=True)
class NewCheck:
    """A check that is to be made: its plan, and where its files are.

    Attributes
    ----------
    plan
        What is to be written; empty when everything is there already.
    module, test
        Paths of the check and of its test, relative to the project.
    """

    project: Project
    answers: Answers
    plan: Plan
    module: str
    test: str

    def next_steps(self) -> list[str]:
        """Return what is left to the author, as sentences."""
        return [
            f"Write the rule: replace your_rule_goes_here(...) in {self.module}.",
            f"Give {self.test} values that your rule passes and fails.",
            f"Hold it to the conventions: giskard-checks lint; run it: pytest {self.test}.",
        ]

    def commit(self, *, run_verification: bool = True, disk: Disk | None = None) -> None:
        """Write the plan and see the check work; when anything fails, every byte is put back.

        Raises
        ------
        UserError
            Exit code 3 when the disk is not as planned for, 4 when the check does not work.
        """
        with applied(self.plan, disk):
            if run_verification:
                verify(self.project, self.answers, self.test)


def plan_new_check(project: Project, answers: Answers) -> NewCheck:
    """Return what has to be written for a new check. Nothing is.

    A check that was generated from the same answers gives an empty plan, whatever its author has made of it since.

    Raises
    ------
    UserError
        The kind or the name is taken, a file is in the way or cannot be extended, or the result would not be clean.
    """
    recover(project.root)
    kind = answers.kind
    room = "/".join(project.config.builtin.split("."))
    package = project.relative(project.package_dir)
    module, test = f"{package}/{room}/{kind}.py", f"{project.config.tests}/{room}/test_{kind}.py"
    record = read_record(project, kind)
    if record and record.answers != answers:
        raise UserError(
            f"{kind!r} was generated from other answers: {_difference(record.answers, answers)}.",
            "Choose another name, or remove that check first.",
            exit_code=CONFLICT,
        )
    if record and _is_complete(project, record, answers):
        return NewCheck(project, answers, Plan(project.root, ()), module, test)
    if not record:
        refuse_taken(project, answers)
    contents = _contents(project, answers, module, test, record=record)
    plan = Plan.of(project.root, dict(contents))
    plan.refuse_conflicts()
    return NewCheck(project, answers, plan, module, test)


def _contents(project: Project, answers: Answers, module: str, test: str, *, record: Record | None) -> dict[str, bytes]:
    style = style_of(project)
    texts = rendered(_FAMILY, context_of(answers, project))
    files = {
        module: formatted(project, module, texts["check.py"]),
        test: formatted(project, test, texts["test_check.py"]),
    }
    if (project.root / "changelog.d").is_dir():
        summary = f" {answers.description.strip().splitlines()[0]}" if answers.description else ""
        files[f"changelog.d/{answers.kind}.added.md"] = f"New check `{answers.name}` (`{answers.kind}`).{summary}\n"
    new = {path: text.replace("\n", style.newline).encode() for path, text in files.items()}
    if record is None:
        refuse_in_the_way(project.root, new)
    edits, wirings = _edits(project, answers, style)
    contents = {path: content for path, content in new.items() if not (project.root / path).exists()} | edits
    contents |= reference_table(project, contents)
    prove_project(project, contents)
    made = Record(
        answers=answers,
        template=template_version(_FAMILY),
        files={path: generated(text) for path, text in files.items()},
        wired=(record.wired if record else {}) | wirings,
    )
    return contents | {record_path(answers.kind): made.as_json()}


def _edits(project: Project, answers: Answers, style: Style) -> tuple[dict[str, bytes], dict[str, Wiring]]:
    """Return the `__init__` files that import and export the check, as they are to be, and what they are given."""
    package, room = project.config.package, project.config.builtin
    package_dir = project.relative(project.package_dir)
    room_init, root_init = f"{package_dir}/{'/'.join(room.split('.'))}/__init__.py", f"{package_dir}/__init__.py"
    if not (project.root / root_init).is_file():
        raise UserError(f"The package {package!r} has no __init__.py.", f"Create {root_init}.")
    from_room = f".{answers.kind}" if style.relative else f"{package}.{room}.{answers.kind}"
    from_root = f".{room}" if style.relative else f"{package}.{room}"
    wishes = [(room_init, from_room, answers.name)]
    if project.config.export_root:
        wishes.append((root_init, from_root, answers.name))
    elif not _imports(project, room):
        wishes.append((root_init, "." if style.relative else package, room.partition(".")[0]))
    edits: dict[str, bytes] = {}
    wirings: dict[str, Wiring] = {}
    for path, module, name in wishes:
        file = project.root / path
        there = file.read_bytes() if file.is_file() else None
        before = NEW_INIT if there is None else there
        edits[path] = wired(before, path, module, name, width=style.width)
        prove_edit(path, before, edits[path], name)
        if edits[path] != there:
            wirings[path] = Wiring.of(module, name, there, edits[path])
    return edits, wirings


def _imports(project: Project, room: str) -> bool:
    root = Source(project).module(project.config.package)
    dotted = project.room(room)
    return root is not None and any(name == dotted or name.startswith(f"{dotted}.") for name in root.imported)


def _is_complete(project: Project, record: Record, answers: Answers) -> bool:
    """Say whether everything that a record names is still there, and wired."""
    if not all((project.root / path).is_file() for path in record.files):
        return False
    edits, _ = _edits(project, answers, style_of(project))
    return all((project.root / path).read_bytes() == content for path, content in edits.items())


def refuse_taken(project: Project, answers: Answers) -> None:
    """Refuse a kind or a class that somebody has: the project, the library, a plugin.

    Raises
    ------
    UserError
        Somebody has it.
    """
    source = Source(project)
    by_kind: dict[str, str] = {}
    for cls in source.checks():
        expression = kind_of(source, cls)
        kind = getattr(expression, "value", None)
        if isinstance(kind, str) and not is_abstract(source, cls):
            by_kind[kind] = f"{cls.name} in {project.relative(cls.module.path)}"
        if cls.name == answers.name:
            raise UserError(
                f"There is a check {answers.name!r} already, in {project.relative(cls.module.path)}.",
                "Choose another name.",
            )
    Check.load_plugins()
    for kind in Check.kinds() - by_kind.keys():
        by_kind[kind] = "an installed package"
    if Check.knows(answers.kind):
        by_kind.setdefault(answers.kind, "a check that was renamed")
    if answers.kind in by_kind:
        raise UserError(
            f"The kind {answers.kind!r} is taken by {by_kind[answers.kind]}.", "Choose another name or --kind."
        )


def refuse_in_the_way(root: Path, new: Mapping[str, bytes]) -> None:
    """Refuse files below `root` that exist with other content, all of them at once, and names that differ in case only.

    Raises
    ------
    UserError
        There are such files; exit code 3.
    """
    problems: list[str] = []
    for path, content in new.items():
        file = root / path
        if file.exists() and (not file.is_file() or file.read_bytes() != content):
            problems.append(f"{path!r} exists with other content.")
        elif file.parent.is_dir():
            clash = next(
                (p.name for p in file.parent.iterdir() if p.name.lower() == file.name and p.name != file.name), None
            )
            if clash:
                problems.append(f"{path!r} differs from {clash!r} in case only.")
    if problems:
        raise UserError(" ".join(problems), "Choose another name, or move what is in the way.", exit_code=CONFLICT)


def _difference(old: Answers, new: Answers) -> str:
    fields: list[str] = [name for name in Answers.model_fields if getattr(old, name) != getattr(new, name)]
    return ", ".join(f"{name} was {getattr(old, name)!r}" for name in fields)
