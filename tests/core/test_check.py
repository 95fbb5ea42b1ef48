"""What every check can do."""

import asyncio
from typing import Any

import pytest
from pydantic import ValidationError, field_serializer

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


def test_what_json_does_not_know_is_told_in_a_spec() -> None:
    class Holder(Check):
        thing: Any = None

        @field_serializer("thing", when_used="json")
        def _refuse(self, thing: Any) -> Any:
            raise RuntimeError("not as JSON")

        async def run(self, trace: Trace) -> CheckResult:
            return CheckResult.success()

    assert Holder(thing=int).to_spec() == {"thing": "<type: <class 'int'>>"}


@pytest.mark.parametrize("return_exception", [False, True])
async def test_a_check_that_waited_for_something_cancelled_raised_an_exception_like_any_other(
    return_exception: bool,
) -> None:
    async def waits(trace: Trace) -> bool:
        task = asyncio.create_task(asyncio.sleep(30))
        task.cancel()
        await task
        return True

    scenario = Scenario().interact("a", "b").check(FnCheck(fn=waits, name="waits"))
    if return_exception:
        result = await scenario.run(return_exception=True)
        assert result.steps[0].results[0].message.startswith("Check 'waits' raised asyncio.exceptions.CancelledError")
    else:
        with pytest.raises(asyncio.CancelledError):
            await scenario.run()


class Measured(CheckResult):
    """A result of the user's own class."""

    score: float = 0.0


def test_a_result_of_a_subclass_keeps_its_class_and_gets_the_details() -> None:
    check = FnCheck(fn=lambda trace: Measured.success(message="m", details={"a": 1}).model_copy(update={"score": 0.5}))
    (result,) = Scenario().interact("a", "b").check(check).run_sync().steps[0].results
    assert isinstance(result, Measured)
    assert (result.score, result.details["a"], result.details["check_kind"]) == (0.5, 1, "fn")


async def test_a_body_that_calls_the_base_says_that_there_is_nothing() -> None:
    class Lazy(Check):
        async def run(self, trace: Trace) -> CheckResult:
            return await super().run(trace)  # type: ignore[safe-super]

    with pytest.raises(NotImplementedError):
        await Lazy().run(TRACE)
