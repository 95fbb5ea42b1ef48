"""Calling what may block in threads of our own, so that a timeout can leave one behind."""

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


class _Outcome(NamedTuple):
    """What a call gave. A raised StopIteration cannot be handed over by a future itself."""

    value: Any = None
    raised: BaseException | None = None


class _Job(NamedTuple):
    function: Callable[[], Any]
    context: contextvars.Context
    loop: asyncio.AbstractEventLoop
    outcome: "asyncio.Future[_Outcome]"


class _Worker:
    """A daemon thread that makes calls until it is told to end."""

    def __init__(self) -> None:
        self.jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self.is_busy = False
        self.thread = threading.Thread(target=self._work, daemon=True)
        self.thread.start()

    def _work(self) -> None:
        while (job := self.jobs.get()) is not None:
            try:
                outcome = _Outcome(value=job.context.run(_outside, job.function))
            except BaseException as exc:  # noqa: BLE001  it is raised again where the call was awaited
                outcome = _Outcome(raised=exc)
            self.is_busy = False
            with suppress(RuntimeError):  # nobody waits any more: the loop is closed
                job.loop.call_soon_threadsafe(_settle, job.outcome, outcome)
            del job, outcome  # an idle thread must not keep the user's objects alive


def _outside(function: Callable[[], Any]) -> Any:
    """Call `function` with no thread for calls: one that runs a scenario itself would wait for the thread it is in."""
    _current.set(None)
    return function()


def _settle(future: "asyncio.Future[_Outcome]", outcome: _Outcome) -> None:
    if not future.done():
        future.set_result(outcome)


class CallThread:
    """The thread that makes the synchronous calls of one scenario, one after the other, so that they share its locals.

    It is not one of the default executor's, which are few and are waited for when the program ends. It is taken with
    the first call.
    """

    def __init__(self, name: str, idle: list[_Worker]) -> None:
        self.name = name
        self._idle = idle
        self._worker: _Worker | None = None
        self._is_closed = False

    @property
    def is_busy(self) -> bool:
        """Whether a call is still being made; after a timeout, that it was left behind."""
        return self._worker is not None and self._worker.is_busy

    async def call(self, function: Callable[[], Any]) -> Any:
        """Return what `function` returns, in the thread and in a copy of the caller's context."""
        if self._is_closed:
            raise RuntimeError("The scenario is over, and makes no more calls.")
        loop = asyncio.get_running_loop()
        job = _Job(function, contextvars.copy_context(), loop, loop.create_future())
        if self._worker is None:
            # Starting one may fail, and is tried again by the next call then.
            self._worker = self._idle.pop() if self._idle else _Worker()
            self._worker.thread.name = self.name
        self._worker.is_busy = True
        self._worker.jobs.put(job)
        outcome = await job.outcome
        if outcome.raised is not None:
            raise outcome.raised
        return outcome.value

    def close(self) -> None:
        """Hand the thread on; one that is still at work ends when it has made its call."""
        self._is_closed = True
        if self._worker is None:
            return
        if self._worker.is_busy:
            self._worker.jobs.put(None)
        else:
            self._idle.append(self._worker)


class CallThreads:
    """The threads of one run. Starting a thread takes longer than most scenarios, so that idle ones are used again."""

    def __init__(self) -> None:
        self._idle: list[_Worker] = []

    @contextmanager
    def one_for(self, name: str) -> Generator[CallThread]:
        """Have the synchronous calls made in the block run in a thread called `name`."""
        thread = CallThread(name, self._idle)
        token = _current.set(thread)
        try:
            yield thread
        finally:
            _current.reset(token)
            thread.close()

    def close(self) -> None:
        """End the idle threads."""
        while self._idle:
            self._idle.pop().jobs.put(None)


async def call(function: Callable[[], Any]) -> Any:
    """Return what a synchronous function returns, in the scenario's thread where it has one."""
    thread = _current.get()
    return function() if thread is None else await thread.call(function)
