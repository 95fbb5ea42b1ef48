"""Ten checks that people asked for, scaffolded into a copy of this repository, then given their rule."""

import ast
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from giskard.checks._cli.main import run

pytestmark = pytest.mark.functional


@dataclass(frozen=True)
class Wish:
    """A check: how it is scaffolded, its rule, and values for its test in the place of the generated ones."""

    name: str
    flags: tuple[str, ...]
    rule: str
    given: str
    passing: str
    failing: str
    imports: str = ""


WISHES = [
    Wish(
        "ContainsAnyKeyword",
        ("--input=keywords:list[str]", "--target-type=str"),
        "return any(word.casefold() in target.casefold() for word in keywords)",
        '{"keywords": ["Refund", "credit"]}',
        '"You get a refund."',
        '"No money."',
    ),
    Wish(
        "URLAllowList",
        ("--input=allowed_hosts:list[str]", "--target-type=str", "--target-key=trace.last.outputs.answer"),
        "return all(urlsplit(str(url)).hostname in allowed_hosts for url in re.findall(r'https?://\\S+', target))",
        '{"allowed_hosts": ["help.example"]}',
        '"See https://help.example/a and http://HELP.example/b"',
        '"See https://help.example.evil.example"',
        "import re\nfrom urllib.parse import urlsplit\n",
    ),
    Wish(
        "MaximumLength",
        ("--input=max_length:int", "--target-type=str"),
        "return len(target) <= max_length",
        '{"max_length": 5}',
        '"short"',
        '"longer"',
    ),
    Wish(
        "JSONFieldEquals",
        ("--input=field:str", "--input=expected:any", "--target-type=dict"),
        "return field in target and target[field] == expected",
        '{"field": "status", "expected": "open"}',
        '{"status": "open"}',
        '{"status": "closed"}',
    ),
    Wish(
        "ToolWasCalled",
        ("--input=tool:str", "--target-type=list", "--target-key=trace.last.outputs.tool_calls"),
        'return tool in [call["name"] for call in target]',
        '{"tool": "search"}',
        '[{"name": "search"}]',
        '[{"name": "book"}]',
    ),
    Wish(
        "ISODatePresent",
        ("--target-type=str",),
        'return re.search(r"\\b\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])\\b", target) is not None',
        "{}",
        '"Due on 2025-10-03."',
        '"Due on 2025-13-03."',
        "import re\n",
    ),
    Wish(
        "LanguageCode",
        ("--input=language:str", "--target-type=str", "--target-key=trace.last.metadata.language"),
        'return target.partition("-")[0].lower() == language.lower()',
        '{"language": "FR"}',
        '"fr-CA"',
        '"en-FR"',
    ),
    Wish(
        "NoEmailLeaked",
        (
            "--param=own_domain:str=example.com",
            "--target-type=str",
            '--description=Passes without "foreign" addresses.',
        ),
        'return not any(d != self.own_domain for d in re.findall(r"[\\w.+-]+@([\\w-]+(?:\\.[\\w-]+)+)", target))',
        "{}",
        '"Write to help@example.com."',
        '"Write to ada@private.example."',
        "import re\n",
    ),
    Wish(
        "NumberWithinTolerance",
        ("--input=reference:float", "--param=tolerance:float=0.01", "--target-type=number"),
        "return abs(target - reference) <= self.tolerance",
        '{"reference": 2.5}',
        "2.505",
        "2.52",
    ),
    Wish(
        "RefusalDetected",
        ('--param=phrases:list[str]=["cannot", "unable"]', "--target-type=str", "--kind=refusal"),
        "return any(phrase in target.lower() for phrase in self.phrases)",
        "{}",
        '"I cannot do that."',
        '"Here you are."',
    ),
]


@pytest.fixture
def programs(library: Path) -> dict[str, str]:
    """Return the environment in which the copy, and not this checkout, is what is imported."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return os.environ | {"PATH": path, "PYTHONPATH": str(library / "src"), "PYTHONDONTWRITEBYTECODE": "1"}


def make_check(library: Path, environment: dict[str, str]) -> "subprocess.CompletedProcess[str]":
    """Run the real `make check`, in the environment at hand instead of one that it would set up."""
    command = ["make", "--old-file=setup", f"BIN={Path(sys.executable).parent}", "check"]
    return subprocess.run(command, cwd=library, env=environment, capture_output=True, text=True, check=False)


def pytest_on(library: Path, environment: dict[str, str], *tests: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests]
    return subprocess.run(command, cwd=library, env=environment, capture_output=True, text=True, check=False)


def give_rule(path: Path, wish: Wish) -> None:
    """Put the rule where the marker is, as an author would."""
    source = path.read_text("utf-8")
    marked = next(
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Return) and "your_rule" in ast.unparse(node)
    )
    lines = source.splitlines()
    lines[marked.lineno - 1 : marked.end_lineno] = [f"        {wish.rule}"]
    text = "\n".join(line for line in lines if "import your_rule_goes_here" not in line) + "\n"
    path.write_text(re.sub(r'("""\n\n)', rf"\g<1>{wish.imports}", text, count=1), "utf-8")


def give_values(path: Path, wish: Wish) -> None:
    text = path.read_text("utf-8")
    for name, value in (
        ("GIVEN: dict[str, Any]", wish.given),
        ("PASSING: Any", wish.passing),
        ("FAILING: Any", wish.failing),
    ):
        text = re.sub(rf"^{re.escape(name)} = .*$", lambda _, n=name, v=value: f"{n} = {v}", text, flags=re.M)
    path.write_text(text, "utf-8")


def test_ten_checks_come_out_green_and_stay_so_with_their_rule(library: Path, programs: dict[str, str]) -> None:
    for wish in WISHES:
        assert run(["new-check", wish.name, *wish.flags, "--no-verify"]) == 0
    kinds = [path.stem for path in (library / ".giskard-checks").glob("*.json")]
    assert len(kinds) == len(WISHES)
    tests = [f"tests/builtin/test_{kind}.py" for kind in kinds]
    convention_tests = ["tests/core/test_jsonpath_enforcement.py", "tests/core/test_key_naming_convention.py"]

    generated = pytest_on(library, programs, *tests, *convention_tests, "tests/test_public_api.py")
    assert generated.returncode == 0, generated.stdout
    checked = make_check(library, programs)
    assert checked.returncode != 0
    codes = re.findall(r"^src/\S+: (GC\d+) ", checked.stdout, flags=re.M)
    assert codes == ["GC402"] * len(WISHES), checked.stdout + checked.stderr

    for wish, kind in zip(WISHES, [_kind(wish) for wish in WISHES], strict=True):
        give_rule(library / f"src/giskard/checks/builtin/{kind}.py", wish)
        give_values(library / f"tests/builtin/test_{kind}.py", wish)
    for command in (["ruff", "check", "--fix-only", "-q", "."], ["ruff", "format", "-q", "."]):
        subprocess.run([sys.executable, "-m", *command], cwd=library, check=True)
    filled = pytest_on(library, programs, *tests, *convention_tests)
    assert filled.returncode == 0, filled.stdout
    clean = make_check(library, programs)
    assert clean.returncode == 0, clean.stdout + clean.stderr


def _kind(wish: Wish) -> str:
    given = next((flag.removeprefix("--kind=") for flag in wish.flags if flag.startswith("--kind=")), None)
    words = {
        "URLAllowList": "url_allow_list",
        "JSONFieldEquals": "json_field_equals",
        "ISODatePresent": "iso_date_present",
    }
    return given or words.get(wish.name) or re.sub(r"(?<!^)(?=[A-Z])", "_", wish.name).lower()
