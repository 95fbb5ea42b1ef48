"""The linter as a whole: what it reports, in which order and how it looks, and when it refuses to say anything."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from giskard.checks._lint.finding import Finding
from giskard.checks._lint.linter import lint
from giskard.checks._lint.project import Project, find_project
from giskard.checks._lint.rules import RULES
from giskard.checks.core.exceptions import UserError

type Build = Callable[..., Project]
type Findings = Callable[..., list[str]]

RUN = "\n    async def run(self, trace: Trace) -> CheckResult:\n        return CheckResult.success()\n"
BROKEN = f'@Check.register("mine")\nclass Mine(Check):\n    api_key: str\n    schema: int\n{RUN}'
KEPT = f'@Check.register("mine")\nclass Mine(Check):\n    limit: int\n{RUN}'
OTHER = f"from giskard.checks import Check, CheckResult, Trace\n\n\n{BROKEN.replace('mine', 'other').replace('Mine', 'Other')}"
TWO_ROOMS: dict[str, str] = {
    "src/acme_checks/__init__.py": "from acme_checks import builtin, another\n",
    "src/acme_checks/another/__init__.py": "from acme_checks.another.other import Other as Other\n",
    "src/acme_checks/another/other.py": OTHER,
    "tests/test_mine.py": "",
}


def where(found: list[Finding]) -> list[str]:
    """Return the place and the code of each finding."""
    return [f"{finding.path.removeprefix('src/acme_checks/')}:{finding.line} {finding.code}" for finding in found]


def refusal(build: Callable[[], object]) -> UserError:
    """Return the error that linting ends with."""
    with pytest.raises(UserError) as caught:
        build()
    assert caught.value.exit_code == 2
    return caught.value


# --- what is reported ---


def test_the_library_keeps_its_own_conventions() -> None:
    assert lint(find_project(Path(__file__))) == []


def test_a_project_that_keeps_the_conventions_has_no_findings(project: Build) -> None:
    assert lint(project(KEPT)) == []


def test_findings_come_in_order_of_place(project: Build) -> None:
    found = lint(project(BROKEN, TWO_ROOMS))
    assert found == sorted(found)
    assert where(found) == [
        "another/other.py:6 GC101",
        "another/other.py:7 GC105",
        "builtin/mine.py:14 GC101",
        "builtin/mine.py:15 GC105",
    ]


def test_findings_are_the_same_every_time(project: Build) -> None:
    built = project(BROKEN, TWO_ROOMS)
    assert lint(built) == lint(built) == lint(find_project(built.root / "src"))


def test_linting_changes_no_file(project: Build) -> None:
    built = project(BROKEN)
    before = {path: path.read_bytes() for path in built.root.rglob("*") if path.is_file()}
    lint(built)
    assert {path: path.read_bytes() for path in built.root.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize(
    ("config", "found"),
    [
        pytest.param("", ["GC101", "GC105"], id="everything"),
        pytest.param('select = ["GC105"]', ["GC105"], id="a selected rule"),
        pytest.param('ignore = ["GC105"]', ["GC101"], id="an ignored rule"),
        pytest.param('select = ["GC101", "GC105"]\nignore = ["GC101"]', ["GC105"], id="selected and ignored"),
        pytest.param('select = ["GC402"]', [], id="another rule"),
        pytest.param("select = []", ["GC101", "GC105"], id="an empty selection"),
    ],
)
def test_the_configuration_selects_rules(findings: Findings, config: str, found: list[str]) -> None:
    table = f'[tool.giskard-checks]\npackage = "acme_checks"\n{config}\n'
    tested = "def test_it(result):\n    result.passed, result.failed, result.errored\n"
    assert findings(BROKEN, {"pyproject.toml": table, "tests/builtin/test_mine.py": tested}) == found


# --- paths ---


@pytest.mark.parametrize(
    ("paths", "files"),
    [
        pytest.param([], {"another/other.py", "builtin/mine.py"}, id="none"),
        pytest.param(["."], {"another/other.py", "builtin/mine.py"}, id="the root"),
        pytest.param([".."], {"another/other.py", "builtin/mine.py"}, id="a folder above the root"),
        pytest.param(["src/acme_checks"], {"another/other.py", "builtin/mine.py"}, id="the package"),
        pytest.param(["src/acme_checks/builtin"], {"builtin/mine.py"}, id="a room"),
        pytest.param(["src/acme_checks/builtin/mine.py"], {"builtin/mine.py"}, id="a file"),
        pytest.param(["src/acme_checks/../acme_checks/builtin"], {"builtin/mine.py"}, id="by a way around"),
        pytest.param(
            ["src/acme_checks/builtin", "src/acme_checks/another/other.py"],
            {"another/other.py", "builtin/mine.py"},
            id="two",
        ),
        pytest.param(["src/acme_checks/builtin", "src/acme_checks/builtin"], {"builtin/mine.py"}, id="the same twice"),
        pytest.param(["src/acme_checks/__init__.py"], set(), id="a file without findings"),
        pytest.param(["tests"], set(), id="a folder of the project that holds no checks"),
        pytest.param(["pyproject.toml"], set(), id="a file that is no module"),
    ],
)
def test_paths_say_what_is_reported(project: Build, paths: list[str], files: set[str]) -> None:
    built = project(BROKEN, TWO_ROOMS)
    found = lint(built, [built.root / path for path in paths])
    assert {place.partition(":")[0] for place in where(found)} == files
    assert len(found) == 2 * len(files)


def test_paths_start_from_the_current_folder(project: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    built = project(BROKEN, TWO_ROOMS)
    monkeypatch.chdir(built.package_dir / "another")
    assert where(lint(built, [Path("other.py")])) == ["another/other.py:6 GC101", "another/other.py:7 GC105"]


def test_all_files_are_read_whatever_is_reported(project: Build) -> None:
    built = project(KEPT, TWO_ROOMS | {"src/acme_checks/another/__init__.py": ""})
    found = lint(built, [built.package_dir / "another" / "other.py"])
    assert {"GC303", "GC304"} < {finding.code for finding in found}


def test_a_path_that_does_not_exist_is_named(project: Build) -> None:
    built = project(BROKEN)
    assert "There is no 'nope.py' to lint" in str(refusal(lambda: lint(built, [built.root / "src", Path("nope.py")])))


def test_a_path_of_another_project_is_refused(project: Build, tmp_path_factory: pytest.TempPathFactory) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    built = project(KEPT)
    assert f"'{elsewhere}' is not in the project" in str(refusal(lambda: lint(built, [built.root, elsewhere])))


def test_a_package_may_be_a_link(project: Build, tmp_path_factory: pytest.TempPathFactory) -> None:
    built = project(BROKEN)
    real = tmp_path_factory.mktemp("real") / "acme_checks"
    shutil.move(built.package_dir, real)
    built.package_dir.symlink_to(real, target_is_directory=True)
    assert where(lint(built)) == where(lint(built, [built.package_dir])) == where(lint(built, [real]))
    assert where(lint(built, [built.package_dir / "builtin"])) == [
        "builtin/mine.py:14 GC101",
        "builtin/mine.py:15 GC105",
    ]


def test_the_source_may_lie_beside_the_project(tmp_path: Path) -> None:
    root = tmp_path / "config"
    package = tmp_path / "lib" / "acme_checks"
    root.mkdir()
    package.mkdir(parents=True)
    (root / "pyproject.toml").write_text(
        '[tool.giskard-checks]\npackage = "acme_checks"\nsource = "../lib"\nignore = ["GC401"]\n'
    )
    (package / "__init__.py").write_text(f'__all__ = ["Other"]\n{OTHER}')
    built = find_project(root)
    assert [finding.code for finding in lint(built)] == ["GC101", "GC105"]
    assert lint(built) == lint(built, [package])


def test_a_project_may_lie_under_a_name_with_spaces(project: Build, tmp_path: Path) -> None:
    built = project(BROKEN)
    moved = tmp_path / "my próject (1)"
    moved.mkdir()
    shutil.move(built.root / "src", moved / "src")
    shutil.move(built.root / "pyproject.toml", moved)
    assert where(lint(find_project(moved), [moved])) == ["builtin/mine.py:14 GC101", "builtin/mine.py:15 GC105"]


# --- places ---


@pytest.mark.parametrize(
    "written",
    [
        pytest.param(lambda text: text.encode(), id="as usual"),
        pytest.param(lambda text: text.replace("\n", "\r\n").encode(), id="with carriage returns"),
        pytest.param(lambda text: b"\xef\xbb\xbf" + text.encode(), id="with a byte order mark"),
        pytest.param(
            lambda text: text.replace("\n", "  # ümläut 日本\n", 1).encode(), id="with letters that are not ASCII"
        ),
        pytest.param(
            lambda text: text.replace("import typing\nfrom", "# coding: latin-1\nß = 'ü'; from").encode("latin-1"),
            id="in latin-1",
        ),
        pytest.param(
            lambda text: text.replace("\n", "  # \u2028\x85\x0c\n", 1).encode(), id="with odd line separators"
        ),
        pytest.param(lambda text: text.rstrip("\n").encode(), id="without a line end"),
    ],
)
def test_a_finding_is_in_its_line_however_the_file_is_written(project: Build, written: Callable[[str], bytes]) -> None:
    built = project(BROKEN)
    file = built.package_dir / "builtin" / "mine.py"
    file.write_bytes(written(file.read_text()))
    assert [(f.line, f.column, f.code) for f in lint(built)] == [(14, 5, "GC101"), (15, 5, "GC105")]


def test_columns_are_counted_in_characters(project: Build) -> None:
    source = (
        "from giskard.checks.core.placeholder import your_rule_goes_here\n\n\n"
        + KEPT
        + "        größe = '日本', your_rule_goes_here(True)\n"
    )
    built = project(source)
    [found] = lint(built)
    line = (built.package_dir / "builtin/mine.py").read_text("utf-8").splitlines()[found.line - 1]
    assert line[found.column - 1 :] == "your_rule_goes_here(True)"


def test_a_class_is_found_in_its_own_line_not_in_that_of_its_decorator(project: Build) -> None:
    built = project(KEPT.replace("mine", "equals"))
    [found] = lint(built)
    line = (built.package_dir / "builtin/mine.py").read_text().splitlines()[found.line - 1]
    assert (line, found.column) == ("class Mine(Check):", 1)


# --- GC402: placeholders ---


@pytest.mark.parametrize(
    ("statement", "call"),
    [
        pytest.param(
            "from giskard.checks.core.placeholder import your_rule_goes_here",
            "your_rule_goes_here(True)",
            id="as generated",
        ),
        pytest.param(
            "from giskard.checks.core.placeholder import your_rule_goes_here as rule",
            "rule(True)",
            id="by another name",
        ),
        pytest.param(
            "from giskard.checks.core import placeholder", "placeholder.your_rule_goes_here(True)", id="by its module"
        ),
        pytest.param(
            "from giskard.checks.core.placeholder import *", "your_rule_goes_here(True)", id="by a star import"
        ),
        pytest.param(
            "import giskard.checks.core.placeholder as p", "p.your_rule_goes_here(1, 2, 3)", id="by the full name"
        ),
    ],
)
def test_a_placeholder_that_is_left_is_found(findings: Findings, statement: str, call: str) -> None:
    assert findings(f"{statement}\n\n\n{KEPT}        return {call}\n") == ["GC402"]
    assert findings(f"{statement}\n\n\n{KEPT}\n\ndef helper():\n    return {call} and {call}\n") == ["GC402", "GC402"]


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("# your_rule_goes_here(True)", id="in a comment"),
        pytest.param("'your_rule_goes_here(True)'", id="in a text"),
        pytest.param("self.your_rule_goes_here(True)", id="a method of that name"),
        pytest.param("theirs.your_rule_goes_here(True)", id="a function of another module"),
        pytest.param("your_rule_goes_here = True", id="a variable of that name"),
    ],
)
def test_the_word_alone_is_no_placeholder(findings: Findings, line: str) -> None:
    assert findings(f"{KEPT}        {line}\n") == []


# --- how a finding looks ---


def test_a_finding_reads_as_a_line_to_jump_to_and_one_that_says_how_to_mend_it(project: Build) -> None:
    first = lint(project(BROKEN))[0]
    assert first.as_line().splitlines() == [
        "src/acme_checks/builtin/mine.py:14:5: GC101 Mine.api_key is typed 'str', not as one path",
        f"    {RULES['GC101'].mend}",
    ]


def test_a_finding_is_json(project: Build) -> None:
    first = lint(project(BROKEN))[0]
    assert json.loads(json.dumps(first.as_dict())) == {
        "code": "GC101",
        "level": "error",
        "path": "src/acme_checks/builtin/mine.py",
        "line": 14,
        "column": 5,
        "message": "Mine.api_key is typed 'str', not as one path",
        "why": RULES["GC101"].why,
        "mend": RULES["GC101"].mend,
        "fixable": False,
    }


@pytest.mark.parametrize("code", RULES)
def test_a_finding_carries_its_rule(code: str) -> None:
    finding = Finding("a b/ü.py", 1, 2, code, "message")
    assert finding.rule is RULES[code]
    assert finding.as_line() == f"a b/ü.py:1:2: {code} message\n    {RULES[code].mend}"
    assert finding.as_dict()["level"] in {"error", "warning"}


# --- when nothing can be said ---


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("", id="nothing"),
        pytest.param("class Mine:\n    api_key: str\n", id="another class"),
        pytest.param(f"class Mine(Nowhere):{RUN}", id="a class of unknown descent"),
    ],
)
def test_a_package_without_checks_is_an_error(project: Build, source: str) -> None:
    built = project(source)
    error = refusal(lambda: lint(built))
    assert f"The package 'acme_checks' in '{built.package_dir}' holds no check" in error.message
    assert error.hint is not None
    assert "giskard-checks new-check" in error.hint


def test_a_package_with_abstract_checks_only_is_none(findings: Findings) -> None:
    assert findings("class Base(Check):\n    limit: int\n") == []


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("builtin/mine.py", id="the file of a check"),
        pytest.param("builtin/other.py", id="a file that nothing imports"),
        pytest.param("__init__.py", id="the root"),
        pytest.param("ünï cödé.py", id="a file that cannot be imported"),
    ],
)
def test_a_file_that_does_not_parse_is_named_with_its_line(project: Build, name: str) -> None:
    built = project(KEPT, {f"src/acme_checks/{name}": "x = 1\n\ndef (:\n"})
    error = refusal(lambda: lint(built))
    assert error.message == f"{built.package_dir / name}, line 3 does not parse: invalid syntax."


def test_a_file_that_does_not_parse_is_an_error_whatever_is_reported(project: Build) -> None:
    built = project(KEPT, {"src/acme_checks/builtin/other.py": "def (:\n"})
    assert "other.py, line 1 does not parse" in refusal(lambda: lint(built, [built.root / "pyproject.toml"])).message
