"""The base of checks that a language model judges: what to ask it, and what to make of its answer."""

import inspect
from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, override

from pydantic import BaseModel, ConfigDict, Field, field_validator

from giskard.checks.core.blank import is_blank
from giskard.checks.core.check import Check
from giskard.checks.core.exceptions import GenerationError, exception_name
from giskard.checks.core.fields import unusable
from giskard.checks.core.interaction.trace import TraceType
from giskard.checks.core.result import CheckResult, Metric
from giskard.checks.core.typevars import InputType, OutputType
from giskard.checks.core.usage import Usage
from giskard.checks.llm._defaults import defaults
from giskard.checks.llm.generator import Message
from giskard.checks.llm.model_fields import GeneratorField
from giskard.checks.llm.template import TemplateError, TemplateReference, printing, render

INSTRUCTIONS = TemplateReference("giskard.checks::judges/instructions.j2")


class LLMCheckResult(BaseModel):
    """What a judge answers: its reason first, so that the verdict follows from it.

    Examples
    --------
    >>> LLMCheckResult(reason="It says 'please'.", passed=True).passed
    True
    """

    model_config = ConfigDict(defer_build=True)

    reason: str = Field(description="Why, in one or two sentences, quoting the passages that decide.")
    passed: bool = Field(description="Whether the criterion is met.")

    @field_validator("reason", mode="after")
    @classmethod
    def _says_something(cls, reason: str) -> str:
        if is_blank(reason):
            raise ValueError("the reason is blank; say why in a sentence")
        return reason


class BaseLLMCheck(Check[InputType, OutputType, TraceType]):
    """Base of all judges. A subclass says what to ask by `get_prompt`, and usually about what by `get_inputs`.

    What cannot be asked (a path without a match, a template that cannot be rendered) and what got no usable answer (the
    model refuses, is unreachable, too slow, or answers in another shape) are ERROR.

    Examples
    --------
    >>> from giskard.checks import BaseLLMCheck, Check, Interaction, Trace
    >>> from giskard.checks.testing import FakeGenerator
    >>> @Check.register("is_kind")
    ... class IsKind(BaseLLMCheck):
    ...     def get_prompt(self):
    ...         return "Is this answer kind? {{ trace.last.outputs }}"
    >>> model = FakeGenerator(outputs=[{"reason": "It says please.", "passed": True}])
    >>> trace = Trace(interactions=[Interaction(inputs="Help!", outputs="One moment, please.")])
    >>> IsKind(generator=model).run_sync(trace).message
    'It says please.'
    >>> model.calls[0].messages[-1].content
    'Is this answer kind? <data>One moment, please.</data>'
    """

    generator: GeneratorField = Field(
        default=None, description="The language model, or its name; None for the one that the settings name."
    )
    votes: int = Field(
        default=1, ge=1, strict=True, description="How often to ask; the majority decides, so it must be odd."
    )

    @field_validator("votes", mode="after")
    @classmethod
    def _have_a_majority(cls, votes: int) -> int:
        if votes % 2 == 0:
            raise ValueError(f"votes must be odd, so that there is a majority, not {votes}.")
        return votes

    @property
    def output_type(self) -> type[BaseModel]:
        """The shape of the model's answer."""
        return LLMCheckResult

    @abstractmethod
    def get_prompt(self) -> str | TemplateReference:
        """Return the text of the prompt's template, or where it is."""
        raise NotImplementedError

    async def get_inputs(self, trace: TraceType) -> Mapping[str, Any] | CheckResult:
        """Return the values that the template uses by name, or the result where there is nothing to ask about."""
        return {"trace": trace}

    async def handle_output(self, output: Any, inputs: Mapping[str, Any], trace: TraceType) -> CheckResult:  # noqa: ARG002  for subclasses
        """Return what one answer of the model means; override it together with `output_type`."""
        result = CheckResult.success if output.passed else CheckResult.failure
        return result(message=output.reason)

    @override
    async def run(self, trace: TraceType) -> CheckResult:
        inputs = await self._awaited("get_inputs", self.get_inputs(trace))
        if isinstance(inputs, CheckResult):
            return inputs
        self._expect("get_inputs", inputs, Mapping)
        problem = next((found for name, value in inputs.items() if (found := unusable(name, value))), None)
        if problem:
            return problem
        try:
            template = self.get_prompt()
            self._expect("get_prompt", template, str | TemplateReference)
            with printing() as printed:
                prompt = render(template, inputs)
            messages = [Message("system", render(INSTRUCTIONS, {})), Message("user", prompt)]
        except TemplateError as exc:
            return CheckResult.error(message=str(exc), details={"exception_type": exception_name(exc.__cause__ or exc)})
        if is_blank(prompt):
            return CheckResult.error(message="The prompt is blank when it is rendered, so there is nothing to ask.")
        if printed and not any(printed):
            return CheckResult.error(message="All that the prompt shows is blank, so there is nothing to judge.")
        return await self._asked(messages, inputs, trace)

    async def _asked(self, messages: list[Message], inputs: Mapping[str, Any], trace: TraceType) -> CheckResult:
        generator = self.generator if self.generator is not None else defaults.generator()
        used, answers = Usage(), list[CheckResult]()
        for _ in range(self.votes):  # one after the other, so that what bounds scenarios bounds calls
            try:
                completion = await generator.complete(messages, self.output_type)
            except GenerationError as exc:
                details = {"exception_type": exception_name(exc.__cause__ or exc)}
                return CheckResult.error(message=str(exc), details=details, metrics=(used + exc.usage).metrics())
            used += completion.usage
            answer = await self._awaited("handle_output", self.handle_output(completion.output, inputs, trace))
            self._expect("handle_output", answer, CheckResult)
            answers.append(answer)
        return _verdict(answers, used)

    async def _awaited(self, method: str, answer: Any) -> Any:
        if not inspect.isawaitable(answer):
            raise TypeError(f"{type(self).__name__}.{method} must be asynchronous; write `async def {method}`.")
        return await answer

    def _expect(self, method: str, answer: Any, kind: Any) -> None:
        if not isinstance(answer, kind):
            wanted = getattr(kind, "__name__", kind)
            raise TypeError(f"{type(self).__name__}.{method} must return {wanted}, not {type(answer).__name__}.")


def _verdict(answers: list[CheckResult], used: Usage) -> CheckResult:
    """Return the answer of the majority, with the split when there were several; one that is no verdict decides."""
    undecided = [answer for answer in answers if not (answer.passed or answer.failed)]
    passed = [answer for answer in answers if answer.passed]
    failed = [answer for answer in answers if answer.failed]
    result = (undecided or max(passed, failed, key=len))[0]
    metrics, details = [*result.metrics, *used.metrics()], dict(result.details)
    if len(answers) > 1:
        metrics += [Metric(name="votes_passed", value=len(passed)), Metric(name="votes_failed", value=len(failed))]
        details["votes"] = [{"status": answer.status.value, "message": answer.message} for answer in answers]
    return result.model_copy(update={"metrics": metrics, "details": details})
