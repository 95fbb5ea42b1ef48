"""`rename-check`: another name for a generated check, under which what was saved by the old one still loads."""

import ast
import io
import json
import re
import tokenize
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from giskard.checks._lint.module import dotted_name, syntax_tree
from giskard.checks._lint.project import Project
from giskard.checks._lint.reference import PAGE, reference_page
from giskard.checks._lint.registration import RETIRED, retired_kinds
from giskard.checks._lint.source import Source
from giskard.checks._plan.commit import Disk, applied, recover
from giskard.checks._plan.plan import Plan
from giskard.checks._scaffold.answers import Answers, collect
from giskard.checks._scaffold.new_check import refuse_in_the_way, refuse_taken
from giskard.checks._scaffold.prove import overlay_of
from giskard.checks._scaffold.record import Record, Wiring, generated, record_of, record_path
from giskard.checks._scaffold.style import style_of
from giskard.checks._scaffold.verify import verify
from giskard.checks._scaffold.wiring import wired
from giskard.checks.core.exceptions import UserError

_STARTER = b'"""Checks that call no model."""\n'


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
    refuse_in_the_way(project, {path: text for path, text in contents.items() if text is not None})
    for file in _importers(project, record, old):
        path = project.relative(file)
        contents[path] = _renamed(file.read_bytes(), path, old, new)
    wirings = _rewired(project, record, new, contents)
    if project.is_library and (project.root / PAGE).is_file():
        contents[PAGE] = reference_page(Source(project, overlay_of(project, contents))).encode()
    retired = retired_kinds(project) | {old.kind: {"name": old.name, "renamed_to": new.kind}}
    contents[RETIRED] = (json.dumps(retired, indent=2, sort_keys=True, ensure_ascii=False) + "\n").encode()
    files = {
        moves[path]: generated((_renamed(file.text.encode(), path, old, new) or b"").decode())
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
        after = wired(_STARTER if before is None else before, path, module, new.name, width=width)
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
    flat = text.removeprefix("\ufeff").replace("\r\n", "\n")
    lines = flat.splitlines(keepends=True)
    tokens = list(tokenize.generate_tokens(io.StringIO(flat).readline))
    edits = [(token.start, token.end, _other_token(token, old, new)) for token in tokens]
    for (row, start), (end_row, end), written in reversed(edits):
        if written is not None and row == end_row:
            line = lines[row - 1]
            lines[row - 1] = line[:start] + written + line[end:]
        elif written is not None:
            block = "".join(lines[row - 1 : end_row])
            tail = len(lines[end_row - 1]) - end
            lines[row - 1 : end_row] = [block[:start] + written + block[len(block) - tail :]]
    return (bom + _with_former("".join(lines), old, new).replace("\n", newline)).encode()


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


def _with_former(text: str, old: Answers, new: Answers) -> str:
    """Return a module in which the decorator of the check names its former kinds."""
    for cls in syntax_tree(text).body:
        for call in cls.decorator_list if isinstance(cls, ast.ClassDef) and cls.name == new.name else ():
            if isinstance(call, ast.Call) and dotted_name(call.func).endswith("register"):
                former = [old.kind]
                for keyword in call.keywords:
                    if keyword.arg == "formerly":
                        former += [kind for kind in ast.literal_eval(keyword.value) if kind != new.kind]
                listed = ", ".join(f'"{kind}"' for kind in former) + ("," if len(former) == 1 else "")
                written = f'{ast.unparse(call.func)}("{new.kind}", formerly=({listed}))'
                lines = text.splitlines(keepends=True)
                first, last = call.lineno - 1, (call.end_lineno or call.lineno) - 1
                head, tail = lines[first][: call.col_offset], lines[last][call.end_col_offset :]
                lines[first : last + 1] = [f"{head}{written}{tail}"]
                return "".join(lines)
    return text
