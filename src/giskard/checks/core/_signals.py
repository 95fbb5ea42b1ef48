"""Signals that arrive while the event loop sleeps."""

import signal
import socket
import sys
import threading
from asyncio import AbstractEventLoop
from collections.abc import Generator
from contextlib import contextmanager, suppress


@contextmanager
def signals_wake(loop: AbstractEventLoop) -> Generator[None]:
    """Have every signal wake `loop` for the length of the block.

    Python acts on a signal in the main thread, but the system may hand it to any thread; the main one, asleep in the
    event loop, would not notice a Ctrl-C before something else wakes it.
    """
    if sys.platform == "win32" or threading.current_thread() is not threading.main_thread():
        yield
        return
    reading, writing = socket.socketpair()
    with reading, writing:
        reading.setblocking(False)
        writing.setblocking(False)

        def empty() -> None:
            with suppress(BlockingIOError):
                reading.recv(4096)

        loop.add_reader(reading, empty)
        before = signal.set_wakeup_fd(writing.fileno(), warn_on_full_buffer=False)
        try:
            yield
        finally:
            signal.set_wakeup_fd(before)
            loop.remove_reader(reading)
