"""The project that a command works on, as `[tool.giskard-checks]` of the nearest `pyproject.toml` describes it."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from pydantic import Field, ValidationError, field_validator

from giskard.checks._lint.rules import RULES, Rule
from giskard.checks.core.exceptions import UserError
from giskard.checks.core.strict import StrictModel, in_one_line, nearest

_EXAMPLE = '[tool.giskard-checks]\npackage = "acme_checks"'


class Config(StrictModel):
    """The table `[tool.giskard-checks]`."""

    package: str = Field(description="Dotted name of the package that holds the checks.")
    source: str = Field(default="src", description="Folder that is put on the import path, relative to the project.")
    builtin: str = Field(default="builtin", description="Room for deterministic checks inside the package.")
    judges: str = Field(default="judges", description="Room for checks that ask a model, inside the package.")
    tests: str = Field(default="tests", description="Folder of the tests, relative to the project.")
    export_root: bool = Field(default=True, description="Whether new checks are exported by the package's root too.")
    select: list[str] = Field(default_factory=list, description="Codes to report; empty for all.")
    ignore: list[str] = Field(default_factory=list, description="Codes not to report.")
    baseline: str | None = Field(default=None, description="File of known findings, relative to the project.")

    @field_validator("package", "builtin", "judges", mode="after")
    @classmethod
    def _is_dotted_name(cls, name: str) -> str:
        if not all(part.isidentifier() for part in name.split(".")):
            raise ValueError(f"{name!r} is not the name of a package, such as 'acme_checks'")
        return name

    @field_validator("source", "tests", "baseline", mode="after")
    @classmethod
    def _is_relative(cls, path: str | None) -> str | None:
        if path is not None and Path(path).is_absolute():
            raise ValueError(f"{path!r} is not relative to the project")
        return path

    @field_validator("select", "ignore", mode="after")
    @classmethod
    def _codes_exist(cls, codes: list[str]) -> list[str]:
        for code in codes:
            if code not in RULES:
                raise ValueError(f"{code!r} is no rule.{nearest(code, list(RULES))}")
        return codes


@dataclass(frozen=True)
class Project:
    """A project with checks: where it is and how it is laid out."""

    root: Path
    config: Config

    @property
    def is_library(self) -> bool:
        """Whether this is giskard-checks itself, whose checks follow some rules more."""
        return self.config.package == "giskard.checks"

    def level_of(self, rule: Rule) -> str:
        """Return what a finding of a rule is here; to the library every one is an error."""
        return "error" if self.is_library else rule.level

    @property
    def source(self) -> Path:
        """The folder on the import path."""
        return self.root / self.config.source

    @property
    def package_dir(self) -> Path:
        """The folder of the package."""
        return self.source.joinpath(*self.config.package.split("."))

    def room(self, name: str) -> str:
        """Return the dotted name of a room of the package."""
        return f"{self.config.package}.{name}"

    def relative(self, path: Path) -> str:
        """Return `path` relative to the root, with forward slashes on every system."""
        return path.relative_to(self.root).as_posix()


def find_project(start: Path) -> Project:
    """Return the project that `start` is in.

    Raises
    ------
    UserError
        No `pyproject.toml` with a valid `[tool.giskard-checks]` is found there or above, or its package is missing.
    """
    start = start.resolve()
    seen: Path | None = None
    for folder in (start, *start.parents):
        file = folder / "pyproject.toml"
        if not file.is_file():
            continue
        table = _read_table(file)
        if table is not None:
            return _project(folder, table)
        seen = seen or file
    where = f"{seen} has no [tool.giskard-checks]" if seen else f"There is no pyproject.toml in {start} or above it"
    raise UserError(f"{where}, so it is not known which package holds the checks.", f"Add: {_one_line(_EXAMPLE)}")


def _read_table(file: Path) -> dict[str, Any] | None:
    try:
        tool = tomllib.loads(file.read_text("utf-8-sig")).get("tool")
    except (ValueError, OSError, RecursionError) as exc:
        raise UserError(f"{file} does not parse: {exc}.", "Correct the file and try again.") from exc
    return cast("dict[str, Any]", tool).get("giskard-checks") if isinstance(tool, dict) else None


def _project(root: Path, table: dict[str, Any]) -> Project:
    try:
        project = Project(root, Config.model_validate(table))
    except ValidationError as exc:
        raise UserError(
            f"[tool.giskard-checks] in {root / 'pyproject.toml'} is not valid: {in_one_line(exc)}.",
            "Correct the table.",
        ) from exc
    if not project.package_dir.is_dir():
        raise UserError(
            f"The package {project.config.package!r} of [tool.giskard-checks] is not a folder: {project.package_dir}.",
            "Correct `package` or `source`.",
        )
    return project


def _one_line(text: str) -> str:
    return text.replace("\n", " and below it ")
