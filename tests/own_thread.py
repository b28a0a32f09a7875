"""Run a call in a new thread, where Playwright has no event loop running."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any


def in_own_thread(call: Callable[..., Any], *args: Any) -> Any:
    """What `call` returns, or raises."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(call, *args).result()
