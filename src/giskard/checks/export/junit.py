"""JUnit XML, as build servers read it: a test suite, and a test case for every scenario."""

import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Callable
from typing import Any

from giskard.checks.export.views import ScenarioResultView, StepResultView, SuiteResultView

# What no XML 1.0 document may hold, however it is escaped.
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LONGEST = 10_000
_NODES = {"fail": "failure", "error": "error", "skip": "skipped"}


def to_junit_xml(result: SuiteResultView, describe: Callable[[ScenarioResultView], str]) -> str:
    """Return the results as a document of the common JUnit dialect.

    Parameters
    ----------
    result
        The outcome of the suite.
    describe
        Returns the report on a scenario, as text; it is asked for those that did not pass.
    """
    name = _clean(str(getattr(result.suite, "name", None) or "giskard-checks"))
    counts = Counter(str(scenario.status) for scenario in result.results)
    root = ET.Element(
        "testsuite",
        name=name,
        tests=str(len(result.results)),
        failures=str(counts["fail"]),
        errors=str(counts["error"]),
        skipped=str(counts["skip"]),
        time=_seconds(result.duration_ms),
    )
    seen: Counter[str] = Counter()
    for scenario in result.results:
        root.append(_case(scenario, _unique(_clean(scenario.scenario_name), seen), name, describe))
    ET.indent(root)
    return ET.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _case(
    scenario: ScenarioResultView, name: str, suite: str, describe: Callable[[ScenarioResultView], str]
) -> ET.Element:
    checks = sum(len(step.results) for step in scenario.steps)
    case = ET.Element(
        "testcase", name=name, classname=suite, time=_seconds(scenario.duration_ms), assertions=str(checks)
    )
    properties = ET.SubElement(case, "properties")
    for tag in scenario.tags:
        key, colon, value = tag.partition(":")
        _property(properties, f"tag:{key.strip()}", value.strip() if colon else "true")
    turns = scenario.final_trace.interactions
    _property(properties, "trace", "\n".join(f"in: {_text(t.inputs)}\nout: {_text(t.outputs)}" for t in turns))
    if str(scenario.status) in _NODES:
        node = ET.SubElement(case, _NODES[str(scenario.status)])
        kind, message, text = _cause(scenario)
        node.set("message", _clean(message))
        node.set("type", _clean(kind))
        node.text = _clean(text)
        ET.SubElement(case, "system-out").text = _clean(describe(scenario))
    return case


def _cause(scenario: ScenarioResultView) -> tuple[str, str, str]:
    """Return type, message and text of what made the scenario end as it did: of its first step that did."""
    status = scenario.status  # once: it rolls up all steps
    step = next((step for step in scenario.steps if step.status == status), None)
    if step is None:
        return status, "", ""
    if step.error is not None:
        return step.error.exception_type, step.error.summary(), step.error.traceback or step.error.summary()
    return _cause_in(step)


def _cause_in(step: StepResultView) -> tuple[str, str, str]:
    culprits = [result for result in step.results if result.status == step.status]
    first = culprits[0]
    kind = first.details.get("exception_type") or first.details.get("check_kind") or first.status
    lines = [f"{result.label}: {result.message or result.status}" for result in culprits]
    traces = [str(r.details["traceback"]) for r in culprits if r.details.get("traceback")]
    return str(kind), lines[0], "\n".join([*lines, *traces])


def _property(properties: ET.Element, name: str, value: str) -> None:
    ET.SubElement(properties, "property", name=_clean(name), value=_clean(value))


def _unique(name: str, seen: Counter[str]) -> str:
    """Return `name`, numbered when it was there before."""
    candidate = name
    while seen[candidate]:
        seen[name] += 1
        candidate = f"{name} ({seen[name]})"
    seen[candidate] += 1
    return candidate


def _text(value: Any) -> str:
    try:
        return str.__str__(value) if isinstance(value, str) else repr(value)
    except Exception as exc:  # noqa: BLE001  the document goes on without a value that cannot be shown
        return f"<{type(value).__name__} whose repr raised {type(exc).__name__}>"


def _clean(text: str) -> str:
    """Return `text` with what XML cannot hold as a visible escape; what is cut is said."""
    if len(text) > _LONGEST:
        text = f"{text[:_LONGEST]} ... (cut, {len(text)} characters)"
    return _NO_XML.sub(lambda match: match.group().encode("unicode_escape").decode("ascii"), text)


def _seconds(milliseconds: int) -> str:
    return f"{milliseconds / 1000:.3f}"
