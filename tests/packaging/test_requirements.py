"""The pinned requirements fit the project's declared ones, and carry no address."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
DECLARED = [
    Requirement(text)
    for text in (
        *PROJECT["project"]["dependencies"],
        *PROJECT["project"]["optional-dependencies"]["scaffold"],
        *PROJECT["project"]["optional-dependencies"]["llm"],
        *PROJECT["dependency-groups"]["dev"],
    )
]


def pinned(name: str) -> dict[str, Version]:
    text = (ROOT / "requirements" / name).read_text()
    return {name: Version(version) for name, version in re.findall(r"^([a-z0-9._-]+)==([^ ;\\]+)", text, re.M)}


@pytest.mark.parametrize("file", ["dev.txt", "lowest.txt"])
@pytest.mark.parametrize("requirement", DECLARED, ids=lambda requirement: requirement.name)
def test_every_declared_requirement_is_pinned_to_a_version_it_allows(file: str, requirement: Requirement) -> None:
    assert requirement.specifier.contains(pinned(file)[requirement.name])


@pytest.mark.parametrize("requirement", DECLARED, ids=lambda requirement: requirement.name)
def test_the_lowest_are_the_declared_floors(requirement: Requirement) -> None:
    floor = next(Version(part.version) for part in requirement.specifier if part.operator == ">=")
    assert pinned("lowest.txt")[requirement.name] == floor


@pytest.mark.parametrize("file", ["dev.txt", "lowest.txt"])
def test_every_pin_has_a_hash_and_none_an_address(file: str) -> None:
    text = (ROOT / "requirements" / file).read_text()
    entries = re.split(r"\n(?=[a-z])", text.strip())
    assert len(entries) == len(pinned(file)) > 20
    assert all("--hash=sha256:" in entry for entry in entries)
    assert "://" not in text
    assert "--index" not in text
