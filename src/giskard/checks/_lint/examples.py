"""An example that breaks each rule and one that keeps it. `lint --explain` and the documents show them; a test runs them.

Each is the module `builtin/mine.py` of a package `acme_checks`, whose imports are left out, or other files by name.
"""

from dataclasses import dataclass, field

from giskard.checks._lint.reference import PAGE

MODULE = "src/acme_checks/builtin/mine.py"
INIT = "src/acme_checks/builtin/__init__.py"
TEST = "tests/builtin/test_mine.py"
BASELINE = "baseline.json"


@dataclass(frozen=True)
class Example:
    """Two ways to write the same.

    Attributes
    ----------
    bad, good
        The module that breaks the rule, and the one that keeps it.
    bad_files, good_files
        Other files that go with each, by their names in the project.
    """

    bad: str
    good: str
    bad_files: dict[str, str] = field(default_factory=dict[str, str])
    good_files: dict[str, str] = field(default_factory=dict[str, str])

    def shown(self) -> tuple[dict[str, str], dict[str, str]]:
        """Return the files that differ: those that break the rule, and those that keep it."""
        bad, good = {MODULE: self.bad} | self.bad_files, {MODULE: self.good} | self.good_files
        return (
            {name: text for name, text in bad.items() if good.get(name) != text},
            {name: text for name, text in good.items() if bad.get(name) != text},
        )


def _check(
    fields: str, body: str = "", *, head: str = '@Check.register("mine")\nclass Mine(Check):', more: str = ""
) -> str:
    """Return a check with the given fields, which judges what it finds at `target_key` unless `body` says otherwise."""
    lines = body or (
        'text = resolve(trace, self.target_key)\nreturn unusable("target_key", text, str) or CheckResult.success()'
    )
    run = "\n".join(f"        {line}" for line in lines.splitlines())
    block = "\n".join(f"    {line}" if line else "" for line in fields.splitlines())
    signature = "    async def run(self, trace: Trace) -> CheckResult:"
    return f"{head}\n{block}\n{more}\n{signature}\n{run}\n" if fields else f"{head}\n{more}{signature}\n{run}\n"


_TARGET = 'target_key: JSONPathStr = "trace.last.outputs"'
_GOOD = _check(_TARGET)
_PAIR = "word: str | MISSING = MISSING\nword_key: JSONPathStr | MISSING = MISSING"
_READ_PAIR = (
    "word = provided_or_resolve(trace, key=self.word_key, value=self.word)\n"
    'return unusable("word_key", word, str) or CheckResult.success()'
)
_VALIDATED = """
    @model_validator(mode="after")
    def _exactly_one_word(self) -> Self:
        exactly_one(self, "word", "word_key")
        return self
"""
_NOTHING = 'return CheckResult.skip(message="nothing to judge")'
_JUDGE = '@Check.register("mine")\nclass Mine(BaseLLMCheck):\n    def get_prompt(self) -> TemplateReference:\n        return TemplateReference("acme_checks::judges/{}.j2")\n'
_PROMPT = "src/acme_checks/prompts/judges/mine.j2"
_DOCUMENTED = '''"""Passes when the text is short; a path without a match is ERROR.

    Examples
    --------
    >>> from giskard.checks import Interaction, Mine, Trace
    >>> Mine().run_sync(Trace(interactions=[Interaction(inputs="Hi", outputs="Hello!")])).passed
    True
    """

'''

_LIMIT = 'limit: int = Field(default=80, description="Most characters.")'
_PAGE = """\
# All checks

| check | kind | |
|---|---|---|
| [`Mine`](#mine) | `mine` | Passes when the text is short; a path without a match is ERROR. |

## mine

Passes when the text is short; a path without a match is ERROR.

| field of `Mine` | type | default | |
|---|---|---|---|
| `limit` | `int` | `80` | Most characters. |
"""

EXAMPLES: dict[str, Example] = {
    "GC101": Example(
        bad=_check(f"{_TARGET}\napi_key: str"),
        good=_check(f"{_TARGET}\napi_key: str  # giskard: ignore[GC101] a secret, not a path"),
    ),
    "GC102": Example(
        bad=_check("word: str | MISSING = MISSING\nword_key: JSONPathStr | None = None", _READ_PAIR, more=_VALIDATED),
        good=_check(_PAIR, _READ_PAIR, more=_VALIDATED),
    ),
    "GC103": Example(bad=_check('target_key: JSONPathStr = "last.outputs"'), good=_GOOD),
    "GC104": Example(bad=_check(_TARGET, _NOTHING), good=_GOOD),
    "GC105": Example(bad=_check(f'{_TARGET}\nschema: str = ""'), good=_check(f'{_TARGET}\nexpected_schema: str = ""')),
    "GC201": Example(bad=_GOOD.replace("target_key", "subject"), good=_GOOD),
    "GC202": Example(
        bad=_check(
            'word_key: JSONPathStr = "trace.last.metadata.word"', _READ_PAIR.replace("value=self.word", "value=MISSING")
        ),
        good=_check('word: str | MISSING = MISSING\nword_key: JSONPathStr = "trace.last.metadata.word"', _READ_PAIR),
    ),
    "GC203": Example(
        bad=_check(
            'target: JSONPathStr = "trace.last"  # giskard: ignore[GC201] shows another rule\n' + _TARGET,
            "values = [resolve(trace, self.target), resolve(trace, self.target_key)]\n"
            'return unusable("target_key", values[1]) or CheckResult.success()',
        ),
        good=_check(
            f"target: str | MISSING = MISSING\n{_TARGET}",
            'text = provided_or_resolve(trace, key=self.target_key, value=self.target)\nreturn unusable("target_key", text, str) or CheckResult.success()',
        ),
    ),
    "GC204": Example(bad=_check(_PAIR, _READ_PAIR), good=_check(_PAIR, _READ_PAIR, more=_VALIDATED)),
    "GC301": Example(bad=_check(_TARGET, head="class Mine(Check):"), good=_GOOD),
    "GC302": Example(bad=_check(_TARGET, head='@Check.register("equals")\nclass Mine(Check):'), good=_GOOD),
    "GC303": Example(
        bad=_GOOD,
        good=_GOOD,
        bad_files={INIT: '__all__ = ["Mine"]\n'},
        good_files={INIT: 'from acme_checks.builtin.mine import Mine\n\n__all__ = ["Mine"]\n'},
    ),
    "GC304": Example(
        bad=_GOOD,
        good=_GOOD,
        bad_files={INIT: "from acme_checks.builtin.mine import Mine\n"},
        good_files={INIT: 'from acme_checks.builtin.mine import Mine\n\n__all__ = ["Mine"]\n'},
    ),
    "GC305": Example(
        bad=_check(
            _TARGET,
            "text = resolve(trace, self.target_key)\nreturn CheckResult.success() if text else CheckResult.failure()",
        ),
        good=_GOOD,
    ),
    "GC306": Example(
        bad=_JUDGE.format("mime"), good=_JUDGE.format("mine"), good_files={_PROMPT: "Nice? {{ trace.last.outputs }}\n"}
    ),
    "GC307": Example(bad=_check(f'model_config = ConfigDict(extra="allow")\n\n{_TARGET}'), good=_GOOD),
    "GC401": Example(
        bad=_GOOD,
        good=_GOOD,
        bad_files={TEST: "def test_passes(result):\n    assert result.passed\n"},
        good_files={
            TEST: '@pytest.mark.parametrize("status", ["pass", "fail", "error"])\ndef test_judges(result, status):\n    assert result.status == status\n'
        },
    ),
    "GC402": Example(
        bad=_check(
            _TARGET,
            'text = resolve(trace, self.target_key)\nheld = your_rule_goes_here(bool(text))\nreturn unusable("target_key", text, str) or CheckResult.success(message=str(held))',
        ),
        good=_check(
            _TARGET,
            'text = resolve(trace, self.target_key)\nheld = len(text) < 80\nreturn unusable("target_key", text, str) or CheckResult.success(message=str(held))',
        ),
    ),
    "GC501": Example(
        bad=_check('"""Short texts"""\n\nlimit: int = 80', _NOTHING),
        good=_check(_DOCUMENTED.replace("\n    ", "\n") + "limit: int = 80", _NOTHING),
    ),
    "GC502": Example(
        bad=_check(_DOCUMENTED.replace("\n    ", "\n") + _LIMIT, _NOTHING),
        good=_check(_DOCUMENTED.replace("\n    ", "\n") + _LIMIT, _NOTHING),
        bad_files={PAGE: "# All checks\n"},
        good_files={PAGE: _PAGE},
    ),
    "GC901": Example(bad=_check(f"{_TARGET}  # giskard: ignore[GC101] a secret, not a path"), good=_GOOD),
    "GC902": Example(
        bad=_check(f"{_TARGET}  # giskard: ignore[GC101]"),
        good=_check(f"{_TARGET}\napi_key: str  # giskard: ignore[GC101] a secret, not a path"),
    ),
    "GC903": Example(
        bad=_GOOD,
        good=_GOOD,
        bad_files={
            BASELINE: '{"version": 1, "findings": [{"path": "src/acme_checks/builtin/mine.py", "code": "GC101", "message": "Mine.key is typed \'str\', not as one path"}]}\n'
        },
        good_files={BASELINE: '{"version": 1, "findings": []}\n'},
    ),
}
