"""Runs that are killed are undone by the next start, and two runs at once do not mix: with real processes."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from giskard.checks._plan.commit import applied, recover
from giskard.checks._plan.plan import Plan
from giskard.checks.core.exceptions import UserError

pytestmark = [
    pytest.mark.functional,
    pytest.mark.skipif(sys.platform == "win32", reason="Windows has neither fork nor a lock on folders"),
]

Tree = dict[str, tuple[int, bytes | str | None]]
Snapshot = Callable[[Path], Tree]
Contents = dict[str, bytes | None]

WAIT = 60

# In each folder below the first argument, in the order of their names, a process of its own carries out the plan. That
# in the n-th folder dies at its n-th use of the disk. Prints the exit code of each.
DYING = """
import json, os, sys
from pathlib import Path
from giskard.checks._plan.commit import Disk, applied
from giskard.checks._plan.plan import Plan

projects, moment, contents = Path(sys.argv[1]), sys.argv[2], json.loads(sys.argv[3])

class DyingDisk(Disk):
    def __init__(self, dies_at):
        self.left = dies_at

    def use(self, action, half=None):
        self.left -= 1
        if self.left == 0:
            {"before": lambda: None, "halfway": half or action, "after": action}[moment]()
            os._exit(9)
        action()

    def write(self, path, content):
        half = content[:len(content) // 2]
        self.use(lambda: Disk.write(self, path, content), lambda: Disk.write(self, path, half))

    def rename(self, source, target):
        self.use(lambda: Disk.rename(self, source, target))

    def remove(self, path):
        self.use(lambda: Disk.remove(self, path))

    def make_dir(self, path):
        self.use(lambda: Disk.make_dir(self, path))

for number, root in enumerate(sorted(projects.iterdir()), start=1):
    process = os.fork()
    if not process:
        disk = DyingDisk(number)
        plan = Plan.of(root, {path: None if text is None else text.encode() for path, text in contents.items()})
        with applied(plan, disk):
            disk.use(lambda: None)
        os._exit(0)
    print(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))
"""

# Carries out its plan below a folder each time it is sent the name of one, and says what became of it. With "hold" it
# does not leave the block before it is sent another line.
WRITING = """
import json, sys
from pathlib import Path
from giskard.checks._plan.commit import applied
from giskard.checks._plan.plan import Plan
from giskard.checks.core.exceptions import UserError

contents, hold = json.loads(sys.argv[1]), sys.argv[2:] == ["hold"]
contents = {path: None if text is None else text.encode() for path, text in contents.items()}
print("ready", flush=True)
for line in sys.stdin:
    try:
        with applied(Plan.of(Path(line.rstrip("\\n")), contents)):
            if hold:
                print("held", flush=True)
                sys.stdin.readline()
        print("done", flush=True)
    except UserError as exc:
        print(exc.exit_code, exc, flush=True)
"""


def _as_text(contents: Contents) -> str:
    return json.dumps({path: None if content is None else content.decode() for path, content in contents.items()})


# The state folder, the journal written and put in place, 2 folders made, 4 files written, 5 put in place or removed,
# the block, the journal removed.
USES = 1 + 2 + 2 + 4 + 5 + 1 + 1


@pytest.mark.parametrize("moment", ["before", "halfway", "after"])
def test_a_run_killed_at_any_point_is_undone_by_the_next_start(
    project: Path, contents: Contents, snapshot: Snapshot, moment: str
) -> None:
    before = snapshot(project)
    roots = [project.parent / "killed" / f"{number:02}" for number in range(1, USES + 2)]
    for root in roots:
        shutil.copytree(project, root)
    command = [sys.executable, "-c", DYING, str(project.parent / "killed"), moment, _as_text(contents)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=WAIT, check=True)
    assert done.stdout.split() == ["9"] * USES + ["0"]

    finished = snapshot(roots[-1])
    assert finished.keys() > {"pkg/new.py", "tests/pkg/test_new.py"}
    assert snapshot(roots[USES - 2]) not in (before, finished)
    for number, root in enumerate(roots, start=1):
        is_finished = number > USES or (number == USES and moment != "before")
        restored = recover(root)
        assert snapshot(root) == (finished if is_finished else before)
        assert set(restored) <= (set() if is_finished else set(contents))
        assert recover(root) == []
        assert snapshot(root) == (finished if is_finished else before)


@contextmanager
def _writer(contents: Contents, *arguments: str) -> Generator[subprocess.Popen[str]]:
    """A process that carries out a plan when it is told to."""
    command = [sys.executable, "-c", WRITING, _as_text(contents), *arguments]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert _heard(process) == "ready"
            yield process
        finally:
            process.kill()


def _told(process: subprocess.Popen[str], line: object) -> None:
    assert process.stdin is not None
    process.stdin.write(f"{line}\n")
    process.stdin.flush()


def _heard(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().rstrip("\n")


def test_the_journal_of_a_run_at_work_is_left_alone(project: Path, snapshot: Snapshot) -> None:
    with _writer({"pkg/new.py": b"new"}, "hold") as process:
        _told(process, project)
        assert _heard(process) == "held"
        during = snapshot(project)
        for attempt in (lambda: recover(project), lambda: applied(Plan.of(project, {"x": b""})).__enter__()):
            with pytest.raises(UserError, match="Another run is writing to the project .* right now") as caught:
                attempt()
            assert caught.value.exit_code == 3
        assert snapshot(project) == during
        _told(process, "leave")
        assert _heard(process) == "done"
    assert recover(project) == []
    assert (project / "pkg" / "new.py").read_bytes() == b"new"


def _kill_in_the_block(project: Path, contents: Contents) -> None:
    with _writer(contents, "hold") as process:
        _told(process, project)
        assert _heard(process) == "held"
        process.kill()
        process.wait(WAIT)


def test_the_recovery_tells_the_files_that_it_put_back(project: Path, contents: Contents, snapshot: Snapshot) -> None:
    before = snapshot(project)
    _kill_in_the_block(project, contents)
    assert recover(project) == list(contents)
    assert snapshot(project) == before


def test_what_was_changed_since_the_crash_is_not_overwritten(project: Path, contents: Contents) -> None:
    _kill_in_the_block(project, contents)
    (project / "pkg" / "__init__.py").write_bytes(b"edited since")
    (project / "pkg" / "new.py").unlink()
    (project / "pkg" / "old.py").write_bytes(b"made anew")
    assert recover(project) == ["tests/pkg/test_new.py", ".giskard-checks/new.json"]
    assert (project / "pkg" / "__init__.py").read_bytes() == b"edited since"
    assert (project / "pkg" / "old.py").read_bytes() == b"made anew"
    assert sorted(path.name for path in project.iterdir()) == ["notes.txt", "pkg"]
    assert recover(project) == []


ROUNDS = 15


def _race(tmp_path: Path, plans: list[Contents]) -> list[tuple[dict[str, bytes], list[str]]]:
    """The files after each of several rounds in which processes carry out their plans at once, and what they say."""
    rounds: list[tuple[dict[str, bytes], list[str]]] = []
    with ExitStack() as stack:
        writers = [stack.enter_context(_writer(plan)) for plan in plans]
        for number in range(ROUNDS):
            root = tmp_path / f"round {number}"
            root.mkdir()
            (root / "shared.py").write_bytes(b"start")
            for writer in writers:
                _told(writer, root)
            said = [_heard(writer) for writer in writers]
            files = {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}
            assert not (root / ".giskard-checks").exists()
            rounds.append((files, said))
    return rounds


def test_of_two_runs_at_once_for_the_same_files_one_is_whole_and_one_is_refused(tmp_path: Path) -> None:
    plans: list[Contents] = [
        {"shared.py": name, "new.py": name, "deep/er/new.py": name} for name in (b"first", b"second")
    ]
    for files, said in _race(tmp_path, plans):
        winners = [plan for plan, words in zip(plans, said, strict=True) if words == "done"]
        # Both, when one began only after the other had ended, as on a busy machine.
        assert files in winners
        refusal = next((words for words in said if words != "done"), "3 Another run is writing")
        assert refusal.startswith("3 ")
        assert "Another run is writing" in refusal or "exists already" in refusal or "was changed" in refusal


def test_of_two_runs_at_once_for_other_files_each_is_whole_or_refused(tmp_path: Path) -> None:
    plans: list[Contents] = [{f"{name}.py": b"new", f"new/{name}.py": b"new"} for name in ("first", "second")]
    for files, said in _race(tmp_path, plans):
        assert "done" in said
        assert all(words == "done" or "Another run is writing" in words for words in said)
        expected: Contents = {"shared.py": b"start"}
        for plan, words in zip(plans, said, strict=True):
            expected |= plan if words == "done" else {}
        assert files == expected
