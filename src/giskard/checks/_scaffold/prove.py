"""What must hold of a change before any of it is written."""

import ast
import io
import tokenize
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from giskard.checks._lint.linter import findings_of
from giskard.checks._lint.module import syntax_tree
from giskard.checks._lint.project import Project
from giskard.checks._lint.source import Source
from giskard.checks._scaffold.render import complaints
from giskard.checks.core.exceptions import UserError

_OPEN_RULE = "GC402"


def prove_edit(path: str, before: bytes, after: bytes, name: str) -> None:
    """Check that an edited `__init__` differs from what it was by one imported and exported name, and nothing else.

    Raises
    ------
    UserError
        It differs in more, or a comment moved.
    """
    old, new = syntax_tree(before.decode("utf-8-sig")), syntax_tree(after.decode("utf-8-sig"))
    had_exports = _has_all(old)
    _forget(new, name, keep=had_exports)
    _forget(old, name, keep=had_exports)
    if ast.dump(old) != ast.dump(new) or _comments(before) != _comments(after):
        raise UserError(f"Adding {name!r} to {path} would change more than that.", "Please report the file's shape.")


def overlay_of(project: Project, contents: Mapping[str, bytes | None]) -> dict[Path, str | None]:
    """Return files as they would be after a change, as the source of a project takes them."""
    return {
        project.root / path: None if content is None else content.decode("utf-8-sig")
        for path, content in contents.items()
    }


def prove_project(project: Project, contents: dict[str, bytes]) -> None:
    """Check that a change brings no finding of the conventions or of ruff, the open rule aside.

    Parameters
    ----------
    project
        The project as it is.
    contents
        The files after the change, by path.

    Raises
    ------
    UserError
        A file does not parse, or there is a new finding.
    """
    texts = {path: content.decode("utf-8-sig") for path, content in contents.items()}
    overlay = overlay_of(project, contents)
    before = {(finding.path, finding.code, finding.message) for finding in findings_of(Source(project))}
    for finding in sorted(findings_of(Source(project, overlay))):
        if finding.code != _OPEN_RULE and (finding.path, finding.code, finding.message) not in before:
            where = f"{finding.path}:{finding.line}: {finding.code} {finding.message}."
            raise UserError(f"The change would break a convention: {where} {finding.rule.mend}", "Nothing was written.")
    for path, text in texts.items():
        if not path.endswith(".py"):
            continue
        file = project.root / path
        known = Counter(complaints(project, path, file.read_text("utf-8-sig")) if file.is_file() else [])
        new = Counter(complaints(project, path, text)) - known
        if new:
            first = next(iter(new))
            raise UserError(f"ruff would complain about {path}: {first.code} {first.message}.", "Nothing was written.")


def _forget(tree: ast.Module, name: str, *, keep: bool) -> None:
    """Take one name out of the imports and out of `__all__`; an emptied `__all__` goes, unless it is to be kept."""
    for node in list(tree.body):
        if isinstance(node, ast.ImportFrom):
            node.names = [alias for alias in node.names if alias.name != name]
            if not node.names:
                tree.body.remove(node)
        elif _is_all(node):
            value = getattr(node, "value", None)
            if isinstance(value, ast.List | ast.Tuple):
                value.elts = [e for e in value.elts if not (isinstance(e, ast.Constant) and e.value == name)]
                if not value.elts and not keep:
                    tree.body.remove(node)


def _has_all(tree: ast.Module) -> bool:
    return any(_is_all(node) for node in tree.body)


def _is_all(node: ast.stmt) -> bool:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return any(isinstance(target, ast.Name) and target.id == "__all__" for target in targets)


def _comments(content: bytes) -> list[str]:
    tokens = tokenize.tokenize(io.BytesIO(content).readline)
    return [token.string for token in tokens if token.type == tokenize.COMMENT]
