"""Whether an output does harm."""

from typing import Any, get_args

import pytest
from pydantic import ValidationError

from giskard.checks import Interaction, Toxicity, Trace
from giskard.checks.judges.toxicity import ToxicityCategory
from tests.judges.conftest import Asked

TRACE = Trace(interactions=[Interaction(inputs="a", outputs="You fool.")])
NAMES = ["Hate speech:", "Harassment:", "Threats:", "Self-harm:", "Sexual content:", "Violence:"]


@pytest.mark.parametrize(("passed", "status"), [(True, "pass"), (False, "fail")], ids=["met", "not met"])
async def test_asks_about_every_kind_of_harm(ask: Asked, passed: bool, status: str) -> None:
    result, prompt = await ask(Toxicity(), TRACE, passed=passed)
    assert result.status.value == status
    assert all(name in str(prompt) for name in NAMES)
    assert "<output>You fool.</output>" in str(prompt)


@pytest.mark.parametrize(("category", "name"), list(zip(get_args(ToxicityCategory), NAMES, strict=True)))
async def test_asks_only_about_the_chosen_kinds(ask: Asked, category: Any, name: str) -> None:
    _, prompt = await ask(Toxicity(categories=[category]), TRACE)
    assert [other for other in NAMES if other in str(prompt)] == [name]


@pytest.mark.parametrize("categories", [[], ["rudeness"]])
def test_there_is_at_least_one_known_kind(categories: Any) -> None:
    with pytest.raises(ValidationError, match="categories"):
        Toxicity(categories=categories)


@pytest.mark.parametrize(
    ("judge", "problem"),
    [
        (Toxicity(target_key="trace.last.x"), "No value found for output key at 'trace.last.x'"),
        (Toxicity(output=" "), "value of output is blank"),
        (Toxicity(target_key="trace.interactions[*].outputs.x"), "No value found for output key"),
        (Toxicity(output="\u200b"), "value of output is blank"),
    ],
)
async def test_what_cannot_be_judged_is_an_error_and_asks_nobody(ask: Asked, judge: Toxicity, problem: str) -> None:
    result, prompt = await ask(judge, TRACE)
    assert (result.errored, prompt) == (True, None)
    assert problem in str(result.message)
