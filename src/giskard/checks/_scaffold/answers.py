"""The answers that a new check is made from. One model is the source of flags, records and template variables."""

import builtins
import keyword
import unicodedata
from collections.abc import Callable
from typing import Any

from pydantic import Field

from giskard.checks._scaffold.names import LONGEST, Name, refuse_as_module
from giskard.checks._scaffold.types import TARGETS, FieldType, parse_default, parse_type
from giskard.checks.core.check import Check
from giskard.checks.core.exceptions import UserError
from giskard.checks.core.extraction import yields_list
from giskard.checks.core.fields import brief
from giskard.checks.core.registry import SNAKE_CASE
from giskard.checks.core.strict import StrictModel, nearest

_LONGEST_PATH = 300
# Names that a generated module or its test uses itself.
_HELPERS = {
    "brief",
    "exactly_one",
    "model_validator",
    "override",
    "provided_or_resolve",
    "pytest",
    "resolve",
    "unusable",
}
_LOCALS = {"details", "given", "problem", "result", "self", "target", "trace", "trace_of", "without"}
_RESERVED = _HELPERS | _LOCALS | {"your_rule_goes_here"}
_LIBRARY = {"Check", "CheckResult", "Interaction", "JSONPathStr", "MISSING", "Trace"}
_VARIABLES = {"InputType", "OutputType", "TraceType"}
_TABLES = {"ELSEWHERE", "ERRORS", "FAILING", "FAILS", "GIVEN", "NOWHERE", "PASSES", "PASSING"}
_RESERVED_CLASSES = _LIBRARY | _VARIABLES | _TABLES | {"Any", "Field", "Self", "ValidationError"}


class InputField(StrictModel):
    """A value that is given inline or by path."""

    name: str = Field(description="Name of the field; the path is `<name>_key`.")
    type: str = Field(description="Its type.")

    @property
    def parsed(self) -> FieldType:
        """The type, parsed."""
        return parse_type(self.type, f"--input {self.name}")


class ParamField(StrictModel):
    """A plain setting."""

    name: str = Field(description="Name of the field.")
    type: str = Field(description="Its type.")
    default: str | None = Field(default=None, description="Its default as it was typed; None makes it required.")

    @property
    def parsed(self) -> FieldType:
        """The type, parsed."""
        return parse_type(self.type, f"--param {self.name}")

    @property
    def value(self) -> Any:
        """The default."""
        return None if self.default is None else parse_default(self.default, self.parsed, f"--param {self.name}")


class Answers(StrictModel):
    """Everything that `new-check` was told."""

    name: str = Field(description="The class, in PascalCase.")
    kind: str = Field(description="What a dump says the check is.")
    family: str = Field(default="check", description="`check`.")
    inputs: list[InputField] = Field(default_factory=list[InputField], description="Values given inline or by path.")
    params: list[ParamField] = Field(default_factory=list[ParamField], description="Plain settings.")
    target_type: str = Field(default="any", description="Type of the value under test: str, number, list, dict, any.")
    target_key: str = Field(default="trace.last.outputs", description="Default path to the value under test.")
    description: str | None = Field(default=None, description="First sentence of the docstring.")

    @property
    def spelled(self) -> Name:
        """The name in every spelling; the kind names the module."""
        return Name(self.name, self.kind)

    @property
    def target(self) -> FieldType:
        """Type of the value under test."""
        return parse_type(TARGETS[self.target_type], "--target-type")


def collect(
    name: str,
    *,
    kind: str | None = None,
    inputs: list[str] | None = None,
    params: list[str] | None = None,
    target_type: str = "any",
    target_key: str = "trace.last.outputs",
    description: str | None = None,
) -> Answers:
    """Return the answers that the flags give.

    Raises
    ------
    UserError
        Something cannot be meant; the message names every problem found.
    """
    problems = _Problems()
    spelled = problems.attempt(_name, name) or Name("Unnamed", "unnamed")
    kind = spelled.snake if kind is None else kind
    problems.attempt(_check_kind, kind)
    problems.attempt(_check_target, target_type, target_key)
    fields = [problems.attempt(_input, text) for text in inputs or []]
    settings = [problems.attempt(_param, text) for text in params or []]
    problems.attempt(_check_names, [f for f in fields if f], [p for p in settings if p])
    text = problems.attempt(_description, description)
    problems.raise_all()
    return Answers(
        name=spelled.class_name,
        kind=kind,
        inputs=[field for field in fields if field],
        params=[param for param in settings if param],
        target_type=target_type,
        target_key=target_key,
        description=text,
    )


class _Problems(list[UserError]):
    """What is wrong, collected so that it can be said all at once."""

    def attempt[**P, T](self, make: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | None:
        """Return what `make` returns, None when it raises a UserError, which is kept."""
        try:
            return make(*args, **kwargs)
        except UserError as exc:
            self.append(exc)
            return None

    def raise_all(self) -> None:
        """Raise what was kept, as one error.

        Raises
        ------
        UserError
            There is a problem.
        """
        if len(self) == 1:
            raise self[0]
        if self:
            raise UserError(" ".join(map(str, self)))


def _name(text: str) -> Name:
    name = Name.parse(text)
    if name.class_name in _RESERVED_CLASSES or hasattr(builtins, name.class_name):
        raise UserError(
            f"{text!r} would hide what the code needs by the name {name.class_name!r}.",
            f"Try '{name.class_name}Check'.",
        )
    return name


def _description(text: str | None) -> str | None:
    text = (text or "").replace("\r\n", "\n").strip()
    strange = sorted({char for char in text if unicodedata.category(char) in ("Cc", "Cs")} - {"\n", "\t"})
    if strange:
        raise UserError(f"--description holds {strange[0]!r}, which is no text.", "Leave it out.")
    return text or None


def _check_kind(kind: str) -> None:
    if not SNAKE_CASE.fullmatch(kind):
        raise UserError(f"--kind {brief(kind, LONGEST)} is not snake_case.", "Give one like 'allowed_links'.")
    if kind == "retired":  # the record of a check is named by its kind, and this file is the list of retired ones
        raise UserError(
            "The kind 'retired' is kept for the list of kinds that are not to be taken again.", "Choose another."
        )
    refuse_as_module(kind)


def _check_target(target_type: str, target_key: str) -> None:
    problems = _Problems()
    problems.attempt(_check_target_type, target_type)
    many = problems.attempt(_yields_list, target_key)
    problems.raise_all()
    if many and target_type not in ("list", "any"):
        raise UserError(
            f"--target-key {target_key!r} selects a list, but --target-type is {target_type!r}.",
            "Use --target-type list.",
        )


def _check_target_type(target_type: str) -> None:
    if target_type not in TARGETS:
        raise UserError(
            f"--target-type {brief(target_type, LONGEST)} does not exist.{nearest(target_type, list(TARGETS))}",
            f"It is one of: {', '.join(TARGETS)}.",
        )


def _yields_list(target_key: str) -> bool:
    if len(target_key) > _LONGEST_PATH:
        raise UserError(f"--target-key has more than {_LONGEST_PATH} characters.", "Select a part of what it selects.")
    try:
        _ = target_key.encode()
        return yields_list(target_key)
    except ValueError as exc:
        raise UserError(f"--target-key: {exc}", "Give a path like trace.last.outputs.answer.") from exc


def _input(text: str) -> InputField:
    name, separator, kind = text.partition(":")
    if not separator or not kind.strip():
        raise UserError(f"--input {brief(text, LONGEST)} has no type.", "Write NAME:TYPE, as in keyword:str.")
    field = InputField(name=name.strip(), type=kind.strip())
    problems = _Problems()
    problems.attempt(_check_field, "--input", field.name)
    parsed = problems.attempt(parse_type, field.type, f"--input {field.name[:LONGEST]}")
    problems.raise_all()
    return field.model_copy(update={"type": parsed.source if parsed else field.type})


def _param(text: str) -> ParamField:
    declared, has_default, default = text.partition("=")
    name, separator, kind = declared.partition(":")
    if not separator or not kind.strip():
        raise UserError(
            f"--param {brief(text, LONGEST)} has no type.", "Write NAME:TYPE or NAME:TYPE=DEFAULT, as in limit:int=3."
        )
    field = ParamField(name=name.strip(), type=kind.strip(), default=default if has_default else None)
    flag = f"--param {field.name[:LONGEST]}"
    problems = _Problems()
    problems.attempt(_check_field, "--param", field.name)
    parsed = problems.attempt(parse_type, field.type, flag)
    if parsed and field.default is not None:
        problems.attempt(parse_default, field.default, parsed, flag)
    problems.raise_all()
    return field.model_copy(update={"type": parsed.source if parsed else field.type})


def _check_field(flag: str, name: str) -> None:
    shown = f"{flag} {brief(name, LONGEST)}"
    if not SNAKE_CASE.fullmatch(name):
        raise UserError(f"{shown} is no name for a field.", "Give a snake_case one.")
    if len(name) > LONGEST:
        raise UserError(f"{shown} has more than {LONGEST} characters.", "Shorten it.")
    if keyword.iskeyword(name):
        raise UserError(f"{shown} is a keyword of Python.", f"Try '{name}_value'.")
    if name == "target_key":
        raise UserError(f"{shown} is there already.", "Give its default with --target-key.")
    if name == "key" or name.endswith("_key"):
        raise UserError(
            f"{shown} would be a path.", f"Name the value; its path is added: --input {name[:-4] or 'value'}:str."
        )
    if name in Check.model_fields or hasattr(Check, name):
        raise UserError(f"{shown} is taken: every check has a {name!r} already.", f"Try 'the_{name}'.")
    if name in _RESERVED or hasattr(builtins, name):
        raise UserError(f"{shown} would hide what the code needs by that name.", f"Try 'the_{name}'.")
    if name.startswith(("model_dump", "model_validate")):
        raise UserError(f"{shown} begins as methods of pydantic do.", f"Try 'the_{name}'.")


def _check_names(inputs: list[InputField], params: list[ParamField]) -> None:
    names = [field.name for field in (*inputs, *params)]
    doubled = sorted({name for name in names if names.count(name) > 1})
    if doubled:
        raise UserError(
            f"More than one field is called {', '.join(map(repr, doubled))}.", "Give every field a name of its own."
        )
