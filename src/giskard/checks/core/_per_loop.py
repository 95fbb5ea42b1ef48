"""What belongs to one event loop: connections and locks of one are of no use in another."""

import asyncio
import threading
import weakref
from collections.abc import Callable
from typing import Any


class PerLoop:
    """Keeps values by event loop and key, until the loop has ended.

    Examples
    --------
    >>> kept = PerLoop()
    >>> async def get():
    ...     return kept.get("lock", asyncio.Lock) is kept.get("lock", asyncio.Lock)
    >>> asyncio.run(get())
    True
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, dict[Any, Any]] = weakref.WeakKeyDictionary()

    def get(self, key: Any, make: Callable[[], Any]) -> Any:
        """Return what the running loop has for `key`, made when there is nothing."""
        loop = asyncio.get_running_loop()
        with self._lock:
            if loop not in self._kept:
                # What is kept refers to its loop, so that of itself it would stay for ever.
                for ended in [other for other in self._kept if other.is_closed()]:
                    del self._kept[ended]
                self._kept[loop] = {}
            kept = self._kept[loop]
        if key not in kept:
            kept[key] = make()
        return kept[key]

    def __len__(self) -> int:
        """Return of how many loops there is something."""
        return len(self._kept)
