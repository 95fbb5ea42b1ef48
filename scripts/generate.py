"""Writes the files that are made from code; with --check, says which are not up to date."""

import sys
from pathlib import Path
from typing import cast

import giskard.checks
from giskard.checks import BaseLLMCheck, Check, LLMJudge, TemplateReference
from giskard.checks import judges as judges_room
from giskard.checks._lint.examples import EXAMPLES
from giskard.checks._lint.project import find_project
from giskard.checks._lint.reference import PAGE, reference_page
from giskard.checks._lint.rules import RULES
from giskard.checks._lint.source import Source

ROOT = Path(__file__).parents[1]
_SCOPES = {"library": "this library only", "plugin": "every package"}


def rules() -> str:
    """Return the page of all rules, with an example that breaks each and one that keeps it."""
    lines = [
        "# The conventions of a check",
        "",
        "Made from the linter's table by `make format`; edit `rules.py` and `examples.py` in `_lint/`",
        "instead. `giskard-checks lint --explain CODE` prints the same. The imports of the examples are left out.",
        "",
        "| code | rule | for | level |",
        "|---|---|---|---|",
    ]
    for rule in RULES.values():
        cells = (f"[{rule.code}](#{rule.code.lower()})", rule.title, _SCOPES[rule.scope], rule.level)
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    for rule in RULES.values():
        bad, good = EXAMPLES[rule.code].shown()
        lines += ["", f"## {rule.code}", "", rule.title, "", f"Why: {rule.why}", "", f"What to do: {rule.mend}"]
        lines += ["", "Breaks it:", *_files(bad), "", "Keeps it:", *_files(good)]
    return "\n".join(lines) + "\n"


def _files(files: dict[str, str]) -> list[str]:
    lines: list[str] = []
    for name, text in files.items():
        language = {"py": "py", "j2": "jinja", "json": "json", "md": "markdown"}[name.rpartition(".")[2]]
        lines += ["", f"`{name}`", "", f"```{language}", *text.strip().splitlines(), "```"]
    return lines


def checks() -> str:
    """Return the page of all checks."""
    return reference_page(Source(find_project(Path(giskard.checks.__file__).parent)))


def judges() -> str:
    """Return the page of what each judge asks its model."""
    lines = [
        "# What the judges ask",
        "",
        "Made from the templates in `src/giskard/checks/prompts/` by `make format`; edit those instead. Every judge",
        "sends two messages: the instructions, and its own prompt with the material fenced in it.",
        "",
        "## Instructions",
        "",
        *_template("judges/instructions.j2"),
    ]
    members: list[object] = [getattr(judges_room, name) for name in judges_room.__all__]
    for cls in members:
        if isinstance(cls, type) and issubclass(cls, BaseLLMCheck) and cls not in (BaseLLMCheck, LLMJudge):
            judge = cast("type[BaseLLMCheck]", cls).model_construct()
            prompt = judge.get_prompt()
            lines += ["", f"## {type(judge).__name__} (`{judge.kind}`)", "", *_fields(type(judge)), ""]
            lines += _template(prompt.path.partition("::")[2]) if isinstance(prompt, TemplateReference) else [prompt]
    return "\n".join(lines) + "\n"


def _template(path: str) -> list[str]:
    return [
        "```jinja",
        *Path(giskard.checks.__file__).with_name("prompts").joinpath(path).read_text("utf-8").splitlines(),
        "```",
    ]


def _fields(cls: type[Check]) -> list[str]:
    rows = [
        f"| `{name}` | {field.description} |"
        for name, field in cls.model_fields.items()
        if name not in ("name", "description")
    ]
    return ["| field | |", "|---|---|", *rows]


def main() -> int:
    """Write or check every generated file."""
    generated = {"docs/reference/rules.md": rules(), "docs/reference/judges.md": judges(), PAGE: checks()}
    stale = [path for path, text in generated.items() if not _has(ROOT / path, text)]
    if "--check" in sys.argv[1:]:
        for path in stale:
            print(f"{path} is not up to date; run: make format", file=sys.stderr)
        return int(bool(stale))
    for path in stale:
        (ROOT / path).write_text(generated[path], "utf-8")
    return 0


def _has(path: Path, text: str) -> bool:
    return path.is_file() and path.read_text("utf-8") == text


if __name__ == "__main__":
    sys.exit(main())
