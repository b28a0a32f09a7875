"""Sign the director in and out, and guard pages: only the director may change anything; everybody else reads."""

import ipaddress
from dataclasses import dataclass
from http import HTTPStatus

from flask import Blueprint, abort, current_app, flash, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from flask_limiter import Limiter
from itsdangerous import BadSignature, URLSafeSerializer
from werkzeug.wrappers import Response

from host_tools.desk.errors import DeskError
from host_tools.desk.web import hall_rights
from host_tools.desk.web.client_limits import client_of
from host_tools.desk.web.director_credentials import SHORTEST_PASSWORD, Director, hall_of_session
from host_tools.desk.web.served_event import served
from host_tools.i18n import message
from host_tools.table_numbers import hall_id, hall_letter, hall_of_letter, split_id

pages = Blueprint("authentication", __name__)


def client_address() -> str:
    """Return the address of the client, as the key of rate limits; of an IPv6 address the part that one computer has to
    itself."""
    return client_of(request.remote_addr or "", "")


limiter = Limiter(client_address, storage_uri="memory://")

_WRONG_PASSWORDS = "5 per minute; 20 per hour"
"""An address's tries are counted before the password is checked, so that simultaneous ones cannot slip through; the
right password resets the count."""
_LONGEST_NAME = 40
_NOT_KEPT = ("csrf_token", "once", "password", "again", "pin")
"""Fields of a form that are not kept when its session has ended."""
_FORWARDING = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP")
"""Headers of proxies."""


@dataclass(frozen=True)
class Access:
    """Sign-in policy: the address that is served; `anywhere`: the director may sign in from other computers."""

    host: str
    anywhere: bool


def is_director() -> bool:
    """Return whether this request is a signed-in director's: the chief's, or a hall's of the event that is open."""
    signed_in = "id" in session and _is_address_allowed() and _director().is_session_open(session["id"])
    return signed_in and (not hall_of_session(session["id"]) or director_hall() > 0)


def director_hall() -> int:
    """Return the number of the hall whose director this request's session is; 0 for the chief director, or none.

    On a hall's copy of the event, everybody who signs in decides for that hall alone.
    """
    if "served event" not in current_app.extensions or "id" not in session:
        return 0
    uid, hall = split_id(hall_of_session(session["id"]))
    return served().own_hall or (hall if served().uid == uid else 0)


def _director() -> Director:
    return current_app.extensions["director"]


def director_name() -> str:
    """Return the signed-in director's name, for the audit log."""
    return session["director"]


def _is_address_allowed() -> bool:
    """Return whether the director may sign in from this request's address: this computer's, or any with `anywhere`."""
    access, address = current_app.extensions["access"], request.remote_addr or ""
    return access.anywhere or address == access.host or _is_loopback(address)


def _is_loopback(address: str) -> bool:
    """Return whether this computer has the address. What a proxy says of its client may be none."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def _check_address() -> None:
    """Abort the request with 403 if the director may not sign in from its address."""
    if not _is_address_allowed():
        abort(HTTPStatus.FORBIDDEN, message("desk.sign.elsewhere"))


def director_only() -> ResponseReturnValue | None:
    """Redirect a request that is not a director's to the sign-in page, or abort with 403 (before_request handler)."""
    _check_address()
    if not is_director():
        if request.method == "POST":
            return keep_typed(), HTTPStatus.UNAUTHORIZED
        return redirect(url_for("authentication.sign_in_page"))
    if director_hall() and not hall_rights.may_ask(director_hall()):
        abort(HTTPStatus.FORBIDDEN, message("desk.sign.chief_only"))
    return None


def _check_first_visit() -> None:
    """Abort the request with 403 unless somebody at this computer has sent it: only they may choose the first password.

    A proxy on this computer sends everybody's requests; it says so by its headers.
    """
    if not _is_loopback(request.remote_addr or "") or any(header in request.headers for header in _FORWARDING):
        abort(HTTPStatus.FORBIDDEN, message("desk.sign.first_elsewhere"))


@pages.get("/sign-in")
def sign_in_page() -> str:
    _check_address()
    if not _director().known:
        _check_first_visit()
        return render_template("first_password.html", name="", wrong="", shortest=SHORTEST_PASSWORD)
    return _sign_in_form("", wrong=False)


def _sign_in_form(name: str, wrong: bool, kept: str = "") -> str:
    halls = served().head().halls if "served event" in current_app.extensions else []
    asked = "" if kept else request.form.get("hall", "")
    kept = kept or request.form.get("kept", "")
    return render_template("sign_in.html", name=name, wrong=wrong, halls=halls, asked=asked, kept=kept)


def keep_typed() -> str:
    """Return the sign-in form with what was typed into the form of a session that has ended, to be sent after it."""
    fields = [[name, value] for name, value in request.form.items(multi=True) if name not in _NOT_KEPT]
    return _sign_in_form("", wrong=False, kept=_kept_forms().dumps([request.path, fields]))


def _kept_forms() -> URLSafeSerializer:
    return URLSafeSerializer(_director().secret, salt="kept form")


def _typed_before(kept: str) -> str | None:
    """Return a page with the form that was typed before the sign-in, to be sent by one press; None if there is none."""
    try:
        path, fields = _kept_forms().loads(kept)
    except BadSignature:
        return None
    return render_template("send_again.html", path=path, fields=fields)


@pages.post("/first-password")
def set_first_password() -> ResponseReturnValue:
    """Set the director's password where there is none, and sign in."""
    _check_first_visit()
    name, password = _typed_name(), request.form.get("password", "")
    try:
        if password != request.form.get("again"):
            raise DeskError(message("desk.sign.not_again"))
        _director().set_first_password(password)
    except DeskError as error:
        page = render_template("first_password.html", name=name, wrong=str(error), shortest=SHORTEST_PASSWORD)
        return page, HTTPStatus.UNPROCESSABLE_ENTITY
    return _begin_session(name)


def _typed_name() -> str:
    return request.form.get("name", "").strip()[:_LONGEST_NAME]


def _begin_session(name: str, hall: int = 0) -> Response:
    """Sign a director in, of one hall or with 0 the chief, by this name in the audit log."""
    session.clear()
    session.permanent = True
    session["director"] = (name or message("desk.page.director")) + (f" ({hall_letter(hall)})" if hall else "")
    session["id"] = _director().begin_session(hall_id(served().uid, hall) if hall else "")
    return redirect(url_for("round_entry.newest_round"), HTTPStatus.SEE_OTHER)


@pages.post("/sign-in")
@limiter.limit(_WRONG_PASSWORDS)
def sign_in() -> ResponseReturnValue:
    _check_address()
    name, hall = _typed_name(), hall_of_letter(request.form.get("hall", ""))
    of_hall = hall_id(served().uid, hall) if hall and "served event" in current_app.extensions else ""
    if not _director().is_password(request.form.get("password", ""), of_hall):
        return _sign_in_form(name, wrong=True), HTTPStatus.UNAUTHORIZED
    for tried in limiter.current_limits:
        limiter.limiter.clear(tried.limit, *tried.request_args)
    begun = _begin_session(name, hall if of_hall else 0)
    return _typed_before(request.form.get("kept", "")) or begun


@pages.post("/sign-out")
def sign_out() -> Response:
    _director().end_session(session.get("id", ""))
    session.clear()
    flash(message("desk.sign.signed_out"))
    return redirect(url_for("players.home"), HTTPStatus.SEE_OTHER)
