"""Every exception that the library raises on purpose."""

import asyncio
from typing import Any

from giskard.checks.core.usage import Usage


class GiskardChecksError(Exception):
    """Base of the library's own exceptions, to catch them all at once."""


class UserError(GiskardChecksError):
    """A foreseeable failure that one sentence explains; the command line prints it and exits with `exit_code`.

    Parameters
    ----------
    message
        What is wrong, naming the thing and the value.
    hint
        The way out, when it is not part of the message.
    exit_code
        2 usage or configuration, 3 conflict with what is on disk, 4 verification failed.

    Examples
    --------
    >>> str(UserError("There is no check named 'nope'.", hint="Did you mean 'note'?"))
    "There is no check named 'nope'. Did you mean 'note'?"
    """

    def __init__(self, message: str, hint: str | None = None, exit_code: int = 2) -> None:
        super().__init__(message, hint, exit_code)
        self.message = message
        self.hint = hint
        self.exit_code = exit_code

    def __str__(self) -> str:
        return f"{self.message} {self.hint}" if self.hint else self.message


class InteractionGenerationError(GiskardChecksError):
    """An interaction could not be produced; the reason is the exception's `__cause__`.

    Parameters
    ----------
    message
        Which part failed.
    partial_trace
        The `Trace` as it was when the failure came; None until a trace has seen the failure.
    phase
        `"inputs"`, `"outputs"` or, when neither can be told, `"interaction"`.
    """

    def __init__(self, message: str, partial_trace: Any = None, phase: str = "interaction") -> None:
        super().__init__(message)
        self.partial_trace = partial_trace
        self.phase = phase


class GenerationError(GiskardChecksError):
    """A model did not give what it was asked for: refused, unreachable, too slow, or an answer of another shape.

    Parameters
    ----------
    message
        What is wrong.
    usage
        What the attempts used, where some were answered.
    """

    def __init__(self, message: str, usage: Usage | None = None) -> None:
        super().__init__(message)
        self.usage = usage or Usage()


class InputGenerationException(GenerationError):  # noqa: N818  the name that users of such generators know
    """An input generator could not invent the next input; the message names the turn and the attempts."""


def exception_name(exc: BaseException) -> str:
    """Return the qualified name of an exception's class; builtins go without their module.

    Examples
    --------
    >>> exception_name(ValueError("x"))
    'ValueError'
    """
    cls = type(exc)
    return cls.__qualname__ if cls.__module__ == "builtins" else f"{cls.__module__}.{cls.__qualname__}"


def exception_message(exc: BaseException) -> str:
    """Return an exception's text, also where its `__str__` fails."""
    try:
        return str(exc)
    except Exception as failure:  # noqa: BLE001  the user's exception may raise whatever it likes
        return f"<its text raised {type(failure).__name__}>"


def exception_text(exc: BaseException) -> str:
    """Return an exception's name and text, for a message.

    Examples
    --------
    >>> exception_text(ValueError("no"))
    'ValueError: no'
    """
    return f"{exception_name(exc)}: {exception_message(exc)}"


def is_being_cancelled() -> bool:
    """Say whether the running task was asked to end; else a CancelledError is of something that it awaited."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
