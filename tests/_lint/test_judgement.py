"""The rules about how a check judges."""

from collections.abc import Callable

import pytest

type Findings = Callable[..., list[str]]

TABLE = '[tool.giskard-checks]\npackage = "acme_checks"\nignore = ["GC104", "GC401"]\n'
HEAD = 'from giskard.checks import BaseLLMCheck, NoMatch, TemplateReference, from_fn\nfrom giskard.checks.core import extraction\nfrom giskard.checks.core.extraction import resolve as look\nfrom pydantic import ConfigDict\n\n@Check.register("mine")\nclass Mine(Check):\n    target_key: JSONPathStr = "trace.last"\n'
RUN = "\n    async def run(self, trace: Trace) -> CheckResult:\n        {}\n"


def codes(findings: Findings, source: str, files: dict[str, str] | None = None) -> list[str]:
    return findings(source, {"pyproject.toml": TABLE} | (files or {}))


@pytest.mark.parametrize(
    "body",
    [
        "return CheckResult.success(message=str(resolve(trace, self.target_key)))",
        "return CheckResult.success(message=str(look(trace, self.target_key)))",
        "return CheckResult.success(message=str(extraction.resolve(trace, self.target_key)))",
        "value = provided_or_resolve(trace, key=self.target_key); return CheckResult.success(details={'v': value})",
        "return await self.judge(resolve(trace, self.target_key))",
    ],
)
def test_a_missing_value_must_be_looked_at(findings: Findings, body: str) -> None:
    assert codes(findings, HEAD + RUN.format(body)) == ["GC305"]


@pytest.mark.parametrize(
    "body",
    [
        "value = resolve(trace, self.target_key); return unusable('target_key', value) or CheckResult.success()",
        "value = resolve(trace, self.target_key); return CheckResult.error() if isinstance(value, NoMatch) else CheckResult.success()",
        "return CheckResult.skip(message='nothing is resolved here')",
        "return helper(resolve(trace, self.target_key))",
        "return self.other(resolve(trace, self.target_key))",
    ],
)
def test_a_missing_value_is_looked_at_anywhere_near(findings: Findings, body: str) -> None:
    more = "\n    def other(self, value):\n        return unusable('x', value)\n\ndef helper(value):\n    return unusable('x', value)\n"
    source = HEAD + RUN.format(body) + (more if "helper" in body or "other" in body else "")
    assert codes(findings, source) == []


JUDGE = (
    'from giskard.checks import BaseLLMCheck, TemplateReference\n\n@Check.register("mine")\nclass Mine(BaseLLMCheck):\n'
)


@pytest.mark.parametrize(
    ("body", "files", "found"),
    [
        pytest.param("    def get_prompt(self):\n        return 'Nice? {{ trace }}'\n", {}, [], id="a text"),
        pytest.param("    least: int = 3\n", {}, ["GC305"], id="no prompt"),
        pytest.param(
            "    def get_prompt(self):\n        return TemplateReference('acme_checks::judges/mine.j2')\n",
            {"src/acme_checks/prompts/judges/mine.j2": "Nice?"},
            [],
            id="a file that is there",
        ),
        pytest.param(
            "    def get_prompt(self):\n        return TemplateReference('acme_checks::judges/mine.j2')\n",
            {},
            ["GC306"],
            id="a file that is not there",
        ),
        pytest.param(
            "    def get_prompt(self):\n        return TemplateReference('acme_checks::judges/other.j2')\n",
            {"src/acme_checks/prompts/judges/mine.j2": "a", "src/acme_checks/prompts/judges/other.j2": "b"},
            ["GC306"],
            id="another file than the one named after the kind",
        ),
        pytest.param(
            "    def get_prompt(self):\n        path = 'acme_checks::judges/nope.j2'\n        return TemplateReference(path)\n",
            {},
            ["GC306"],
            id="a path in a variable",
        ),
        pytest.param(
            "    def get_prompt(self):\n        return TemplateReference(path='acme_checks::judges/deep/nope.j2')\n",
            {},
            ["GC306"],
            id="a path by keyword, in a folder",
        ),
        pytest.param(
            "    def get_prompt(self):\n        return TemplateReference('acme_checks' '::judges/mine.j2')\n",
            {},
            ["GC306"],
            id="a path in two pieces",
        ),
        pytest.param(
            "    def get_prompt(self):\n"
            "        name = 'a' if self.votes > 1 else 'b'\n"
            "        return TemplateReference('acme_checks::judges/a.j2' if name == 'a' else 'acme_checks::judges/b.j2')\n",
            {"src/acme_checks/prompts/judges/a.j2": "a"},
            ["GC306"],
            id="one of two files is not there",
        ),
        pytest.param(
            "    def get_prompt(self):\n        return TemplateReference('acme_checks.builtin::mine.j2')\n",
            {"src/acme_checks/builtin/prompts/mine.j2": "Nice?"},
            [],
            id="a file of a package within",
        ),
        pytest.param(
            "    def get_prompt(self):\n        return 'Is this a C++ name? std::vector {{ trace }}'\n",
            {},
            [],
            id="a text with colons",
        ),
        pytest.param(
            "    def get_prompt(self):\n        return TemplateReference('elsewhere::judges/mine.j2')\n",
            {},
            [],
            id="a file of another package",
        ),
        pytest.param(
            "    async def get_inputs(self, trace):\n        return {'x': resolve(trace, 'trace.last')}\n"
            "    def get_prompt(self):\n        return '{{ x }}'\n",
            {},
            [],
            id="a value that the base class looks at",
        ),
    ],
)
def test_a_judge_has_the_prompt_that_it_uses(
    findings: Findings, body: str, files: dict[str, str], found: list[str]
) -> None:
    assert codes(findings, JUDGE + body, files) == found


@pytest.mark.parametrize(
    "setting",
    [
        'model_config = ConfigDict(extra="allow")',
        'model_config = {"extra": "allow"}',
        'model_config: ConfigDict = ConfigDict(frozen=True, extra="ignore")',
        'model_config: ClassVar[ConfigDict] = {"frozen": True, "extra": "ignore"}',
        'model_config = dict(extra="allow")',
    ],
)
def test_extra_is_not_set(findings: Findings, setting: str) -> None:
    assert codes(findings, HEAD + f"    {setting}\n" + RUN.format("return CheckResult.skip()")) == ["GC307"]


def test_nor_by_a_keyword_of_the_class(findings: Findings) -> None:
    source = (HEAD + RUN.format("return CheckResult.skip()")).replace("(Check)", '(Check, extra="allow")')
    assert codes(findings, source) == ["GC307"]


@pytest.mark.parametrize(
    "setting",
    [
        "model_config = ConfigDict(frozen=True)",
        'other = {"extra": 1}',
        'model_config = {"title": "extra"}',
        "extra: int = 1",
        'config: dict[str, str] = Field(default={"extra": "allow"})',
    ],
)
def test_other_settings_are_fine(findings: Findings, setting: str) -> None:
    assert codes(findings, HEAD + f"    {setting}\n" + RUN.format("return CheckResult.skip()")) == []


HELPERS = """\
from giskard.checks import NoMatch, provided_or_resolve


def error_if_missing(trace, key):
    return _first(provided_or_resolve(trace, key=key))


def _first(value):
    return value if isinstance(value, NoMatch) else None


def unrelated(trace, key):
    return provided_or_resolve(trace, key=key)
"""


@pytest.mark.parametrize(("helper", "found"), [("error_if_missing", []), ("unrelated", ["GC305"])])
def test_a_missing_value_may_be_looked_at_by_a_function_of_another_module(
    findings: Findings, helper: str, found: list[str]
) -> None:
    body = f"{helper}(trace, self.target_key); return resolve(trace, self.target_key)"
    source = f"from acme_checks.helpers import {helper}\n" + HEAD + RUN.format(body)
    assert codes(findings, source, {"src/acme_checks/helpers.py": HELPERS}) == found
