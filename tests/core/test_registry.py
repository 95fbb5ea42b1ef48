"""Kinds: how they are claimed, found and loaded."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict, ValidationError

from giskard.checks import Check, CheckResult, Equals, InteractionSpec, Trace
from giskard.checks.core.registry import Registry


class _Judge(Check):
    async def run(self, trace: Trace) -> CheckResult:
        return CheckResult.success()


def test_a_dump_carries_the_kind_and_loads_through_the_base() -> None:
    check = Equals(expected_value=[1, None], target_key="trace.last.inputs", name="same", description="why")
    for loaded in (Check.model_validate(check.model_dump()), Check.model_validate_json(check.model_dump_json())):
        assert type(loaded) is Equals
        assert loaded == check


def test_a_parametrised_check_is_dumped_under_the_same_kind() -> None:
    assert Equals[str, str, Trace](expected_value="x").kind == "equals"


def test_an_instance_passes_untouched() -> None:
    check = Equals(expected_value=1)
    assert Check.model_validate(check) is check


@pytest.mark.parametrize(
    ("data", "message"),
    [
        pytest.param(3, "must be a Check or a dict with a 'kind', not int: 3", id="no dict"),
        pytest.param({"expected_value": 3}, "needs a 'kind': {'expected_value': 3}", id="no kind"),
        pytest.param({"kind": 3}, "must be a string, not int: 3", id="a kind that is no string"),
        pytest.param({"kind": "equal"}, "No check of kind 'equal' is registered. Did you mean 'equals'", id="unknown"),
        pytest.param({"kind": "zzz"}, "Known kinds: answer_relevance, ", id="unknown and like nothing"),
        pytest.param({"kind": "equals", "expected": 3}, "Did you mean 'expected_value'", id="a misspelled field"),
    ],
)
def test_refuses_to_load(data: Any, message: str) -> None:
    with pytest.raises(ValidationError) as caught:
        Check.model_validate(data)
    assert message in str(caught.value)


def test_a_concrete_class_takes_its_own_kind_and_no_other() -> None:
    assert Equals.model_validate({"kind": "equals", "expected_value": 1}) == Equals(expected_value=1)
    with pytest.raises(ValidationError, match="Equals has kind 'equals', not 'string_matching'"):
        Equals.model_validate({"kind": "string_matching", "expected_value": 1})


def test_families_do_not_mix() -> None:
    with pytest.raises(ValidationError, match="No interaction_spec of kind 'equals'"):
        InteractionSpec.model_validate({"kind": "equals", "expected_value": 1})


def test_a_base_class_in_between_loads_only_its_own() -> None:
    class Between(Check):
        pass

    with pytest.raises(ValidationError, match="'equals' is giskard.checks.*, which is no Between"):
        Between.model_validate({"kind": "equals", "expected_value": 1})


def test_kinds_are_the_same_from_any_class_of_the_family() -> None:
    assert {"equals", "fn", "string_matching"} <= Check.kinds() == Equals.kinds()
    assert isinstance(Check.kinds(), frozenset)


def test_a_class_that_is_not_registered_has_no_kind() -> None:
    assert _Judge().kind is None
    assert _Judge().model_dump()["kind"] is None


def test_a_subclass_of_a_registered_check_does_not_take_its_kind() -> None:
    class Strict(Equals):
        pass

    assert Strict(expected_value=1).kind is None


def test_the_same_class_again_replaces_the_earlier_one() -> None:
    def cell() -> type[Check]:
        @Check.register("notebook_cell")
        class InACell(_Judge):
            pass

        return InACell

    first, second = cell(), cell()
    assert type(Check.model_validate({"kind": "notebook_cell"})) is second is not first


def test_another_class_with_a_taken_kind_names_both() -> None:
    with pytest.raises(ValueError, match=r"'equals' is taken by giskard.checks.builtin.comparison.Equals.*Impostor"):

        @Check.register("equals")
        class Impostor(_Judge):
            pass


@pytest.mark.parametrize("kind", ["CamelCase", "kebab-case", "", "1st", "a__b", "_a", "a ", "é"])
def test_a_kind_is_snake_case(kind: str) -> None:
    with pytest.raises(ValueError, match="is not snake_case"):
        Check.register(kind)(_Judge)


def _no_run() -> type[Check]:
    class NoRun(Check):
        pass

    return NoRun


def _open_extra() -> type[Check]:
    class Loose(_Judge):
        model_config = ConfigDict(extra="allow")

    return Loose


class _Stranger(BaseModel):
    pass


@pytest.mark.parametrize(
    ("member", "message"),
    [
        pytest.param(_no_run, "NoRun cannot be registered as 'never': it has no `run`", id="no run"),
        pytest.param(_open_extra, "it sets `extra`", id="extra fields allowed"),
        pytest.param(lambda: _Stranger, "it is no subclass of Check", id="another family"),
    ],
)
def test_registration_refuses_what_can_never_be_meant(member: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        Check.register("never")(member())
    assert "never" not in Check.kinds()


def test_an_unknown_kind_loads_the_installed_plugins_once(tmp_path: Path) -> None:
    """With a real distribution on the path, as pip would leave it, in an interpreter of its own."""
    (tmp_path / "acme_plugin.py").write_text(
        "from giskard.checks import Check, CheckResult\n"
        "print('imported')\n"
        "@Check.register('acme')\n"
        "class Acme(Check):\n"
        "    async def run(self, trace): return CheckResult.success()\n"
    )
    info = tmp_path / "acme-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: acme\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[giskard.checks]\nacme = acme_plugin\nbroken = no_such_module\n")
    code = (
        "from giskard.checks import Check\n"
        "print(sorted(Check.kinds() & {'acme'}))\n"
        "print(type(Check.model_validate({'kind': 'acme'})).__name__)\n"
        "try: Check.model_validate({'kind': 'acm'})\n"
        "except ValueError as exc: print(str(exc).splitlines()[1])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n{code}"],
        capture_output=True,
        text=True,
        check=True,
    )
    before, imported, name, message = done.stdout.splitlines()
    assert (before, imported, name) == ("[]", "imported", "Acme")
    assert "Did you mean 'acme'?" in message
    assert "Plugin 'broken' (no_such_module) failed to load: ModuleNotFoundError" in message


def test_a_registry_of_its_own_starts_empty() -> None:
    assert Registry("thing").kinds() == frozenset()


class Point:
    """Stands for an installed package's entry point."""

    def __init__(self, name: str, error: Exception | None = None) -> None:
        self.name, self.value, self._error = name, f"{name}_module", error
        self.loaded = 0

    def load(self) -> None:
        self.loaded += 1
        if self._error:
            raise self._error


def test_a_plugin_that_does_not_load_takes_no_other_down_and_is_named() -> None:
    good = Point("good")
    registry = Registry("thing", plugins=lambda: [Point("bad", ImportError("nothing")), good])
    for _ in range(2):
        with pytest.raises(ValueError, match=r"Plugin 'bad' \(bad_module\) failed to load: ImportError: nothing"):
            registry.find("x")
    assert good.loaded == 1


def test_a_former_kind_is_loaded_with_a_warning_and_is_not_free() -> None:
    @Check.register("test_new_kind", formerly=("test_old_kind", "test_older_kind"))
    class Renamed(Check):
        limit: int = 1

        async def run(self, trace: Trace) -> CheckResult:
            return CheckResult.success()

    for old in ("test_old_kind", "test_older_kind"):
        with pytest.warns(FutureWarning, match=f"'{old}' is called 'test_new_kind' now"):
            loaded = Check.model_validate({"kind": old, "limit": 3})
        assert loaded == Renamed(limit=3)
        assert loaded.model_dump()["kind"] == "test_new_kind"
        assert Renamed.model_validate({"kind": old, "limit": 3}) == loaded
        assert Check.knows(old)
        assert old not in Check.kinds()
        with pytest.raises(ValueError, match=f"Kind '{old}' is taken by .*Renamed"):
            Check.register(old)(type("Other", (Renamed,), {"__module__": __name__}))
    with pytest.raises(ValueError, match="taken by"):
        Check.register("test_free_kind", formerly=("test_new_kind",))(
            type("Other", (Renamed,), {"__module__": __name__})
        )
    with pytest.raises(ValueError, match="has kind 'test_new_kind', not 'equals'"):
        Renamed.model_validate({"kind": "equals"})
