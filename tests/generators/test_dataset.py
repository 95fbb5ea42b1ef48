"""A text of a dataset, for targets of any shape."""

from dataclasses import dataclass
from typing import Any, TypedDict

import pytest
from pydantic import BaseModel, ValidationError

from giskard.checks import DatasetInputGenerator, InputGenerationException, Scenario, ScenarioResult
from giskard.checks.testing import FakeGenerator


class Part(BaseModel):
    role: str
    content: str


class Chat(BaseModel):
    messages: list[Part]
    user_id: int


@dataclass
class Point:
    text: str


class Typed(TypedDict):
    text: str


def run(generator: DatasetInputGenerator, target: Any) -> ScenarioResult:
    return Scenario("s").interact(generator).run_sync(target)


def of_text(inputs: str) -> str:
    return inputs


def untyped(inputs):
    return inputs


@pytest.mark.parametrize("target", [of_text, untyped])
def test_text_is_sent_as_it_is_and_no_model_asked(target: Any) -> None:
    model = FakeGenerator(outputs=[])
    result = run(DatasetInputGenerator(prompt="{{ as }} is", generator=model), target)
    assert (result.final_trace.last.inputs, model.calls) == ("{{ as }} is", [])


CHAT = {"messages": [{"role": "user", "content": "x"}], "user_id": 7}


@pytest.mark.parametrize(
    ("shape", "placement", "expected"),
    [
        pytest.param(
            Chat,
            {"example": CHAT, "paths": ["messages.0.content"]},
            Chat(messages=[Part(role="user", content="Hi!")], user_id=7),
            id="a model",
        ),
        pytest.param(Typed, {"example": {"text": "x"}, "paths": ["text"]}, {"text": "Hi!"}, id="a typed dict"),
        pytest.param(Point, {"example": {"text": "x"}, "paths": ["text"]}, Point("Hi!"), id="a dataclass"),
        pytest.param(list[str], {"example": ["x", "y"], "paths": ["0", "1"]}, ["Hi!", "Hi!"], id="several places"),
        pytest.param(str | int, {"example": "x", "paths": [""]}, "Hi!", id="the value itself"),
    ],
)
def test_a_text_goes_where_the_model_says(shape: Any, placement: dict[str, Any], expected: Any) -> None:
    def target(inputs: Any) -> str:
        return "ok"

    target.__annotations__["inputs"] = shape
    model = FakeGenerator(outputs=[placement])
    generator = DatasetInputGenerator(prompt="Hi!", generator=model)
    for _ in range(2):
        assert run(generator, target).final_trace.last.inputs == expected
    assert len(model.calls) == 1
    assert "<text>Hi!</text>" in model.calls[0].messages[0].content


def of_chat(inputs: Chat) -> str:
    return "ok"


@pytest.mark.parametrize(
    ("placement", "problem"),
    [
        pytest.param({"example": CHAT, "paths": ["messages.3.content"]}, "nothing at 'messages.3.content'", id="index"),
        pytest.param({"example": CHAT, "paths": ["text"]}, "nothing at 'text'", id="a name"),
        pytest.param({"example": CHAT, "paths": ["user_id.x"]}, "nothing at 'user_id.x'", id="within a number"),
        pytest.param(
            {"example": CHAT, "paths": ["user_id"]}, "user_id: Input should be a valid integer", id="a number"
        ),
        pytest.param({"example": {}, "paths": []}, "paths", id="no place"),
    ],
)
def test_a_place_that_does_not_fit_is_asked_for_again(placement: dict[str, Any], problem: str) -> None:
    good = {"example": CHAT, "paths": ["messages.0.content"]}
    model = FakeGenerator(outputs=[placement, good])
    assert run(DatasetInputGenerator(prompt="Hi!", generator=model), of_chat).final_trace.interactions
    bad = DatasetInputGenerator(prompt="Hi!", generator=FakeGenerator(outputs=[placement] * 3))
    with pytest.raises(InputGenerationException, match="after 3 attempts") as caught:
        run(bad, of_chat)
    assert problem in str(caught.value)


def test_a_text_says_something() -> None:
    with pytest.raises(ValidationError, match="is blank"):
        DatasetInputGenerator(prompt=" ")
