"""A turn from values, callables and generators."""

import contextlib
from collections.abc import AsyncGenerator, Generator
from typing import Any

import pytest
from pydantic import BaseModel

from giskard.checks import (
    GeneratedInput,
    InputGenerator,
    Interact,
    Interaction,
    InteractionGenerationError,
    InteractionSpec,
    Scenario,
    Trace,
)


async def turns(spec: Interact, trace: Trace | None = None) -> list[tuple[Any, Any]]:
    recorded = await (trace or Trace()).with_interaction(spec)
    return [(turn.inputs, turn.outputs) for turn in recorded.interactions]


def shout(inputs: str) -> str:
    return inputs.upper()


async def shout_later(inputs: str) -> str:
    return inputs.upper()


def count(inputs: str, trace: Trace) -> str:
    return f"{inputs} after {len(trace.interactions)}"


def count_swapped(trace: Trace, inputs: str, *args: Any, **kwargs: Any) -> str:
    return count(inputs, trace)


def only_trace(trace: Trace) -> str:
    return f"after {len(trace.interactions)}"


def by_position(inputs: str, /) -> str:
    return inputs.upper()


def by_keyword(*, inputs: str, style: str = "!") -> str:
    return inputs.upper() + style


def ask() -> str:
    return "asked"


async def ask_later(trace: Trace) -> str:
    return f"asked after {len(trace.interactions)}"


def ask_twice(trace: Trace) -> Generator[str, Trace]:
    trace = yield f"first after {len(trace.interactions)}"
    yield f"second after {len(trace.interactions)}"


async def ask_twice_later() -> AsyncGenerator[str, Trace]:
    trace = yield "first"
    yield f"second after {len(trace.interactions)}"


def nothing() -> Generator[str]:
    return
    yield


class Agent:
    def __call__(self, inputs: str) -> str:
        return inputs.upper()

    def answer(self, inputs: str) -> str:
        return inputs.upper()

    __hash__ = None
    __eq__ = object.__eq__


@pytest.mark.parametrize(
    ("inputs", "outputs", "expected"),
    [
        pytest.param("a", "b", [("a", "b")], id="values"),
        pytest.param(None, None, [(None, None)], id="None is a value"),
        pytest.param("a", shout, [("a", "A")], id="a function"),
        pytest.param("a", shout_later, [("a", "A")], id="an asynchronous function"),
        pytest.param("a", count, [("a", "a after 0")], id="inputs and trace"),
        pytest.param("a", count_swapped, [("a", "a after 0")], id="trace and inputs, with *args and **kwargs"),
        pytest.param("a", only_trace, [("a", "after 0")], id="the trace alone"),
        pytest.param("a", by_position, [("a", "A")], id="a positional-only parameter"),
        pytest.param("a", by_keyword, [("a", "A!")], id="a keyword-only parameter and a default"),
        pytest.param("a", Agent(), [("a", "A")], id="an object that can be called and has no hash"),
        pytest.param("a", Agent().answer, [("a", "A")], id="a method"),
        pytest.param([("k", 1)], dict, [([("k", 1)], {"k": 1})], id="a builtin class"),
        pytest.param(ask, shout, [("asked", "ASKED")], id="inputs from a function"),
        pytest.param(ask_later, "b", [("asked after 0", "b")], id="inputs from an asynchronous function"),
        pytest.param(ask_twice, "b", [("first after 0", "b"), ("second after 1", "b")], id="a generator function"),
        pytest.param(ask_twice_later, "b", [("first", "b"), ("second after 1", "b")], id="an asynchronous one"),
        pytest.param(nothing, "b", [], id="a generator that yields nothing"),
    ],
)
async def test_makes_turns_of(inputs: Any, outputs: Any, expected: list[Any]) -> None:
    assert await turns(Interact(inputs=inputs, outputs=outputs)) == expected


async def test_takes_a_generator_itself() -> None:
    assert await turns(Interact(inputs=(word for word in ("a", "b")), outputs=shout)) == [("a", "A"), ("b", "B")]


async def test_takes_an_interaction_that_the_target_returns_as_it_is() -> None:
    own = Interaction(inputs="mine", outputs="too", metadata={"cost": 3})
    trace = await Trace().with_interaction(Interact(inputs="a", outputs=lambda inputs: own, metadata={"b": 1}))
    assert trace.last is own


class Noting(InputGenerator):
    async def generate(self, trace: Trace, input_type: Any) -> AsyncGenerator[Any, Any]:
        yield GeneratedInput("a", {"input_generator": {"step": 1}, "cost": 0})


async def test_an_interaction_that_the_target_returns_carries_the_note_of_the_input_generator() -> None:
    own = Interaction(inputs="mine", outputs="too", metadata={"cost": 3})
    trace = await Trace().with_interaction(Interact(inputs=Noting(), outputs=lambda inputs: own))
    assert trace.last is not None
    assert (trace.last.inputs, trace.last.metadata) == ("mine", {"cost": 3, "input_generator": {"step": 1}})


async def test_records_the_metadata() -> None:
    trace = await Trace().with_interaction(Interact(inputs="a", outputs="b", metadata={"lang": "en"}))
    assert trace.last is not None
    assert trace.last.metadata == {"lang": "en"}


async def test_records_what_was_sent_whatever_the_target_does_to_it() -> None:
    def spoils(inputs: dict[str, Any]) -> str:
        inputs["messages"].append("spoiled")
        inputs.clear()
        return "done"

    sent = {"messages": ["hello"]}
    assert await turns(Interact(inputs=sent, outputs=spoils)) == [({"messages": ["hello"]}, "done")]
    assert sent == {"messages": ["hello"]}


async def test_outputs_that_nobody_gives_are_an_error_that_says_what_to_give() -> None:
    with pytest.raises(InteractionGenerationError) as caught:
        await turns(Interact(inputs="a"))
    assert isinstance(caught.value.__cause__, ValueError)
    assert "Interaction outputs are not provided and no target was bound" in str(caught.value.__cause__)


def test_a_target_fills_only_outputs_that_are_missing() -> None:
    missing, given = Interact(inputs="a"), Interact(inputs="a", outputs="b")
    assert missing.bound_to(shout).outputs is shout
    assert given.bound_to(shout) is given


@pytest.mark.parametrize(
    ("spec", "phase"),
    [
        pytest.param(Interact(inputs=lambda: 1 / 0, outputs="b"), "inputs", id="inputs"),
        pytest.param(Interact(inputs="a", outputs=lambda: 1 / 0), "outputs", id="outputs"),
        pytest.param(Interact(inputs=(1 / 0 for _ in [1]), outputs="b"), "inputs", id="a generator of inputs"),
    ],
)
async def test_a_failure_says_where_it_came_from(spec: Interact, phase: str) -> None:
    with pytest.raises(InteractionGenerationError) as caught:
        await turns(spec)
    assert caught.value.phase == phase
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


def _asks_for_more(question: str) -> str:
    return question


@pytest.mark.parametrize(
    ("fields", "offered"),
    [
        pytest.param({"inputs": "a", "outputs": _asks_for_more}, "'inputs', 'trace'", id="outputs"),
        pytest.param({"inputs": _asks_for_more, "outputs": "b"}, "'trace', 'input_type'", id="inputs"),
    ],
)
def test_refuses_a_callable_that_asks_for_what_is_not_there(fields: dict[str, Any], offered: str) -> None:
    message = (
        f"'question' of _asks_for_more is required but not in the injection requirements: it may ask for {offered}"
    )
    with pytest.raises(TypeError, match=message):
        Interact(**fields)


def test_is_a_registered_spec() -> None:
    spec = Interact(inputs="a", outputs="b")
    assert InteractionSpec.model_validate(spec.model_dump()) == spec
    assert spec.model_dump()["kind"] == "interact"
    assert "interact" in InteractionSpec.kinds()


class Named(BaseModel):
    name: str


def takes_named(inputs: Named) -> str:
    return inputs.name


def takes_first(question: int = 3, trace: Any = None) -> str:
    return ""


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        pytest.param(takes_named, Named, id="the parameter named inputs"),
        pytest.param(takes_first, int, id="else the first"),
        pytest.param(lambda inputs: inputs, Any, id="no annotation"),
        pytest.param(dict, Any, id="a class without signature"),
        pytest.param("static", Any, id="no target"),
    ],
)
async def test_tells_what_the_target_takes(target: Any, expected: Any) -> None:
    def inputs(input_type: Any) -> Any:
        seen.append(input_type)
        return Named(name="a")

    seen: list[Any] = []
    with contextlib.suppress(InteractionGenerationError):
        await turns(Interact(inputs=inputs, outputs=target))
    assert seen == [expected]


@InputGenerator.register("test_two_questions")
class TwoQuestions(InputGenerator):
    """Asks twice, and keeps what it was told."""

    first: str

    async def generate(self, trace: Trace, input_type: Any) -> AsyncGenerator[Any, Trace]:
        trace = yield self.first
        yield f"{input_type.__name__} after {len(trace.interactions)}"


async def test_takes_its_inputs_from_a_generator_of_inputs() -> None:
    spec = Interact(inputs=TwoQuestions(first="one"), outputs=shout)
    assert await turns(spec) == [("one", "ONE"), ("str after 1", "STR AFTER 1")]
    assert InputGenerator.model_validate({"kind": "test_two_questions", "first": "x"}) == TwoQuestions(first="x")


def test_an_input_generator_in_a_saved_scenario_is_one_again_when_it_is_loaded() -> None:
    saved = Scenario("s").interact(TwoQuestions(first="x"), "b").model_dump(mode="json")
    loaded = Scenario.model_validate(saved).steps[0].interacts[0]
    assert isinstance(loaded, Interact)
    assert loaded.inputs == TwoQuestions(first="x")


@pytest.mark.parametrize("inputs", [{"kind": "of a question"}, {"kind": 3}, {"text": "a"}])
def test_other_dicts_stay_inputs(inputs: dict[str, Any]) -> None:
    assert Interact(inputs=inputs).inputs == inputs


class Box:
    def __init__(self, content: str) -> None:
        self.content = content


async def test_a_class_whose_parameter_has_another_name_is_called_with_the_input() -> None:
    ((_, outputs),) = await turns(Interact(inputs="a", outputs=Box))
    assert outputs.content == "a"


def test_a_body_that_calls_the_base_says_that_there_is_nothing() -> None:
    class LazySpec(InteractionSpec):
        def generate(self, trace: Trace) -> Any:
            return super().generate(trace)  # type: ignore[safe-super]

    class LazyGenerator(InputGenerator):
        def generate(self, trace: Trace, input_type: Any) -> Any:
            return super().generate(trace, input_type)  # type: ignore[safe-super]

    with pytest.raises(NotImplementedError):
        LazySpec().generate(Trace())
    with pytest.raises(NotImplementedError):
        LazyGenerator().generate(Trace(), str)
    spec = LazySpec()
    assert spec.bound_to(shout) is spec
