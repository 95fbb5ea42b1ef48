"""The answers that a new check is made from. One model is the source of flags, records and template variables."""

import builtins
import keyword
from typing import Any

from pydantic import Field

from giskard.checks._scaffold.names import Name, refuse_as_module
from giskard.checks._scaffold.types import TARGETS, FieldType, parse_default, parse_type
from giskard.checks.core.check import Check
from giskard.checks.core.exceptions import UserError
from giskard.checks.core.extraction import yields_list
from giskard.checks.core.registry import SNAKE_CASE
from giskard.checks.core.strict import StrictModel, nearest

# Names that a generated module or its test uses itself.
_USED = {"brief", "details", "exactly_one", "given", "override", "problem", "provided_or_resolve", "pytest", "resolve"}
_RESERVED = _USED | {"result", "self", "target", "trace", "trace_of", "unusable", "without", "your_rule_goes_here"}


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
    problems: list[UserError] = []

    def attempt[T](make: Any, *args: Any, default: T) -> T:
        try:
            return make(*args)
        except UserError as exc:
            problems.append(exc)
            return default

    spelled = attempt(Name.parse, name, default=Name("Unnamed", "unnamed"))
    attempt(_check_kind, kind or spelled.snake, default=None)
    attempt(_check_target, target_type, target_key, default=None)
    fields = [attempt(_input, text, default=None) for text in inputs or []]
    settings = [attempt(_param, text, default=None) for text in params or []]
    attempt(_check_names, [f for f in fields if f], [p for p in settings if p], default=None)
    if len(problems) == 1:
        raise problems[0]
    if problems:
        raise UserError(" ".join(map(str, problems)))
    return Answers(
        name=spelled.class_name,
        kind=kind or spelled.snake,
        inputs=[field for field in fields if field],
        params=[param for param in settings if param],
        target_type=target_type,
        target_key=target_key,
        description=description,
    )


def _check_kind(kind: str) -> None:
    if not SNAKE_CASE.fullmatch(kind):
        raise UserError(f"--kind {kind!r} is not snake_case.", "Give one like 'allowed_links'.")
    refuse_as_module(kind)


def _check_target(target_type: str, target_key: str) -> None:
    if target_type not in TARGETS:
        raise UserError(
            f"--target-type {target_type!r} does not exist.{nearest(target_type, list(TARGETS))}",
            f"It is one of: {', '.join(TARGETS)}.",
        )
    try:
        many = yields_list(target_key)
    except ValueError as exc:
        raise UserError(f"--target-key: {exc}") from exc
    if many and target_type not in ("list", "any"):
        raise UserError(
            f"--target-key {target_key!r} selects a list, but --target-type is {target_type!r}.",
            "Use --target-type list.",
        )


def _input(text: str) -> InputField:
    name, separator, kind = text.partition(":")
    if not separator or not kind.strip():
        raise UserError(f"--input {text!r} has no type.", "Write NAME:TYPE, as in keyword:str.")
    field = InputField(name=name.strip(), type=kind.strip())
    _check_field("--input", field.name)
    return field.model_copy(update={"type": field.parsed.source})


def _param(text: str) -> ParamField:
    declared, has_default, default = text.partition("=")
    name, separator, kind = declared.partition(":")
    if not separator or not kind.strip():
        raise UserError(f"--param {text!r} has no type.", "Write NAME:TYPE or NAME:TYPE=DEFAULT, as in limit:int=3.")
    field = ParamField(name=name.strip(), type=kind.strip(), default=default if has_default else None)
    _check_field("--param", field.name)
    _ = field.value
    return field.model_copy(update={"type": field.parsed.source})


def _check_field(flag: str, name: str) -> None:
    if not name.isidentifier() or not name.isascii() or not SNAKE_CASE.fullmatch(name):
        raise UserError(f"{flag} {name[:80]!r} is no name for a field.", "Give a snake_case one.")
    if keyword.iskeyword(name):
        raise UserError(f"{flag} {name!r} is a keyword of Python.", f"Try '{name}_value'.")
    if name in Check.model_fields or hasattr(Check, name):
        raise UserError(f"{flag} {name!r} is taken: every check has a {name!r} already.", "Choose another name.")
    if name in _RESERVED or hasattr(builtins, name):
        raise UserError(f"{flag} {name!r} would hide what the code needs by that name.", f"Try 'the_{name}'.")
    if name == "key" or name.endswith("_key"):
        raise UserError(
            f"{flag} {name!r} would be a path.",
            f"Name the value; its path is added: --input {name[:-4] or 'value'}:str.",
        )


def _check_names(inputs: list[InputField], params: list[ParamField]) -> None:
    names = [field.name for field in (*inputs, *params)]
    doubled = sorted({name for name in names if names.count(name) > 1})
    if doubled:
        raise UserError(f"More than one field is called {doubled[0]!r}.", "Give every field a name of its own.")
