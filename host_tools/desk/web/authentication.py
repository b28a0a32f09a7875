"""Sign the director in and out, and guard pages: only the director may change anything; everybody else reads."""

import ipaddress
from dataclasses import dataclass
from http import HTTPStatus

from flask import Blueprint, abort, current_app, flash, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from werkzeug.wrappers import Response

from host_tools.desk.store.database import DeskError
from host_tools.desk.web.director_credentials import SHORTEST_PASSWORD, Director
from host_tools.i18n import message

pages = Blueprint("authentication", __name__)
limiter = Limiter(get_remote_address, storage_uri="memory://")

_WRONG_PASSWORDS = "5 per minute; 20 per hour"
_LONGEST_NAME = 40
_FORWARDING = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP")
"""Headers of proxies."""


@dataclass(frozen=True)
class Access:
    """Sign-in policy: the address that is served; `anywhere`: the director may sign in from other computers."""

    host: str
    anywhere: bool


def is_director() -> bool:
    """Return whether this request is the signed-in director's."""
    return "id" in session and _is_address_allowed() and _director().is_session_open(session["id"])


def _director() -> Director:
    return current_app.extensions["director"]


def director_name() -> str:
    """Return the signed-in director's name, for the audit log."""
    return session["director"]


def _is_address_allowed() -> bool:
    """Return whether the director may sign in from this request's address: this computer's, or any with `anywhere`."""
    access, address = current_app.extensions["access"], request.remote_addr or ""
    return access.anywhere or address == access.host or ipaddress.ip_address(address).is_loopback


def _check_address() -> None:
    """Abort the request with 403 if the director may not sign in from its address."""
    if not _is_address_allowed():
        abort(HTTPStatus.FORBIDDEN, message("desk.sign.elsewhere"))


def director_only() -> ResponseReturnValue | None:
    """Redirect a request that is not the director's to the sign-in page, or abort with 403 (before_request handler)."""
    _check_address()
    return None if is_director() else redirect(url_for("authentication.sign_in_page"))


def _check_first_visit() -> None:
    """Abort the request with 403 unless somebody at this computer has sent it: only they may choose the first password.

    A proxy on this computer sends everybody's requests; it says so by its headers.
    """
    address = ipaddress.ip_address(request.remote_addr or "0.0.0.0")
    if not address.is_loopback or any(header in request.headers for header in _FORWARDING):
        abort(HTTPStatus.FORBIDDEN, message("desk.sign.first_elsewhere"))


@pages.get("/sign-in")
def sign_in_page() -> str:
    _check_address()
    if not _director().known:
        _check_first_visit()
        return render_template("first_password.html", name="", wrong="", shortest=SHORTEST_PASSWORD)
    return render_template("sign_in.html", name="", wrong=False)


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


def _begin_session(name: str) -> Response:
    """Sign the director in, by this name in the audit log."""
    session.clear()
    session.permanent = True
    session["director"] = name or message("desk.page.director")
    session["id"] = _director().begin_session()
    return redirect(url_for("round_entry.newest_round"), HTTPStatus.SEE_OTHER)


@pages.post("/sign-in")
@limiter.limit(_WRONG_PASSWORDS, deduct_when=lambda response: response.status_code == HTTPStatus.UNAUTHORIZED)
def sign_in() -> ResponseReturnValue:
    _check_address()
    name = _typed_name()
    if not _director().is_password(request.form.get("password", "")):
        return render_template("sign_in.html", name=name, wrong=True), HTTPStatus.UNAUTHORIZED
    return _begin_session(name)


@pages.post("/sign-out")
def sign_out() -> Response:
    _director().end_session(session.get("id", ""))
    session.clear()
    flash(message("desk.sign.signed_out"))
    return redirect(url_for("players.home"), HTTPStatus.SEE_OTHER)
