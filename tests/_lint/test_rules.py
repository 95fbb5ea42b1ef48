"""The table of rules: every rule can be explained; what breaks and keeps each is in the test of the examples."""

import re

import pytest

from giskard.checks._lint.rules import RULES, Rule


@pytest.mark.parametrize("rule", RULES.values(), ids=list(RULES))
def test_a_rule_says_what_it_asks_for_and_why_and_how_to_mend_it(rule: Rule) -> None:
    for sentence in (rule.title, rule.why, rule.mend):
        assert re.fullmatch(r"[A-Z`][^\n]+\.", sentence), sentence


@pytest.mark.parametrize("rule", RULES.values(), ids=list(RULES))
def test_a_rule_has_the_code_it_is_listed_under(rule: Rule) -> None:
    assert RULES[rule.code] is rule
    assert re.fullmatch(r"GC\d{3}", rule.code)


def test_rules_are_in_order_and_differ() -> None:
    assert list(RULES) == sorted(RULES)
    for part in ("title", "why", "mend"):
        assert len({getattr(rule, part) for rule in RULES.values()}) == len(RULES)
