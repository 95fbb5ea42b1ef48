"""JUnit XML: valid for any input, read back by other tools, small."""

import xml.etree.ElementTree as ET
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import junitparser
import pytest
import xmlschema
from hypothesis import given, settings
from hypothesis import strategies as st

from giskard.checks import Equals, FnCheck, Scenario, ScenarioResult, Suite, SuiteResult
from giskard.checks.export.files import write_whole
from giskard.checks.export.junit import to_junit_xml

SCHEMA = xmlschema.XMLSchema(str(Path(__file__).parent / "junit.xsd"))


def suite(*scenarios: Scenario, name: str = "the suite") -> SuiteResult:
    return Suite(name=name, scenarios=list(scenarios)).run_sync(return_exception=True)


def boom(inputs: str) -> str:
    raise LookupError("no route")


def example() -> SuiteResult:
    return suite(
        Scenario("passes").with_tags(["lang: fr", "smoke"]).interact("a", "b").check(Equals(expected_value="b")),
        Scenario("fails").interact("a", "b").check(Equals(expected_value="c", name="is c")).interact("d", "e"),
        Scenario("errors").interact("a", boom).check(Equals(expected_value="c")),
        Scenario("skips").interact("a", "b").check(FnCheck(fn=lambda trace: skip())),
        Scenario("passes").interact("a", "b"),
    )


def skip() -> Any:
    from giskard.checks import CheckResult

    return CheckResult.skip(message="not today")


def test_other_tools_read_it(tmp_path: Path) -> None:
    path = tmp_path / "report.xml"
    text = example().to_junit_xml(path)
    assert path.read_text("utf-8") == text
    SCHEMA.validate(text)
    read = junitparser.TestSuite.fromstring(text.encode())
    assert (read.name, read.tests, read.failures, read.errors, read.skipped) == ("the suite", 5, 1, 1, 1)
    cases = {case.name: case for case in read}
    assert list(cases) == ["passes", "fails", "errors", "skips", "passes (2)"]
    assert {case.classname for case in read} == {"the suite"}
    (failure,) = cases["fails"].result
    assert (failure.type, failure.message) == ("equals", "is c: Expected value equal to 'c' but got 'b'.")
    assert "1 out  b" in cases["fails"].system_out
    (error,) = cases["errors"].result
    assert (error.type, error.message) == ("LookupError", "outputs: LookupError: no route")
    assert "boom" in error.text
    (skipped,) = cases["skips"].result
    assert skipped.message == "fn: not today"
    assert cases["passes"].result == []
    properties = {p.name: p.value for p in cases["passes"].child(junitparser.Properties)}
    assert properties == {"tag:lang": "fr", "tag:smoke": "true", "trace": "in: a\nout: b"}


def test_a_passing_scenario_has_no_report() -> None:
    root = ET.fromstring(example().to_junit_xml())
    assert [case.get("name") for case in root if case.find("system-out") is not None] == ["fails", "errors", "skips"]


text = st.text(st.characters())
values = text | st.none() | st.floats() | st.binary() | st.dictionaries(text, text) | st.just(object())


@settings(max_examples=60)
@given(values, values, text, text, text)
def test_any_input_gives_a_valid_document(inputs: Any, outputs: Any, name: str, tag: str, message: str) -> None:
    check = FnCheck(fn=lambda trace: False, name=name, failure_message=message)
    result = suite(Scenario(name).with_tags([tag]).interact(inputs, lambda: outputs).check(check), name=name)
    document = result.to_junit_xml()
    document.encode()
    SCHEMA.validate(document)
    assert junitparser.TestSuite.fromstring(document.encode()).failures == 1
    hub = result.to_hub_format()
    assert SuiteResult.model_validate(hub).failed_count == 1
    assert SuiteResult.model_validate_json(result.model_dump_json()).to_hub_format() == hub
    result.print_report()


@pytest.mark.parametrize("character", ["\x00", "\x01", "\x0b", "\ud83d", "\ufffe", "\uffff"])
def test_what_xml_cannot_hold_is_shown(character: str) -> None:
    document = suite(Scenario(f"a{character}b").interact(character, character)).to_junit_xml()
    SCHEMA.validate(document)
    assert f'name="a{character.encode("unicode_escape").decode()}b"' in document


def test_one_large_answer_is_there_once_and_cut_with_a_word_about_it() -> None:
    answer = "word " * 240_000
    scenario = Scenario("large").interact("a", answer)
    for number in range(3):
        scenario.check(Equals(expected_value=number))
    document = suite(scenario).to_junit_xml()
    assert len(document) < 100_000
    assert "(cut, " in document


def test_names_stay_apart_however_they_are_numbered() -> None:
    result = suite(*(Scenario(name) for name in ("a", "a", "a (2)", "a")))
    names = [case.get("name") for case in ET.fromstring(result.to_junit_xml())]
    assert len(set(names)) == 4


def test_an_unnamed_suite_has_a_name() -> None:
    result = SuiteResult(results=[ScenarioResult(scenario_name="x")])
    assert ET.fromstring(result.to_junit_xml()).get("name") == "giskard-checks"


def test_a_file_is_the_old_one_or_the_new_one(tmp_path: Path) -> None:
    path = tmp_path / "report.xml"
    path.write_text("old")
    with pytest.raises(UnicodeEncodeError):
        write_whole(path, "\ud83d")
    assert path.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["report.xml"]
    write_whole(path, "new")
    assert path.read_text() == "new"
    with pytest.raises(FileNotFoundError):
        write_whole(tmp_path / "nowhere" / "x.xml", "new")


def test_a_link_stays_a_link_and_a_long_name_is_fine(tmp_path: Path) -> None:
    (tmp_path / "real.xml").write_text("old")
    (tmp_path / "link.xml").symlink_to(tmp_path / "real.xml")
    write_whole(tmp_path / "link.xml", "new")
    assert (tmp_path / "link.xml").is_symlink()
    assert (tmp_path / "real.xml").read_text() == "new"
    write_whole(tmp_path / ("x" * 250), "new")


class Unshowable:
    def __repr__(self) -> str:
        raise RuntimeError("no")


def test_a_value_that_cannot_be_shown_takes_nothing_down() -> None:
    document = suite(Scenario("s").interact(Unshowable(), "b")).to_junit_xml()
    assert "in: &lt;Unshowable whose repr raised RuntimeError&gt;" in document


def test_the_label_tells_two_checks_of_a_kind_apart() -> None:
    checks = [Equals(expected_value="c"), Equals(expected_value="d")]
    root = ET.fromstring(suite(Scenario("s").interact("a", "b").checks(*checks)).to_junit_xml())
    text = root.findtext("testcase/failure") or ""
    assert [line.split(":")[0] for line in text.splitlines()] == [
        "equals(expected_value=c)",
        "equals(expected_value=d)",
    ]


def test_takes_any_object_that_fits_the_view_also_one_that_failed_without_a_step() -> None:
    scenario = SimpleNamespace(
        status="fail",
        scenario_name="s",
        steps=[],
        final_trace=SimpleNamespace(interactions=[]),
        duration_ms=0,
        tags=[],
    )
    document = to_junit_xml(SimpleNamespace(results=[scenario], duration_ms=0, suite=None), lambda _: "report")
    SCHEMA.validate(document)
    assert '<failure message="" type="fail"' in document


class Closed(dict[str, int]):
    def items(self) -> Any:
        raise RuntimeError("closed")


class Odd(str):
    def __str__(self) -> str:
        raise RuntimeError("no")

    encode = translate = strip = __str__  # type: ignore[assignment]


@pytest.mark.parametrize(
    "value",
    [Closed(a=1), Odd("said"), [Odd("said")], {"a": Closed(a=1)}],
    ids=["dict", "text", "in a list", "in a dict"],
)
def test_subclasses_of_plain_types_take_no_writer_down(value: Any) -> None:
    result = suite(Scenario("s").interact(value, value).check(Equals(expected_value="other")))
    SCHEMA.validate(result.to_junit_xml())
    assert SuiteResult.model_validate_json(result.model_dump_json()).failed_count == 1
    assert result.to_hub_format()["results"][0]["status"] == "fail"
    result.print_report()
