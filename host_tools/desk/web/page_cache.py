"""Cache rendered pages that are the same for all readers, by event state and language, with ETags.

Two hundred phones ask for them at the same moment, when a round has been seated.
"""

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from threading import Lock
from typing import Any

from flask import current_app, make_response, request, session
from flask.typing import ResponseReturnValue

from host_tools.desk.web.access import directs
from host_tools.desk.web.change_stamp import served
from host_tools.desk.web.live_view import LiveView
from host_tools.words import current

_LARGEST = 64 * 1024 * 1024
"""Bytes that are kept; what has been there longest goes first."""
_SECONDS = 5
_MADE_BY = secrets.token_hex(4)
"""This start of the program: another may make the same page otherwise."""


class SharedPages:
    """Rendered pages of the event's present state, by language and address."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._making: dict[tuple[str, str], Lock] = {}
        self._pages: OrderedDict[tuple[str, str], bytes] = OrderedDict()
        self._state = ""
        self._bytes = 0

    def page(self, state: str, address: tuple[str, str], make: Callable[[], bytes]) -> bytes:
        """The page at an address in this state, rendered by `make` once; concurrent requests wait for the one that
        renders."""
        with self._lock:
            if state != self._state:
                self._state, self._bytes = state, 0
                self._pages.clear()
                self._making.clear()
            making = self._making.setdefault(address, Lock())
        with making:
            if address not in self._pages:
                self._keep(state, address, made := make())
                return made
            return self._pages[address]

    def _keep(self, state: str, address: tuple[str, str], made: bytes) -> None:
        with self._lock:
            if state != self._state:
                return
            self._pages[address] = made
            self._bytes += len(made)
            while self._bytes > _LARGEST:
                gone, page = self._pages.popitem(last=False)
                self._making.pop(gone, None)
                self._bytes -= len(page)


def shared(view: Callable[..., str]) -> Callable[..., ResponseReturnValue]:
    """Decorator of a view whose page is the same for everybody but the director."""
    return _shared(view, lambda: "")


def shared_for_seconds(view: Callable[..., str]) -> Callable[..., ResponseReturnValue]:
    """As `shared`, for pages with live parts that change without the event: at most _SECONDS old."""
    return _shared(view, _age)


def _age() -> str:
    view: LiveView = current_app.extensions["live view"]
    return "" if view.tables is None else f"-{time.monotonic() // _SECONDS:.0f}"


def _shared(view: Callable[..., str], age: Callable[[], str]) -> Callable[..., ResponseReturnValue]:
    @wraps(view)
    def answer(*args: Any, **kwargs: Any) -> ResponseReturnValue:
        if directs() or "_flashes" in session:
            return view(*args, **kwargs)
        state = served().stamp(public=True)
        response = make_response()
        response.set_etag(f"{_MADE_BY}-{state}{age()}-{current()}")
        response.headers["Cache-Control"] = "no-cache"
        response.vary.add("Accept-Language")
        if request.if_none_match.contains(response.get_etag()[0] or ""):
            response.status_code = 304
            return response
        pages: SharedPages = current_app.extensions["shared"]
        address = (current(), request.full_path + age())
        response.data = pages.page(state, address, lambda: view(*args, **kwargs).encode())
        return response

    return answer
