"""The generated tests are worth having: every way to break a generated check turns one of them red."""

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from giskard.checks._cli.main import run

pytestmark = pytest.mark.functional

FORMS = {
    "bare": [],
    "word": ["--input=word:str", "--target-type=str"],
    "deep": ["--input=limit:int", "--target-type=list", "--target-key=trace.last.outputs.tool_calls"],
    "anything": ["--input=other:any"],
    "several": ["--input=words:list[str]", "--input=limit:int", "--param=strict:bool=true", "--target-type=str"],
}
MUTANTS = {
    "always passes": (r"if self\._holds\(.*?\):", "if True:"),
    "always fails": (r"if self\._holds\(.*?\):", "if False:"),
    "swaps pass and fail": (r"if self\._holds\(", "if not self._holds("),
    "ignores target_key": (r"resolve\(trace, self\.target_key\)", 'resolve(trace, "{default}")'),
    "swallows what cannot be used": (r"        if problem:\n            return problem\n", ""),
    "calls an error a failure": (r"return problem", "return CheckResult.failure(message=problem.message)"),
    "takes both": (r'exactly_one\(self, "(\w+)", "\w+"\)', "pass"),
    "never reads the path of the input": (r"key=self\.\w+_key, ", 'key="trace.last.metadata.nowhere", '),
    "never reads the input": (r", value=self\.(\w+)", ""),
    "is registered under another kind": (r'@Check\.register\("(\w+)"\)', r'@Check.register("\1_other")'),
    "holds no details": (r", details=details\)", ")"),
}


def mutate(source: str, pattern: str, replacement: str) -> str:
    default = re.search(r'target_key: JSONPathStr = Field\(\s*default="([^"]+)"', source)
    assert default
    return re.sub(pattern, replacement.replace("{default}", default[1]), source, flags=re.S)


def test_every_mutant_of_every_form_is_caught(plugin: Path) -> None:
    """All in one project and one run of pytest; a mutant that its test does not catch is named."""
    made: list[str] = []
    for form, flags in FORMS.items():
        for number, (pattern, replacement) in enumerate(MUTANTS.values()):
            kind = f"{form}_{number}"
            assert run(["new-check", kind, *flags, "--no-verify"]) == 0
            path = plugin / f"src/acme_checks/builtin/{kind}.py"
            source = path.read_text("utf-8")
            mutant = mutate(source, pattern, replacement)
            if mutant != source:
                path.write_text(mutant, "utf-8")
                made.append(kind)
    untouched = "original"
    assert run(["new-check", untouched, *FORMS["several"], "--no-verify"]) == 0
    outcome = failures(plugin)
    assert len(made) > 40
    survivors = [kind for kind in made if not outcome.get(kind)]
    assert survivors == []
    assert outcome[untouched] == 0


def failures(plugin: Path) -> dict[str, int]:
    """Return the number of failing tests by the kind of the check."""
    report = plugin / "report.xml"
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:asyncio",
        f"--junitxml={report}",
    ]
    environment = os.environ | {"PYTHONPATH": str(plugin / "src")}
    subprocess.run([*command, "tests"], cwd=plugin, env=environment, capture_output=True, check=False)
    found: dict[str, int] = {}
    for case in ET.parse(report).iter("testcase"):
        name = case.get("classname") or case.get("name") or ""
        kind = name.rpartition("test_")[2]
        failed = case.find("failure") is not None or case.find("error") is not None
        found[kind] = found.get(kind, 0) + int(failed)
    return found
