"""The rules about fields: a table of classes that break each, and one of those that come near and keep it."""

import re
from collections.abc import Callable
from textwrap import indent

import pytest

from giskard.checks import Check
from giskard.checks._lint.linter import lint
from giskard.checks._lint.project import Project

type Findings = Callable[..., list[str]]

EXACTLY_ONE = """
@model_validator(mode="after")
def _exactly_one_keyword(self) -> Self:
    exactly_one(self, "keyword", "keyword_key")
    return self
"""


def check(fields: str, methods: str = "", *, before: str = "", base: str = "Check") -> str:
    """Return a module with one registered check that reads every field it defines."""
    names = re.findall(r"^(\w+):", fields, flags=re.MULTILINE)
    reading = "\n".join(f"    resolve(trace, self.{name})" for name in names)
    handled = '    unusable("value", None)'
    run = f"async def run(self, trace: Trace) -> CheckResult:\n{reading}\n{handled}\n    return CheckResult.success()\n"
    return f'{before}\n\n@Check.register("mine")\nclass Mine({base}):\n{indent(fields + methods + run, "    ")}'


def running(body: str, field: str = 'target_key: JSONPathStr = "trace.last.outputs"', base: str = "Check") -> str:
    """Return a module with one registered check that does what `body` says."""
    body += '\nunusable("value", None)'
    run = f"async def run(self, trace: Trace) -> CheckResult:\n{indent(body, '    ')}\n"
    return f'@Check.register("mine")\nclass Mine({base}):\n    {field}\n{indent(run, "    ")}'


# --- GC101: named as a path, typed as one ---

ALIASES = """
from collections.abc import Sequence

import typing as t

from acme_checks import types
from acme_checks.types import Imported, Imported as Renamed

Plain = JSONPathStr
Explicit: TypeAlias = JSONPathStr | None
Quoted: TypeAlias = "JSONPathStr | None"
type Modern = JSONPathStr
Chained = Modern
Paths = list[JSONPathStr]
Text = str
Loop = Union["Loop", "Loop", str]
"""
TYPES = {
    "src/acme_checks/types.py": "from giskard.checks import JSONPathStr\n\nImported = JSONPathStr\n",
}


@pytest.mark.parametrize(
    "typed",
    [
        pytest.param("str", id="a string"),
        pytest.param("str | None", id="an optional string"),
        pytest.param("Optional[str]", id="Optional of a string"),
        pytest.param("Any", id="anything"),
        pytest.param("'str'", id="a quoted string type"),
        pytest.param("Annotated[str, Field(min_length=1)]", id="an annotated string"),
        pytest.param("Literal['trace.last.outputs']", id="a literal path"),
        pytest.param("Literal['JSONPathStr']", id="a literal that spells the type"),
        pytest.param("JSONPathStr | str", id="a path or any string"),
        pytest.param("Union[JSONPathStr, int]", id="a path or a number"),
        pytest.param("JSONPathStrict", id="a name that begins alike"),
        pytest.param("Text", id="an alias of a string"),
        pytest.param("Loop", id="an alias that leads to itself"),
        pytest.param("nowhere.JSONPathStr", id="a type of that name from elsewhere"),
        pytest.param("Annotated[()]", id="an empty Annotated"),
        pytest.param("'not a [type'", id="a quoted annotation that does not parse"),
        pytest.param("list[JSONPathStr]", id="a list of paths"),
        pytest.param("tuple[JSONPathStr, ...]", id="a tuple of paths"),
        pytest.param("dict[str, JSONPathStr]", id="a dict of paths"),
        pytest.param("dict[str, list[JSONPathStr]]", id="paths two containers deep"),
        pytest.param("list[JSONPathStr] | MISSING", id="an optional list of paths"),
        pytest.param("Paths", id="an alias of a list of paths"),
        pytest.param("list['JSONPathStr']", id="a list of quoted paths"),
    ],
)
def test_a_field_named_as_a_path_must_be_typed_as_one(findings: Findings, typed: str) -> None:
    source = check(f"keyword: str\nkeyword_key: {typed}\n", before=ALIASES)
    assert findings(source, TYPES) == ["GC101"]


@pytest.mark.parametrize(
    "typed",
    [
        pytest.param("JSONPathStr", id="a path"),
        pytest.param("JSONPathStr | MISSING", id="an optional path"),
        pytest.param("MISSING | JSONPathStr", id="the other way round"),
        pytest.param("Union[JSONPathStr, MISSING]", id="Union"),
        pytest.param("typing.Union[JSONPathStr, MISSING]", id="Union of the typing module"),
        pytest.param("t.Union[JSONPathStr, MISSING]", id="Union of the typing module by another name"),
        pytest.param("Annotated[JSONPathStr, Field(description='where')]", id="Annotated"),
        pytest.param("Annotated[JSONPathStr | MISSING, Field(description='where')]", id="Annotated around a union"),
        pytest.param("Plain", id="a plain alias"),
        pytest.param("Modern", id="a type statement"),
        pytest.param("Chained", id="an alias of an alias"),
        pytest.param("Chained | MISSING", id="an alias in a union"),
        pytest.param("Imported", id="an alias from another module"),
        pytest.param("Renamed", id="an alias imported by another name"),
        pytest.param("types.Imported", id="an alias as an attribute of its module"),
        pytest.param("'JSONPathStr'", id="a quoted path"),
        pytest.param("'JSONPathStr | MISSING'", id="a quoted union"),
        pytest.param("'Modern' | MISSING", id="a quoted alias in a union"),
        pytest.param("Union['JSONPathStr', MISSING]", id="a quoted path in Union"),
    ],
)
def test_a_path_may_be_spelled_in_many_ways(findings: Findings, typed: str) -> None:
    source = check(f"keyword: str\nkeyword_key: {typed}\n", before=ALIASES)
    assert findings(source, TYPES) == []


@pytest.mark.parametrize(
    "field",
    [
        pytest.param("keys: list[str]\n", id="a plural"),
        pytest.param("keynote: str\n", id="a name that begins with key"),
        pytest.param("monkey: str\n", id="a name that ends with key but no underscore"),
        pytest.param("key_name: str\n", id="a name that starts with key and an underscore"),
        pytest.param("_key: str = ''\n", id="a private attribute"),
        pytest.param("api_key: ClassVar[str] = ''\n", id="a class variable"),
        pytest.param("api_key: typing.ClassVar = ''\n", id="a bare class variable"),
        pytest.param("api_key: 'ClassVar[str]' = ''\n", id="a quoted class variable"),
    ],
)
def test_a_field_that_is_no_path_needs_no_path_type(findings: Findings, field: str) -> None:
    assert findings(check(field).replace("self._key", "''")) == []


def test_a_list_of_paths_is_refused_whatever_its_name(findings: Findings) -> None:
    assert findings(check("places: list[JSONPathStr]\n")) == ["GC101"]


def test_a_path_is_seen_in_a_long_union(findings: Findings) -> None:
    members = " | ".join(f"Type{number}" for number in range(60))
    assert findings(check(f"place: JSONPathStr | {members}\n")) == ["GC201"]


# --- GC102: optional by MISSING, never by None ---


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param("keyword: str\nkeyword_key: JSONPathStr | None\n", id="a path or None"),
        pytest.param("keyword: str\nkeyword_key: Optional[JSONPathStr]\n", id="Optional"),
        pytest.param("keyword: str\nkeyword_key: Explicit\n", id="an alias of a path or None"),
        pytest.param("keyword: str\nkeyword_key: Quoted\n", id="a quoted alias of a path or None"),
        pytest.param('keyword: str\nkeyword_key: JSONPathStr | None = "trace.last"\n', id="None beside a default path"),
        pytest.param("target_key: JSONPathStr = None\n", id="None as the default of a path"),
        pytest.param("target_key: JSONPathStr = Field(default=None)\n", id="None as the default in Field"),
        pytest.param("target_key: JSONPathStr = Field(None, description='x')\n", id="None in Field by position"),
        pytest.param("target_key: JSONPathStr = NOTHING\n", id="None by the name of a constant"),
        pytest.param("target_key: JSONPathStr = MISSING\n", id="MISSING by default but not by type"),
        pytest.param(
            'keyword: str | None = None\nkeyword_key: JSONPathStr = "trace.last"\n',
            id="a value that is None by default",
        ),
        pytest.param(
            'target: str | None = None\ntarget_key: JSONPathStr = "trace.last"\n',
            id="a subject that is None by default",
        ),
        pytest.param('name_key: JSONPathStr = "trace.last.metadata.name"\n', id="beside a field of Check that is None"),
    ],
)
def test_none_does_not_mean_that_a_path_says_where(findings: Findings, fields: str) -> None:
    source = check(fields, before=f"{ALIASES}\nNOTHING = None\n")
    assert findings(source, TYPES) == ["GC102"]


def test_a_path_that_may_be_none_and_missing_is_not_one_path(findings: Findings) -> None:
    source = check("keyword: str\nkeyword_key: JSONPathStr | None | MISSING = MISSING\n")
    assert findings(source) == ["GC101", "GC102"]


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param("keyword: Any\nkeyword_key: JSONPathStr | MISSING = MISSING\n", id="a value that must be given"),
        pytest.param('keyword: str = "None"\nkeyword_key: JSONPathStr = "trace.last"\n', id="the text None"),
        pytest.param('keyword: str = "MISSING"\nkeyword_key: JSONPathStr = "trace.last"\n', id="the text MISSING"),
        pytest.param("tolerance: float | None = None\n", id="None without a path beside it"),
        pytest.param('keyword: str | None\nkeyword_key: JSONPathStr = "trace.last"\n', id="a value that may be None"),
    ],
)
def test_none_may_be_a_value(findings: Findings, fields: str) -> None:
    assert findings(check(fields)) == []


# --- GC103: a default path is one ---


@pytest.mark.parametrize(
    "default",
    [
        pytest.param('"last.outputs"', id="not from the trace"),
        pytest.param('"trace"', id="the trace itself"),
        pytest.param('""', id="empty"),
        pytest.param('"trace.last["', id="a path that does not parse"),
        pytest.param('"trace.last.`sub(/a/, b)`"', id="a path that computes"),
        pytest.param('Field(default="outputs", description="x")', id="in Field"),
        pytest.param('Field("outputs")', id="in Field by position"),
        pytest.param('pydantic.Field(default="outputs")', id="in Field of the pydantic module"),
        pytest.param('Described(default="outputs")', id="in Field by another name"),
        pytest.param('"trace" "last"', id="in two pieces"),
        pytest.param("WHERE", id="the name of a constant"),
        pytest.param("Field(default=WHERE)", id="the name of a constant in Field"),
        pytest.param("elsewhere.WHERE", id="a constant of another module"),
        pytest.param("3", id="a number"),
    ],
)
def test_a_default_path_must_be_valid(findings: Findings, default: str) -> None:
    before = (
        'import pydantic\nfrom pydantic import Field as Described\nfrom acme_checks import elsewhere\nWHERE = "x.y"\n'
    )
    source = check(f"target_key: JSONPathStr = {default}\n", before=before)
    assert findings(source, {"src/acme_checks/elsewhere.py": 'WHERE = "outputs"\n'}) == ["GC103"]


def test_a_default_path_in_annotated_must_be_valid(findings: Findings) -> None:
    assert findings(check('target_key: Annotated[JSONPathStr, Field(default="outputs")]\n')) == ["GC103"]


@pytest.mark.parametrize(
    "default",
    [
        pytest.param('= "trace.last.outputs"', id="a path"),
        pytest.param('= Field(default="trace.interactions[*].outputs")', id="a path with a wildcard"),
        pytest.param("= \"trace.interactions[?(@.inputs == 'a')].outputs\"", id="a path with a filter"),
        pytest.param('= "trace." "last"', id="a path in two pieces"),
        pytest.param("", id="no default"),
        pytest.param("= ...", id="an ellipsis for no default"),
        pytest.param("= Field(..., description='outputs')", id="an ellipsis in Field"),
        pytest.param("= Field(default=...)", id="an ellipsis as the default in Field"),
        pytest.param("= Field(description='outputs')", id="Field without a default"),
        pytest.param("= where()", id="a call that nobody can look into"),
        pytest.param("= Field(default_factory=lambda: 'trace.last')", id="a default factory"),
        pytest.param("= WHERE", id="the name of a constant"),
    ],
)
def test_a_default_path_may_be_given_or_not(findings: Findings, default: str) -> None:
    source = check(f"target_key: JSONPathStr {default}\n", before='WHERE = "trace.last.inputs"\ndef where(): ...\n')
    assert findings(source) == []


def test_the_default_of_a_value_is_no_path(findings: Findings) -> None:
    assert findings(check('where: str = "outputs"\n')) == []


# --- GC104: a path is read ---


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("return CheckResult.success()", id="never mentioned"),
        pytest.param("self.target_key", id="mentioned"),
        pytest.param("if self.target_key: pass", id="asked for"),
        pytest.param("assert self.target_key is not MISSING", id="compared"),
        pytest.param("return CheckResult.error(message=f'{self.target_key}')", id="in a message"),
        pytest.param("return CheckResult.failure(message=self.target_key)", id="as a message"),
        pytest.param("return CheckResult.success(details={'path': self.target_key})", id="in the details"),
        pytest.param("return unusable(self.target_key, 1)", id="handed to what only talks about it"),
        pytest.param("exactly_one(self, self.target_key)", id="handed to a validation"),
        pytest.param("fields.brief(self.target_key)", id="handed to what shortens it"),
        pytest.param("yields_list(self.target_key)", id="asked whether it gives a list"),
        pytest.param("raise ValueError(self.target_key)", id="in an exception"),
        pytest.param("raise TypeError(self.target_key)", id="in another exception"),
        pytest.param("return resolve(trace, trace.target_key)", id="the same attribute of something else"),
        pytest.param("return resolve(trace, target_key)", id="a variable of the same name"),
        pytest.param("return resolve(trace, self.other.target_key)", id="the same attribute of an attribute"),
        pytest.param("return resolve(trace, self.target_key_of)", id="an attribute that begins alike"),
        pytest.param("self.target_key = 'trace.last'", id="assigned to"),
    ],
)
def test_a_path_that_nothing_reads_is_found(findings: Findings, body: str) -> None:
    assert findings(running(body)) == ["GC104"]


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("resolve(trace, self.target_key)", id="resolve"),
        pytest.param("resolve(trace, key=self.target_key)", id="by keyword"),
        pytest.param("provided_or_resolve(trace, key=self.target_key, value=1)", id="provided_or_resolve"),
        pytest.param("unusable('target_key', resolve(trace, self.target_key))", id="inside what talks about the value"),
        pytest.param("path = self.target_key\nresolve(trace, path)", id="by a variable"),
        pytest.param("path: str = self.target_key\nresolve(trace, path)", id="by an annotated variable"),
        pytest.param("if path := self.target_key: resolve(trace, path)", id="by a walrus"),
        pytest.param("a, b = self.target_key, 1", id="by two variables at once"),
        pytest.param("path = self.target_key if trace else 'trace.last'", id="by a conditional"),
        pytest.param("path = 'trace.last' if trace else self.target_key", id="by the other side of a conditional"),
        pytest.param("for path in {self.target_key}: resolve(trace, path)", id="in a set"),
        pytest.param("yield self.target_key", id="yielded"),
        pytest.param("resolve(trace, self.target_key or 'trace.last')", id="by an alternative"),
        pytest.param("for path in (self.target_key, 'trace.last'): resolve(trace, path)", id="in a loop"),
        pytest.param("[resolve(trace, path) for path in [self.target_key]]", id="in a comprehension"),
        pytest.param("self._value(trace, self.target_key)", id="by a method"),
        pytest.param("def inner(): return resolve(trace, self.target_key)\ninner()", id="in an inner function"),
        pytest.param("return await helper(trace, [*(self.target_key,)])", id="unpacked"),
    ],
)
def test_a_path_may_be_read_in_many_ways(findings: Findings, body: str) -> None:
    assert findings(running(body)) == []


def test_a_path_may_be_read_by_another_method(findings: Findings) -> None:
    reading = "@property\ndef subject(self) -> str:\n    return self.target_key\n\n"
    source = running("return resolve(trace, self.subject)").replace(
        "    async def", indent(reading, "    ") + "    async def"
    )
    assert findings(source) == []


BASE = """
class Base(Check):
    {field}

    {method}


@Check.register("mine")
class Mine(Base):
    {own_field}

    async def run(self, trace: Trace) -> CheckResult:
        return {result}
"""
FIELD = 'target_key: JSONPathStr = "trace.last.outputs"'


@pytest.mark.parametrize(
    ("parts", "found"),
    [
        pytest.param(
            {"field": "pass", "own_field": FIELD, "method": "def value(self, t): return resolve(t, self.target_key)"},
            [],
            id="read by the base class",
        ),
        pytest.param(
            {"field": FIELD, "own_field": "pass", "method": "", "result": "resolve(trace, self.target_key)"},
            [],
            id="defined by an abstract base, read by its subclass",
        ),
        pytest.param(
            {"field": FIELD, "own_field": FIELD, "method": "def value(self, t): return resolve(t, self.target_key)"},
            [],
            id="defined again, read by the base class",
        ),
        pytest.param({"field": "pass", "own_field": FIELD, "method": ""}, ["GC104"], id="read by neither"),
        pytest.param({"field": FIELD, "own_field": "pass", "method": ""}, ["GC104"], id="inherited, read by neither"),
    ],
)
def test_a_path_may_be_read_by_a_base_or_a_subclass(
    findings: Findings, parts: dict[str, str], found: list[str]
) -> None:
    assert findings(BASE.format(**{"result": "CheckResult.success()"} | parts)) == found


def test_a_path_is_not_read_by_a_check_that_only_has_one_of_that_name(findings: Findings) -> None:
    other = running("return resolve(trace, self.target_key)").replace("Mine", "Other").replace('"mine"', '"other"')
    assert findings(f"{running('return CheckResult.success()')}\n\n{other}") == ["GC104"]


def test_a_path_may_be_read_by_a_base_class_of_another_module(findings: Findings) -> None:
    base = (
        "from giskard.checks import Check, resolve\n\n\nclass Reading(Check):\n"
        "    def value(self, trace):\n        return resolve(trace, self.target_key)\n"
    )
    source = f"from acme_checks.base import Reading\n\n{running('return self.value(trace)', base='Reading')}"
    assert findings(source, {"src/acme_checks/base.py": base}) == []


def test_a_path_may_be_read_by_a_class_of_the_library(findings: Findings) -> None:
    field = f"    {FIELD}\n    keyword_key: JSONPathStr = 'trace.last.metadata.keyword'\n"
    assert findings(f'@Check.register("mine")\nclass Mine(StringMatching[str, str, Trace]):\n{field}') == []


def test_a_base_class_of_the_library_does_not_read_what_it_does_not_know(findings: Findings) -> None:
    fields = '    other: str\n    other_key: JSONPathStr = "trace.last"\n'
    assert findings(f'@Check.register("mine")\nclass Mine(StringMatching):\n{fields}') == ["GC104"]


# --- GC105: nothing of Check is shadowed ---

RESERVED = sorted({n for n in dir(Check) if not n.startswith("_")} - set(Check.model_fields) - {"model_config"})


@pytest.mark.parametrize(
    "field",
    [
        pytest.param("schema: dict[str, Any]\n", id="a method of pydantic"),
        pytest.param("json: str = ''\n", id="another method of pydantic"),
        pytest.param("copy: bool = False\n", id="a method with a default"),
        pytest.param("model_dump: int = 1\n", id="a method of today's pydantic"),
        pytest.param("kind: str = 'mine'\n", id="the kind"),
        pytest.param("run_sync: bool = True\n", id="a method of Check"),
        pytest.param("name: int = 1\n", id="a field of Check as another type"),
        pytest.param("name: str | int = 1\n", id="a field of Check as a wider type"),
        pytest.param("description: list[str] = []\n", id="another field of Check as another type"),
        pytest.param("name: Literal[1] = 1\n", id="a field of Check as a literal number"),
    ],
)
def test_a_field_must_not_shadow_what_check_has(findings: Findings, field: str) -> None:
    assert findings(check(field)) == ["GC105"]


@pytest.mark.parametrize(
    "field",
    [
        pytest.param("description: str = 'What it is for.'\n", id="a field of Check, narrower"),
        pytest.param("description: str | None = 'What it is for.'\n", id="a field of Check, the same"),
        pytest.param("description: Optional[str] = None\n", id="a field of Check, the same by Optional"),
        pytest.param("name: 'str | None' = None\n", id="a field of Check, the same in quotes"),
        pytest.param("name: Annotated[str, Field(max_length=9)] = 'a'\n", id="a field of Check with a limit"),
        pytest.param("name: Literal['polite', 'rude'] = 'polite'\n", id="a field of Check as literal texts"),
        pytest.param("model_config: dict[str, Any] = {}\n", id="the configuration, which is no field"),
        pytest.param("schema_: dict[str, Any] = {}\n", id="a name beside a method"),
        pytest.param("schema: ClassVar[str] = ''\n", id="a class variable"),
        pytest.param("runs: int = 1\n", id="a name that begins alike"),
    ],
)
def test_a_field_may_redefine_a_field_of_check(findings: Findings, field: str) -> None:
    assert findings(check(field)) == []


@pytest.mark.parametrize("taken", RESERVED)
def test_every_public_attribute_of_check_is_reserved(findings: Findings, taken: str) -> None:
    assert findings(check(f"{taken}: int = 0\n")) == ["GC105"]


# --- GC201 to GC203: names ---


@pytest.mark.parametrize(
    ("fields", "found"),
    [
        pytest.param("key: JSONPathStr\n", ["GC201"], id="a bare key"),
        pytest.param('key: JSONPathStr = "trace.last"\n', ["GC201"], id="a bare key with a default"),
        pytest.param("path: JSONPathStr\n", ["GC201"], id="a path by another name"),
        pytest.param("target: JSONPathStr\n", ["GC201"], id="the subject without _key"),
        pytest.param("keyword_path: JSONPathStr\n", ["GC201"], id="a path by another ending"),
        pytest.param("keywordkey: JSONPathStr\n", ["GC201"], id="a path without underscore"),
        pytest.param("path: JSONPathStr | MISSING = MISSING\n", ["GC201"], id="an optional path by another name"),
        pytest.param("path: Where\n", ["GC201"], id="a path by an alias"),
        pytest.param("output_key: JSONPathStr\n", ["GC202"], id="a path without a field beside it"),
        pytest.param("keyword: ClassVar[str]\nkeyword_key: JSONPathStr\n", ["GC202"], id="beside a class variable"),
        pytest.param("_keyword: str\nx_keyword_key: JSONPathStr\n", ["GC202"], id="beside a private attribute"),
        pytest.param("key_key: JSONPathStr\n", ["GC202"], id="a key of a key"),
        pytest.param("target: JSONPathStr\ntarget_key: JSONPathStr\n", ["GC201", "GC203"], id="two paths"),
        pytest.param(
            "keyword: JSONPathStr | MISSING\nkeyword_key: JSONPathStr\n", ["GC201", "GC203"], id="two paths, optional"
        ),
        pytest.param("keyword: Where\nkeyword_key: Where\n", ["GC201", "GC203"], id="two paths by an alias"),
        pytest.param('keyword: "JSONPathStr"\nkeyword_key: JSONPathStr\n', ["GC201", "GC203"], id="two paths, as text"),
        pytest.param(
            "keyword: Annotated[JSONPathStr, 1]\nkeyword_key: JSONPathStr\n", ["GC201", "GC203"], id="two, annotated"
        ),
        pytest.param(
            "keyword: Optional[JSONPathStr]\nkeyword_key: JSONPathStr\n",
            ["GC102", "GC201", "GC203"],
            id="two, one optional",
        ),
        pytest.param("keywords: str\nkeyword_key: JSONPathStr\n", ["GC202"], id="beside one of another name"),
    ],
)
def test_a_path_is_named_after_what_it_stands_for(findings: Findings, fields: str, found: list[str]) -> None:
    assert findings(check(fields, before="Where = JSONPathStr\n").replace("self._", "self.x_")) == found


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param("target_key: JSONPathStr\n", id="the subject alone"),
        pytest.param('target: str\ntarget_key: JSONPathStr = "trace.last"\n', id="the subject with its value"),
        pytest.param("keyword: str\nkeyword_key: JSONPathStr\n", id="a pair"),
        pytest.param("keyword_key: JSONPathStr\nkeyword: str\n", id="a pair in the other order"),
        pytest.param("path: str\n", id="a path of another kind"),
    ],
)
def test_a_path_beside_its_value_is_well_named(findings: Findings, fields: str) -> None:
    assert findings(check(fields)) == []


def test_the_field_beside_a_path_may_be_inherited(findings: Findings) -> None:
    base = "class Base(Check):\n    keyword: str\n\n\n"
    assert findings(check("keyword_key: JSONPathStr\n", before=base, base="Base")) == []


def test_the_field_beside_a_path_may_be_inherited_from_the_library(findings: Findings) -> None:
    source = check("case_sensitive_key: JSONPathStr\n", base="StringMatching")
    assert findings(source) == []


# --- GC204: an optional pair is validated ---

PAIR = "keyword: str | MISSING = MISSING\nkeyword_key: JSONPathStr | MISSING = MISSING\n"
BY_ATTRIBUTE = """
@model_validator(mode="after")
def _one(self) -> Self:
    if (self.keyword is MISSING) == (self.keyword_key is MISSING):
        raise ValueError("one")
    return self
"""
BEFORE = """
@model_validator(mode="before")
@classmethod
def _one(cls, data: Any) -> Any:
    if ("keyword" in data) == ("keyword_key" in data):
        raise ValueError("one")
    return data
"""


@pytest.mark.parametrize(
    ("fields", "methods"),
    [
        pytest.param(PAIR, "", id="not at all"),
        pytest.param(PAIR, EXACTLY_ONE.replace('"keyword", ', ""), id="only the path"),
        pytest.param(PAIR, EXACTLY_ONE.replace(', "keyword_key"', ""), id="only the value"),
        pytest.param(PAIR, EXACTLY_ONE.replace("keyword", "other"), id="another pair"),
        pytest.param(PAIR, EXACTLY_ONE.replace('@model_validator(mode="after")', ""), id="in a method nobody calls"),
        pytest.param(PAIR, EXACTLY_ONE.replace('model_validator(mode="after")', "override"), id="by no validator"),
        pytest.param(
            'keyword: str = ""\nkeyword_key: JSONPathStr | MISSING = MISSING\n', "", id="with a value by default"
        ),
        pytest.param(
            "keyword: Text = Text()\nkeyword_key: JSONPathStr | MISSING = MISSING\n",
            "",
            id="with a made value by default",
        ),
        pytest.param(PAIR.replace("MISSING\n", "UNSET\n"), "", id="optional by a constant"),
        pytest.param(
            PAIR.replace("= MISSING", "= Field(default=MISSING, description='x')"), "", id="optional by Field"
        ),
        pytest.param(PAIR.replace("= MISSING", "= Field(MISSING)"), "", id="optional by Field by position"),
        pytest.param(
            "target: str | MISSING = MISSING\ntarget_key: JSONPathStr | MISSING = MISSING\n", "", id="the subject too"
        ),
    ],
)
def test_an_optional_pair_must_be_validated(findings: Findings, fields: str, methods: str) -> None:
    source = check(fields, methods, before="UNSET = MISSING\n\n\nclass Text: ...\n")
    assert findings(source) == ["GC204"]


@pytest.mark.parametrize(
    ("fields", "methods"),
    [
        pytest.param(PAIR, EXACTLY_ONE, id="by exactly_one"),
        pytest.param(PAIR, BY_ATTRIBUTE, id="by its attributes"),
        pytest.param(PAIR, BEFORE, id="before it is built"),
        pytest.param(PAIR, EXACTLY_ONE.replace("@model_", "@pydantic.model_"), id="by a validator of the module"),
        pytest.param(PAIR, EXACTLY_ONE.replace("@model_validator", "@checked"), id="by a validator of another name"),
        pytest.param(PAIR.replace("| MISSING = MISSING\n", "\n", 1), "", id="a value that must be given"),
        pytest.param(PAIR.replace("JSONPathStr | MISSING = MISSING", 'JSONPathStr = "trace.last"'), "", id="override"),
        pytest.param(PAIR.replace("JSONPathStr | MISSING = MISSING", "JSONPathStr = WHERE"), "", id="named override"),
        pytest.param(
            PAIR.replace("JSONPathStr | MISSING = MISSING", "JSONPathStr"), "", id="a path that must be given"
        ),
        pytest.param(PAIR.replace("= MISSING", "= ..."), "", id="both must be given"),
        pytest.param(PAIR.replace("= MISSING", "= Field(...)"), "", id="both must be given, by Field"),
    ],
)
def test_an_optional_pair_may_be_validated_in_many_ways(findings: Findings, fields: str, methods: str) -> None:
    before = 'import pydantic\nfrom pydantic import model_validator as checked\n\nWHERE = "trace.last"\n'
    assert findings(check(fields, methods, before=before)) == []


def test_an_optional_pair_may_be_validated_by_a_base_class(findings: Findings) -> None:
    base = f"class Base(Check):\n{indent(EXACTLY_ONE, '    ')}\n\n"
    assert findings(check(PAIR, before=base, base="Base")) == []


def test_an_optional_pair_may_be_validated_by_the_library(findings: Findings) -> None:
    assert findings(check(PAIR, base="StringMatching")) == []


@pytest.mark.parametrize(
    ("inherited", "own"),
    [
        pytest.param(PAIR, "limit: int\n", id="a pair that is inherited"),
        pytest.param(
            "keyword: str | MISSING = MISSING\n", PAIR.splitlines()[1] + "\n", id="a path beside what is inherited"
        ),
    ],
)
def test_a_pair_is_reported_once(findings: Findings, inherited: str, own: str) -> None:
    reads = "def value(self, trace: Trace) -> Any:\n    return resolve(trace, self.keyword_key)\n"
    base = f"class Base(Check):\n{indent(inherited + reads, '    ')}\n\n"
    assert findings(check(own, before=base, base="Base")) == ["GC204"]


def test_a_pair_with_none_for_a_path_must_be_validated_too(findings: Findings) -> None:
    fields = "keyword: str | MISSING = MISSING\nkeyword_key: JSONPathStr | None = None\n"
    assert findings(check(fields)) == ["GC102", "GC204"]


def test_a_pair_without_a_path_is_none(findings: Findings) -> None:
    assert findings(check("api: str | MISSING = MISSING\napi_key: str | MISSING = MISSING\n")) == ["GC101"]


def test_a_pair_that_a_subclass_completes_is_reported_there(project: Callable[..., Project]) -> None:
    base = "class Base(Check):\n    keyword_key: JSONPathStr | MISSING = MISSING\n    keyword: str\n\n\n"
    source = check("keyword: str | MISSING = MISSING\n", "", before=base, base="Base")
    mine = project(source.replace("resolve(trace, self.keyword)", "resolve(trace, self.keyword_key)"))
    [found] = lint(mine)
    line = (mine.package_dir / "builtin/mine.py").read_text().splitlines()[found.line - 1]
    assert (found.code, line) == ("GC204", "    keyword: str | MISSING = MISSING")


# --- classes that are no check ---


def test_the_fields_of_a_mixin_are_fields_of_the_check(findings: Findings) -> None:
    mixin = "class Secret:\n    api_key: str\n\n\n"
    assert findings(check("limit: int\n", before=mixin, base="Secret, Check")) == ["GC101"]


def test_a_mixin_of_several_checks_is_reported_once(findings: Findings) -> None:
    mixin = "class Secret(BaseModel):\n    api_key: str\n\n\n"
    other = check("limit: int\n", base="Secret, Check").replace("Mine", "Other").replace('"mine"', '"other"')
    assert findings(check("limit: int\n", before=mixin, base="Secret, Check") + other) == ["GC101"]


@pytest.mark.parametrize(
    "other",
    [
        pytest.param("class Settings(BaseModel):\n    api_key: str\n", id="a model"),
        pytest.param("class Settings:\n    key: str\n    schema: int\n", id="a plain class"),
        pytest.param("def settings(api_key: str) -> None:\n    key: str = api_key\n", id="a function"),
    ],
)
def test_what_is_no_check_may_have_any_field(findings: Findings, other: str) -> None:
    assert findings(check("limit: int\n", before=f"\n\n{other}\n\n")) == []


def test_an_abstract_base_is_held_to_the_rules_too(findings: Findings) -> None:
    assert findings("class Base(Check):\n    api_key: str\n") == ["GC101"]
