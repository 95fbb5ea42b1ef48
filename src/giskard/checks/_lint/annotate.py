"""Findings for other programs: annotations of GitHub's checks, and SARIF for code scanners."""

import json
from collections.abc import Callable, Sequence
from typing import Any

from giskard.checks._lint.finding import Finding
from giskard.checks._lint.rules import RULES, Rule
from giskard.checks._version import __version__

_SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def github(finding: Finding, level: str) -> str:
    """Return the workflow command that puts a finding at its line of a pull request."""
    place = {"file": finding.path, "line": finding.line, "col": finding.column, "title": finding.code}
    properties = ",".join(f"{name}={_property(str(value))}" for name, value in place.items())
    return f"::{level} {properties}::{_data(f'{finding.message}. {finding.rule.mend}')}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def sarif(findings: Sequence[Finding], level_of: Callable[[Rule], str]) -> str:
    """Return findings as a SARIF 2.1.0 log, which names every rule."""
    codes = list(RULES)
    rules = [
        {
            "id": rule.code,
            "shortDescription": {"text": rule.title},
            "fullDescription": {"text": rule.why},
            "help": {"text": rule.mend},
            "defaultConfiguration": {"level": level_of(rule)},
        }
        for rule in RULES.values()
    ]
    results: list[dict[str, Any]] = [
        {
            "ruleId": finding.code,
            "ruleIndex": codes.index(finding.code),
            "level": level_of(finding.rule),
            "message": {"text": f"{finding.message}. {finding.rule.mend}"},
            "locations": [
                {
                    "physicalLocation": {
                        "artifactLocation": {"uri": _uri(finding.path), "uriBaseId": "%SRCROOT%"},
                        "region": {"startLine": finding.line, "startColumn": finding.column},
                    }
                }
            ],
        }
        for finding in findings
    ]
    driver = {"name": "giskard-checks", "version": __version__, "rules": rules}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return json.dumps({"$schema": _SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2, ensure_ascii=False)


def _uri(path: str) -> str:
    from urllib.parse import quote  # noqa: PLC0415  as dear to load as the linter; for SARIF alone

    return quote(path)
