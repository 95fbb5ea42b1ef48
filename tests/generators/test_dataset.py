"""A text of a dataset, for targets of any shape."""

import asyncio
import html
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, NewType, TypedDict

import pytest
from pydantic import AfterValidator, BaseModel, Field, SecretStr, StringConstraints, ValidationError

from giskard.checks import (
    DatasetInputGenerator,
    InputGenerationException,
    LLMGenerator,
    Scenario,
    ScenarioResult,
    Suite,
    Trace,
)
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


class Shouting(BaseModel):
    text: Annotated[str, StringConstraints(to_upper=True)]


class Prefixed(BaseModel):
    text: Annotated[str, AfterValidator(lambda text: f"User: {text.removeprefix('User: ')}")]


class Secret(BaseModel):
    text: SecretStr = Field(exclude=True)


class Breaking(BaseModel):
    text: Annotated[str, AfterValidator(lambda text: [][len(text)])]


class Called(BaseModel):
    text: str
    callback: Callable[[], None]


class Unfinished(BaseModel):
    text: "Nowhere"  # type: ignore[name-defined]  # noqa: F821


type Text = str | Part


def run(generator: DatasetInputGenerator, target: Any) -> ScenarioResult:
    return Scenario("s").interact(generator).run_sync(target)


def of_text(inputs: str) -> str:
    return inputs


def untyped(inputs):
    return inputs


CHAT = {"messages": [{"role": "user", "content": "x"}], "user_id": 7}


def of_chat(inputs: Chat) -> str:
    return "ok"


async def slowly_placed(messages: Any, output_type: Any) -> Any:
    await asyncio.sleep(0.02)
    return {"example": CHAT, "paths": ["messages.0.content"]}


def of_trace(trace: Trace) -> str:
    return "ok"


def taking(shape: Any) -> Any:
    def target(inputs: Any) -> str:
        return "ok"

    target.__annotations__["inputs"] = shape
    return target


@pytest.mark.parametrize(
    "target",
    [
        of_text,
        untyped,
        of_trace,
        *map(taking, (str | None, str | int, Annotated[str, Field(min_length=1)], NewType("Question", str), object)),
        taking(Text),
        taking(str | Part),
    ],
)
def test_text_is_sent_as_it_is_and_no_model_asked(target: Any) -> None:
    model = FakeGenerator(outputs=[])
    result = run(DatasetInputGenerator(prompt="{{ as }} is", generator=model), target)
    assert (result.final_trace.last.inputs, model.calls) == ("{{ as }} is", [])


@pytest.mark.parametrize("shape", [Called, Callable[[], None], Unfinished])
@pytest.mark.parametrize("kind", [DatasetInputGenerator, LLMGenerator])
def test_a_shape_that_no_model_can_be_told_is_an_error_that_names_it(kind: Any, shape: Any) -> None:
    model = FakeGenerator(outputs=[])
    with pytest.raises(InputGenerationException, match="No language model can make an input of type") as caught:
        run(kind(prompt="Hi!", generator=model), taking(shape))
    assert getattr(shape, "__name__", "Callable") in str(caught.value)
    assert model.calls == []


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
        pytest.param(bytes, {"example": "x", "paths": [""]}, b"Hi!", id="the value itself"),
        pytest.param(
            Prefixed, {"example": {"text": "x"}, "paths": ["text"]}, Prefixed(text="Hi!"), id="a text that is changed"
        ),
        pytest.param(
            Secret, {"example": {"text": "x"}, "paths": ["text"]}, Secret(text=SecretStr("Hi!")), id="a secret"
        ),
        pytest.param(Shouting, {"example": {"text": "x"}, "paths": ["text"]}, Shouting(text="Hi!"), id="upper case"),
    ],
)
def test_a_text_goes_where_the_model_says(shape: Any, placement: dict[str, Any], expected: Any) -> None:
    model = FakeGenerator(outputs=[placement])
    for _ in range(2):
        generator = DatasetInputGenerator(prompt="Hi!", generator=model)
        assert run(generator, taking(shape)).final_trace.last.inputs == expected
    assert len(model.calls) == 1
    assert "<text>Hi!</text>" in model.calls[0].messages[0].content


def test_a_whole_dataset_at_once_asks_once_for_a_shape() -> None:
    model = FakeGenerator(outputs=[slowly_placed], repeat=True)
    scenarios = [
        Scenario(text).interact(DatasetInputGenerator(prompt=text, generator=model), of_chat) for text in "abcdefgh"
    ]
    result = Suite(name="s", scenarios=scenarios).run_sync(parallel=True)
    assert [r.final_trace.last.inputs.messages[0].content for r in result.results] == list("abcdefgh")
    assert (len(model.calls), result.usage.model_calls) == (1, 1)


def test_another_model_is_asked_for_itself() -> None:
    for _ in range(2):
        model = FakeGenerator(outputs=[{"example": CHAT, "paths": ["messages.0.content"]}])
        run(DatasetInputGenerator(prompt="Hi!", generator=model), of_chat)
        assert len(model.calls) == 1


class Short(BaseModel):
    text: Annotated[str, Field(max_length=3)]
    long: str = ""


def test_a_place_that_fitted_another_text_is_asked_for_again_when_it_does_not_fit() -> None:
    model = FakeGenerator(
        outputs=[
            {"example": {"text": "x", "long": "y"}, "paths": ["text"]},
            {"example": {"text": "x", "long": "y"}, "paths": ["long"]},
        ]
    )
    sent = [
        run(DatasetInputGenerator(prompt=text, generator=model), taking(Short)).final_trace.last.inputs
        for text in ("Hi!", "Good day!", "Bye!")
    ]
    assert sent == [Short(text="Hi!", long="y"), Short(text="x", long="Good day!"), Short(text="x", long="Bye!")]
    assert len(model.calls) == 2


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
        pytest.param({"example": CHAT | {"note": "x"}, "paths": ["note"]}, "The text is not in the object", id="extra"),
        pytest.param(
            {
                "example": {"messages": [{"role": "user", "content": "Oh, hi!"}], "user_id": 1, "note": ""},
                "paths": ["note"],
            },
            "The text is not in the object",
            id="a place that is left out, and another text that holds this one",
        ),
    ],
)
def test_a_place_that_does_not_fit_is_asked_for_again(placement: dict[str, Any], problem: str) -> None:
    good = {"example": CHAT, "paths": ["messages.0.content"]}
    model = FakeGenerator(outputs=[placement, good])
    result = run(DatasetInputGenerator(prompt="Hi!", generator=model), of_chat)
    assert result.final_trace.last.inputs.messages[0].content == "Hi!"
    assert result.usage.model_calls == len(model.calls) - ("paths" in problem)
    assert html.escape(problem, quote=False).split(" ")[0] in model.calls[1].messages[0].content
    bad = DatasetInputGenerator(prompt="Hi!", generator=FakeGenerator(outputs=[placement] * 3))
    with pytest.raises(InputGenerationException, match="after 3 attempts") as caught:
        run(bad, of_chat)
    assert problem in str(caught.value)


def test_a_shape_whose_own_validation_breaks_is_an_error_of_ours() -> None:
    placement = {"example": {"text": "x"}, "paths": ["text"]}
    model = FakeGenerator(outputs=[placement] * 3)
    with pytest.raises(InputGenerationException, match="after 3 attempts: The object does not fit: IndexError"):
        run(DatasetInputGenerator(prompt="Hi!", generator=model), taking(Breaking))


def test_a_text_says_something() -> None:
    with pytest.raises(ValidationError, match="is blank"):
        DatasetInputGenerator(prompt=" ")
