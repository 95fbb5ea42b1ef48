"""`rename-check`: another name for a generated check, under which what was saved by the old one still loads."""

import ast
import io
import re
import tokenize
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from giskard.checks._lint.module import dotted_name, syntax_tree
from giskard.checks._lint.project import Project
from giskard.checks._plan.commit import Disk, applied, recover
from giskard.checks._plan.plan import Plan
from giskard.checks._scaffold.answers import Answers, collect
from giskard.checks._scaffold.init_source import InitSource
from giskard.checks._scaffold.new_check import NEW_INIT, refuse_in_the_way, refuse_taken
from giskard.checks._scaffold.record import Record, Wiring, generated, record_of, record_path
from giskard.checks._scaffold.style import style_of
from giskard.checks._scaffold.tables import reference_table, retired
from giskard.checks._scaffold.verify import verify
from giskard.checks._scaffold.wiring import wired
from giskard.checks.core.exceptions import UserError


@dataclass(frozen=True)
class RenameCheck:
    """A check that is to be renamed: what it was made from, under its old and its new name, and the plan."""

    project: Project
    old: Answers
    new: Answers
    plan: Plan
    test: str

    def commit(self, *, run_verification: bool = True, disk: Disk | None = None) -> None:
        """Carry the plan out and run the check's tests; when anything fails, every byte is put back.

        Raises
        ------
        UserError
            Exit code 3 when the disk is not as planned for, 4 when the check does not work under its new name.
        """
        with applied(self.plan, disk):
            if run_verification:
                verify(self.project, self.new, self.test)


def plan_rename_check(project: Project, old_name: str, new_name: str) -> RenameCheck:
    """Return what has to be moved and edited so that a generated check has another name. Nothing is.

    Its module, its test and every Python file of the package and of the tests that imports it follow; its old kind
    becomes a former one of the new, and is retired for all other checks.

    Raises
    ------
    UserError
        No such check was generated here, the new name is taken or none, or a file cannot be edited safely.
    """
    recover(project.root)
    record = record_of(project, old_name)
    old = record.answers
    spelled = collect(new_name)
    new = old.model_copy(update={"name": spelled.name, "kind": spelled.kind})
    if new == old:
        raise UserError(f"The check {old.name!r} has that name already.", "Give another one.")
    refuse_taken(project, new)
    moves = {path: _moved(path, old, new) for path in record.files}
    contents: dict[str, bytes | None] = {}
    for path, place in moves.items():
        file = project.root / path
        if file.is_file():
            contents[path] = None
            contents[place] = _renamed(file.read_bytes(), path, old, new)
    refuse_in_the_way(project.root, {path: text for path, text in contents.items() if text is not None})
    for file in _importers(project, record, old):
        path = project.relative(file)
        contents[path] = _renamed(file.read_bytes(), path, old, new)
    wirings = _rewired(project, record, new, contents)
    contents |= reference_table(project, contents)
    contents |= retired(project, old.kind, {"name": old.name, "renamed_to": new.kind})
    files = {
        moves[path]: generated(_renamed(file.text.encode(), path, old, new).decode())
        for path, file in record.files.items()
    }
    renamed = Record(answers=new, template=record.template, files=files, wired=wirings)
    contents |= {record_path(old.kind): None, record_path(new.kind): renamed.as_json()}
    plan = Plan.of(project.root, contents)
    plan.refuse_conflicts()
    test = next(place for place in moves.values() if place.endswith(f"test_{new.kind}.py"))
    return RenameCheck(project, old, new, plan, test)


def _moved(path: str, old: Answers, new: Answers) -> str:
    """Return where a generated file goes: its module, its test and its fragment are named by the kind."""
    file = PurePosixPath(path)
    stem, dot, suffix = file.name.partition(".")
    return str(file.with_name(("" if stem == old.kind else "test_") + new.kind + dot + suffix))


def _importers(project: Project, record: Record, old: Answers) -> list[Path]:
    """Return the Python files, the check's own and the wired ones aside, that import it."""
    own = {project.root / path for path in (*record.files, *record.wired)}
    folders = (project.package_dir, project.root / project.config.tests)
    files = sorted({file for folder in folders for file in folder.rglob("*.py")} - own)
    return [file for file in files if old.name.encode() in file.read_bytes() and _imports(file, project, old)]


def _imports(file: Path, project: Project, old: Answers) -> bool:
    try:
        tree = syntax_tree(file.read_text("utf-8"))
    except (SyntaxError, ValueError) as exc:
        raise UserError(f"{project.relative(file)} does not parse: {exc}.", "Correct the file and try again.") from exc
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return any(alias.name == old.name for node in imports for alias in node.names)


def _rewired(project: Project, record: Record, new: Answers, contents: dict[str, bytes | None]) -> dict[str, Wiring]:
    """Put the `__init__` files as they are with the new name into `contents`, and return what they were given."""
    wirings: dict[str, Wiring] = {}
    width = style_of(project).width
    for path, wiring in record.wired.items():
        file = project.root / path
        if not file.is_file() or wiring.name != record.answers.name:
            wirings[path] = wiring  # the room, which stays
            continue
        before = wiring.undone(file.read_bytes(), path)
        beside = any(PurePosixPath(path).parent == PurePosixPath(one).parent for one in record.files)
        module = f"{wiring.module.rpartition('.')[0]}.{new.kind}" if beside else wiring.module
        after = wired(NEW_INIT if before is None else before, path, module, new.name, width=width)
        contents[path] = after
        wirings[path] = Wiring.of(module, new.name, before, after)
    return wirings


def _renamed(content: bytes, path: str, old: Answers, new: Answers) -> bytes:
    """Return a file in which the check has its new name: as a name, as a module, and as its kind where that is written.

    What is said about the check in words is its author's.
    """
    try:
        text = content.decode()
    except UnicodeDecodeError as exc:
        raise UserError(f"{path} is not encoded as UTF-8, so it cannot be edited.", "Convert it.") from exc
    if not path.endswith(".py"):
        return re.sub(rf"\b(?:{old.name}|{old.kind})\b", lambda m: _other(m[0], old, new), text).encode()
    bom, newline = "\ufeff" * text.startswith("\ufeff"), "\r\n" if "\r\n" in text else "\n"
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    for token in reversed(list(tokenize.generate_tokens(io.StringIO(text).readline))):
        written = _other_token(token, old, new)
        if written is not None:
            (row, column), (end_row, end_column) = token.start, token.end
            text = text[: starts[row - 1] + column] + written + text[starts[end_row - 1] + end_column :]
    return (bom + _with_former(text, path, old, new).replace("\n", newline)).encode()


def _other_token(token: tokenize.TokenInfo, old: Answers, new: Answers) -> str | None:
    """Return what stands in the place of a token, None where it stays."""
    if token.type == tokenize.NAME and token.string in (old.name, old.kind):
        # The kind as a name is its module, which only an import names.
        is_module = token.string == old.kind and re.match(r"\s*(from|import)\b", token.line)
        return _other(token.string, old, new) if token.string == old.name or is_module else None
    if token.type == tokenize.STRING:
        quoted = re.sub(
            rf"(?<=[\"'`]){old.kind}(?=[\"'`])|\b{old.name}\b", lambda m: _other(m[0], old, new), token.string
        )
        return quoted if quoted != token.string else None
    return None


def _other(word: str, old: Answers, new: Answers) -> str:
    return new.name if word == old.name else new.kind


def _with_former(text: str, path: str, old: Answers, new: Answers) -> str:
    """Return a module in which the decorator of the check names its former kinds."""
    source = InitSource(text, path)
    for cls in source.tree.body:
        for call in cls.decorator_list if isinstance(cls, ast.ClassDef) and cls.name == new.name else ():
            if isinstance(call, ast.Call) and dotted_name(call.func).endswith("register"):
                said = [keyword.value for keyword in call.keywords if keyword.arg == "formerly"]
                kinds = (old.kind, *(kind for value in said for kind in ast.literal_eval(value) if kind != new.kind))
                listed = ", ".join(f'"{kind}"' for kind in kinds) + ("," if len(kinds) == 1 else "")
                start, end = source.span(call)
                return f'{text[:start]}{ast.unparse(call.func)}("{new.kind}", formerly=({listed})){text[end:]}'
    return text
