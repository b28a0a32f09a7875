"""Flask blueprints, director: create, open, delete or restore an event; what a desk without one shows."""

from collections import Counter
from functools import partial
from http import HTTPStatus
from typing import Any

from flask import Blueprint, abort, current_app, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from host_tools.desk.errors import DeskError
from host_tools.desk.events.entrants import entrants
from host_tools.desk.events.event import check_name, create_event, rounds_of_size, unequal_games
from host_tools.desk.events.event_plan import count_main_rounds
from host_tools.desk.events.location import EventLocation
from host_tools.desk.events.roster_csv import RosterError, format_roster
from host_tools.desk.events.roster_reader import (
    MOST_COLUMNS,
    ROLES,
    Choices,
    Roster,
    read_roster,
)
from host_tools.desk.events.trash import (
    DAYS,
    delete_event,
    empty_trash,
    is_event,
    restore_deleted,
    restore_file,
    trash,
)
from host_tools.desk.formats.event_formats import FORMATS, Format
from host_tools.desk.formats.purse_model import DOLLAR
from host_tools.desk.money.amounts import parse_dollars
from host_tools.desk.money.payments import record_roster_payments
from host_tools.desk.rounds.play_off import consolation_roster, roster_of
from host_tools.desk.store.desk import Desk
from host_tools.desk.web.authentication import director_name, director_only
from host_tools.desk.web.event_switch import EventSwitch
from host_tools.desk.web.form_fields import form_text, optional_form_number, small_int
from host_tools.desk.web.served_event import served
from host_tools.desk.web.template_filters import format_texts
from host_tools.i18n import message, plural
from host_tools.text_files import TextError

pages = Blueprint("other_events", __name__, url_prefix="/director/events")
pages.before_request(director_only)


def _switch() -> EventSwitch:
    """Return the switch between events."""
    return current_app.extensions["event switch"]


def _location() -> EventLocation:
    return _switch().location


@pages.get("")
def events() -> str:
    """Serve the page; with the argument `of=consolation`, its roster is of those outside the present bracket, with
    `players=NAME` those of another event."""
    if "players" in request.args:
        return _render_events("", _players_of(request.args["players"]))
    return _render_events("", _consolation_roster() if request.args.get("of") == "consolation" else "")


def _players_of(name: str) -> str:
    """Return the roster of another event, as CSV, with the ids that its own roster gave. Raises DeskError."""
    with _location().reading(_named(name)) as desk:
        return format_roster(roster_of(desk))


def _consolation_roster() -> str:
    """Return the roster of a consolation event, as CSV. Raises DeskError if there is none."""
    if "served event" not in current_app.extensions:
        return ""
    with served().event.reading() as desk:
        return format_roster(consolation_roster(desk))


def _render_events(error: str, roster: str = "", **shown: Any) -> str:
    empty_trash(_location())
    context: dict[str, Any] = {
        "listed": _location().dated_events(),
        "place": _location().place_text(),
        "formats": format_texts(),
    }
    context |= {"open_name": _switch().open_name, "trash": trash(_location()), "days": DAYS}
    return render_template("events.html", wrong=error, typed=request.form, roster=roster, **context, **shown)


@pages.post("/new")
def create() -> ResponseReturnValue:
    """Show what is understood of the roster; if the form says that just this has been shown, create the event and open
    it. On an error return the form as it was filled in, with status 422."""
    typed = "\n".join(request.form.get("roster", "").splitlines())
    try:
        uploaded = request.files["file"].read() if request.files.get("file") else b""
        if is_event(uploaded):
            return _open(restore_file(_location(), uploaded, form_text("name")), "event.trash.restored")
        roster = _read_roster(uploaded or typed.encode(), not uploaded)
        typed = roster.text
        if (
            roster.errors
            or _wrong_name()
            or "even" in request.form
            or request.form.get("understood") != roster.fingerprint
        ):
            return _show_understood(roster)
        name, count = _create_event(roster), len(roster.entries)
    except (DeskError, RosterError, TextError) as error:
        return _render_events(str(error), typed, wrong_name=_wrong_name()), HTTPStatus.UNPROCESSABLE_ENTITY
    _switch().open_event(name)
    flash(plural("desk.events.created", count, event=name))
    return redirect(url_for("round_entry.newest_round"), HTTPStatus.SEE_OTHER)


def _open(name: str, notice: str) -> Response:
    """Open an event of the location, and show its newest round."""
    _switch().open_event(name)
    flash(message(notice, event=name))
    return redirect(url_for("round_entry.newest_round"), HTTPStatus.SEE_OTHER)


@pages.post("/restore")
def restore() -> Response:
    """Restore a deleted event, `id` in the trash, or an uploaded copy or export, and open it. Raises DeskError."""
    if "id" in request.form:
        return _open(restore_deleted(_location(), request.form["id"], form_text("name")), "event.trash.restored")
    data = request.files["file"].read() if request.files.get("file") else b""
    try:
        return _open(restore_file(_location(), data, form_text("name")), "event.trash.restored")
    except TextError as error:
        raise DeskError(str(error)) from None


@pages.get("/delete")
def ask_to_delete() -> str:
    name = _named(request.args.get("name", ""))
    with _location().reading(name) as desk:
        context = {"name": name, "event": desk.event, "people": len(entrants(desk)), "seated": count_main_rounds(desk)}
        return render_template("delete.html", days=DAYS, **context)


@pages.post("/delete")
def delete() -> Response:
    """Put an event into the trash; where it is the one that is open, none is open then."""
    name = _named(request.form.get("name", ""))
    put_away = partial(delete_event, _location().acting(director_name()), name, form_text("because"))
    deleted = _switch().while_closed(put_away) if name == _switch().open_name else put_away()
    flash(message("event.trash.deleted", event=name, until=deleted.until))
    return redirect(url_for("other_events.events"), HTTPStatus.SEE_OTHER)


def _named(name: str) -> str:
    """Return the name of an event that is there; aborts with 400 for another."""
    if name not in _location().event_names():
        abort(HTTPStatus.BAD_REQUEST)
    return name


def _read_roster(data: bytes, with_choices: bool) -> Roster:
    """Read the roster for the form's format, with the form's choices about its columns and rows. Raises RosterError."""
    chosen = {name: request.form[name] for name in request.form if name.startswith("column-")} if with_choices else {}
    positions = [position for position in range(MOST_COLUMNS) if f"column-{position}" in chosen]
    roles = [chosen.get(f"column-{position}", "") for position in range(max(positions, default=-1) + 1)]
    known = any(name.startswith("heading-") for name in request.form)
    headings = [form_text(f"heading-{position}") for position in range(len(roles) if known else 0)]
    rows = request.form.getlist("plays", type=small_int) if with_choices else []
    choices = Choices(tuple(role if role in ROLES else "" for role in roles), frozenset(rows), tuple(headings))
    return read_roster(data, _format().pairs, choices)


def _wrong_name() -> str:
    """Return why a new event cannot have the form's name, "" if it can."""
    try:
        check_name(form_text("name"))
        _location().check_unused(form_text("name"))
    except DeskError as error:
        return str(error)
    return ""


def _show_understood(roster: Roster) -> ResponseReturnValue:
    """Return the form with what was understood of the roster, and what is wrong with it or with the other fields."""
    error, wrong_name = "\n".join(roster.errors), _wrong_name()
    try:
        if not error and not wrong_name:
            _create_event(roster, only_try=True)
    except _TriedError:
        pass
    except DeskError as wrong:
        error = str(wrong)
    kind = _format()
    told = roster.described(kind.pairs)
    even: list[int] = []
    if not error:
        players = Counter(entry.hall for entry in roster.entries)
        unequal = unequal_games(kind, rounds_of_size(kind, _rounds(), 0, players), players)
        told, even = [*told, *filter(None, [unequal.told])], list(unequal.even)
    refused = bool(error or wrong_name)
    context = {"understood": roster, "may_make": not refused, "told": told, "even": even, "wrong_name": wrong_name}
    shown = _render_events(error, roster.text, **context, rounds=_rounds(), roles=ROLES)
    return shown, HTTPStatus.UNPROCESSABLE_ENTITY if refused else HTTPStatus.OK


def _format() -> Format:
    """Return the form's format; aborts with 400 if there is none."""
    format_id = request.form.get("format", "")
    if format_id not in FORMATS:
        abort(HTTPStatus.BAD_REQUEST)
    return FORMATS[format_id]


class _TriedError(Exception):
    """An event could be created, and was only to be tried."""


def _create_event(roster: Roster, only_try: bool = False) -> str:
    """Create the event of the form; return its name. Raises DeskError, RosterError, with `only_try` _TriedError."""
    name, rounds, tables = form_text("name"), _rounds(), optional_form_number("tables") or 0
    fee, entries, byes = _fee_cents(), roster.checked(), optional_form_number("bye-worth") or 0
    with _location().creating(name) as session:
        kind_id, by = _format().id, director_name()
        options: dict[str, Any] = {"rounds": rounds, "tables": tables, "fee": fee, "bye_worth": byes, "by": by}
        event = create_event(session, name, kind_id, entries, **options)
        not_recorded = record_roster_payments(Desk(session, event, by), entries)
        if only_try:
            raise _TriedError
    if not_recorded:
        flash(not_recorded)
    return name


def _rounds() -> int | None:
    """Return the form's number of rounds, that of the button pressed before that of the field; None for the usual."""
    return optional_form_number("even") or optional_form_number("rounds")


def _fee_cents() -> int | None:
    """Return the form's fee in cents, None if it is empty. Raises DeskError."""
    text = form_text("fee")
    return int(parse_dollars(text) * DOLLAR) if text else None


@pages.post("/open")
def open_event() -> Response:
    return _open(_named(request.form.get("name", "")), "desk.events.opened")


no_event_pages = Blueprint("players", __name__)
no_event_director_pages = Blueprint("round_entry", __name__, url_prefix="/director")


@no_event_pages.get("/")
@no_event_pages.get("/wall")
def home() -> str:
    return render_template("message.html", title=message("desk.events.none"), text=message("desk.events.none_about"))


@no_event_director_pages.get("/")
def newest_round() -> Response:
    return redirect(url_for("other_events.events"), HTTPStatus.SEE_OTHER)
