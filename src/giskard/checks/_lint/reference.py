"""The reference table of checks, as the source describes them, and rule GC502, which holds it to that."""

import ast
import inspect
import re
from collections.abc import Iterator

from giskard.checks._lint.module import Class, Module
from giskard.checks._lint.registration import kind_of
from giskard.checks._lint.source import CHECK, Source

PAGE = "docs/reference/checks.md"
"""Where the page is, relative to the project."""

_OUTCOMES = ("PASS", "FAIL", "ERROR", "SKIP")
_SECTION = re.compile(r"^## (\w+)$", re.MULTILINE)
_HEAD = """\
# All checks

Made from the docstrings and fields of the checks by `make format` or `giskard-checks lint --fix`; edit those instead.
Every check also has a `name` and a `description`, and a path without a match is never a value.

| check | kind | |
|---|---|---|
"""


def reference_page(source: Source) -> str:
    """Return the page: a table of all registered checks by kind, then what each does and its fields."""
    checks = sorted(_kinds(source).items())
    sections = "".join(f"\n{_section(source, kind, cls)}" for kind, cls in checks)
    return _HEAD + "".join(_row(kind, cls) for kind, cls in checks) + sections


def problems(source: Source) -> Iterator[tuple[str, Module, int, str]]:
    """Yield what of the page is not as the source of the library's checks is.

    A copy of the library without the folder of the page, such as an installed one, has nothing to keep up to date.
    """
    if not source.project.is_library or not (source.project.root / PAGE).parent.is_dir():
        return
    checks = _kinds(source)
    root = source.module(source.project.config.package) or source.modules[0]
    try:
        page = source.text(source.project.root / PAGE) or ""
    except (OSError, ValueError) as exc:
        yield "GC502", root, 1, f"{PAGE} cannot be read: {exc}"
        return
    described = set(_SECTION.findall(page))
    for kind, cls in checks.items():
        if kind not in described:
            yield "GC502", cls.module, cls.node.lineno, f"{cls.name} is not in {PAGE}"
        elif _row(kind, cls) not in page or f"\n{_section(source, kind, cls)}\n#" not in f"{page}\n#":
            yield "GC502", cls.module, cls.node.lineno, f"{PAGE} does not describe {cls.name} as its source does"
    for kind in sorted(described - checks.keys()):
        yield "GC502", root, 1, f"{PAGE} describes {kind!r}, which no check is registered as"


def _kinds(source: Source) -> dict[str, Class]:
    """Return the registered checks by kind."""
    kinds = {getattr(kind_of(source, cls), "value", None): cls for cls in source.checks()}
    return {kind: cls for kind, cls in kinds.items() if isinstance(kind, str)}


def _row(kind: str, cls: Class) -> str:
    summary = next(iter(_prose(cls)), "")
    return f"| [`{cls.name}`](#{kind}) | `{kind}` | {_cell(summary)} |\n"


def _section(source: Source, kind: str, cls: Class) -> str:
    lines = [
        f"## {kind}",
        "",
        *_paragraphs(source, cls),
        f"| field of `{cls.name}` | type | default | |",
        "|---|---|---|---|",
    ]
    for its in source.fields(cls).values():
        if its.owner.dotted != CHECK:
            said = its.description.value if isinstance(its.description, ast.Constant) else ""
            cells = (f"`{its.name}`", f"`{_type(its.annotation)}`", _default(its.default), str(said))
            lines.append("| " + " | ".join(map(_cell, cells)) + " |")
    return "\n".join(lines) + "\n"


def _paragraphs(source: Source, cls: Class) -> list[str]:
    """Return the prose of a check's docstring, and of its bases' what says an outcome that it leaves to them."""
    own, lines = _prose(cls), list[str]()
    for paragraph in own:
        lines += [paragraph, ""]
    said = " ".join(own).upper()
    for base in source.lineage(cls)[1:]:
        for paragraph in _prose(base) if base.dotted != CHECK else ():
            if any(outcome in paragraph and outcome not in said for outcome in _OUTCOMES):
                lines += [paragraph, ""]
    return lines


def _prose(cls: Class) -> list[str]:
    """Return the paragraphs of a docstring before its first section, each as one line."""
    paragraphs: list[str] = []
    for paragraph in inspect.cleandoc(ast.get_docstring(cls.node) or "").split("\n\n"):
        if "\n---" in paragraph or paragraph.startswith(">>>"):
            break
        paragraphs.append(" ".join(paragraph.split()))
    return [paragraph for paragraph in paragraphs if paragraph]


def _type(annotation: ast.expr) -> str:
    if isinstance(annotation, ast.Subscript) and ast.unparse(annotation.value).rpartition(".")[2] == "Annotated":
        annotation = annotation.slice.elts[0] if isinstance(annotation.slice, ast.Tuple) else annotation.slice
    return str(annotation.value) if isinstance(annotation, ast.Constant) else ast.unparse(annotation)


def _default(default: ast.expr | None) -> str:
    if default is None:
        return "required"
    return "computed" if isinstance(default, ast.Lambda) else f"`{ast.unparse(default)}`"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
