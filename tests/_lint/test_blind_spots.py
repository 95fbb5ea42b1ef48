"""What a linter overlooks that walks over the classes that happen to be imported: eight spots that this one sees."""

from collections.abc import Callable

import pytest

RUN = """
    async def run(self, trace: Trace) -> CheckResult:
        return unusable("target_key", resolve(trace, self.target_key)) or CheckResult.success()
"""
MINE = (
    f'@Check.register("mine")\nclass Mine(Check):\n    {{}}\n    target_key: JSONPathStr = "trace.last.outputs"\n{RUN}'
)
FAR = "src/acme_checks_extra/far.py"
INIT = "src/acme_checks/builtin/__init__.py"

type Findings = Callable[..., list[str]]


def test_a_module_that_nobody_imports(findings: Findings) -> None:
    forgotten = (
        f'from giskard.checks import Check\n\n@Check.register("lost")\nclass Lost(Check):\n    a_key: str = ""\n{RUN}'
    )
    codes = findings(MINE.format(""), {"src/acme_checks/builtin/lost.py": forgotten})
    assert {"GC101", "GC303"} <= set(codes)


@pytest.mark.parametrize(
    ("field", "more", "expected"),
    [
        pytest.param("text: str = ''\n    text_key: Path = 'trace.a'", "type Path = JSONPathStr", [], id="an alias"),
        pytest.param("a_key: Path = ''", "type Path = str", ["GC101"], id="an alias of a plain text"),
        pytest.param("paths_key: list[JSONPathStr] = []", "", ["GC101"], id="a list of paths"),
        pytest.param("api_key: str = ''", "", ["GC101"], id="a key that is a secret"),
        pytest.param(
            "api_key: str = ''  # giskard: ignore[GC101] a secret, not a path", "", [], id="a secret that says so"
        ),
        pytest.param("path: JSONPathStr = 'trace.a'", "", ["GC104", "GC201"], id="a path of another name"),
        pytest.param("by_name_key: dict[str, JSONPathStr] = {}", "", ["GC101"], id="a dict of paths"),
        pytest.param(
            "text: str = ''\n    text_key: JSONPathStr = 'trace.'", "", ["GC103"], id="a default that no parser saw"
        ),
        pytest.param(
            "text: str = ''\n    text_key: JSONPathStr = 'last.a'", "", ["GC103"], id="a default without a root"
        ),
    ],
)
def test_a_field(findings: Findings, field: str, more: str, expected: list[str]) -> None:
    reads = "trace.last" if "text_key" in field else ""
    source = f"{more}\n\n" + MINE.format(field)
    if reads:
        source = source.replace(
            "        return unusable", "        resolve(trace, self.text_key)\n        return unusable"
        )
    assert findings(source) == expected


def test_a_foreign_package_whose_name_begins_alike(findings: Findings) -> None:
    """Its checks are not this project's to mend, and its bases do not count as ours."""
    far = "from giskard.checks import Check\n\n@Check.register('far')\nclass Far(Check):\n    a_key: str = ''\n"
    assert findings(MINE.format(""), {FAR: far, "src/acme_checks_extra/__init__.py": ""}) == []
