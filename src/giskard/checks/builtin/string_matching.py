"""Looking for a keyword in text."""

from typing import Any, Self, override

from pydantic import Field, field_validator, model_validator

from giskard.checks.builtin._text import NormalizationForm, normalize
from giskard.checks.core.check import Check
from giskard.checks.core.extraction import JSONPathStr, provided_or_resolve
from giskard.checks.core.fields import brief, exactly_one, unusable
from giskard.checks.core.interaction.trace import TraceType
from giskard.checks.core.result import CheckResult
from giskard.checks.core.types import MISSING
from giskard.checks.core.typevars import InputType, OutputType


@Check.register("string_matching")
class StringMatching(Check[InputType, OutputType, TraceType]):
    """Passes when a text contains a keyword, fails when it does not.

    A path without a match, a text or a keyword that is no string, and a blank keyword are ERROR.

    Examples
    --------
    >>> from giskard.checks import Interaction, StringMatching, Trace
    >>> trace = Trace(interactions=[Interaction(inputs="Hi", outputs="Received: Hi")])
    >>> StringMatching(keyword="received", case_sensitive=False).run_sync(trace).passed
    True
    """

    text: str | MISSING = Field(default=MISSING, description="The text itself; given, it goes before target_key.")
    target_key: JSONPathStr = Field(default="trace.last.outputs", description="Path to the text under test.")
    keyword: str | MISSING = Field(default=MISSING, description="What the text must contain.")
    keyword_key: JSONPathStr | MISSING = Field(default=MISSING, description="Path to the keyword.")
    normalization_form: NormalizationForm | None = Field(
        default="NFKC",
        description="Unicode form in which both are compared, with whitespace runs as one space; None leaves them "
        "untouched.",
    )
    case_sensitive: bool = Field(default=True, description="Whether upper and lower case differ.")

    @field_validator("keyword", mode="after")
    @classmethod
    def _keyword_is_not_blank(cls, keyword: Any) -> Any:
        if keyword is not MISSING and not keyword.strip():
            raise ValueError(f"keyword {keyword!r} is blank, and every text contains that; give a word to look for.")
        return keyword

    @model_validator(mode="after")
    def _exactly_one_keyword(self) -> Self:
        exactly_one(self, "keyword", "keyword_key")
        return self

    @override
    async def run(self, trace: TraceType) -> CheckResult:
        keyword = provided_or_resolve(trace, key=self.keyword_key, value=self.keyword)
        text = provided_or_resolve(trace, key=self.target_key, value=self.text)
        problem = unusable("keyword", keyword, str) or unusable("text", text, str)
        if problem:
            return problem
        if not keyword.strip():
            return CheckResult.error(
                message=f"keyword_key {self.keyword_key!r} leads to a blank, which every text has."
            )
        details = {"text": text, "keyword": keyword}
        if self._prepared(keyword) in self._prepared(text):
            return CheckResult.success(message=f"The text contains the keyword {brief(keyword)}.", details=details)
        return CheckResult.failure(
            message=f"The text does not contain the keyword {brief(keyword)}: {brief(text)}.", details=details
        )

    def _prepared(self, text: str) -> str:
        normal: str = normalize(text, self.normalization_form)
        return normal if self.case_sensitive else normal.casefold()
