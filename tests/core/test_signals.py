"""Signals are noticed while the event loop sleeps."""

import asyncio
import os
import signal
import threading
import time

import pytest

from giskard.checks import Scenario


def test_a_signal_wakes_a_sleeping_run_even_when_another_thread_gets_it() -> None:
    """The thread is the only one that takes the signal; the main one has nothing to do for long."""
    seen: list[float] = []
    before = signal.signal(signal.SIGUSR1, lambda number, frame: seen.append(time.monotonic()))

    def take() -> None:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGUSR1})
        time.sleep(0.2)
        os.kill(os.getpid(), signal.SIGUSR1)
        time.sleep(0.2)

    async def target(inputs: str) -> str:
        await asyncio.sleep(2)
        return inputs

    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})
    started = time.monotonic()
    try:
        thread = threading.Thread(target=take)
        thread.start()
        assert Scenario("s").interact("a", target).run_sync().passed
        thread.join()
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGUSR1})
        signal.signal(signal.SIGUSR1, before)
    assert len(seen) == 1
    assert seen[0] - started < 1.5


def test_what_others_set_up_is_there_again() -> None:
    ours = signal.set_wakeup_fd(-1)
    signal.set_wakeup_fd(ours)
    assert Scenario("s").interact("a", "b").run_sync().passed
    after = signal.set_wakeup_fd(ours)
    assert after == ours


def test_a_run_in_another_thread_leaves_signals_alone() -> None:
    passed: list[bool] = []
    thread = threading.Thread(target=lambda: passed.append(Scenario("s").interact("a", "b").run_sync().passed))
    thread.start()
    thread.join()
    assert passed == [True]


@pytest.mark.parametrize("count", [1, 500])
def test_any_number_of_signals_is_taken(count: int) -> None:
    seen: list[int] = []
    before = signal.signal(signal.SIGUSR1, lambda number, frame: seen.append(number))

    async def target(inputs: str) -> str:
        for _ in range(count):
            signal.raise_signal(signal.SIGUSR1)
        await asyncio.sleep(0.01)
        return inputs

    try:
        assert Scenario("s").interact("a", target).run_sync().passed
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert len(seen) == count
