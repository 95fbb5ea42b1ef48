"""Finding the project: the nearest pyproject.toml that says which package holds the checks."""

from pathlib import Path

import pytest

from giskard.checks._lint.project import Config, Project, find_project
from giskard.checks.core.exceptions import UserError

TABLE = '[tool.giskard-checks]\npackage = "acme_checks"\n'


def make(root: Path, content: str | bytes, package: str = "src/acme_checks") -> Path:
    """Write a pyproject.toml and the folder of a package."""
    (root / package).mkdir(parents=True, exist_ok=True)
    file = root / "pyproject.toml"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return root


def refusal(start: Path) -> str:
    """Return the message of the error that finding the project ends with."""
    with pytest.raises(UserError) as caught:
        find_project(start)
    assert caught.value.exit_code == 2
    return str(caught.value)


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(TABLE, id="a table"),
        pytest.param('tool.giskard-checks.package = "acme_checks"', id="a dotted key"),
        pytest.param('[tool]\ngiskard-checks = {package = "acme_checks"}', id="an inline table"),
        pytest.param("\ufeff" + TABLE, id="a byte order mark"),
        pytest.param(TABLE.replace("\n", "\r\n"), id="carriage returns"),
        pytest.param("# größer\n" + TABLE, id="letters that are not ASCII"),
    ],
)
def test_a_project_is_found_by_its_table(tmp_path: Path, content: str) -> None:
    project = find_project(make(tmp_path, content))
    assert (project.root, project.config.package) == (tmp_path, "acme_checks")
    assert project.package_dir == tmp_path / "src" / "acme_checks"
    assert not project.is_library


@pytest.mark.parametrize(
    "start",
    [
        pytest.param(".", id="in its root"),
        pytest.param("src/acme_checks/deep", id="in a folder of its package"),
        pytest.param("docs", id="in a folder beside"),
        pytest.param("src/../docs", id="by a way around"),
        pytest.param("pyproject.toml", id="from a file"),
        pytest.param("not/yet/there", id="in a folder that does not exist"),
    ],
)
def test_a_project_is_found_from_anywhere_in_it(tmp_path: Path, start: str) -> None:
    make(tmp_path, TABLE)
    (tmp_path / "docs").mkdir()
    assert find_project(tmp_path / start).root == tmp_path


def test_a_project_is_found_from_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(make(tmp_path, TABLE) / "src")
    assert find_project(Path()).root == tmp_path


def test_the_nearest_table_counts(tmp_path: Path) -> None:
    make(tmp_path, TABLE)
    inner = make(tmp_path / "inner", TABLE.replace("acme_checks", "inner_checks"), "src/inner_checks")
    assert find_project(inner).config.package == "inner_checks"


def test_a_pyproject_without_table_is_passed_over(tmp_path: Path) -> None:
    make(tmp_path, TABLE)
    inner = make(tmp_path / "inner", '[project]\nname = "inner"\n')
    assert find_project(inner / "src").root == tmp_path


def test_the_nearest_pyproject_is_the_one_to_add_the_table_to(tmp_path: Path) -> None:
    make(tmp_path, '[project]\nname = "outer"\n')
    inner = make(tmp_path / "inner", '[project]\nname = "inner"\n')
    assert f"{inner / 'pyproject.toml'} has no [tool.giskard-checks]" in refusal(inner / "src")


def test_a_pyproject_that_is_a_folder_is_passed_over(tmp_path: Path) -> None:
    make(tmp_path, TABLE)
    (tmp_path / "inner" / "pyproject.toml").mkdir(parents=True)
    assert find_project(tmp_path / "inner").root == tmp_path


def test_a_project_may_lie_under_a_name_with_spaces(tmp_path: Path) -> None:
    root = make(tmp_path / "my próject (1)", TABLE)
    assert find_project(root).package_dir == root / "src" / "acme_checks"


def test_without_a_pyproject_the_table_to_add_is_shown(tmp_path: Path) -> None:
    message = refusal(tmp_path)
    assert "so it is not known which package holds the checks" in message
    assert '[tool.giskard-checks] and below it package = "acme_checks"' in message


@pytest.mark.parametrize(
    "content",
    [
        pytest.param("", id="an empty file"),
        pytest.param('[project]\nname = "acme"\n', id="another table"),
        pytest.param('[tool.giskard]\npackage = "acme"\n', id="a similar table"),
        pytest.param("tool = 3\n", id="a tool that is a number"),
        pytest.param("tool = []\n", id="a tool that is a list"),
    ],
)
def test_a_pyproject_without_table_is_named(tmp_path: Path, content: str) -> None:
    assert f"{tmp_path / 'pyproject.toml'} has no [tool.giskard-checks]" in refusal(make(tmp_path, content))


@pytest.mark.parametrize(
    "content",
    [
        pytest.param("[tool", id="cut off"),
        pytest.param("<<<<<<< HEAD\n" + TABLE, id="a conflict of a merge"),
        pytest.param(TABLE + TABLE, id="the table twice"),
        pytest.param(b"# \xff\n", id="not UTF-8"),
        pytest.param("x = " + "[" * 100_000, id="nested without end"),
    ],
)
def test_a_pyproject_that_does_not_parse_is_named(tmp_path: Path, content: str | bytes) -> None:
    assert f"{tmp_path / 'pyproject.toml'} does not parse" in refusal(make(tmp_path, content))


@pytest.mark.parametrize(
    ("table", "problem"),
    [
        pytest.param("", "package: Field required", id="no package"),
        pytest.param("package = 3", "package: Input should be a valid string", id="a package that is a number"),
        pytest.param('package = ""', "'' is not the name of a package", id="an empty package"),
        pytest.param(
            'package = "acme checks"', "'acme checks' is not the name of a package", id="a package with a space"
        ),
        pytest.param('package = "acme-checks"', "'acme-checks' is not the name of a package", id="a distribution"),
        pytest.param('package = "acme/checks"', "'acme/checks' is not the name of a package", id="a path"),
        pytest.param('package = ".acme"', "'.acme' is not the name of a package", id="a relative package"),
        pytest.param('package = "../../etc"', "'../../etc' is not the name of a package", id="a package elsewhere"),
        pytest.param('package = "acme"\nbuiltin = "a b"', "builtin: 'a b' is not the name", id="a room with a space"),
        pytest.param('package = "acme"\nsource = "/usr/lib"', "'/usr/lib' is not relative", id="an absolute source"),
        pytest.param('package = "acme"\nignore = ["GC999"]', "'GC999' is no rule", id="a rule that does not exist"),
        pytest.param('package = "acme"\nselect = ["GC0402"]', "Did you mean 'GC402'?", id="a misspelled code"),
        pytest.param(
            'package = "acme"\nselect = "GC101"', "select: Input should be a valid list", id="a code, no list"
        ),
        pytest.param('package = "acme"\nignored = ["GC101"]', "Did you mean 'ignore'?", id="a misspelled option"),
    ],
)
def test_a_table_that_is_not_valid_says_why(tmp_path: Path, table: str, problem: str) -> None:
    message = refusal(make(tmp_path, f"[tool.giskard-checks]\n{table}\n"))
    assert problem in message
    assert f"[tool.giskard-checks] in {tmp_path / 'pyproject.toml'} is not valid" in message


@pytest.mark.parametrize("value", ["3", '"acme_checks"', "[]", "true"])
def test_a_table_must_be_a_table(tmp_path: Path, value: str) -> None:
    assert "is not valid: Input should be a valid dictionary" in refusal(
        make(tmp_path, f"[tool]\ngiskard-checks = {value}\n")
    )


@pytest.mark.parametrize(
    "package",
    [
        pytest.param("src/other_checks", id="another folder"),
        pytest.param("acme_checks", id="a folder beside the source"),
        pytest.param("src/acme_checks.py/x", id="a module"),
    ],
)
def test_a_package_that_is_not_there_is_named(tmp_path: Path, package: str) -> None:
    message = refusal(make(tmp_path, TABLE, package))
    assert (
        f"The package 'acme_checks' of [tool.giskard-checks] is not a folder: {tmp_path / 'src/acme_checks'}" in message
    )


@pytest.mark.parametrize(
    ("table", "folder"),
    [
        pytest.param('package = "acme.checks"', "src/acme/checks", id="a package in a package"),
        pytest.param('package = "acme"\nsource = "lib"', "lib/acme", id="another source"),
        pytest.param('package = "acme"\nsource = "."', "acme", id="the root as source"),
        pytest.param('package = "acme"\nsource = ""', "acme", id="an empty source"),
        pytest.param('package = "acme"\nsource = "my lib"', "my lib/acme", id="a source with a space"),
    ],
)
def test_a_package_may_lie_in_many_places(tmp_path: Path, table: str, folder: str) -> None:
    project = find_project(make(tmp_path, f"[tool.giskard-checks]\n{table}\n", folder))
    assert project.package_dir == tmp_path / folder


def test_rooms_and_paths_are_named_from_the_project(tmp_path: Path) -> None:
    project = Project(tmp_path, Config(package="acme.checks"))
    assert project.room("builtin") == "acme.checks.builtin"
    assert project.relative(tmp_path / "src" / "acme" / "checks.py") == "src/acme/checks.py"


def test_only_the_library_is_the_library(tmp_path: Path) -> None:
    assert Project(tmp_path, Config(package="giskard.checks")).is_library
    assert not Project(tmp_path, Config(package="giskard.checks_extra")).is_library
