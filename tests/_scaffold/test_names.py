"""One name of a check in all its spellings, and what is no name."""

import keyword

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from giskard.checks._scaffold.names import LONGEST, Name, refuse_as_module
from giskard.checks.core.exceptions import UserError

CLASSES = [
    pytest.param("AllowedLinks", "allowed_links", id="two words"),
    pytest.param("Equals", "equals", id="one word"),
    pytest.param("X", "x", id="one letter"),
    pytest.param("JSONValid", "json_valid", id="an acronym first"),
    pytest.param("ValidJSON", "valid_json", id="an acronym last"),
    pytest.param("IsJSONValid", "is_json_valid", id="an acronym between"),
    pytest.param("LLMJudge", "llm_judge", id="LLM"),
    pytest.param("URLAllowList", "url_allow_list", id="URL"),
    pytest.param("PIILeak", "pii_leak", id="PII"),
    pytest.param("ISODatePresent", "iso_date_present", id="ISO"),
    pytest.param("HTTP2Check", "http2_check", id="an acronym with a number"),
    pytest.param("Top5", "top5", id="a number last"),
    pytest.param("Top5Links", "top5_links", id="a number between"),
    pytest.param("MRR", "mrr", id="only an acronym"),
]


@pytest.mark.parametrize(("class_name", "snake"), CLASSES)
def test_a_class_and_its_kind_lead_to_each_other(class_name: str, snake: str) -> None:
    assert Name.parse(class_name) == Name(class_name, snake)
    assert Name.parse(snake) == Name(class_name, snake)
    assert Name.parse(snake.replace("_", "-")) == Name(class_name, snake)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("NDCGAtK", Name("NDCGAtK", "ndcg_at_k"), id="an acronym and single letters"),
        pytest.param("ndcg_at_k", Name("NDCGAtK", "ndcg_at_k"), id="single letters in snake_case"),
        pytest.param("BLEUScore", Name("BLEUScore", "bleu_score"), id="an acronym that is not known"),
        pytest.param("bleu_score", Name("BleuScore", "bleu_score"), id="an acronym that is not known in snake_case"),
        pytest.param("NDCG10AtK", Name("NDCG10AtK", "ndcg10_at_k"), id="an acronym with a number"),
        pytest.param("ndcg10_at_k", Name("NDCG10AtK", "ndcg10_at_k"), id="an acronym with a number in snake_case"),
        pytest.param("allowedLinks", Name("AllowedLinks", "allowed_links"), id="camelCase"),
        pytest.param("Allowed_Links", Name("AllowedLinks", "allowed_links"), id="capitals and underscores"),
        pytest.param("ALLOWED_LINKS", Name("AllowedLinks", "allowed_links"), id="SCREAMING_SNAKE_CASE"),
        pytest.param("top_5", Name("Top5", "top_5"), id="a number as a word"),
        pytest.param("a-b_c", Name("ABC", "a_b_c"), id="hyphens and underscores"),
    ],
)
def test_every_spelling_is_understood(text: str, expected: Name) -> None:
    assert Name.parse(text) == expected


NO_NAMES = [
    pytest.param("", "it is empty", id="nothing"),
    pytest.param(" ", "neither PascalCase", id="a blank"),
    pytest.param("Allowed Links", "neither PascalCase", id="two words"),
    pytest.param(" AllowedLinks", "neither PascalCase", id="a blank before"),
    pytest.param("AllowedLinks\n", "neither PascalCase", id="a line feed behind"),
    pytest.param("Allowed\0Links", "neither PascalCase", id="a null character"),
    pytest.param("5Links", "neither PascalCase", id="a digit first"),
    pytest.param("_links", "neither PascalCase", id="an underscore first"),
    pytest.param("links_", "neither PascalCase", id="an underscore last"),
    pytest.param("allowed__links", "neither PascalCase", id="two underscores"),
    pytest.param("--links", "neither PascalCase", id="a flag"),
    pytest.param("links.py", "neither PascalCase", id="a file"),
    pytest.param("Links()", "neither PascalCase", id="code"),
    pytest.param("{{ links }}", "neither PascalCase", id="a template"),
    pytest.param("../links", "a path separator", id="a parent folder"),
    pytest.param("..", "a path separator", id="two dots"),
    pytest.param("a/b", "a path separator", id="a slash"),
    pytest.param("a\\b", "a path separator", id="a backslash"),
    pytest.param("Prüfung", "other characters than ASCII", id="an umlaut"),
    pytest.param("Ｌinks", "other characters than ASCII", id="a wide letter"),
    pytest.param("Links٣", "other characters than ASCII", id="an Arabic digit"),
    pytest.param("Lınks", "other characters than ASCII", id="a dotless i"),
    pytest.param("L" * 300, "it has 300 characters, and 60 are the limit", id="300 characters"),
    pytest.param("é" * 300, "it has 300 characters", id="300 other characters"),
    pytest.param("Ab" * 30, "has 89 characters, and 60 are the limit", id="too long only in snake_case"),
    pytest.param("class", "a keyword of Python", id="a keyword"),
    pytest.param("Class", "a keyword of Python", id="a keyword in PascalCase"),
    pytest.param("not", "a keyword of Python", id="an operator"),
    pytest.param("match", "a keyword of Python", id="a soft keyword"),
    pytest.param("Type", "a keyword of Python", id="a soft keyword in PascalCase"),
    pytest.param("none", "'None' is a keyword of Python", id="a keyword once it is a class"),
    pytest.param("True", "'True' is a keyword of Python", id="a value"),
    pytest.param("CON", "a device on Windows", id="a device"),
    pytest.param("nul", "a device on Windows", id="another device"),
    pytest.param("Com1", "a device on Windows", id="a device with a number"),
]


@pytest.mark.parametrize(("text", "why"), NO_NAMES)
def test_what_is_no_name_is_refused_in_one_line_that_says_what_to_do(text: str, why: str) -> None:
    with pytest.raises(UserError) as refused:
        Name.parse(text)
    assert why in refused.value.message
    assert refused.value.hint
    assert refused.value.exit_code == 2
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 250


@pytest.mark.parametrize(
    ("text", "instead"),
    [
        pytest.param("class", "class_check", id="a keyword"),
        pytest.param("Match", "match_check", id="a soft keyword"),
        pytest.param("none", "NoneCheck", id="a keyword once it is a class"),
        pytest.param("con", "con_check", id="a device"),
    ],
)
def test_the_name_that_is_suggested_is_one(text: str, instead: str) -> None:
    with pytest.raises(UserError) as refused:
        Name.parse(text)
    assert refused.value.hint == f"Try '{instead}'."
    assert Name.parse(instead).snake == f"{text.lower()}_check"


@pytest.mark.parametrize("snake", ["console", "com", "com10", "classes", "x" * LONGEST])
def test_a_module_may_be_called_like_something_reserved(snake: str) -> None:
    refuse_as_module(snake)
    assert Name.parse(snake).snake == snake


SPELLINGS = st.from_regex(r"[A-Za-z][A-Za-z0-9]{0,6}([_-]?[A-Za-z0-9]{1,5}){0,4}", fullmatch=True)


@settings(deadline=None)
@given(SPELLINGS)
def test_a_kind_leads_to_itself_and_a_class_is_an_identifier(text: str) -> None:
    try:
        name = Name.parse(text)
    except UserError:
        assume(False)
        return
    assert Name.parse(name.snake).snake == name.snake
    assert name.class_name.isidentifier()
    assert not keyword.iskeyword(name.class_name)
    assert name.snake.isidentifier()
    assert name.snake.islower()
    assert name.class_name.lower() == name.snake.replace("_", "")
    flat = name.class_name.lower()
    if not (keyword.iskeyword(flat) or keyword.issoftkeyword(flat)):  # as IF, which is the class of i_f
        assert Name.parse(name.class_name).class_name == name.class_name


@settings(deadline=None)
@given(st.text(max_size=80))
def test_any_text_is_a_name_or_refused(text: str) -> None:
    try:
        name = Name.parse(text)
    except UserError as exc:
        refused = exc
    else:
        assert name.snake.isidentifier()
        return
    assert "\n" not in str(refused)
    assert refused.hint
