"""One turn: what went into the system under test and what came out."""

from typing import Annotated, Any, Generic

from pydantic import ConfigDict, Field, field_validator

from giskard.checks.core.interaction.frozen import freeze
from giskard.checks.core.jsonable import JsonSafe
from giskard.checks.core.strict import StrictModel
from giskard.checks.core.typevars import InputType, OutputType


class Interaction(StrictModel, Generic[InputType, OutputType]):
    """One turn of a conversation. It cannot be changed, nor can the dicts and lists in it.

    Examples
    --------
    >>> turn = Interaction(inputs="Hi", outputs={"answer": "Hello!"})
    >>> turn.outputs["answer"]
    'Hello!'
    """

    # In a subclass's own fields too, NaN is no null.
    model_config = ConfigDict(frozen=True, ser_json_inf_nan="strings")

    inputs: Annotated[InputType, JsonSafe] = Field(description="What was sent to the system under test.")
    outputs: Annotated[OutputType, JsonSafe] = Field(description="What came back.")
    metadata: Annotated[dict[str, Any], JsonSafe] = Field(
        default_factory=dict, description="Anything else about the turn: its context, its duration, its language."
    )

    @field_validator("*", mode="after")
    @classmethod
    def _freeze(cls, value: Any) -> Any:
        return freeze(value)
