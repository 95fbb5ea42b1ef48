"""A plan is carried out whole, or every byte, mode and folder is as it was."""

import errno
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import override

import pytest

from giskard.checks._plan.commit import Disk, applied, recover
from giskard.checks._plan.plan import Operation, Plan
from giskard.checks.core.exceptions import UserError

Tree = dict[str, tuple[int, bytes | str | None]]
Snapshot = Callable[[Path], Tree]
Contents = dict[str, bytes | None]

FOLDERS_MADE, FILES_WRITTEN, FILES_REPLACED = 2, 4, 5
# The state folder, the journal written and put in place, what the plan of the fixture does, the journal removed.
CALLS = 3 + FOLDERS_MADE + FILES_WRITTEN + FILES_REPLACED + 1


class FailingDisk(Disk):
    """A disk whose n-th use fails: before anything is done, half-way, or when it has been done."""

    def __init__(self, fails_at: int, when: str, error: BaseException) -> None:
        self.calls = 0
        self._fails_at = fails_at
        self._when = when
        self._error = error

    @contextmanager
    def _call(self) -> Generator[bool]:
        self.calls += 1
        fails = self.calls == self._fails_at
        if fails and self._when == "before":
            raise self._error
        yield fails and self._when == "halfway"
        if fails:
            raise self._error

    @override
    def write(self, path: Path, content: bytes) -> None:
        with self._call() as is_halfway:
            super().write(path, content[: len(content) // 2] if is_halfway else content)

    @override
    def rename(self, source: Path, target: Path) -> None:
        with self._call():
            super().rename(source, target)

    @override
    def remove(self, path: Path) -> None:
        with self._call():
            super().remove(path)

    @override
    def make_dir(self, path: Path) -> None:
        with self._call():
            super().make_dir(path)


def _interrupted(plan: Plan, meanwhile: Callable[[], object]) -> None:
    """Carry out a plan, and have the run interrupted when something has happened."""
    with applied(plan):
        meanwhile()
        raise KeyboardInterrupt


def test_a_plan_is_carried_out_and_leaves_nothing_else(project: Path, contents: Contents, snapshot: Snapshot) -> None:
    before = snapshot(project)
    with applied(Plan.of(project, contents)):
        pass
    after = snapshot(project)
    files = {path: content for path, (_, content) in after.items() if content is not None}
    untouched = {"notes.txt": b"\xff\x00 not text"}
    assert files == untouched | {path: content for path, content in contents.items() if content is not None}
    assert after.keys() - files.keys() == {".giskard-checks", "pkg", "tests", "tests/pkg"}
    assert after["notes.txt"] == before["notes.txt"]


@pytest.mark.parametrize("mode", [0o755, 0o640, 0o600, 0o666])
def test_an_edited_file_keeps_its_mode(project: Path, mode: int) -> None:
    (project / "pkg" / "old.py").chmod(mode)
    with applied(Plan.of(project, {"pkg/old.py": b"edited"})):
        pass
    assert (project / "pkg" / "old.py").stat().st_mode & 0o7777 == mode


def test_the_block_finds_the_files_written(project: Path, contents: Contents) -> None:
    with applied(Plan.of(project, contents)):
        assert (project / "pkg" / "new.py").read_bytes() == b"new = 1\n"
        assert not (project / "pkg" / "old.py").exists()


@pytest.mark.parametrize(
    "error",
    [
        pytest.param(UserError("It does not work.", exit_code=4), id="a failed verification"),
        pytest.param(FileNotFoundError(errno.ENOENT, "No such file or directory", "ruff"), id="a missing program"),
        pytest.param(KeyboardInterrupt(), id="an interrupt"),
        pytest.param(GeneratorExit(), id="a generator that is closed"),
        pytest.param(SystemExit(0), id="an exit"),
    ],
)
def test_an_exception_in_the_block_puts_everything_back_and_comes_out_as_it_was(
    project: Path, contents: Contents, snapshot: Snapshot, error: BaseException
) -> None:
    before = snapshot(project)
    with pytest.raises(type(error)) as caught, applied(Plan.of(project, contents)):
        raise error
    assert caught.value is error
    assert snapshot(project) == before


@pytest.mark.parametrize("when", ["before", "halfway", "after"])
@pytest.mark.parametrize(
    ("error", "raised"),
    [
        pytest.param(OSError(errno.EACCES, "Permission denied", "x.py"), UserError, id="a refusal"),
        pytest.param(KeyboardInterrupt(), KeyboardInterrupt, id="an interrupt"),
    ],
)
def test_whichever_use_of_the_disk_fails_everything_is_put_back(
    project: Path, contents: Contents, snapshot: Snapshot, when: str, error: BaseException, raised: type[BaseException]
) -> None:
    before = snapshot(project)
    for fails_at in range(1, CALLS + 1):
        disk = FailingDisk(fails_at, when, error)
        with pytest.raises(raised) as caught, applied(Plan.of(project, contents), disk):
            pass
        assert getattr(caught.value, "exit_code", 3) == 3
        assert disk.calls == fails_at
        assert snapshot(project) == before
    disk = FailingDisk(CALLS + 1, when, error)
    with applied(Plan.of(project, contents), disk):
        pass
    assert disk.calls == CALLS
    assert Plan.of(project, contents).operations == ()


@pytest.mark.parametrize(
    "fails_at", [pytest.param(2, id="writing the journal"), pytest.param(9, id="removing the journal")]
)
@pytest.mark.parametrize(
    ("error", "message"),
    [
        pytest.param(
            OSError(errno.EACCES, "Permission denied", "x.py"), r"write 'x.py': Permission denied\.", id="named"
        ),
        pytest.param(
            OSError(errno.ENOSPC, "No space left"), r"write '.*my prüfung': No space left\.", id="a full disk"
        ),
        pytest.param(OSError("odd"), r"write '.*my prüfung': odd\.", id="without a number"),
    ],
)
def test_what_the_disk_complains_about_is_told(project: Path, fails_at: int, error: OSError, message: str) -> None:
    plan = Plan.of(project, {"x.py": b"", ".giskard-checks/x.json": b"", "pkg/old.py": None})
    disk = FailingDisk(fails_at, "before", error)
    with (
        pytest.raises(UserError, match=f"^Could not {message} Everything was put back.$") as caught,
        applied(plan, disk),
    ):
        pass
    assert caught.value.__cause__ is error


def test_a_failure_in_a_project_with_records_leaves_them(project: Path, contents: Contents, snapshot: Snapshot) -> None:
    (project / ".giskard-checks").mkdir()
    (project / ".giskard-checks" / "other.json").write_bytes(b"{}\n")
    before = snapshot(project)
    with pytest.raises(ZeroDivisionError), applied(Plan.of(project, contents)):
        _ = 1 / 0
    assert snapshot(project) == before


def test_a_name_that_the_disk_refuses_is_told_and_nothing_is_written(project: Path, snapshot: Snapshot) -> None:
    before = snapshot(project)
    plan = Plan.of(project, {"pkg/new.py": b"", f"new/{'n' * 250}": b""})
    with pytest.raises(UserError, match="File name too long") as caught, applied(plan):
        pass
    assert caught.value.exit_code == 3
    assert snapshot(project) == before


def test_a_file_changed_since_the_plan_was_made_is_a_conflict(
    project: Path, contents: Contents, snapshot: Snapshot
) -> None:
    plan = Plan.of(project, contents)
    (project / "pkg" / "__init__.py").write_bytes(b"somebody else's")
    (project / "pkg" / "new.py").write_bytes(b"somebody else's")
    before = snapshot(project)
    with (
        pytest.raises(UserError, match=r"'pkg/new.py' exists already\. 'pkg/__init__.py' was changed") as caught,
        applied(plan),
    ):
        pass
    assert caught.value.exit_code == 3
    assert snapshot(project) == before


def test_a_plan_of_nothing_touches_nothing(project: Path, snapshot: Snapshot) -> None:
    before = snapshot(project)
    with applied(Plan(project, ()), FailingDisk(1, "before", AssertionError("the disk was used"))):
        assert snapshot(project) == before
    assert snapshot(project) == before


def test_a_plan_for_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="nowhere") as caught, applied(Plan.of(tmp_path / "nowhere", {"x": b""})):
        pass
    assert caught.value.exit_code == 3
    assert not list(tmp_path.iterdir())


def test_a_link_in_the_place_of_a_temporary_file_is_not_written_through(project: Path) -> None:
    outside = project.parent / "outside"
    outside.write_bytes(b"mine")
    (project / "pkg" / ".new.py.giskard-checks-new").symlink_to(outside)
    with applied(Plan.of(project, {"pkg/new.py": b"new"})):
        pass
    assert outside.read_bytes() == b"mine"
    assert (project / "pkg" / "new.py").read_bytes() == b"new"
    assert not (project / "pkg" / "new.py").is_symlink()


@pytest.mark.parametrize("name", ["journal", "retired", "state"])
def test_a_record_of_any_kind_is_kept(project: Path, name: str) -> None:
    """Kinds are free to choose, and records are named by them."""
    with applied(Plan.of(project, {f".giskard-checks/{name}.json": b"a record"})):
        pass
    assert recover(project) == []
    assert (project / ".giskard-checks" / f"{name}.json").read_bytes() == b"a record"


def test_a_deletion_of_the_last_record_takes_the_state_folder_with_it(project: Path) -> None:
    (project / ".giskard-checks").mkdir()
    (project / ".giskard-checks" / "new.json").write_bytes(b"{}\n")
    with applied(Plan.of(project, {".giskard-checks/new.json": None})):
        pass
    assert not (project / ".giskard-checks").exists()


def test_what_somebody_else_wrote_meanwhile_is_not_undone(project: Path, contents: Contents) -> None:
    def somebody_else() -> None:
        for path in ("pkg/__init__.py", "pkg/old.py", "tests/pkg/mine.py"):
            (project / path).write_bytes(b"somebody else's")

    with pytest.raises(KeyboardInterrupt):
        _interrupted(Plan.of(project, contents), somebody_else)
    assert (project / "pkg" / "__init__.py").read_bytes() == b"somebody else's"
    assert (project / "pkg" / "old.py").read_bytes() == b"somebody else's"
    assert [path.name for path in (project / "tests" / "pkg").iterdir()] == ["mine.py"]
    assert not (project / "pkg" / "new.py").exists()
    assert not (project / ".giskard-checks").exists()


def test_what_cannot_be_put_back_is_named_and_put_back_by_the_next_start(
    project: Path, contents: Contents, snapshot: Snapshot
) -> None:
    before = snapshot(project)
    in_the_way = project / "pkg" / "old.py"
    with pytest.raises(UserError, match=r"^Could not put back: 'pkg/old.py' \(Is a directory\)\.") as caught:
        _interrupted(Plan.of(project, contents), in_the_way.mkdir)
    assert caught.value.exit_code == 3
    assert snapshot(project)["pkg/__init__.py"] == before["pkg/__init__.py"]
    assert not (project / "pkg" / "new.py").exists()

    in_the_way.rmdir()
    assert recover(project) == ["pkg/old.py"]
    assert snapshot(project) == before


def test_an_interrupted_run_is_undone_before_the_next_plan_is_carried_out(project: Path) -> None:
    in_the_way = project / "pkg" / "old.py"
    with pytest.raises(UserError, match="Could not put back"):
        _interrupted(Plan.of(project, {"pkg/old.py": None}), in_the_way.mkdir)
    in_the_way.rmdir()
    with applied(Plan.of(project, {"new.py": b"new"})):
        assert (project / "pkg" / "old.py").read_bytes() == b"#!/usr/bin/env python\n"
    assert (project / "new.py").read_bytes() == b"new"


def test_a_run_at_work_is_left_alone_by_its_own_process_too(
    project: Path, contents: Contents, snapshot: Snapshot
) -> None:
    with applied(Plan.of(project, contents)):
        during = snapshot(project)
        with pytest.raises(UserError, match="Another run is writing to the project .* right now") as caught:
            recover(project)
        assert caught.value.exit_code == 3
        with pytest.raises(UserError, match="Another run"), applied(Plan.of(project, {"other.py": b""})):
            pass
        assert snapshot(project) == during
    assert recover(project) == []


def _journal(path: str, *, folder: str = "pkg") -> bytes:
    operation = f'{{"path": "{path}", "before": "ZXZpbA==", "after": null}}'
    return f'{{"operations": [{operation}], "modes": {{}}, "folders": ["{folder}"]}}'.encode()


def test_a_journal_as_the_next_tests_write_it_is_a_good_one(project: Path) -> None:
    """Guards the guard: they refuse it for its paths alone."""
    (project / ".giskard-checks").mkdir()
    (project / ".giskard-checks" / "journal").write_bytes(_journal("gone.py"))
    assert recover(project) == ["gone.py"]
    assert (project / "gone.py").read_bytes() == b"evil"


@pytest.mark.parametrize(
    "journal",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b'{"operations": [', id="torn"),
        pytest.param(b"\xff\xfe", id="not text"),
        pytest.param(b"[]", id="not an object"),
        pytest.param(b'{"operations": [], "modes": {}}', id="incomplete"),
        pytest.param(_journal("x").replace(b"ZXZpbA==", b"#"), id="content that is not encoded"),
        pytest.param(_journal("x").replace(b'"x"', b"7"), id="a path that is no text"),
        pytest.param(_journal("../outside"), id="a path out of the project"),
        pytest.param(_journal("out/side"), id="a path out of the project through a link"),
        pytest.param(_journal("/outside"), id="an absolute path"),
        pytest.param(_journal("x", folder="../empty"), id="a folder out of the project"),
    ],
)
def test_a_journal_that_cannot_be_right_is_told_and_nothing_is_done(
    project: Path, contents: Contents, snapshot: Snapshot, journal: bytes
) -> None:
    (project.parent / "empty").mkdir()
    (project / "out").symlink_to("../empty")
    (project / ".giskard-checks").mkdir()
    (project / ".giskard-checks" / "journal").write_bytes(journal)
    before = snapshot(project.parent)
    with pytest.raises(
        UserError, match=r"'\.giskard-checks/journal'.* cannot be read: .*\. Check .* with git"
    ) as caught:
        recover(project)
    assert caught.value.exit_code == 3
    with pytest.raises(UserError, match="cannot be read"), applied(Plan.of(project, contents)):
        pass
    assert snapshot(project.parent) == before


def test_there_is_nothing_to_recover_in_a_project_without_state(project: Path, snapshot: Snapshot) -> None:
    before = snapshot(project)
    assert recover(project) == []
    assert snapshot(project) == before


def test_operations_are_carried_out_as_one_even_when_one_of_them_makes_no_sense(
    project: Path, snapshot: Snapshot
) -> None:
    """A file and a folder of the same name: each fits the disk as it is, both cannot be."""
    before = snapshot(project)
    plan = Plan(project, (Operation("x", None, b""), Operation("x/y", None, b"")))
    with pytest.raises(UserError, match="Could not write") as caught, applied(plan):
        pass
    assert caught.value.exit_code == 3
    assert snapshot(project) == before
