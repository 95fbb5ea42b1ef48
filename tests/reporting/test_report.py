"""The report, as it is printed."""

import io
from typing import Any

import pytest
from rich.console import Console

from giskard.checks import CheckResult, Equals, FnCheck, Metric, Scenario, StringMatching, SuiteResult
from giskard.checks.core.result import BaseResult
from giskard.checks.reporting.text import printable, shown


def printed(result: BaseResult, encoding: str = "utf-8", width: int = 100) -> str:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding=encoding, errors="strict")
    result.print_report(Console(file=stream, width=width))
    stream.flush()
    return "\n".join(line.rstrip() for line in raw.getvalue().decode(encoding).splitlines())


def conversation() -> Scenario:
    return (
        Scenario("lost [bold]card[/bold]")
        .interact("My card is gone :(", {"answer": "Frozen.\nAnything else?", "tool_calls": [{"name": "freeze"}]})
        .check(StringMatching(keyword="Frozen", target_key="trace.last.outputs.answer"))
        .interact("No", "Bye [/red]")
        .check(Equals(expected_value="Goodbye", name="says [goodbye]"))
        .check(FnCheck(fn=lambda trace: CheckResult.skip(message="not today", metrics=[Metric(name="s", value=0.5)])))
        .interact("?", "!")
    )


def test_shows_every_turn_and_every_verdict() -> None:
    text = printed(conversation().run_sync())
    head, _, rest = text.partition(" ms\n")
    assert head.startswith("✘ FAIL lost [bold]card[/bold]  2 turns, ")
    assert rest == (
        "  Step 1\n"
        "    1 in   My card is gone :(\n"
        "    1 out  answer: Frozen.\n"
        "           Anything else?\n"
        "           tool_calls: [{'name': 'freeze'}]\n"
        "  ✔ PASS string_matching(keyword=Frozen)  The text contains the keyword 'Frozen'.\n"
        "  Step 2\n"
        "    2 in   No\n"
        "    2 out  Bye [/red]\n"
        "  ✘ FAIL says [goodbye]  Expected value equal to 'Goodbye' but got 'Bye [/red]'.\n"
        "  ○ SKIP fn  not today  s=0.5\n"
        "  Step 3\n"
        "  ○ SKIP step  skipped due to previous failure in step 2"
    )


def test_shows_turns_without_checks() -> None:
    assert "    1 out  Hello\n  ✔ PASS no checks" in printed(Scenario("x").interact("Hi", "Hello").run_sync())


def test_shows_why_the_interactions_failed_and_what_was_said_until_then() -> None:
    scenario = Scenario("x").interact("Hi", "Hello").interact("Bye", lambda inputs: 1 / 0)
    text = printed(scenario.run_sync(return_exception=True))
    assert "1 out  Hello" in text
    assert "‼ ERROR outputs: ZeroDivisionError: division by zero" in text


def test_falls_back_to_what_the_stream_can_carry() -> None:
    text = printed(Scenario("café").interact("Hé", "Grüße 🎉").check(Equals(expected_value=1)).run_sync(), "ascii")
    assert "x FAIL caf\\xe9" in text
    assert "Gr\\xfc\\xdfe \\U0001f389" in text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("plain\n\ttext", "plain\n\ttext", id="line ends and tabs stay"),
        pytest.param("\x1b[31mred", "\\x1b[31mred", id="an escape sequence"),
        pytest.param("a\u202eb", "a\\u202eb", id="a mark that reorders text"),
        pytest.param("x \ud83d y", "x \\ud83d y", id="a lone surrogate"),
        pytest.param("\x00\x01\ufffe", "\\x00\\x01\\ufffe", id="control characters"),
        pytest.param("👩\u200d🚀", "👩\u200d🚀", id="a joined emoji stays"),
    ],
)
def test_makes_text_printable(text: str, expected: str) -> None:
    assert printable(text) == expected


class Unshowable:
    def __repr__(self) -> str:
        raise RuntimeError("no")


@pytest.mark.parametrize(
    "value", ["\ud83d", "\x1b[2J", object(), b"\xff", Unshowable(), float("nan"), {"a": {"b": "[red]"}}, "x" * 100_000]
)
def test_no_recorded_value_takes_the_report_down(value: Any) -> None:
    scenario = (
        Scenario("x").interact(value, value, metadata={"v": value}).check(FnCheck(fn=lambda t: True, name="after"))
    )
    text = printed(scenario.run_sync())
    assert "PASS after" in text
    assert len(text) < 20_000


def test_says_what_was_cut() -> None:
    assert shown("x" * 5000).endswith(" ... (cut, 5000 characters)")


def test_results_can_be_printed_by_rich_itself(capsys: pytest.CaptureFixture[str]) -> None:
    CheckResult.failure(message="no").print_report()
    assert capsys.readouterr().out == "✘ FAIL check  no\n"


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_a_recommendation_is_printed_on_any_stream(encoding: str) -> None:
    assert "look" in printed(SuiteResult(recommendation="- **look**\n> at it"), encoding)


class Key:
    def __str__(self) -> str:
        raise RuntimeError("no")

    __repr__ = __str__


def test_a_key_that_cannot_be_shown_takes_nothing_down() -> None:
    text = printed(Scenario("x").interact("a", {Key(): 1, "b": 2}).run_sync())
    assert "<Key whose repr raised RuntimeError>: 1" in text
    assert "b: 2" in text


def test_a_large_dict_is_cut_and_says_so() -> None:
    text = printed(Scenario("x").interact("a", dict.fromkeys(range(20_000))).run_sync())
    assert "(cut, 20000 entries)" in text
    assert len(text) < 20_000


def asked(count: int, verdicts: str) -> Scenario:
    """A step a turn; every letter of `verdicts` is the first letter of what the check of its step says."""
    scenario = Scenario("long")
    for index, verdict in zip(range(count), verdicts, strict=True):
        scenario.interact(f"q{index}", f"a{index}").check(FnCheck(fn=lambda trace, ok=verdict == "p": ok))
    return scenario


@pytest.mark.parametrize(
    ("verdicts", "first_steps", "hidden", "last_step"),
    [
        pytest.param("p" * 30, 30, [], "Step 30", id="not long enough to be cut"),
        pytest.param("p" * 31, 30, ["1 step"], "Step 31", id="one too many"),
        pytest.param("p" * 400 + "f", 31, ["370 steps"], "Step 401", id="a verdict after many that passed"),
        pytest.param("p" * 400 + "f" + "p" * 300, 36, ["370 steps", "295 steps"], "Step 406", id="and many skipped"),
    ],
)
def test_of_a_long_conversation_shows_the_beginning_and_what_led_to_the_verdict(
    verdicts: str, first_steps: int, hidden: list[str], last_step: str
) -> None:
    lines = [line.strip() for line in printed(asked(len(verdicts), verdicts).run_sync()).splitlines()]
    steps = [line for line in lines if line.startswith("Step ")]
    assert (len(steps), steps[-1]) == (first_steps, last_step)
    assert [line for line in lines if line.endswith("not shown)")] == [f"({what} not shown)" for what in hidden]
    assert any("FAIL fn" in line for line in lines) == ("f" in verdicts)


def test_of_one_step_with_many_turns_shows_the_beginning_and_the_end() -> None:
    scenario = (
        Scenario("long").interact(lambda trace: (f"q{i}" for i in range(100)), "a").check(Equals(expected_value=1))
    )
    text = printed(scenario.run_sync())
    assert [text.count(f" q{i}\n") for i in (0, 4, 5, 74, 75, 99)] == [1, 1, 0, 0, 1, 1]
    assert "(70 turns not shown)" in text
    assert "FAIL equals" in text


def test_the_result_of_a_check_is_a_line() -> None:
    assert printed(CheckResult.failure(message="no", details={"check_kind": "odd"})) == "✘ FAIL odd  no"


def test_the_result_of_a_test_case_is_a_line_for_every_check() -> None:
    (step,) = (
        Scenario("x").interact("a", "b").checks(Equals(expected_value="b"), Equals(expected_value="c")).run_sync().steps
    )
    assert [line[:7] for line in printed(step).splitlines()] == ["✔ PASS ", "✘ FAIL "]
