"""Flask blueprint, director: create an event from a pasted or uploaded roster, or open another that is there."""

from http import HTTPStatus

from flask import Blueprint, abort, current_app, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from host_tools.desk.events.archive import decode_upload, is_archive, restore_event
from host_tools.desk.events.entrants import entrants
from host_tools.desk.events.event import create_event
from host_tools.desk.events.location import EventLocation
from host_tools.desk.events.roster_csv import RosterError, format_roster, parse_pasted_roster, parse_roster
from host_tools.desk.formats.event_formats import FORMATS
from host_tools.desk.formats.purse_model import DOLLAR
from host_tools.desk.money.purse_values import parse_dollars
from host_tools.desk.rounds.consolation_roster import consolation_roster
from host_tools.desk.store.database import DeskError
from host_tools.desk.store.desk import Desk
from host_tools.desk.web.authentication import director_name, director_only
from host_tools.desk.web.event_switch import EventSwitch
from host_tools.desk.web.form_fields import form_text, optional_form_number
from host_tools.desk.web.served_event import served
from host_tools.i18n import message, plural
from host_tools.text_files import TextError

pages = Blueprint("other_events", __name__, url_prefix="/director/events")
pages.before_request(director_only)


def _switch() -> EventSwitch:
    """Return the switch between events; aborts with 404 if this desk serves one event alone."""
    switch: EventSwitch | None = current_app.extensions["event switch"]
    if switch is None or switch.location is None:
        abort(HTTPStatus.NOT_FOUND, message("desk.events.alone"))
    return switch


def _location() -> EventLocation:
    location = _switch().location
    assert location is not None
    return location


@pages.get("")
def events() -> str:
    """Serve the page; with the argument `of=consolation`, its roster is of those outside the present bracket."""
    return _render_events("", _consolation_roster() if request.args.get("of") == "consolation" else "")


def _consolation_roster() -> str:
    """Return the roster of a consolation event, as CSV. Raises DeskError if there is none."""
    if "served event" not in current_app.extensions:
        return ""
    with served().event.reading() as desk:
        return format_roster(consolation_roster(desk))


def _formats() -> dict[str, str]:
    """Return how each format is played, by its id; the id alone of another package's."""
    return {name: name if FORMATS.package(name) else message(f"desk.formats.{name}") for name in FORMATS}


def _render_events(error: str, roster: str = "") -> str:
    context = {"names": _location().event_names(), "place": _location().place_text(), "formats": _formats()}
    return render_template("events.html", wrong=error, typed=request.form, roster=roster, **context)


@pages.post("/new")
def create() -> ResponseReturnValue:
    """Create an event and open it; on an error return the form as it was filled in, with status 422."""
    roster = "\n".join(request.form.get("roster", "").splitlines())
    try:
        uploaded = request.files["file"].read() if request.files.get("file") else b""
        text = decode_upload(uploaded)
        name, count = _restore_event(text.text) if is_archive(text.text) else _create_event(uploaded, roster)
    except (DeskError, RosterError, TextError) as error:
        return _render_events(str(error), roster), HTTPStatus.UNPROCESSABLE_ENTITY
    _switch().open_event(name)
    flash(plural("desk.events.created", count, event=name))
    if text.note:
        flash(text.note)
    return redirect(url_for("round_entry.newest_round"), HTTPStatus.SEE_OTHER)


def _restore_event(archive: str) -> tuple[str, int]:
    """Create the event of the form from an exported one; return its name and the number of its players. Raises
    DeskError."""
    name = form_text("name")
    with _location().creating(name) as session:
        event = restore_event(session, name, archive)
        return name, len(entrants(Desk(session, event)))


def _create_event(uploaded: bytes, roster: str) -> tuple[str, int]:
    """Create the event of the form, from an uploaded roster file or else the typed text; return its name and the number
    of its players. Raises DeskError, RosterError."""
    name, format_id = form_text("name"), request.form.get("format", "")
    if format_id not in FORMATS:
        abort(HTTPStatus.BAD_REQUEST)
    kind = FORMATS[format_id]
    entries = parse_roster(uploaded, kind.pairs) if uploaded else parse_pasted_roster(roster, kind.pairs)
    rounds, tables, fee = optional_form_number("rounds"), optional_form_number("tables") or 0, _fee_cents()
    with _location().creating(name) as session:
        create_event(session, name, kind.id, entries, rounds=rounds, tables=tables, fee=fee, by=director_name())
    return name, len(entries)


def _fee_cents() -> int | None:
    """Return the form's fee in cents, None if it is empty. Raises DeskError."""
    text = form_text("fee")
    return int(parse_dollars(text) * DOLLAR) if text else None


@pages.post("/open")
def open_event() -> Response:
    name = request.form.get("name", "")
    if name not in _location().event_names():
        abort(HTTPStatus.BAD_REQUEST)
    _switch().open_event(name)
    flash(message("desk.events.opened", event=name))
    return redirect(url_for("round_entry.newest_round"), HTTPStatus.SEE_OTHER)
