"""Flask blueprint, director: list of players; admit, withdraw and readmit them; record payments."""

from http import HTTPStatus

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from host_tools.desk.events import (
    Entry,
    admit_player,
    count_main_rounds,
    entrant,
    entrants,
    format_of,
    readmit_player,
    withdraw_player,
)
from host_tools.desk.money import fee_list, purse_names, record_payments
from host_tools.desk.store import DeskError, Event
from host_tools.desk.web.authentication import director_name, director_only
from host_tools.desk.web.served_event import served, stamp
from host_tools.i18n import message, plural

pages = Blueprint("people_pages", __name__, url_prefix="/director/people")
pages.before_request(director_only)


def _redirect_to_list() -> Response:
    return redirect(url_for("people_pages.people"), HTTPStatus.SEE_OTHER)


def _single_spaced(field: str) -> str:
    """Return a text field of the form with spaces normalised; "" if it is missing."""
    return " ".join(request.form.get(field, "").split())


@pages.get("")
def people() -> str:
    with served().event.reading() as (session, event):
        paid_purses = {line.id: line.paid for line in fee_list(session, event)}
        context = {
            "people": entrants(session, event).values(),
            "paid": paid_purses,
            "purses": _purse_names(event),
            "kind": format_of(event),
            "following": count_main_rounds(session, event) + 1,
            "open": not event.ended and count_main_rounds(session, event) < event.rounds,
        }
        return render_template("people.html", stamp=stamp(session, event), **context)


def _purse_names(event: Event) -> list[str]:
    """List the names of the purses with a fee; empty if there is none."""
    try:
        return purse_names(event)
    except DeskError:
        return []


@pages.post("/admit")
def admit() -> Response:
    entry = Entry(0, _single_spaced("name"), _single_spaced("id"), _single_spaced("partner"), _single_spaced("club"))
    with served().event.writing() as (session, event):
        joined = admit_player(session, event, entry, director_name(), request.form.get("from", type=int))
        notice = message("event.people.admitted", name=joined.name, id=joined.code, round=joined.joined)
    flash(notice)
    return _redirect_to_list()


@pages.post("/leave")
def withdraw() -> Response:
    who = _single_spaced("who")
    with served().event.writing() as (session, event):
        name = entrant(session, event, who).name
        from_round = withdraw_player(
            session, event, who, director_name(), _single_spaced("because"), request.form.get("from", type=int)
        )
    flash(message("desk.round.withdrawn", who=name, round=from_round))
    return _redirect_to_list()


@pages.post("/return")
def readmit() -> Response:
    who = _single_spaced("who")
    with served().event.writing() as (session, event):
        name = entrant(session, event, who).name
        from_round = readmit_player(session, event, who, director_name(), _single_spaced("because"))
    flash(message("event.people.readmitted", name=name, round=from_round))
    return _redirect_to_list()


@pages.post("/paid")
def note_paid() -> Response:
    """Record who has paid into one purse: the ticked players, and no others of those that the form has shown."""
    purse, ticked = _single_spaced("purse"), request.form.getlist("paid", type=int)
    shown = request.form.getlist("shown", type=int)
    with served().event.writing() as (session, event):
        newly_paid = record_payments(session, event, ticked, director_name(), purse)
        no_longer_paid = record_payments(session, event, set(shown) - set(ticked), director_name(), purse, paid=False)
    flash(plural("event.people.noted", len(newly_paid) + len(no_longer_paid)))
    return _redirect_to_list()
