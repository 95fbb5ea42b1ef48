"""From answers to formatted text: copier renders, ruff formats, and the file's own line ends are kept."""

import json
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from giskard.checks._lint.project import Project
from giskard.checks._scaffold.templates import template_dir
from giskard.checks.core.exceptions import UserError

INSTALL = "Install what the generator needs: pip install 'giskard-checks[scaffold]'."


@dataclass(frozen=True)
class Complaint:
    """A finding of ruff, without its place, which moves when lines are added."""

    code: str
    message: str


def rendered(family: str, context: dict[str, Any]) -> dict[str, str]:
    """Return the text of a family's files, by their path.

    Raises
    ------
    UserError
        copier is not installed, or a template names a variable that the context lacks.
    """
    try:
        # A third of a second, which only the one command that renders should cost.
        from copier import Settings, run_copy  # noqa: PLC0415  an optional package
        from copier.errors import CopierError  # noqa: PLC0415  an optional package
        from jinja2 import TemplateError  # noqa: PLC0415  dear to load, as copier
    except ImportError as exc:
        raise UserError("Rendering needs copier, which is not installed.", INSTALL) from exc
    with tempfile.TemporaryDirectory(prefix="giskard-checks-") as folder:
        try:
            run_copy(
                str(template_dir(family)),
                folder,
                data=context,
                defaults=True,
                overwrite=True,
                quiet=True,
                unsafe=False,
                skip_tasks=True,
                settings=Settings(),  # not the user's own settings file, which would change what is rendered
            )
        except (CopierError, TemplateError) as exc:
            raise UserError(
                f"The template of family {family!r} does not render: {exc}.", "This is a bug of ours."
            ) from exc
        files = sorted(path for path in Path(folder).rglob("*") if path.is_file())
        return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in files}


def formatted(project: Project, path: str, text: str) -> str:
    """Return Python source as the project's own configuration of ruff formats it at `path`.

    Raises
    ------
    UserError
        ruff is not installed, or refuses.
    """
    return _ruff(project, ["format", "--stdin-filename", path, "-"], text)


def complaints(project: Project, path: str, text: str) -> list[Complaint]:
    """Return what ruff, in the project's own configuration, finds in Python source at `path`."""
    arguments = ["check", "--no-cache", "--exit-zero", "--output-format", "json", *_first_party(project)]
    found = json.loads(_ruff(project, [*arguments, "--stdin-filename", path, "-"], text) or "[]")
    return [Complaint(str(entry["code"]), entry["message"]) for entry in found]


def _first_party(project: Project) -> list[str]:
    """Return the options by which ruff sorts imports of the package as it will when the new module has been written.

    It takes a package for the project's own when it finds its files in the root or in `src`.
    """
    if project.source not in (project.root, project.root / "src"):
        return []
    return ["--config", f'lint.isort.known-first-party = ["{project.config.package.partition(".")[0]}"]']


def _ruff(project: Project, arguments: list[str], text: str) -> str:
    try:
        # Comes with the extra, and finds the program beside this very Python.
        from ruff import find_ruff_bin  # noqa: PLC0415  # pyright: ignore[reportMissingTypeStubs]  it has none

        command = [find_ruff_bin(), *arguments]
    except (ImportError, FileNotFoundError) as exc:
        raise UserError("Formatting needs ruff, which is not installed.", INSTALL) from exc
    # Bytes, so that no line end is changed on the way.
    done = subprocess.run(command, input=text.encode(), capture_output=True, cwd=project.root, check=False)
    if done.returncode:
        reason = done.stderr.decode("utf-8", "replace").strip()
        raise UserError(f"ruff {arguments[0]} failed: {reason}.", "Correct the project's ruff configuration.")
    return done.stdout.decode()
