"""`lint --fix`: what can be mended is, whole or not at all, and twice is once."""

from collections.abc import Callable
from pathlib import Path

import pytest

from giskard.checks._cli.main import run
from giskard.checks._lint.linter import lint
from giskard.checks._lint.project import Project, find_project

CHECK = """\
from giskard.checks import Check, CheckResult, Trace


@Check.register("mended_{kind}")
class {name}(Check):
    async def run(self, trace: Trace) -> CheckResult:
        return CheckResult.skip(message="nothing to judge")
"""
TABLE = '[tool.giskard-checks]\npackage = "acme"\nignore = ["GC401"]\n'

type Build = Callable[[dict[str, str]], Project]


@pytest.fixture
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Build:
    def made(files: dict[str, str]) -> Project:
        tree = {"pyproject.toml": TABLE, "src/acme/__init__.py": "from acme import builtin\n"} | files
        for name, text in tree.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())
        monkeypatch.chdir(tmp_path)
        return find_project(tmp_path)

    return made


def bytes_of(project: Project) -> dict[str, bytes]:
    files = (path for path in project.root.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {project.relative(path): path.read_bytes() for path in files}


ONE = {"src/acme/builtin/one.py": CHECK.format(kind="one", name="One")}
INIT = "src/acme/builtin/__init__.py"


@pytest.mark.parametrize(
    ("files", "changed"),
    [
        pytest.param({INIT: '"""Checks."""\n'} | ONE, [INIT], id="neither imported nor exported"),
        pytest.param({INIT: "from acme.builtin.one import One\n"} | ONE, [INIT], id="not exported"),
        pytest.param({INIT: '__all__ = ["One"]\n'} | ONE, [INIT], id="not imported"),
        pytest.param(
            {INIT: '"""Checks."""\n', "src/acme/builtin/two.py": CHECK.format(kind="two", name="Two")} | ONE,
            [INIT],
            id="two at once",
        ),
        pytest.param(
            {INIT: '"""Checks."""\n', "src/acme/__init__.py": '"""Acme."""\n'} | ONE,
            [INIT, "src/acme/__init__.py"],
            id="a room that the root does not import",
        ),
        pytest.param({INIT: '"""Checks."""\r\n'} | ONE, [INIT], id="lines that end as on Windows"),
    ],
)
def test_wiring_is_mended(build: Build, files: dict[str, str], changed: list[str]) -> None:
    project = build(files)
    before = bytes_of(project)
    assert lint(project)
    assert run(["lint", "--fix"]) == 0
    after = bytes_of(project)
    assert sorted(name for name in after if after[name] != before.get(name)) == sorted(changed)
    assert lint(project) == []
    assert run(["lint", "--fix"]) == 0
    assert bytes_of(project) == after


@pytest.mark.parametrize(
    ("comment", "mended"),
    [
        pytest.param("  # giskard: ignore[GC101] a name", "", id="the only code"),
        pytest.param("  # giskard: ignore[GC101, E501] a name", "", id="all of its codes"),
        pytest.param("  # noqa: E501  # giskard: ignore[GC101] a name", "  # noqa: E501", id="behind another comment"),
        pytest.param("  # giskard: ignore[GC101] a name  # noqa: E501", "  # noqa: E501", id="before another comment"),
    ],
)
def test_a_comment_that_suppresses_nothing_is_taken_out(build: Build, comment: str, mended: str) -> None:
    module = "src/acme/builtin/one.py"
    field = "    limit: int = 3{}\n\n    async def run"
    text = ONE[module].replace("    async def run", field)
    init = 'from acme.builtin.one import One\n\n__all__ = ["One"]\n'
    project = build({INIT: init, module: text.format(comment)})
    assert {finding.code for finding in lint(project)} == {"GC901"}
    assert run(["lint", "--fix"]) == 0
    assert (project.root / module).read_text() == text.format(mended)


def test_a_code_that_has_an_effect_stays(build: Build) -> None:
    module = "src/acme/builtin/one.py"
    text = ONE[module].replace("    async def", "    a_key: str = ''  # giskard: ignore[{}] a name\n\n    async def")
    init = 'from acme.builtin.one import One\n\n__all__ = ["One"]\n'
    project = build({INIT: init, module: text.format("GC105, GC101")})
    assert run(["lint", "--fix"]) == 0
    assert (project.root / module).read_text() == text.format("GC101")


def test_what_cannot_be_mended_whole_is_left_alone(build: Build, capsys: pytest.CaptureFixture[str]) -> None:
    """The room's file could be mended, but not the root's; so neither is."""
    root = "__all__ = sorted(globals())\nimport sys; from acme import other\n"
    files = {INIT: '__all__ = [*"One"]\n', "src/acme/__init__.py": root, "src/acme/other.py": ""} | ONE
    project = build(files)
    before = bytes_of(project)
    assert run(["lint", "--fix"]) == 1
    assert bytes_of(project) == before
    assert "not mended: src/acme/builtin/one.py:5:" in capsys.readouterr().err


def test_says_what_was_mended_and_reports_the_rest(build: Build, capsys: pytest.CaptureFixture[str]) -> None:
    text = CHECK.format(kind="one", name="One").replace("    async def", "    schema: str = ''\n\n    async def")
    build({INIT: "", "src/acme/builtin/one.py": text})
    assert run(["lint", "--fix"]) == 1
    captured = capsys.readouterr()
    assert captured.err == f"mended: {INIT}\n"
    assert "GC105 One.schema" in captured.out
    assert captured.out.endswith("1 finding: GC105 1.\n")


def test_json_stays_one_object(build: Build, capsys: pytest.CaptureFixture[str]) -> None:
    import json

    build({INIT: ""} | ONE)
    assert run(["lint", "--fix", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["findings"] == []


def test_a_read_only_file_changes_nothing(build: Build) -> None:
    project = build({INIT: ""} | ONE)
    (project.root / INIT).chmod(0o444)
    before = bytes_of(project)
    assert run(["lint", "--fix"]) == 3
    assert bytes_of(project) == before


def test_rules_that_are_said_to_be_mended_are_those() -> None:
    from giskard.checks._lint.rules import RULES

    assert [code for code, rule in RULES.items() if rule.fixable] == ["GC303", "GC304", "GC502", "GC901"]
