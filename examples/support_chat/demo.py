"""From nothing to a check that judges recorded conversations, in a throwaway project.

Every step is a command that you could type; the rule is the only thing that is written by hand.
"""

import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
CHECK = Path("src/acme_checks/builtin/allowed_links.py")
TEST = Path("tests/builtin/test_allowed_links.py")
NEW_CHECK = [
    "giskard-checks",
    "new-check",
    "AllowedLinks",
    "--input=allowed_hosts:list[str]",
    "--input=max_links:int",
    "--target-type=str",
    "--target-key=trace.last.outputs.answer",
    "--description=Passes when every link in the answer leads to an allowed host, and there are not too many.",
]
RULE = """\
        links = [link.rstrip(".,;:!?") for link in re.findall(r"https?://[^\\s)>\\]\\"']+", target)]
        hosts = [urlsplit(link).hostname for link in links]
        return len(links) <= max_links and all(host in allowed_hosts for host in hosts)
"""
TABLES = {
    "GIVEN: dict": 'GIVEN: dict[str, Any] = {"allowed_hosts": ["help.acme.example"], "max_links": 1}',
    "PASSING: ": 'PASSING: Any = "See https://help.acme.example/cards."',
    "FAILING: ": 'FAILING: Any = "See https://help.acme.example.evil.example/cards."',
}


def main() -> int:
    """Run the demonstration; the exit code says whether every step went as it should."""
    with tempfile.TemporaryDirectory(prefix="acme-") as folder:
        project = Path(folder)
        title("1. A project of your own: a package, and one table in pyproject.toml")
        write(
            project / "pyproject.toml",
            '[tool.giskard-checks]\npackage = "acme_checks"\n\n[tool.ruff]\nline-length = 120\n',
        )
        write(project / "src/acme_checks/__init__.py", '"""Checks of the team at Acme."""\n')
        title("2. A new check, with two values that can be given inline or by path")
        run(project, NEW_CHECK)
        title("3. It works already, by a stand-in rule; the linter says that this is all that is left to do")
        run(project, ["giskard-checks", "lint"], expected=1)
        title("4. The rule, written by hand in place of the stand-in")
        fill_in(project)
        title("5. The conventions are kept, and the generated tests hold for the rule")
        run(project, ["giskard-checks", "lint"])
        run(project, [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(TEST)])
        title("6. The check judges recorded conversations of a bank's support agent")
        run(project, [sys.executable, str(HERE / "judge.py"), str(HERE / "conversations.jsonl")])
    return 0


def fill_in(project: Path) -> None:
    """Replace the marked rule by a real one, and the values in its test by ones that it passes and fails."""
    check = project / CHECK
    before = check.read_text("utf-8")
    kept = [line for line in before.splitlines() if "your_rule_goes_here" not in line]
    rule = "\n".join(kept).replace(
        "from typing import Self", "import re\nfrom typing import Self\nfrom urllib.parse import urlsplit"
    )
    check.write_text(f"{rule}\n{RULE}", "utf-8")
    print(RULE)
    test = project / TEST
    lines = [
        next((new for start, new in TABLES.items() if line.startswith(start)), line)
        for line in test.read_text("utf-8").splitlines()
    ]
    test.write_text("\n".join(lines) + "\n", "utf-8")
    for line in TABLES.values():
        print(f"        {line}")


def run(project: Path, command: list[str], expected: int = 0) -> None:
    """Show a command and run it in the project, as a user would who has installed giskard-checks."""
    words = [Path(word).name if Path(word).is_absolute() else word for word in command]
    print(f"$ {shlex.join(words)}", flush=True)
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    # With -e of the throwaway project this would not be needed; but nothing is installed for a demonstration.
    environment = os.environ | {"PATH": path, "PYTHONPATH": str(project / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    environment["PYTEST_ADDOPTS"] = "-p no:asyncio"  # part of this repository's environment, not of the project's
    done = subprocess.run(command, cwd=project, env=environment, check=False)
    if done.returncode != expected:
        sys.exit(f"This step should have ended with exit code {expected}, not {done.returncode}.")


def write(path: Path, text: str) -> None:
    """Write a file of the throwaway project, and show it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    print(f"        {path.name}: {text.splitlines()[0]} {' '.join(text.splitlines()[1:2])}".rstrip())


def title(text: str) -> None:
    """Print the heading of a step."""
    print(f"\n{text}\n", flush=True)


if __name__ == "__main__":
    sys.exit(main())
