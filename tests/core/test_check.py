"""What every check can do."""

import asyncio
from typing import Any

import pytest
from pydantic import ValidationError

from giskard.checks import Check, CheckResult, Equals, FnCheck, Interaction, Scenario, StringMatching, Trace

TRACE = Trace(interactions=[Interaction(inputs="Hi", outputs="Hello!")])


class Sync(Check):
    """A check whose run is no coroutine."""

    def run(self, trace: Trace) -> CheckResult:
        return CheckResult.success(message=trace.last.outputs)


def test_a_plain_run_works_too() -> None:
    assert Sync().run_sync(TRACE).message == "Hello!"
    assert Scenario().interact("Hi", "Hello!").check(Sync()).run_sync().passed


def test_a_check_without_run_cannot_be_made() -> None:
    with pytest.raises(TypeError, match="abstract method 'run'"):
        Check()


def test_run_must_return_a_result() -> None:
    class Wrong(Check):
        async def run(self, trace: Trace) -> CheckResult:
            return "yes"  # type: ignore[return-value]

    with pytest.raises(TypeError, match=r"Wrong.run must return a CheckResult, not str: 'yes'"):
        Wrong().run_sync(TRACE)


async def test_run_sync_inside_a_loop_says_what_to_write() -> None:
    with pytest.raises(RuntimeError, match=r"Write: await check.run\(trace\)"):
        Sync().run_sync(TRACE)


@pytest.mark.parametrize(
    ("check", "spec"),
    [
        pytest.param(
            StringMatching(keyword="a", name="named", description="described"),
            {
                "kind": "string_matching",
                "target_key": "trace.last.outputs",
                "keyword": "a",
                "normalization_form": "NFKC",
                "case_sensitive": True,
            },
            id="without name and description",
        ),
        pytest.param(
            Equals(expected_value=None, normalization_form=None),
            {
                "kind": "equals",
                "target_key": "trace.last.outputs",
                "expected_value": None,
                "normalization_form": None,
                "abs_tol": 0.0,
                "rel_tol": 0.0,
            },
            id="with a None that is a value",
        ),
        pytest.param(FnCheck(fn=bool), {"kind": "fn", "details": {}}, id="without a function"),
    ],
)
def test_a_spec_is(check: Check, spec: dict[str, Any]) -> None:
    assert check.to_spec() == spec


@pytest.mark.parametrize("check", [Equals(expected_value=None), StringMatching(keyword_key="trace.last.metadata.k")])
def test_a_spec_loads(check: Check) -> None:
    assert Check.model_validate(check.to_spec()) == check


def test_a_bad_path_is_refused_when_it_is_assigned() -> None:
    check = Equals(expected_value=1)
    with pytest.raises(ValidationError, match="must start with 'trace.'"):
        check.target_key = "outputs"
    assert check.target_key == "trace.last.outputs"


@Check.register("test_uniqueness_tracker")
class UniquenessTracker(Check):
    """Fails if the same output is seen more than once across runs."""

    def __init__(self, **data: Any) -> None:
        super().__init__(**data)
        self._seen: set[str] = set()

    async def run(self, trace: Trace) -> CheckResult:
        output = str(trace.last.outputs)
        if output in self._seen:
            return CheckResult.failure(
                message=f"Duplicate output detected: {output!r}", details={"unique_count": len(self._seen)}
            )
        self._seen.add(output)
        return CheckResult.success(message="Output is unique", details={"unique_count": len(self._seen)})


def test_state_in_an_attribute_of_its_own_lives_as_long_as_the_instance() -> None:
    tracker = UniquenessTracker(name="unique_responses")
    scenarios = [
        Scenario(f"test_{i}")
        .interact(inputs=f"Question {i}", outputs=lambda inputs: "I can help with that.")
        .check(tracker)
        for i in range(3)
    ]

    async def main() -> list[Any]:
        return await asyncio.gather(*(s.run() for s in scenarios))

    results = asyncio.run(main())
    lines = [f"[{'PASS' if r.passed else 'FAIL'}] {r.scenario_name}: {r.steps[0].results[0].message}" for r in results]
    assert lines == [
        "[PASS] test_0: Output is unique",
        "[FAIL] test_1: Duplicate output detected: 'I can help with that.'",
        "[FAIL] test_2: Duplicate output detected: 'I can help with that.'",
    ]


def test_state_survives_a_copy_and_an_assignment_and_is_not_dumped() -> None:
    tracker = UniquenessTracker()
    tracker.run_sync(TRACE)
    tracker.name = "renamed"
    assert tracker.run_sync(TRACE).failed
    assert tracker.model_copy().run_sync(TRACE).failed
    assert Check.model_validate(tracker.model_dump()).run_sync(TRACE).passed
