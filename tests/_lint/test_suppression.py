"""The way out of a rule: a comment with a reason, on the line of the finding."""

from collections.abc import Callable

import pytest

from giskard.checks._lint.suppression import suppressions_of

type Findings = Callable[..., list[str]]

CHECK = """
@Check.register("mine")
class Mine(Check):
    {}

    async def run(self, trace: Trace) -> CheckResult:
        return CheckResult.success()
"""


@pytest.mark.parametrize(
    "field",
    [
        pytest.param("api_key: str  # giskard: ignore[GC101] a secret, not a path", id="with a reason"),
        pytest.param("api_key: str = ''  # giskard: ignore[GC101]: a secret", id="with a colon"),
        pytest.param("api_key: str  #giskard:ignore[GC101] secret", id="without spaces"),
        pytest.param("schema_key: str  # giskard: ignore[GC401, GC101] secret", id="among other codes"),
        pytest.param("api_key: str  # noqa: E501  # giskard: ignore[GC101] secret", id="behind another comment"),
        pytest.param("api_key: str  # giskard: ignore[GC101] secret  # noqa: E501", id="before another comment"),
        pytest.param("api_key: str  # giskard: ignore[GC101] see ticket #12", id="a reason with a number sign"),
        pytest.param("api_key: str  # giskard: ignore[GC101] 秘密", id="a reason in another script"),
        pytest.param("api_key: str = Field(  # giskard: ignore[GC101] secret\n        default='')", id="a long field"),
        pytest.param("api_key: str = '#'  # giskard: ignore[GC101] secret", id="behind a text with a number sign"),
    ],
)
def test_a_comment_with_a_reason_takes_a_rule_out_of_force(findings: Findings, field: str) -> None:
    assert findings(CHECK.format(field)) == []


@pytest.mark.parametrize(
    "field",
    [
        pytest.param("api_key: str  # giskard: ignore[GC101]", id="no reason"),
        pytest.param("api_key: str  # giskard: ignore[GC101]   ", id="blanks for a reason"),
        pytest.param("api_key: str  # giskard: ignore[GC101] -- ...", id="dashes for a reason"),
        pytest.param("api_key: str  # giskard: ignore[GC101]  # noqa: E501", id="another comment for a reason"),
        pytest.param("api_key: str  # giskard: ignore[GC102] secret", id="another code"),
        pytest.param("api_key: str  # giskard: ignore[GC1] secret", id="the beginning of a code"),
        pytest.param("api_key: str  # giskard: ignore[GC1011] secret", id="a longer code"),
        pytest.param("api_key: str  # giskard: ignore[gc101] secret", id="a code in lower case"),
        pytest.param("api_key: str  # giskard: ignore secret", id="no code"),
        pytest.param("api_key: str  # giskard: ignore[] secret", id="empty brackets"),
        pytest.param("api_key: str  # noqa: GC101 secret", id="the comment of another tool"),
        pytest.param("api_key: str = '# giskard: ignore[GC101] secret'", id="in a text"),
        pytest.param("# giskard: ignore[GC101] secret\n    api_key: str", id="on the line above"),
        pytest.param("api_key: str\n    # giskard: ignore[GC101] secret", id="on the line below"),
        pytest.param(
            "api_key: str = Field(\n        default='')  # giskard: ignore[GC101] secret", id="on the last line"
        ),
    ],
)
def test_anything_else_does_not(findings: Findings, field: str) -> None:
    found = findings(CHECK.format(field))
    assert "GC101" in found
    assert set(found) <= {"GC101", "GC901", "GC902"}


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        pytest.param("name_key: str  # giskard: ignore[GC101]", ["GC101", "GC902"], id="no reason"),
        pytest.param("name_key: str  # giskard: ignore a name", ["GC101", "GC902"], id="no brackets"),
        pytest.param("name_key: str  # giskard: ignore[GC101]   ", ["GC101", "GC902"], id="a reason of spaces"),
        pytest.param("name_key: str  # giskard:ignore[GC101]", ["GC101", "GC902"], id="no reason, written closely"),
        pytest.param("name_key: str  # giskard: ignore[GC101] # noqa", ["GC101", "GC902"], id="another comment only"),
        pytest.param("other: str  # giskard: ignore[GC101] a name", ["GC901"], id="nothing to suppress"),
        pytest.param("name_key: str  # giskard: ignore[GC101, GC102] a name", ["GC901"], id="one code too many"),
        pytest.param("name_key: str  # giskard: ignore[GC101, E501] a name", ["GC901"], id="a code that is no rule"),
        pytest.param("name_key: str  # giskard: ignore[gc101] a name", ["GC101", "GC901"], id="in lower case"),
        pytest.param("other: str  # giskard: ignore[GC401] not in force", [], id="a rule that is not in force"),
    ],
)
def test_a_suppression_is_held_to_rules_too(findings: Findings, field: str, expected: list[str]) -> None:
    assert findings(CHECK.format(field)) == expected


def test_a_finding_about_a_class_is_suppressed_on_its_line(findings: Findings) -> None:
    source = CHECK.format("pass").replace('@Check.register("mine")\n', "")
    assert findings(source) == ["GC301"]
    assert findings(source.replace("(Check):", "(Check):  # giskard: ignore[GC301] made by hand")) == []


def test_a_comment_suppresses_only_on_its_line(findings: Findings) -> None:
    fields = "api_key: str  # giskard: ignore[GC101] secret\n    other_key: str"
    assert findings(CHECK.format(fields)) == ["GC101"]


@pytest.mark.parametrize(
    "before",
    [
        pytest.param("\x0c", id="form feed"),
        pytest.param("# \x1c\x1d\x1e\n", id="information separators"),
        pytest.param("# \x85\u2028\u2029\n", id="line separators of Unicode"),
        pytest.param('"""\x0b\n\n"""\n', id="a text over several lines"),
        pytest.param("x = 1 + \\\n    2\n", id="a continued line"),
    ],
)
def test_lines_are_counted_as_python_counts_them(findings: Findings, before: str) -> None:
    source = before + CHECK.format("api_key: str  # giskard: ignore[GC101] secret\n    other_key: str")
    assert findings(source) == ["GC101"]


def test_comments_are_told_from_texts() -> None:
    text = "a = '# giskard: ignore[GC101] no'  # giskard: ignore[GC101] yes\nb = 1\n# last"
    found = suppressions_of(text)
    assert list(found) == [1]
    assert (found[1].codes, found[1].has_reason, found[1].offset) == (("GC101",), True, 35)


def test_a_module_that_suppresses_nothing_is_not_taken_apart() -> None:
    assert suppressions_of("( this does not even parse # a comment") == {}


def test_one_comment_may_name_several_rules() -> None:
    suppression = suppressions_of("# giskard: ignore[GC101,GC104] a secret")[1]
    assert [suppression.covers(code) for code in ("GC101", "GC104", "GC102")] == [True, True, False]
