"""Calling what may block in a thread of its own, so that a timeout can leave it behind."""

import asyncio
import contextvars
import queue
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

_current: contextvars.ContextVar["CallThread | None"] = contextvars.ContextVar(
    "giskard_checks_call_thread", default=None
)


class _Job(NamedTuple):
    function: Callable[[], Any]
    context: contextvars.Context
    loop: asyncio.AbstractEventLoop
    outcome: "asyncio.Future[_Outcome]"


class _Outcome(NamedTuple):
    """What a call gave. A raised StopIteration cannot be handed over by a future itself."""

    value: Any = None
    raised: BaseException | None = None


class CallThread:
    """One daemon thread that makes the synchronous calls of one scenario, one after the other.

    It is not one of the default executor's, which are few and are waited for when the program ends. It starts with the
    first call.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._busy = False

    @property
    def is_busy(self) -> bool:
        """Whether a call is still being made; after a timeout, that it was left behind."""
        return self._busy

    async def call(self, function: Callable[[], Any]) -> Any:
        """Return what `function` returns, in the thread and in a copy of the caller's context."""
        loop = asyncio.get_running_loop()
        job = _Job(function, contextvars.copy_context(), loop, loop.create_future())
        if self._thread is None:
            thread = threading.Thread(target=self._work, name=self.name, daemon=True)
            thread.start()  # may fail, and is tried again by the next call then
            self._thread = thread
        self._busy = True
        self._jobs.put(job)
        outcome = await job.outcome
        if outcome.raised is not None:
            raise outcome.raised
        return outcome.value

    def close(self) -> None:
        """Let the thread end when it has made its last call."""
        if self._thread is not None:
            self._jobs.put(None)

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            try:
                outcome = _Outcome(value=job.context.run(_outside, job.function))
            except BaseException as exc:  # noqa: BLE001  it is raised again where the call was awaited
                outcome = _Outcome(raised=exc)
            self._busy = False
            with suppress(RuntimeError):  # nobody waits any more: the loop is closed
                job.loop.call_soon_threadsafe(_settle, job.outcome, outcome)


def _outside(function: Callable[[], Any]) -> Any:
    """Call `function` with no thread for calls: one that runs a scenario itself would wait for the thread it is in."""
    _current.set(None)
    return function()


def _settle(future: "asyncio.Future[_Outcome]", outcome: _Outcome) -> None:
    if not future.done():
        future.set_result(outcome)


@contextmanager
def calls_in_thread(name: str) -> Generator[CallThread]:
    """Have the synchronous calls made in the block run in a thread called `name`."""
    thread = CallThread(name)
    token = _current.set(thread)
    try:
        yield thread
    finally:
        _current.reset(token)
        thread.close()


async def call(function: Callable[[], Any]) -> Any:
    """Return what a synchronous function returns, in the scenario's thread where it has one."""
    thread = _current.get()
    return function() if thread is None else await thread.call(function)
