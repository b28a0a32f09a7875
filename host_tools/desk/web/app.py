"""Build the Flask application: blueprints, whose requests it answers, static files, security headers, error pages."""

import ipaddress
import secrets
import socket
import time
from contextlib import AbstractContextManager, nullcontext
from datetime import timedelta
from functools import lru_cache, partial
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from types import CodeType
from typing import Any
from urllib.parse import urlsplit

from flask import (
    Flask,
    Response,
    current_app,
    flash,
    g,
    has_request_context,
    redirect,
    render_template,
    request,
    send_file,
)
from flask.typing import ResponseReturnValue
from flask_wtf import CSRFProtect
from flask_wtf.csrf import CSRFError
from jinja2.bccache import Bucket, BytecodeCache
from markupsafe import Markup
from werkzeug.datastructures import ContentSecurityPolicy
from werkzeug.exceptions import HTTPException
from werkzeug.routing import IntegerConverter, Map

from host_tools.desk.errors import ConflictError, DeskError
from host_tools.desk.events.location import OpenEvent
from host_tools.desk.live.board_registry import LiveTables
from host_tools.desk.review.decision_preview import NotDecidedError, previewing
from host_tools.desk.store.database import BusyStoreError, StoreError, wait_for_lock
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.notifications import listen_for_changes
from host_tools.desk.web import (
    authentication,
    dispute_pages,
    event_pages,
    findings_pages,
    hall_pages,
    live_pages,
    money_pages,
    other_events_pages,
    people_pages,
    print_pages,
    public_pages,
    round_pages,
    season_pages,
    seating_pages,
    sheet_pages,
    table_pages,
    wall_pages,
)
from host_tools.desk.web.asgi_app import LARGEST_BODY, LARGEST_FORM
from host_tools.desk.web.director_credentials import LONGEST_SESSION_S, Director
from host_tools.desk.web.form_fields import LARGEST_INT
from host_tools.desk.web.form_views import SentForms, guard_forms, newest_seen, note_newest_change
from host_tools.desk.web.language import init_language
from host_tools.desk.web.live_feed import LiveFeed
from host_tools.desk.web.live_renderer import LiveView
from host_tools.desk.web.page_cache import SharedPages
from host_tools.desk.web.served_event import ServedEvent
from host_tools.desk.web.template_filters import FILTERS
from host_tools.desk.web.visitor import asked_hall
from host_tools.i18n import message
from host_tools.network_address import LOOPBACK, own_address, public_url
from host_tools.printable import printable
from host_tools.style import PALETTE

_EXPLAINED = (400, 403, 404, 405, 413, 429)
"""Status codes with a text of their own; others are shown as 500."""
_POLICY = ContentSecurityPolicy(
    {
        "default-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'self'",
        "frame-ancestors": "'none'",
        "object-src": "'none'",
    }
)
_WAIT_S, _FORM_WAIT_S, _WAIT_AGAIN_S, _LOCKED_S = 3.0, 10.0, 0.1, 10.0
"""How long a page and a form wait for a locked file, and both for _LOCKED_S after one has waited in vain. A form waits
longer: it is lost work, and the lock may be the desk's own, where a memory card takes seconds to write."""
_BLUEPRINTS = (
    public_pages.pages, season_pages.pages, wall_pages.pages, live_pages.pages, print_pages.pages, event_pages.pages,
    round_pages.pages, table_pages.pages, seating_pages.pages, seating_pages.bracket_pages, people_pages.pages,
    findings_pages.pages, dispute_pages.pages, money_pages.pages, money_pages.purse_pages, hall_pages.pages,
    hall_pages.settings_pages, sheet_pages.pages, live_pages.director_pages, hall_pages.phone_pages,
    dispute_pages.phone_pages,
)  # fmt: skip
"""The pages of an event."""
_HEADERS = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


def application(
    event: OpenEvent | None,
    director: Director,
    host: str,
    port: int,
    anywhere: bool = False,
    tables: LiveTables | None = None,
) -> Flask:
    """Build the Flask application of a desk that serves `event` at `host` and `port`; None: no event is open.

    `anywhere`: the director may sign in from other computers. `tables`: states of boards on a network; None: no broker.
    """
    app = DeskFlask(__name__)
    app.config.update(
        SECRET_KEY=director.secret,
        # Cookies know no ports: two desks on one computer would share one.
        SESSION_COOKIE_NAME=f"desk{port}",
        SESSION_COOKIE_SAMESITE="Strict",
        PERMANENT_SESSION_LIFETIME=timedelta(seconds=LONGEST_SESSION_S),
        WTF_CSRF_TIME_LIMIT=None,
        # A proxy that encrypts asks by another name than the one in the Referer; the token is what counts.
        WTF_CSRF_SSL_STRICT=False,
    )
    app.url_map.converters["int"] = SmallInteger
    app.jinja_env.finalize = _show_invisible
    init_language(app)
    app.before_request(OwnNames(host).refuse_others)
    app.before_request(_limit_body)
    _limit_waiting(app)
    # A phone does not sign in, and its page is the same for all: these pages check a form's origin by themselves.
    CSRFProtect(app).exempt(dispute_pages.phone_pages)
    app.extensions["director"] = director
    app.extensions["access"] = authentication.Access(host, anywhere)
    app.extensions["address"] = public_url(host, port)
    app.extensions["clock"] = _CLOCK
    app.jinja_env.globals |= {"form_number": partial(secrets.token_hex, 8), "newest_seen": newest_seen}
    authentication.limiter.init_app(app)
    app.jinja_env.filters.update(FILTERS)
    app.context_processor(
        lambda: {
            "directs": authentication.is_director(),
            "directs_hall": authentication.director_hall(),
            "clock_set": app.extensions["clock"].text,
        }
    )
    for blueprint in (authentication.pages, other_events_pages.pages, sheet_pages.verify_pages):
        app.register_blueprint(blueprint)
    if event is None:
        _show_no_event(app, director)
    else:
        _serve_event(app, event, director, tables)
    guard_forms(app, _SENT)
    app.after_request(_add_security_headers)
    app.register_error_handler(NotDecidedError, _preview_page)
    app.register_error_handler(DeskError, _desk_error_page)
    app.register_error_handler(HTTPException, _error_page)
    return app


def _show_no_event(app: Flask, director: Director) -> None:
    """Add the pages of a desk that has no event open."""
    app.register_blueprint(other_events_pages.no_event_pages)
    app.register_blueprint(other_events_pages.no_event_director_pages)
    app.extensions["feed"] = LiveFeed(lambda *_: {}, director.is_session_open)


def _serve_event(app: Flask, event: OpenEvent, director: Director, tables: LiveTables | None) -> None:
    """Add the pages of an event, its live feed and the cache of its pages."""
    event.location.around_writing = _around_writing
    served = app.extensions["served event"] = ServedEvent(event)
    _add_live_feed(app, LiveView(served, tables), director)
    app.extensions["page cache"] = SharedPages()
    for blueprint in _BLUEPRINTS:
        app.register_blueprint(blueprint)
    with event.reading() as desk:
        app.extensions["feed"].works.append(partial(listen_for_changes, event.store.engine, desk.event.id))
    app.before_request(note_newest_change)
    served.head()  # A format that is not installed is said before the event is open.
    event.pages = app.extensions["address"]
    fixed = {"players_at": app.extensions["address"], "boards_live": tables is not None}
    app.context_processor(lambda: fixed | _present_context(served, tables))


def _present_context(served: ServedEvent, tables: LiveTables | None) -> dict[str, Any]:
    """Return what templates show of the event's present state: nothing while its database is gone, as a page says."""
    try:
        head, notices = served.head(), served.notices(authentication.director_hall())
        beside = {computer for computers in tables.beside.values() for computer in computers} if tables else set()
        of_event = {"event_name": head.name, "qualify": head.qualify, "halls": head.halls}
        of_store = {"copy": served.copied_from(), "beside": sorted(beside), "replaced": served.replaced}
        return {**of_event, **of_store, "hall": notices, "asked_hall": asked_hall()}
    except DeskError:  # Or the event has been deleted by another desk.
        of_event = {"event_name": served.event.name, "qualify": False, "halls": []}
        return {**of_event, "hall": None, "asked_hall": 0, "copy": None, "beside": []}


def _around_writing(desk: Desk) -> AbstractContextManager[None]:
    """Return the context of a write transaction: a form sent by its button "would" only tries its decision."""
    asked = has_request_context() and authentication.is_director() and request.form.get("would")
    return previewing(desk) if asked else nullcontext()


def _preview_page(error: Exception) -> str:
    """Return a page with what a decision that was tried would change (Flask error handler)."""
    assert isinstance(error, NotDecidedError)
    return render_template("would.html", changes=error.changes)


def _limit_body() -> None:
    """Limit the request's body, before the check of its token reads the form."""
    largest = request.environ.get(LARGEST_BODY, LARGEST_FORM)
    request.max_content_length = request.max_form_memory_size = largest


def _limit_waiting(app: Flask) -> None:
    """Let requests wait a moment for another program's lock of the event's file; once one has waited in vain, the next
    ones for a shorter one, so that all are soon told to try again."""
    locked_until = 0.0

    @app.before_request
    def begin_waiting() -> None:
        patience = _FORM_WAIT_S if request.method == "POST" else _WAIT_S
        patience = patience if time.monotonic() >= locked_until else _WAIT_AGAIN_S
        g.contexts.enter_context(wait_for_lock(patience))

    @app.errorhandler(BusyStoreError)
    def busy_page(error: BusyStoreError) -> ResponseReturnValue:
        nonlocal locked_until
        locked_until = time.monotonic() + _LOCKED_S
        title, text = message("desk.http.503.name"), f"{error} {message('desk.http.503.text')}"
        with wait_for_lock(_WAIT_AGAIN_S):
            page = render_template("message.html", title=title, text=text)
        return page, HTTPStatus.SERVICE_UNAVAILABLE, {"Retry-After": "2"}


def _add_live_feed(app: Flask, view: LiveView, director: Director) -> None:
    """Add the live view and its feed to the application, and wake the feed after each POST request."""
    feed = LiveFeed(partial(view.render, app), director.is_session_open, view.due_s)
    view.count_followers = lambda: feed.viewers
    app.extensions.update({"live view": view, "feed": feed})

    @app.teardown_request
    def wake_feed(_: BaseException | None) -> None:
        if request.method == "POST":
            feed.wake()


class SmallInteger(IntegerConverter):
    """URL converter for numbers that the store can hold; others are 404."""

    def __init__(self, url_map: Map) -> None:
        super().__init__(url_map, max=LARGEST_INT)


def _show_invisible(value: object) -> object:
    """Replace invisible characters in a template's value by visible ones (Jinja finalizer)."""
    if isinstance(value, Markup):
        return Markup(printable(value))
    return printable(value) if isinstance(value, str) else value


def _add_security_headers(response: Response) -> Response:
    """Add security headers, and forbid the caching of pages (Flask after_request handler)."""
    response.headers.update(_HEADERS)
    response.content_security_policy = _POLICY
    if request.endpoint != "static":
        response.headers.setdefault("Cache-Control", "no-store")
    return response


def _desk_error_page(error: Exception) -> ResponseReturnValue:
    """Return the message of a DeskError as a page, with status 409 or 422 (Flask error handler).

    An event whose file has been renamed is opened again.
    """
    status = HTTPStatus.CONFLICT if isinstance(error, ConflictError) else HTTPStatus.UNPROCESSABLE_ENTITY
    renamed = current_app.extensions["event switch"].follow_renamed() if isinstance(error, StoreError) else ""
    if renamed:
        flash(message("event.trash.renamed", event=renamed))
        return redirect(request.full_path if request.method == "GET" else "/director/", HTTPStatus.SEE_OTHER)
    page = {"title": message("desk.page.failed"), "text": str(error), "back": _page_of_form()}
    return render_template("message.html", **page), status


def _page_of_form() -> str:
    """Return the path of the page whose form was sent, "" if that is not known."""
    sent_from = urlsplit(request.referrer or "")
    addresses = current_app.create_url_adapter(request)
    if request.method != "POST" or sent_from.netloc != request.host or addresses is None:
        return ""
    if not addresses.test(sent_from.path, method="GET"):
        return ""
    return f"{sent_from.path}?{sent_from.query}" if sent_from.query else sent_from.path


def _error_page(error: Exception) -> ResponseReturnValue:
    """Return a page with an HTTPException's own description, else its status code's text (Flask error handler)."""
    assert isinstance(error, HTTPException)
    status = error.code if error.code in _EXPLAINED else HTTPStatus.INTERNAL_SERVER_ERROR
    text = error.description if error.description != type(error).description else ""
    if isinstance(error, CSRFError):
        own_page = request.headers.get("Sec-Fetch-Site") == "same-origin"
        if own_page and request.path.startswith("/director/") and not authentication.is_director():
            return authentication.keep_typed(), HTTPStatus.UNAUTHORIZED
        text = message("desk.sign.old_form")
    elif status == HTTPStatus.TOO_MANY_REQUESTS:
        text = message("desk.sign.too_many") if request.endpoint == "authentication.sign_in" else ""
    title, text = message(f"desk.http.{status}.name"), text or message(f"desk.http.{status}.text")
    return render_template("message.html", title=title, text=text), error.code or status


class OwnNames:
    """The host names and addresses of the computer that serves at `host`; requests to others are refused.

    Otherwise a site could give its own name our address, and its scripts could then read the desk's pages (DNS
    rebinding).
    """

    def __init__(self, host: str) -> None:
        self._open = host not in LOOPBACK
        self._names = {*LOOPBACK, host.lower()}
        if self._open:
            name = socket.gethostname().lower()
            self._names |= {name, f"{name.partition('.')[0]}.local", own_address()}

    def refuse_others(self) -> Response | None:
        """Return an error page if the Host header names another computer, else None (Flask before_request handler)."""
        if self._is_own(_host_name(request.host)):
            return None
        return Response(message("desk.http.host"), 400, content_type="text/plain; charset=utf-8")

    def _is_own(self, name: str) -> bool:
        """Return whether a host is this computer. All private addresses count: it may have several."""
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return name in self._names
        return name in self._names or (self._open and address.is_private)


def _host_name(host: str) -> str:
    """Return the host of a Host header, without port or IPv6 brackets."""
    return host.rpartition("]")[0].strip("[") if host.startswith("[") else host.partition(":")[0].lower()


_YEAR_S = 365 * 24 * 3600
_DIGITS = 8


class _CompiledTemplates(BytecodeCache):
    """Keeps compiled templates for the applications of all events that a desk opens one after another."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._kept.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._kept[bucket.key, bucket.checksum] = bucket.code


class DeskFlask(Flask):
    """Flask, with the palette of all pages among its static files, and each file's digest in its address."""

    jinja_options = {"bytecode_cache": _CompiledTemplates()}

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.config["SEND_FILE_MAX_AGE_DEFAULT"] = _YEAR_S
        self.url_defaults(self._add_digest)
        self._digest = lru_cache(self._compute_digest)

    def send_static_file(self, filename: str) -> Response:
        if filename == PALETTE.name:
            return send_file(PALETTE, max_age=self.get_send_file_max_age(filename))
        return super().send_static_file(filename)

    def _add_digest(self, endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static":
            values.setdefault("v", self._digest(values["filename"]))

    def _compute_digest(self, name: str) -> str:
        path = PALETTE if name == PALETTE.name else Path(self.static_folder or "", name)
        return sha256(path.read_bytes()).hexdigest()[:_DIGITS]


_LEAST_S = 120
"""A correction of the computer's clock by less is not reported."""


def _steady_s() -> float:
    """Return the seconds of a clock that nobody sets; on Linux it goes on while the computer sleeps."""
    boot_time = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot_time is None else time.clock_gettime(boot_time)


class DeskClock:
    """Compares the time of day with a clock that nobody sets, from when it is made."""

    def __init__(self) -> None:
        self._began = time.time() - _steady_s()

    @property
    def text(self) -> str:
        """What directors are told; "" while the clock has not been set.

        Where the steady clock stops while the computer sleeps, a clock that is ahead says nothing.
        """
        ahead = round(time.time() - _steady_s() - self._began)
        if -_LEAST_S < ahead < _LEAST_S or ahead > 0 and not hasattr(time, "CLOCK_BOOTTIME"):
            return ""
        key = "desk.page.clock_ahead" if ahead > 0 else "desk.page.clock_back"
        return message(key, minutes=round(abs(ahead) / 60))


_CLOCK = DeskClock()
"""The computer's, whichever event is open."""
_SENT = SentForms()
"""Of all events: a form may open another one."""
