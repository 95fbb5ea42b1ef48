"""A plan knows what it does, and sees what on the disk is in its way."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from giskard.checks._plan.plan import Operation, Plan
from giskard.checks.core.exceptions import UserError

Tree = dict[str, tuple[int, bytes | str | None]]


def test_a_plan_tells_creating_from_editing_and_deleting(project: Path, contents: dict[str, bytes | None]) -> None:
    assert [(operation.kind, operation.path) for operation in Plan.of(project, contents).operations] == [
        ("create", "pkg/new.py"),
        ("create", "tests/pkg/test_new.py"),
        ("edit", "pkg/__init__.py"),
        ("delete", "pkg/old.py"),
        ("create", ".giskard-checks/new.json"),
    ]


def test_a_plan_leaves_out_what_is_so_already(project: Path) -> None:
    wanted = {"pkg/__init__.py": b"from a import b\r\n", "pkg/never_there.py": None, "no_folder/x.py": None}
    assert Plan.of(project, wanted) == Plan(project, ())


def test_an_operation_is_told_with_the_hashes_of_both_contents() -> None:
    empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert Operation("x.py", None, b"").as_dict() == {
        "operation": "create",
        "path": "x.py",
        "sha256_before": None,
        "sha256_after": empty,
    }
    assert Operation("x.py", b"", None).as_dict() == {
        "operation": "delete",
        "path": "x.py",
        "sha256_before": empty,
        "sha256_after": None,
    }


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="needs a file that nobody can read")
def test_a_file_that_cannot_be_read_is_a_conflict(project: Path) -> None:
    (project / "secret").symlink_to("/proc/self/mem")
    with pytest.raises(UserError, match=r"Could not read '.*secret'") as caught:
        Plan.of(project, {"secret": b""})
    assert caught.value.exit_code == 3


def test_a_plan_that_fits_is_not_refused(project: Path, contents: dict[str, bytes | None]) -> None:
    (project / "linked").symlink_to("pkg")
    Plan.of(project, contents | {"linked/by_a_folder.py": b""}).refuse_conflicts()


def test_a_root_may_be_reached_through_a_link(project: Path, contents: dict[str, bytes | None]) -> None:
    (project.parent / "linked").symlink_to(project)
    Plan.of(project.parent / "linked", contents).refuse_conflicts()


def _nothing(root: Path) -> None:
    pass


def _file(root: Path) -> None:
    (root / "x").write_bytes(b"mine")


def _folder(root: Path) -> None:
    (root / "x").mkdir()


def _read_only_file(root: Path) -> None:
    (root / "x").write_bytes(b"old")
    (root / "x").chmod(0o444)


def _pipe(root: Path) -> None:
    os.mkfifo(root / "x")


def _link(target: str) -> Callable[[Path], None]:
    return lambda root: (root / "x").symlink_to(target)


CONFLICTS = [
    pytest.param(_file, Operation("x", None, b"new"), "'x' exists already.", id="exists already"),
    pytest.param(
        _file, Operation("x", b"old", b"new"), "'x' was changed since it was read.", id="changed before an edit"
    ),
    pytest.param(
        _file, Operation("x", b"old", None), "'x' was changed since it was read.", id="changed before a deletion"
    ),
    pytest.param(_nothing, Operation("x", b"old", b"new"), "'x' was changed since it was read.", id="gone meanwhile"),
    pytest.param(_read_only_file, Operation("x", b"old", b"new"), "'x' is read-only", id="read-only"),
    pytest.param(_read_only_file, Operation("x", b"old", None), "'x' is read-only", id="read-only and to be deleted"),
    pytest.param(_folder, Operation("x", None, b"new"), "'x' is a folder.", id="a folder in the way"),
    pytest.param(
        _file, Operation("x/y/z.py", None, b""), "'x/y/z.py' cannot be made: 'x' is no folder.", id="a file in the way"
    ),
    pytest.param(_pipe, Operation("x", None, b"new"), "'x' is no ordinary file.", id="a pipe in the way"),
    pytest.param(
        _link("../outside"), Operation("x", b"out", b"new"), "'x' does not stay below", id="a link out of the root"
    ),
    pytest.param(
        _link(".."),
        Operation("x/outside", b"out", b""),
        "'x/outside' does not stay below",
        id="a linked folder out of the root",
    ),
    pytest.param(_link("pkg/old.py"), Operation("x", None, b""), "'x' is a symbolic link", id="a link within the root"),
    pytest.param(_link("nowhere"), Operation("x", None, b""), "'x' is a symbolic link", id="a link to nothing"),
    pytest.param(_link("x"), Operation("x", None, b""), "'x' is a symbolic link", id="a link to itself"),
    pytest.param(
        _link("nowhere"),
        Operation("x/y", None, b""),
        "'x/y' cannot be made: 'x' is no folder.",
        id="a folder that is a link to nothing",
    ),
    pytest.param(
        _nothing, Operation("../outside", b"out", b""), "'../outside' does not stay below", id="dots that lead out"
    ),
    pytest.param(_nothing, Operation("no/../x", None, b""), "'no/../x' does not stay below", id="dots that come back"),
    pytest.param(_nothing, Operation("/x", None, b""), "'/x' does not stay below", id="an absolute path"),
    pytest.param(_nothing, Operation("", None, b""), "'' is a folder.", id="no path"),
]


@pytest.mark.parametrize(("make", "operation", "message"), CONFLICTS)
def test_a_conflict_is_refused(
    project: Path,
    snapshot: Callable[[Path], Tree],
    make: Callable[[Path], None],
    operation: Operation,
    message: str,
) -> None:
    (project.parent / "outside").write_bytes(b"out")
    make(project)
    before = snapshot(project.parent)
    with pytest.raises(UserError) as caught:
        Plan(project, (operation,)).refuse_conflicts()
    assert caught.value.message.startswith(message)
    assert (caught.value.hint, caught.value.exit_code) == ("Nothing was written.", 3)
    assert snapshot(project.parent) == before


def test_an_absolute_path_is_refused_below_the_root_too(project: Path) -> None:
    with pytest.raises(UserError, match="does not stay below"):
        Plan(project, (Operation(str(project / "x"), None, b""),)).refuse_conflicts()


def test_all_conflicts_are_told_at_once(project: Path) -> None:
    (project / "notes.txt").chmod(0o444)
    operations = (
        Operation("pkg", None, b""),
        Operation("pkg/fits.py", None, b""),
        Operation("pkg/old.py", None, b""),
        Operation("notes.txt", b"\xff\x00 not text", b""),
    )
    with pytest.raises(UserError) as caught:
        Plan(project, operations).refuse_conflicts()
    assert caught.value.message == (
        "'pkg' is a folder. 'pkg/old.py' exists already. 'notes.txt' is read-only; make it writable first."
    )


def test_a_root_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"There is no folder '.*nowhere'") as caught:
        Plan.of(tmp_path / "nowhere", {"x": b""}).refuse_conflicts()
    assert caught.value.exit_code == 3
