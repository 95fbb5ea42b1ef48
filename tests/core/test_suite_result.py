"""Results of suites: counts, groups, JSON, reports."""

import io
import json
import math
from typing import Any

import pytest
from rich.console import Console

from giskard.checks import (
    CheckResult,
    GroupedSuiteResult,
    GroupStats,
    Metric,
    ScenarioResult,
    Status,
    SuiteResult,
    TestCaseError,
    TestCaseResult,
)


def scenario(name: str, status: Status, *tags: str) -> ScenarioResult:
    step = TestCaseResult(results=[CheckResult(status=status, message=f"{name} {status.value}")])
    return ScenarioResult(scenario_name=name, steps=[step], tags=list(tags))


P, F, E, S = Status.PASS, Status.FAIL, Status.ERROR, Status.SKIP
RESULT = SuiteResult(
    results=[
        scenario("a", P, "lang:fr", "kind: chat "),
        scenario("b", F, "lang: fr", "lang:de"),
        scenario("c", E, " lang :de"),
        scenario("d", S, "lang:de", "bare"),
        scenario("e", P),
        scenario("f", P, "lang:", "url:http://x"),
        scenario("g", P, "lang"),
    ],
    duration_ms=12,
)


def test_counts() -> None:
    counts = (RESULT.passed_count, RESULT.failed_count, RESULT.errored_count, RESULT.skipped_count)
    assert counts == (4, 1, 1, 1)
    assert RESULT.pass_rate == pytest.approx(4 / 6)
    assert RESULT.status is E
    assert [r.scenario_name for r in RESULT.failures_and_errors] == ["b", "c"]


@pytest.mark.parametrize("results", [[], [scenario("a", S)]], ids=["nothing", "all skipped"])
def test_nothing_evaluated_has_no_rate(results: list[ScenarioResult]) -> None:
    assert SuiteResult(results=results).pass_rate is None
    assert " - passed" in str(SuiteResult(results=results))


def test_groups_come_in_order_of_appearance_and_untagged_last() -> None:
    grouped = RESULT.group_by("lang")
    assert list(grouped.groups) == ["fr", "de", "", None]
    assert grouped.groups["fr"] == GroupStats(name="fr", passed=1, failed=1)
    assert grouped.groups["de"] == GroupStats(name="de", failed=1, errored=1, skipped=1)
    assert grouped.groups[""].passed == 2
    assert grouped.groups[None] == GroupStats(name=None, passed=1)
    assert (grouped.groups["de"].total, grouped.groups["de"].non_skipped, grouped.groups["de"].pass_rate) == (3, 2, 0.0)
    assert grouped.status is E
    assert str(grouped).startswith("GroupedSuiteResult by 'lang': 4 groups")


def test_a_tag_is_split_at_its_first_colon_and_trimmed() -> None:
    assert RESULT.group_by("url").groups["http://x"].passed == 1
    assert RESULT.group_by("kind").groups["chat"].passed == 1
    assert list(RESULT.group_by("nothing").groups) == [None]


def test_a_scenario_counts_once_under_a_value_that_it_has_twice() -> None:
    result = SuiteResult(results=[scenario("a", P, "k:v", "k: v")])
    assert result.group_by("k").groups["v"].total == 1


@pytest.mark.parametrize("load", ["python", "json"])
def test_survives_saving(load: str) -> None:
    def again(model: Any) -> Any:
        if load == "json":
            return type(model).model_validate_json(model.model_dump_json())
        return type(model).model_validate(model.model_dump())

    assert again(RESULT) == RESULT
    grouped = RESULT.group_by("lang")
    assert again(grouped) == grouped


def test_groups_are_a_list_in_json() -> None:
    groups = RESULT.group_by("lang").model_dump(mode="json")["groups"]
    assert [group["name"] for group in groups] == ["fr", "de", "", None]


def test_the_suite_is_never_dumped() -> None:
    assert "suite" not in SuiteResult(suite=object()).model_dump()
    assert SuiteResult.model_validate_json(SuiteResult(suite=object()).model_dump_json()).suite is None


def printed(result: Any, **options: Any) -> str:
    console = Console(record=True, width=100, file=io.StringIO())
    result.print_report(console, **options)
    return "\n".join(line.rstrip() for line in console.export_text().splitlines())


def test_the_report_shows_what_did_not_pass_and_why_something_was_skipped() -> None:
    text = printed(RESULT)
    assert text.startswith("✔✘‼○✔✔✔\n")
    assert "✘ FAIL b" in text
    assert "c error" in text
    assert "○ SKIP d  d skip" in text
    assert "a pass" not in text
    assert text.endswith("4 passed, 1 failed, 1 errored, 1 skipped; pass rate 67%; 12 ms")


def test_the_report_by_groups_ends_with_a_table() -> None:
    rows = [line.split() for line in printed(RESULT, group_by="lang").splitlines()[-5:]]
    assert rows[0] == ["lang", "pass", "rate", "passed", "failed", "errored", "skipped", "total"]
    assert [row[0] for row in rows[1:]] == ["fr", "de", "true", "(untagged)"]
    assert rows[2] == ["de", "0%", "0", "1", "1", "1", "3"]


def test_a_recommendation_is_shown() -> None:
    assert "Look at b" in printed(RESULT.model_copy(update={"recommendation": "**Look** at `b`."}))


def test_a_step_that_errored_is_shown_in_the_suites_report() -> None:
    step = TestCaseResult(error=TestCaseError(message="no route", exception_type="OSError", phase="outputs"))
    result = SuiteResult(results=[ScenarioResult(scenario_name="x", steps=[step])])
    assert "‼ ERROR outputs: OSError: no route" in printed(result)


def test_grouped_results_load_whatever_their_form() -> None:
    stats = {"fr": GroupStats(name="fr", passed=1)}
    grouped = GroupedSuiteResult(suite_result=SuiteResult(), key="lang", groups=stats)
    assert grouped.groups == stats


def test_the_payload_of_the_hub_is_strict_json() -> None:
    check = CheckResult.success(metrics=[Metric(name="m", value=float("nan"))])
    result = SuiteResult(results=[ScenarioResult(scenario_name="x", steps=[TestCaseResult(results=[check])])])
    text = json.dumps(result.to_hub_format(), allow_nan=False)
    assert math.isnan(SuiteResult.model_validate_json(text).results[0].steps[0].results[0].metrics[0].value)


def test_groups_of_odd_tags_can_be_written() -> None:
    grouped = SuiteResult(results=[scenario("a", P, "k:\ud83d")]).group_by("k")
    assert "ud83d" in grouped.model_dump_json()


def test_a_report_holds_however_many_were_skipped() -> None:
    result = SuiteResult(results=[scenario(f"s{i}", S) for i in range(100)])
    text = printed(result)
    assert text.count("○ SKIP") == 20
    assert "80 more that were skipped are not shown." in text
