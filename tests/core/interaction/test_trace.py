"""A trace records turns, and nothing that happens later changes them."""

from collections.abc import AsyncGenerator
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from giskard.checks import Interact, Interaction, InteractionGenerationError, InteractionSpec, Trace
from giskard.checks.core.interaction.history import History

TURN = Interaction(inputs="Hi", outputs={"answer": ["Hello!"]}, metadata={"lang": "en"})


class Persona(Trace):
    """A trace class of a user's own."""

    persona: str = "nobody"


def two_turns() -> Trace:
    return Trace(interactions=[TURN, Interaction(inputs="Bye", outputs="Goodbye")])


def test_last_is_the_newest_turn() -> None:
    assert Trace().last is None
    assert two_turns().last == Interaction(inputs="Bye", outputs="Goodbye")


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda t: t.interactions.append(TURN), id="append a turn"),
        pytest.param(lambda t: setattr(t, "interactions", []), id="replace the turns"),
        pytest.param(lambda t: setattr(t.last, "outputs", 1), id="replace outputs"),
        pytest.param(lambda t: t.interactions[0].outputs["answer"].append("x"), id="append inside of outputs"),
        pytest.param(lambda t: t.interactions[0].metadata.update(lang="fr"), id="change metadata"),
        pytest.param(lambda t: t.annotations.update(a=1), id="change annotations"),
    ],
)
def test_cannot_be_changed(change: Any) -> None:
    trace = two_turns()
    with pytest.raises((TypeError, AttributeError, ValidationError)):
        change(trace)
    assert trace == two_turns()


def test_a_turn_does_not_see_what_its_maker_changes_later() -> None:
    outputs = {"answer": "yes"}
    turn = Interaction(inputs="?", outputs=outputs)
    outputs["answer"] = "no"
    assert turn.outputs == {"answer": "yes"}


def test_a_dump_holds_plain_values_and_the_last_turn_again() -> None:
    dump = two_turns().model_dump()
    assert dump["last"] == dump["interactions"][-1] == {"inputs": "Bye", "outputs": "Goodbye", "metadata": {}}
    assert type(dump["interactions"]) is list
    assert type(dump["interactions"][0]["outputs"]) is dict
    assert type(dump["interactions"][0]["outputs"]["answer"]) is list


def test_survives_json() -> None:
    loaded = Trace.model_validate_json(two_turns().model_dump_json())
    assert loaded == two_turns()
    assert isinstance(loaded.interactions, History)


def test_a_turn_of_a_subclass_keeps_its_fields_in_a_dump() -> None:
    class Scored(Interaction):
        score: int

    dump = Trace(interactions=[Scored(inputs="a", outputs="b", score=3)]).model_dump()
    assert dump["interactions"][0]["score"] == dump["last"]["score"] == 3


def test_refuses_a_misspelled_field_and_names_the_nearest() -> None:
    with pytest.raises(ValidationError, match="no field 'interaction'. Did you mean 'interactions'"):
        Trace.model_validate({"interaction": []})
    with pytest.raises(ValidationError, match="Did you mean 'outputs'"):
        Interaction.model_validate({"inputs": 1, "output": 2})


async def test_a_longer_trace_leaves_the_shorter_one_as_it_was() -> None:
    short = Persona(persona="Ada")
    longer = await short.with_interaction(TURN)
    assert (len(short.interactions), len(longer.interactions)) == (0, 1)
    assert type(longer) is Persona
    assert longer.persona == "Ada"


async def test_grows_by_turns_and_by_what_specs_produce() -> None:
    trace = await Trace.from_interactions(TURN, Interact(inputs="Bye", outputs=lambda inputs: inputs.upper()))
    assert [turn.inputs for turn in trace.interactions] == ["Hi", "Bye"]
    assert trace.last is not None
    assert trace.last.outputs == "BYE"


class Talk(InteractionSpec):
    """Produces turns and notes what it is sent and that it is closed."""

    turns: int
    fails_at: int = -1
    seen: list[int] = []
    closed: bool = False

    async def generate(self, trace: Trace) -> AsyncGenerator[Interaction, Trace]:
        try:
            for number in range(self.turns):
                if number == self.fails_at:
                    raise KeyError("broken")
                trace = yield Interaction(inputs=number, outputs=number)
                self.seen = [*self.seen, len(trace.interactions)]
        finally:
            self.closed = True


async def test_a_spec_is_sent_the_updated_trace_and_closed() -> None:
    talk = Talk(turns=3)
    trace = await Trace().with_interaction(talk)
    assert len(trace.interactions) == 3
    assert talk.seen == [1, 2, 3]
    assert talk.closed


async def test_a_failing_spec_leaves_the_turns_recorded_until_then() -> None:
    talk = Talk(turns=3, fails_at=2)
    with pytest.raises(InteractionGenerationError, match="Talk .*KeyError") as caught:
        await Trace().with_interactions(TURN, talk)
    assert [turn.inputs for turn in caught.value.partial_trace.interactions] == ["Hi", 0, 1]
    assert isinstance(caught.value.__cause__, KeyError)
    assert talk.closed


async def test_a_failure_that_is_one_already_is_not_wrapped_again() -> None:
    class Again(Talk):
        async def generate(self, trace: Trace) -> AsyncGenerator[Interaction, Trace]:
            yield TURN
            raise InteractionGenerationError("mine", phase="inputs")

    with pytest.raises(InteractionGenerationError, match="^mine$") as caught:
        await Trace().with_interaction(Again(turns=0))
    assert caught.value.phase == "inputs"
    assert len(caught.value.partial_trace.interactions) == 1


async def test_a_spec_must_produce_interactions() -> None:
    class Wrong(Talk):
        async def generate(self, trace: Trace) -> AsyncGenerator[Any, Trace]:
            yield "text"

    with pytest.raises(InteractionGenerationError, match="records Interaction objects, not str: 'text'"):
        await Trace().with_interaction(Wrong(turns=0))


def _asks(trace: Persona) -> str:
    return trace.persona


def _asks_plain(inputs: str, trace: Trace[str, str]) -> str:
    return inputs


def _asks_something(trace: BaseModel) -> str:
    return ""


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        pytest.param(_asks, Persona, id="a subclass"),
        pytest.param(_asks_plain, Trace[str, str], id="a parametrised trace"),
        pytest.param(_asks_something, Trace, id="no trace at all"),
        pytest.param(lambda inputs: inputs, Trace, id="no such parameter"),
        pytest.param(dict, Trace, id="a class without signature"),
    ],
)
def test_finds_the_trace_class_a_target_asks_for(target: Any, expected: type) -> None:
    assert Trace.for_target(target) is expected
