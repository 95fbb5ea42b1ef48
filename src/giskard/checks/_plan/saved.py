"""A plan that was saved as JSON, to be looked at and carried out later."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Base64Bytes, BaseModel, ConfigDict, Field, ValidationError

from giskard.checks._plan.plan import CONFLICT, Operation, Plan, sha256, stays_below
from giskard.checks.core.exceptions import UserError
from giskard.checks.core.strict import in_one_line


class SavedOperation(BaseModel):
    """One file to write, as `--dry-run --json` tells it."""

    model_config = ConfigDict(extra="ignore")

    path: str = Field(min_length=1, description="The file, relative to the plan's root.")
    sha256_before: str | None = Field(description="Hash of what was read; None where there was no file.")
    sha256_after: str | None = Field(description="Hash of what is to be written; None to delete the file.")
    content_base64: Annotated[Base64Bytes | None, Field(description="What is to be written.")]


class SavedPlan(BaseModel):
    """What `--dry-run --json` of a command that writes has printed."""

    model_config = ConfigDict(extra="ignore")

    version: Literal[1] = Field(description="Version of this format.")
    command: str = Field(description="The command that made it.")
    operations: list[SavedOperation] = Field(description="The files to write.")


def load_plan(file: Path) -> SavedPlan:
    """Return the plan that a file holds.

    Raises
    ------
    UserError
        It cannot be read, holds no plan, or one that was changed by hand.
    """
    try:
        plan = SavedPlan.model_validate_json(file.read_bytes())
    except OSError as exc:
        raise UserError(f"{str(file)!r} cannot be read: {exc.strerror or exc}.", "Name a saved plan.") from exc
    except ValidationError as exc:
        raise UserError(
            f"{str(file)!r} holds no plan: {in_one_line(exc)}.",
            "Save one: giskard-checks new-check NAME --dry-run --json > plan.json",
        ) from exc
    changed = [o.path for o in plan.operations if sha256(o.content_base64) != o.sha256_after]
    if changed:
        names = ", ".join(map(repr, changed))
        raise UserError(f"What {str(file)!r} has for {names} is not what was planned.", "Make the plan anew.")
    return plan


def plan_saved(root: Path, saved: SavedPlan) -> Plan:
    """Return a saved plan for the files as they are; what is done already is left out.

    Raises
    ------
    UserError
        A file is not as it was when the plan was made, all of them at once; exit code 3.
    """
    outside = [o.path for o in saved.operations if not stays_below(root, o.path)]
    if outside:
        raise UserError(
            f"{outside[0]!r} does not stay below {str(root)!r}.", "Nothing was written.", exit_code=CONFLICT
        )
    operations: list[Operation] = []
    problems: list[str] = []
    for operation in saved.operations:
        path = root / operation.path
        before = path.read_bytes() if path.is_file() else None
        if sha256(before) == operation.sha256_after:
            continue
        if sha256(before) != operation.sha256_before:
            problems.append(repr(operation.path))
        operations.append(Operation(operation.path, before, operation.content_base64))
    if problems:
        raise UserError(
            f"{', '.join(problems)} {'is' if len(problems) == 1 else 'are'} not as when the plan was made.",
            "Nothing was written; make the plan anew.",
            exit_code=CONFLICT,
        )
    return Plan(root, tuple(operations))
