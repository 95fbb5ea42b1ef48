"""Findings for other programs."""

import json
from pathlib import Path

import jsonschema
import pytest

from giskard.checks._lint.annotate import github, sarif
from giskard.checks._lint.finding import Finding
from giskard.checks._lint.rules import RULES, Rule

SCHEMA = json.loads((Path(__file__).parent / "sarif-2.1.0.json").read_text())
HOSTILE = "100%, a: b\r\nsecond line ::error::no \u202e \x1b 秘密"


def finding(path: str = "src/a.py", message: str = "wrong") -> Finding:
    return Finding(path, 3, 5, "GC101", message)


def level(rule: Rule) -> str:
    return rule.level


def test_a_workflow_command_names_the_place() -> None:
    line = github(finding(), "error")
    assert line.startswith("::error file=src/a.py,line=3,col=5,title=GC101::wrong. Type it as one path;")


@pytest.mark.parametrize("where", ["path", "message"])
def test_a_workflow_command_is_one_line_that_nothing_can_break(where: str) -> None:
    line = github(finding(**{where: HOSTILE}), "warning")
    assert "\n" not in line
    assert "\r" not in line
    head, _, data = line.removeprefix("::warning ").partition("::")
    properties = dict(part.split("=", 1) for part in head.split(","))
    assert sorted(properties) == ["col", "file", "line", "title"]
    decoded = {
        "path": properties["file"].replace("%2C", ",").replace("%3A", ":"),
        "message": data.partition(". Type it")[0],
    }[where]
    assert decoded.replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%") == HOSTILE


@pytest.mark.parametrize(
    "findings",
    [
        pytest.param([], id="none"),
        pytest.param([finding(), finding("b c/é.py", HOSTILE)], id="some"),
        pytest.param([Finding("a.py", 1, 1, code, "m") for code in RULES], id="one of each rule"),
    ],
)
def test_a_log_keeps_the_schema_of_the_standard(findings: list[Finding]) -> None:
    log = json.loads(sarif(findings, level))
    jsonschema.Draft4Validator(SCHEMA).validate(log)
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == list(RULES)
    assert [rules[result["ruleIndex"]]["id"] for result in run["results"]] == [found.code for found in findings]


def test_the_schema_would_notice() -> None:
    """Guards the guard."""
    log = json.loads(sarif([finding()], level))
    log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"] = 0
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft4Validator(SCHEMA).validate(log)


def test_a_place_is_a_uri() -> None:
    (result,) = json.loads(sarif([finding("b c/é%.py")], level))["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "b%20c/%C3%A9%25.py"
