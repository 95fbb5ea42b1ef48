"""The same scenarios under the released library of the same name, in a throwaway environment where it installs."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import cast

from benchmarks.timing import row

_RELEASE = "giskard-checks==1.0.6"
# Written so that both libraries run it.
_WORK = """
import asyncio, json, time
started = time.perf_counter()
from giskard.checks import Equals, FnCheck, Scenario, StringMatching, Suite
took = {"import": time.perf_counter() - started}
def target(inputs):
    return {"answer": "hello world", "score": 3}
def suite(number):
    made = Suite(name="bench", target=target)
    for index in range(number):
        scenario = Scenario(f"scenario {index}").interact(f"question {index}")
        scenario.check(StringMatching(keyword="hello", target_key="trace.last.outputs.answer"))
        scenario.check(Equals(expected_value=3, target_key="trace.last.outputs.score"))
        made.append(scenario.check(FnCheck(fn=lambda trace: True, name="always")))
    return made
def timed(name, function):
    started = time.perf_counter()
    result = function()
    took[name] = time.perf_counter() - started
    return result
def run(suite, parallel=False):
    async def go():
        return await suite.run(parallel=parallel, verbose=False)
    return asyncio.run(go())
run(suite(20))
for number in (200, 2000):
    made = suite(number)
    result = timed(f"{number:,} scenarios x 3 checks, serial", lambda: run(made))
timed("2,000 scenarios x 3 checks, parallel", lambda: run(made, parallel=True))
timed("JUnit of 2,000 results", result.to_junit_xml)
timed("JSON of 2,000 results", result.model_dump_json)
for turns in (50, 400):
    scenario = Scenario("long")
    for number in range(turns):
        scenario.interact(f"q{number}").check(Equals(expected_value=3, target_key="trace.last.outputs.score"))
    made = Suite(name="long", target=target, scenarios=[scenario])
    timed(f"one scenario of {turns} turns", lambda: run(made))
print(json.dumps(took))
"""


def _run(python: Path | str, folder: str) -> dict[str, float]:
    environment = {
        key: value for key, value in os.environ.items() if key not in ("PYTHONDONTWRITEBYTECODE", "PYTHONPATH")
    }
    done = subprocess.run(
        [str(python), "-c", _WORK],
        cwd=folder,
        env=environment | {"DO_NOT_TRACK": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return cast("dict[str, float]", json.loads(done.stdout.splitlines()[-1]))


def main() -> None:
    """Print the ratios, or why there are none."""
    print(f"Against {_RELEASE}")
    with tempfile.TemporaryDirectory(prefix="released-") as folder:
        python = Path(folder, "venv", "bin", "python")
        subprocess.run([sys.executable, "-m", "venv", str(python.parents[1])], check=True)
        command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", _RELEASE]
        installed = subprocess.run(command, capture_output=True, text=True, check=False)
        if installed.returncode:
            print(f"  it cannot be installed here: {installed.stderr.strip().splitlines()[-1]}")
            return
        try:
            _run(python, folder)  # with this run, its bytecode is written
            theirs, ours = _run(python, folder), _run(sys.executable, folder)
        except subprocess.CalledProcessError as exc:
            print(f"  it does not run on Python {sys.version.split()[0]}: {exc.stderr.strip().splitlines()[-1]}")
            return
        for name, seconds in theirs.items():
            row(name, f"{seconds / ours[name]:.1f}", f"{seconds * 1000:.0f} ms over {ours[name] * 1000:.0f} ms")


if __name__ == "__main__":
    main()
