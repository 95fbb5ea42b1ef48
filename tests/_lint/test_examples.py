"""The examples of the rules: the bad one breaks exactly its rule, the good one none."""

from pathlib import Path

import pytest

from giskard.checks._lint.examples import BASELINE, EXAMPLES, INIT, MODULE, TEST
from giskard.checks._lint.linter import lint
from giskard.checks._lint.project import find_project
from giskard.checks._lint.rules import RULES

IMPORTS = """\
from typing import Self

from pydantic import ConfigDict, Field, model_validator

from giskard.checks import (
    MISSING, BaseLLMCheck, Check, CheckResult, JSONPathStr, TemplateReference, Trace, provided_or_resolve, resolve,
)
from giskard.checks.core.fields import exactly_one, unusable
from giskard.checks.core.placeholder import your_rule_goes_here


"""
LIBRARY_CHECK = "class Check:\n    @abstractmethod\n    async def run(self): ...\n"


def codes(root: Path, module: str, files: dict[str, str], *, library: bool) -> list[str]:
    package = "giskard.checks" if library else "acme_checks"
    baseline = f'baseline = "{BASELINE}"\n' if BASELINE in files else ""
    tree = {
        "pyproject.toml": f'[tool.giskard-checks]\npackage = "{package}"\n{baseline}',
        "src/acme_checks/__init__.py": "from acme_checks import builtin\n",
        INIT: 'from acme_checks.builtin.mine import Mine\n\n__all__ = ["Mine"]\n',
        MODULE: IMPORTS + module,
        TEST: "def test_it(result):\n    assert result.passed or result.failed or result.errored\n",
    } | files
    if library:
        tree |= {
            "src/acme_checks/__init__.py": "from acme_checks.builtin import Mine as Mine\n"
            "from acme_checks.core.check import Check as Check\n",
            "src/acme_checks/core/check.py": LIBRARY_CHECK,
        }
    if library:
        tree = {
            name.replace("acme_checks", "giskard/checks"): text.replace("acme_checks", "giskard.checks")
            for name, text in tree.items()
        }
    for name, text in tree.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return [finding.code for finding in lint(find_project(root))]


def test_every_rule_has_examples() -> None:
    assert list(EXAMPLES) == list(RULES)


@pytest.mark.parametrize("code", RULES)
def test_the_bad_one_breaks_its_rule_alone(code: str, tmp_path: Path) -> None:
    example = EXAMPLES[code]
    library = RULES[code].scope == "library"
    assert codes(tmp_path, example.bad, example.bad_files, library=library) == [code]


@pytest.mark.parametrize("code", RULES)
def test_the_good_one_breaks_none(code: str, tmp_path: Path) -> None:
    example = EXAMPLES[code]
    library = RULES[code].scope == "library"
    assert codes(tmp_path, example.good, example.good_files, library=library) == []


@pytest.mark.parametrize("code", RULES)
@pytest.mark.parametrize("which", ["bad", "good"])
def test_an_example_is_python(code: str, which: str) -> None:
    compile(IMPORTS + getattr(EXAMPLES[code], which), code, "exec")
