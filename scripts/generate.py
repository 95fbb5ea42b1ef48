"""Writes the files that are made from code; with --check, says which are not up to date."""

import sys
from pathlib import Path

from giskard.checks._lint.rules import RULES

ROOT = Path(__file__).parents[1]
_SCOPES = {"library": "this library only", "plugin": "every package"}


def conventions() -> str:
    """Return the page of all rules."""
    lines = [
        "# Conventions of a check",
        "",
        "Made from the linter's table of rules by `make format`; edit `src/giskard/checks/_lint/rules.py` instead.",
        "",
        "| code | rule | for | why | what to do |",
        "|---|---|---|---|---|",
    ]
    for rule in RULES.values():
        cells = (rule.code, rule.title, _SCOPES[rule.scope], rule.why, rule.mend)
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines) + "\n"


def main() -> int:
    """Write or check every generated file."""
    generated = {"docs/reference/conventions.md": conventions()}
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
