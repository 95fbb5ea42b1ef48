"""A language model plays a user."""

import pytest
from pydantic import ValidationError

from giskard.checks import InputGenerator, Trace, UserSimulator
from giskard.checks.generators.user_simulator import PERSONAS


@pytest.mark.parametrize("name", PERSONAS)
def test_a_persona_has_a_description_of_its_own(name: str) -> None:
    task = UserSimulator(persona=name).task(Trace())
    assert PERSONAS[name] in task
    assert name not in task


def test_a_persona_and_its_situation_may_be_described() -> None:
    task = UserSimulator(persona="A pirate {{ x }}.", context="Lost a ship.").task(Trace())
    assert "<persona>A pirate {{ x }}.</persona>" in task
    assert "<situation>Lost a ship.</situation>" in task


def test_a_persona_says_something() -> None:
    with pytest.raises(ValidationError, match="is blank"):
        UserSimulator(persona=" ")


def test_it_is_saved_and_loaded() -> None:
    simulator = UserSimulator(persona="novice_user", max_steps=5)
    assert InputGenerator.model_validate_json(simulator.model_dump_json()) == simulator
