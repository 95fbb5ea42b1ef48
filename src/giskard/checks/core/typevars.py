"""Type variables with defaults, so that `class Mine(Check)` and `list[Check]` need no type argument."""

from typing import Any

from typing_extensions import TypeVar

InputType = TypeVar("InputType", default=Any)
OutputType = TypeVar("OutputType", default=Any)
