"""The reference table of checks."""

from collections.abc import Callable
from pathlib import Path

import pytest

import giskard.checks
from giskard.checks import Check
from giskard.checks._cli.main import run
from giskard.checks._lint.linter import lint
from giskard.checks._lint.project import Project, find_project
from giskard.checks._lint.reference import PAGE, reference_page
from giskard.checks._lint.source import Source

ROOT = Path(giskard.checks.__file__).parents[3]
MINE = "src/giskard/checks/builtin/mine.py"
FILES = {
    "pyproject.toml": '[tool.giskard-checks]\npackage = "giskard.checks"\nignore = ["GC401"]\n',
    "src/giskard/checks/__init__.py": "from giskard.checks.core.check import Check as Check\n"
    "from giskard.checks.builtin.mine import Mine as Mine\n",
    "src/giskard/checks/core/check.py": "class Check:\n    name: str\n    @abstractmethod\n    async def run(self): ...\n",
    "src/giskard/checks/builtin/__init__.py": 'from giskard.checks.builtin.mine import Mine\n\n__all__ = ["Mine"]\n',
    "src/acme_checks/__init__.py": "",
    "src/acme_checks/builtin/__init__.py": "",
    MINE: '''
from giskard.checks import Check

class Base(Check):
    """Holds on to values.

    What cannot be read is ERROR.
    """

    @abstractmethod
    def judge(self): ...
    async def run(self, trace): ...

@Check.register("mine")
class Mine(Base):
    """Passes when a | b,
    in two lines.

    It fails else.

    Examples
    --------
    >>> 1
    1
    """

    needed: int
    either: "str | None" = Field(default=None, description="One " "of | two.")
    within: Annotated[list[str], Field(default_factory=lambda: ["a"], description="Some.")]
    plain: float = 0.5

    def judge(self): ...
''',
}
SECTION = """
## mine

Passes when a | b, in two lines.

It fails else.

What cannot be read is ERROR.

| field of `Mine` | type | default | |
|---|---|---|---|
| `needed` | `int` | required |  |
| `either` | `str \\| None` | `None` | One of \\| two. |
| `within` | `list[str]` | computed | Some. |
| `plain` | `float` | `0.5` |  |
"""

type Build = Callable[..., Project]


def codes(project: Project) -> list[tuple[str, str]]:
    return [(finding.code, finding.path) for finding in lint(project)]


def built(project: Build, page: str | None) -> Project:
    return project("", FILES | ({PAGE: page} if page is not None else {}))


def test_a_check_is_described_as_its_source_says(project: Build) -> None:
    page = reference_page(Source(built(project, "")))
    assert "| [`Mine`](#mine) | `mine` | Passes when a \\| b, in two lines. |" in page
    assert page.endswith(SECTION)


@pytest.mark.parametrize(
    ("change", "where", "said"),
    [
        pytest.param(lambda page: page, None, "", id="up to date"),
        pytest.param(lambda page: page.replace("## mine", "## some other"), MINE, "Mine is not in", id="no section"),
        pytest.param(lambda page: page.replace("`0.5`", "`0.6`"), MINE, "does not describe Mine", id="another default"),
        pytest.param(lambda page: page.replace("It fails else.", ""), MINE, "does not describe Mine", id="other words"),
        pytest.param(lambda page: page + "| `more` | `int` | required |  |\n", MINE, "not describe Mine", id="a field"),
        pytest.param(lambda page: page.replace("| Passes", "| Fails"), MINE, "not describe Mine", id="another row"),
        pytest.param(
            lambda page: page + "\n## gone\n", "src/giskard/checks/__init__.py", "describes 'gone'", id="too much"
        ),
        pytest.param(lambda page: "", MINE, "Mine is not in", id="an empty page"),
        pytest.param(lambda page: b"\xff", "src/giskard/checks/__init__.py", "cannot be read", id="no text"),
    ],
)
def test_the_page_is_up_to_date(project: Build, change: Callable[[str], str], where: str | None, said: str) -> None:
    page = reference_page(Source(built(project, "")))
    findings = lint(built(project, change(page)))
    assert [(finding.code, finding.path) for finding in findings][:1] == ([("GC502", where)] if where else [])
    assert all(finding.code == "GC502" for finding in findings)
    assert not said or said in findings[0].message


def test_a_copy_without_documents_has_nothing_to_keep_up_to_date(project: Build) -> None:
    assert codes(built(project, None)) == []


def test_a_missing_page_is_found_where_its_folder_is(project: Build) -> None:
    made = built(project, "")
    (made.root / PAGE).unlink()
    assert codes(made) == [("GC502", MINE)]


def test_fix_makes_the_page_anew(project: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    made = built(project, "# All checks\n\n## gone\n")
    monkeypatch.chdir(made.root)
    assert [run(["lint", "--fix"]) for _ in range(2)] == [0, 0]
    assert (made.root / PAGE).read_text() == reference_page(Source(made))


def test_every_registered_check_of_this_library_is_described() -> None:
    page = (ROOT / PAGE).read_text("utf-8")
    source = Source(find_project(ROOT))
    described = {cls.name for cls in source.checks() if f"field of `{cls.name}`" in page}
    assert page == reference_page(source)
    own = {kind for kind in Check.kinds() if Check._registry.find(kind).__module__.startswith("giskard.checks.")}
    assert len(described) == len(own)
