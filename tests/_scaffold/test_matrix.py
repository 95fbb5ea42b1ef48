"""Templates, fields and project shapes in combination: what is generated is formatted, clean, typed and green.

A covering set runs by default, in which every pair of two dimensions' values meets; `--full-matrix` runs the product.
"""

import itertools
import os
import subprocess
import sys
from pathlib import Path

import pytest

from giskard.checks._cli.main import run
from giskard.checks._lint.linter import lint
from giskard.checks._lint.project import find_project

pytestmark = pytest.mark.functional

TARGETS = ["any", "str", "number", "list", "dict"]
INPUTS = [
    [],
    ["word:str"],
    ["limit:int"],
    ["ratio:float", "flag:bool"],
    ["words:list[str]"],
    ["table:dict[str, int]", "other:any"],
    ["nested:list[list[str]]"],
]
PARAMS = [[], ["strict:bool"], ["limits:list[int]=[1, 2]", 'note:str=it\'s "so"']]
KEYS = ["trace.last.outputs", "trace.last.outputs.answer.text", "trace.last.metadata.note", "trace.last.inputs"]
SHAPES = {
    "bare": '"""Ours."""\n',
    "carriage returns": '"""Ours."""\r\n',
    "relative": '"""Ours."""\n\nfrom .zebra import Zebra\n\n__all__ = ["Zebra"]\n',
    "sections": (
        '"""Ours."""\n\nfrom acme_checks.zebra import Zebra, graze\n\n'
        '__all__ = [\n    # classes\n    "Zebra",\n    # functions\n    "graze",\n]\n'
    ),
    "aliases": "from acme_checks.zebra import Zebra as Zebra\n",
    "byte order mark": '\ufeff"""Ours."""\n',
}
RUFF = """
[tool.ruff.lint]
select = ["A", "ARG", "B", "C4", "C90", "D", "E", "F", "I", "N", "PL", "RET", "RUF", "SIM", "UP", "W"]
ignore = ["D102", "D103", "D104", "D105", "D203", "D213", "PLR2004"]
"""
ZEBRA = '"""Not a check."""\n\n\nclass Zebra:\n    """Stripes."""\n\n\ndef graze() -> None:\n    """Graze."""\n'


def covering(*dimensions: list[int]) -> list[tuple[int, ...]]:
    """Return combinations in which every pair of values of two dimensions occurs, chosen greedily."""
    missing = {
        ((a, x), (b, y))
        for a, b in itertools.combinations(range(len(dimensions)), 2)
        for x in dimensions[a]
        for y in dimensions[b]
    }
    chosen: list[tuple[int, ...]] = []
    candidates = list(itertools.product(*dimensions))
    while missing:
        best = max(candidates, key=lambda c: len(missing & set(itertools.combinations(enumerate(c), 2))))
        missing -= set(itertools.combinations(enumerate(best), 2))
        chosen.append(best)
    return chosen


def test_the_covering_set_covers_every_pair_and_is_small() -> None:
    cells = covering(*[list(range(len(d))) for d in (TARGETS, INPUTS, PARAMS, KEYS)])
    assert len(cells) <= 40
    assert {(cell[0], cell[1]) for cell in cells} == set(itertools.product(range(5), range(7)))


@pytest.mark.parametrize("shape", SHAPES)
def test_what_is_generated_is_formatted_clean_and_green(
    shape: str, plugin: Path, request: pytest.FixtureRequest
) -> None:
    init = plugin / "src/acme_checks/__init__.py"
    init.write_bytes(SHAPES[shape].encode())
    (plugin / "src/acme_checks/zebra.py").write_text(ZEBRA)
    pyproject = plugin / "pyproject.toml"
    pyproject.write_text(pyproject.read_text() + RUFF)
    dimensions = [list(range(len(d))) for d in (TARGETS, INPUTS, PARAMS, KEYS)]
    full = request.config.getoption("--full-matrix")
    cells = list(itertools.product(*dimensions)) if full else covering(*dimensions)
    # Each shape takes its share of the covering set, so that together they run all of it.
    index = list(SHAPES).index(shape)
    mine = cells if full else cells[index :: len(SHAPES)]
    commands = [command(number, *cell) for number, cell in enumerate(mine)]
    for words in commands:
        assert run([*words, "--no-verify"]) == 0
    before = {path: path.read_bytes() for path in plugin.rglob("*") if path.is_file()}
    for words in commands:
        assert run(words) == 0
    assert {path: path.read_bytes() for path in plugin.rglob("*") if path.is_file()} == before
    assert {finding.code for finding in lint(find_project(plugin))} == {"GC402"}
    for ruff in (["format", "--check", "src/acme_checks/builtin", "tests"], ["check", "."]):
        done = subprocess.run(
            [sys.executable, "-m", "ruff", *ruff, "--no-cache"], cwd=plugin, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout
    environment = os.environ | {"PYTHONPATH": str(plugin / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    pytest_run = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:asyncio", "tests"]
    done = subprocess.run(pytest_run, cwd=plugin, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def command(number: int, target: int, inputs: int, params: int, key: int) -> list[str]:
    names = ["PlainName", "snake_name", "kebab-name", "JSONName", "HTTP2Name"]
    return [
        "new-check",
        f"{names[number % len(names)]}{number}",
        f"--target-type={TARGETS[target]}",
        f"--target-key={KEYS[key]}",
        *(f"--input={text}" for text in INPUTS[inputs]),
        *(f"--param={text}" for text in PARAMS[params]),
    ]
