"""`import giskard.checks`, as a whole process, against importing pydantic and building one model."""

import os
import subprocess
import sys
from time import perf_counter

from benchmarks.timing import row

_PYDANTIC = "from pydantic import BaseModel\nclass Model(BaseModel):\n    a: int\nModel(a=1)"
_OURS = "import giskard.checks"
_HEAVY = ("rich", "jinja2", "typer", "copier", "jsonschema", "numpy", "pytest", "hypothesis")


def main() -> None:
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}

    def run(code: str) -> float:
        started = perf_counter()
        subprocess.run([sys.executable, "-c", code], env=environment, check=True)
        return perf_counter() - started

    for code in (_PYDANTIC, _OURS):
        run(code)
    pairs = [(run(_PYDANTIC), run(_OURS)) for _ in range(15)]
    pydantic, ours = (min(times) for times in zip(*pairs, strict=True))
    probe = f"{_OURS}; import sys; print(len(sys.modules), [m for m in {_HEAVY} if m in sys.modules])"
    shown = subprocess.run([sys.executable, "-c", probe], env=environment, check=True, capture_output=True, text=True)
    print("Import, whole process, bytecode warm")
    row("pydantic with one model", f"{pydantic * 1000:.0f} ms")
    row("giskard.checks", f"{ours * 1000:.0f} ms")
    row("ratio", f"{ours / pydantic:.2f}", "budget 1.9")
    row("modules loaded; heavy ones among them; said on stderr", f"{shown.stdout.strip()} {shown.stderr!r}")
