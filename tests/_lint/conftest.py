"""Projects to lint, built as file trees."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from giskard.checks._lint.linter import lint
from giskard.checks._lint.project import Project, find_project

IMPORTS = """\
import typing
from abc import abstractmethod
from typing import Annotated, Any, ClassVar, Literal, Optional, Self, TypeAlias, Union

from pydantic import BaseModel, Field, model_validator

from giskard.checks import (
    MISSING, Check, CheckResult, Equals, JSONPathStr, StringMatching, Trace, provided_or_resolve, resolve,
)
from giskard.checks.core.fields import exactly_one, unusable

"""


@pytest.fixture
def project(tmp_path: Path) -> Callable[..., Project]:
    """Build a plugin whose module `builtin/mine.py` is imported and exported as it should be; files can be changed."""

    def build(source: str, files: dict[str, str | bytes] | None = None) -> Project:
        names = re.findall(r"^class (\w+)", source, flags=re.MULTILINE)
        tree: dict[str, str | bytes] = {
            # Tests and words beside the checks have tests of their own.
            "pyproject.toml": '[tool.giskard-checks]\npackage = "acme_checks"\nignore = ["GC305", "GC401", "GC501"]\n',
            "src/acme_checks/__init__.py": "from acme_checks import builtin\n",
            "src/acme_checks/builtin/__init__.py": f"from acme_checks.builtin import mine\n\n__all__ = {names}\n",
            "src/acme_checks/builtin/mine.py": IMPORTS + source,
        }
        for name, content in (tree | (files or {})).items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return find_project(tmp_path)

    return build


@pytest.fixture
def findings(project: Callable[..., Project]) -> Callable[..., list[str]]:
    """Return the codes found in such a plugin."""

    def codes(source: str, files: dict[str, str | bytes] | None = None) -> list[str]:
        return [finding.code for finding in lint(project(source, files))]

    return codes
