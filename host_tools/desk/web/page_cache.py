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

from host_tools.desk.web.authentication import is_director
from host_tools.desk.web.live_renderer import LiveView
from host_tools.desk.web.served_event import served
from host_tools.i18n import current_language

_MAX_BYTES = 64 * 1024 * 1024
"""Size of the cache; the oldest pages are removed first."""
_LIVE_PAGE_S = 5
"""Greatest age of a page with live parts."""
OWN_DISPUTES = "disputes"
"""Key of a visitor's session: ids of the disputes that this browser has begun, and may take back."""


class SharedPages:
    """Cache of rendered pages of the event's present state, by language and address.

    `id` is in ETags: another event, or another version of the program, may have the same state and other pages.
    """

    def __init__(self) -> None:
        self.id = secrets.token_hex(4)
        self._lock = Lock()
        self._render_locks: dict[tuple[str, str], Lock] = {}
        self._pages: OrderedDict[tuple[str, str], bytes] = OrderedDict()
        self._state = ""
        self._bytes = 0

    def page(self, state: str, address: tuple[str, str], render: Callable[[], bytes]) -> bytes:
        """Return the page at `address` (language, URL), rendered once for each `state` (the event's change stamp)."""
        with self._lock:
            if state != self._state:
                self._state, self._bytes = state, 0
                self._pages.clear()
                self._render_locks.clear()
            render_lock = self._render_locks.setdefault(address, Lock())
        with render_lock:
            if address not in self._pages:
                self._store_page(state, address, page := render())
                return page
            return self._pages[address]

    def _store_page(self, state: str, address: tuple[str, str], page: bytes) -> None:
        """Store a page unless the state has changed, and remove the oldest ones beyond _MAX_BYTES."""
        with self._lock:
            if state != self._state:
                return
            self._pages[address] = page
            self._bytes += len(page)
            while self._bytes > _MAX_BYTES:
                removed_address, removed_page = self._pages.popitem(last=False)
                self._render_locks.pop(removed_address, None)
                self._bytes -= len(removed_page)


def cached_for_visitors(view: Callable[..., str]) -> Callable[..., ResponseReturnValue]:
    """Decorate a view whose page is the same for everybody but the director: cache it until the event changes."""
    return _cache_view(view, lambda: "")


def cached_for_seconds(view: Callable[..., str]) -> Callable[..., ResponseReturnValue]:
    """Decorate a view whose page has live parts, as `cached_for_visitors` does, but cache it at most _LIVE_PAGE_S."""
    return _cache_view(view, _age_suffix)


def _age_suffix() -> str:
    """Return a suffix of the cache key that changes every _LIVE_PAGE_S; "" without boards on a network."""
    view: LiveView = current_app.extensions["live view"]
    return "" if view.tables is None else f"-{time.monotonic() // _LIVE_PAGE_S:.0f}"


def _cache_view(view: Callable[..., str], age_suffix: Callable[[], str]) -> Callable[..., ResponseReturnValue]:
    """Wrap a view with cache and ETags; the director, and visitors with notices or disputes, get uncached pages."""

    @wraps(view)
    def respond(*args: Any, **kwargs: Any) -> ResponseReturnValue:
        """Return the page, cached if possible, or 304 if the visitor has it already."""
        if is_director() or "_flashes" in session or OWN_DISPUTES in session:
            return view(*args, **kwargs)
        state = served().stamp(public=True)
        response = make_response()
        pages: SharedPages = current_app.extensions["page cache"]
        response.set_etag(f"{pages.id}-{state}{age_suffix()}-{current_language()}")
        response.headers["Cache-Control"] = "no-cache"
        response.vary.add("Accept-Language")
        if request.if_none_match.contains(response.get_etag()[0] or ""):
            response.status_code = 304
            return response
        address = (current_language(), request.full_path + age_suffix())
        response.data = pages.page(state, address, lambda: view(*args, **kwargs).encode())
        return response

    return respond
