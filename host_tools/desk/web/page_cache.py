"""Cache rendered pages that are the same for all readers, by event state, language and what was asked, with ETags.

Two hundred phones ask for them at the same moment, when a round has been seated.
"""

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from threading import Lock
from typing import Any

from flask import current_app, make_response, request, session
from flask.typing import ResponseReturnValue

from host_tools.desk.web.authentication import is_director
from host_tools.desk.web.live_renderer import LiveView
from host_tools.desk.web.served_event import served
from host_tools.desk.web.visitor import asked_hall
from host_tools.i18n import current_language

MAX_BYTES = 64 * 1024 * 1024
"""Size of the cache; the oldest pages are removed first."""
_LIVE_PAGE_S = 5
"""Greatest age of a page with live parts."""
OWN_DISPUTES = "disputes"
"""Key of a visitor's session: ids of the disputes that this browser has begun, and may take back."""


class SharedPages:
    """Cache of rendered pages of the event's present state, by what was asked.

    `id` is in ETags: another event, or another version of the program, may have the same state and other pages.
    """

    def __init__(self) -> None:
        self.id = secrets.token_hex(4)
        self._lock = Lock()
        self._render_locks: dict[Hashable, Lock] = {}
        self._pages: OrderedDict[Hashable, bytes] = OrderedDict()
        self._state = ""
        self._bytes = 0

    def page(self, state: str, asked: Hashable, render: Callable[[], bytes]) -> bytes:
        """Return the page that was asked for, rendered once for each `state` (the event's change stamp)."""
        with self._lock:
            if state != self._state:
                self._state, self._bytes = state, 0
                self._pages.clear()
                self._render_locks.clear()
            render_lock = self._render_locks.setdefault(asked, Lock())
        with render_lock:
            if asked in self._pages:
                return self._pages[asked]
            try:
                page = render()
            except Exception:  # There is no such page.
                self._render_locks.pop(asked, None)
                raise
            self._store_page(state, asked, page)
            return page

    def _store_page(self, state: str, asked: Hashable, page: bytes) -> None:
        """Store a page unless the state has changed, and remove the oldest ones beyond MAX_BYTES."""
        with self._lock:
            if state != self._state:
                return
            self._pages[asked] = page
            self._bytes += len(page)
            while self._bytes > MAX_BYTES:
                removed, removed_page = self._pages.popitem(last=False)
                self._render_locks.pop(removed, None)
                self._bytes -= len(removed_page)


Asked = Callable[[], Hashable]
"""Reads from the request, beside its path and hall, what a view's page depends on: one of few values."""
_View = Callable[..., str]
_Response = Callable[..., ResponseReturnValue]


def cached_for_visitors(*asked: Asked, live: bool = False) -> Callable[[_View], _Response]:
    """Decorate a view whose page is the same for everybody but the director: cache it, with ETags, until the event
    changes; of a page with `live` parts at most _LIVE_PAGE_S. Visitors with notices or disputes get uncached pages.

    Arguments of the URL that nobody has `asked` for make no other page. A path's value that is only another way to
    write one, as a name is for an id, is to be redirected there by the view.
    """

    def decorate(view: _View) -> _Response:
        @wraps(view)
        def respond(*args: Any, **kwargs: Any) -> ResponseReturnValue:
            """Return the page, cached if possible, or 304 if the visitor has it already."""
            if is_director() or "_flashes" in session or OWN_DISPUTES in session:
                return view(*args, **kwargs)
            state, age = served().stamp(public=True), _age_suffix() if live else ""
            response = make_response()
            pages: SharedPages = current_app.extensions["page cache"]
            response.set_etag(f"{pages.id}-{state}{age}-{current_language()}")
            response.headers["Cache-Control"] = "no-cache"
            response.vary.add("Accept-Language")
            if request.if_none_match.contains(response.get_etag()[0] or ""):
                response.status_code = 304
                return response
            whole = (current_language(), age, request.path, asked_hall(), *(read() for read in asked))
            response.data = pages.page(state, whole, lambda: view(*args, **kwargs).encode())
            return response

        return respond

    return decorate


def _age_suffix() -> str:
    """Return a suffix of the cache key that changes every _LIVE_PAGE_S; "" without boards on a network."""
    view: LiveView = current_app.extensions["live view"]
    return "" if view.tables is None else f"-{time.monotonic() // _LIVE_PAGE_S:.0f}"
