"""The table of rules: every rule can be explained, and every rule can be broken."""

import re
from collections.abc import Callable

import pytest

from giskard.checks._lint.rules import RULES, Rule

HEAD = '@Check.register("mine")\nclass Mine(Check):\n    '
RUN = "\n    async def run(self, trace: Trace) -> CheckResult:\n        return resolve(trace, [{}])\n"
PATH = '{}: JSONPathStr = "trace.last"'
OPTIONAL_PAIR = "topic: str | MISSING = MISSING\n    topic_key: JSONPathStr | MISSING = MISSING"
PLACEHOLDER = "from giskard.checks.core.placeholder import your_rule_goes_here\n\n\n"
BROKEN: dict[str, tuple[str, dict[str, str]]] = {
    "GC101": (HEAD + "key: str" + RUN.format(""), {}),
    "GC102": (HEAD + "target_key: JSONPathStr | None" + RUN.format("self.target_key"), {}),
    "GC103": (HEAD + 'target_key: JSONPathStr = "last"' + RUN.format("self.target_key"), {}),
    "GC104": (HEAD + PATH.format("target_key") + RUN.format(""), {}),
    "GC105": (HEAD + "schema: str" + RUN.format(""), {}),
    "GC201": (HEAD + PATH.format("key") + RUN.format("self.key"), {}),
    "GC202": (HEAD + PATH.format("topic_key") + RUN.format("self.topic_key"), {}),
    "GC203": (HEAD + PATH.format("target") + "\n    " + PATH.format("target_key") + RUN.format("self.target"), {}),
    "GC204": (HEAD + OPTIONAL_PAIR + RUN.format("self.topic_key"), {}),
    "GC301": ("class Mine(Check):" + RUN.format(""), {}),
    "GC302": (HEAD.replace("mine", "equals") + RUN.format(""), {}),
    "GC303": (HEAD + RUN.format(""), {"src/acme_checks/__init__.py": ""}),
    "GC304": (HEAD + RUN.format(""), {"src/acme_checks/builtin/__init__.py": "from acme_checks.builtin import mine\n"}),
    "GC402": (PLACEHOLDER + HEAD + RUN.format("your_rule_goes_here(True)"), {}),
}


def test_every_rule_is_broken_here() -> None:
    """Guards the guard: a rule without a row would not be tested."""
    assert list(BROKEN) == list(RULES)


@pytest.mark.parametrize("code", BROKEN)
def test_a_rule_fires_when_it_is_broken(findings: Callable[..., list[str]], code: str) -> None:
    source, files = BROKEN[code]
    assert code in findings(source, files)


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
