"""Flask blueprint, director: list of players; admit, withdraw, readmit and correct them; record payments."""

from http import HTTPStatus

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from host_tools.desk.errors import DeskError
from host_tools.desk.events.entrants import (
    admit_player,
    entrant,
    entrants,
    expel_player,
    fold,
    readmit_player,
    shown_names,
    withdraw_player,
)
from host_tools.desk.events.event import format_of, rounds_seated
from host_tools.desk.events.event_plan import count_main_rounds
from host_tools.desk.events.roster_csv import Entry
from host_tools.desk.money.payments import fee_list, record_payments
from host_tools.desk.money.purse_config import purses_of
from host_tools.desk.rounds.correct import PLAYER_FIELDS, correct_player, player_fields
from host_tools.desk.scoring.penalties import LATE, PENALTY, penalize, penalties, take_back_penalty
from host_tools.desk.store.database import StoreError
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import ANNULLED, STAY, Entrant, Event
from host_tools.desk.web.authentication import director_only
from host_tools.desk.web.form_fields import form_number, form_text, optional_form_number
from host_tools.desk.web.form_views import changes_event, check_seen
from host_tools.desk.web.served_event import served, stamp
from host_tools.desk.web.visitor import asked_hall
from host_tools.i18n import message, plural

pages = Blueprint("people_pages", __name__, url_prefix="/director/people")
pages.before_request(director_only)


@pages.get("")
def people() -> str:
    """Serve the players; with the argument `find`, those of whose name, partner, id or club it is a part."""
    return _render_people()


def _render_people(wrong: str = "") -> str:
    """Render the players; `wrong`: why somebody who comes late is refused, whose form is shown as it was filled in."""
    find = request.args.get("find", "").strip()
    with served().event.reading() as desk:
        paid_purses = {line.id: line.paid for line in fee_list(desk)}
        everybody = entrants(desk).values()
        context = {
            "people": [player for player in everybody if fold(find) in fold(player_text(player))],
            "everybody": len(everybody),
            "names": shown_names(desk),
            "find": find,
            "paid": paid_purses,
            "purses": _purse_names(desk.event),
            "kind": format_of(desk.event),
            "following": count_main_rounds(desk) + 1,
            "open": not desk.event.ended and count_main_rounds(desk) < desk.event.rounds,
        }
        # The address of a form that was refused shows nothing to whoever asks for it anew.
        shown_stamp = "" if wrong else stamp(desk)
        return render_template("people.html", stamp=shown_stamp, wrong=wrong, typed=request.form, **context)


def player_text(player: Entrant) -> str:
    """Return the texts by which a player may be looked for."""
    return f"{player.name}\n{player.partner}\n{player.code}\n{player.club}"


def _purse_names(event: Event) -> list[str]:
    """List the names of the purses with a fee; empty if there is none."""
    try:
        return [purse.name for purse in purses_of(event) if purse.fee]
    except DeskError:
        return []


@pages.post("/admit")
def admit() -> ResponseReturnValue:
    """Admit a player; where they are refused return the form as it was filled in, with status 422."""
    try:
        return _admit()
    except StoreError:
        raise
    except DeskError as error:
        return _render_people(str(error)), HTTPStatus.UNPROCESSABLE_ENTITY


@changes_event("people_pages.people")
def _admit(desk: Desk) -> str:
    entry = Entry(0, form_text("name"), form_text("id"), form_text("partner"), form_text("club"))
    start, place = request.form.get("from", type=int), request.form.get("place", "").strip()
    joined = admit_player(desk, entry, start, place, asked_hall())
    return message("event.people.admitted", name=joined.name, id=joined.code, round=joined.joined)


def _shown_name(desk: Desk, who: str) -> str:
    return shown_names(desk)[entrant(desk, who).number]


@pages.post("/leave")
@changes_event("people_pages.people")
def withdraw(desk: Desk) -> str:
    who, start = form_text("who"), request.form.get("from", type=int)
    from_round = withdraw_player(desk, who, start)
    return message("event.people.withdrawn", name=_shown_name(desk, who), round=from_round)


@pages.post("/return")
@changes_event("people_pages.people")
def readmit(desk: Desk) -> str:
    who = form_text("who")
    from_round = readmit_player(desk, who)
    return message("event.people.readmitted", name=_shown_name(desk, who), round=from_round)


@pages.get("/correct/<path:who>")
def correction(who: str) -> str:
    with served().event.reading() as desk:
        player, kind = entrant(desk, who), format_of(desk.event)
        context = {"player": player, "fields": player_fields(kind, player), "kind": kind}
        context |= {"penalties": penalties(desk, player.number), "seated": len(rounds_seated(desk))}
        return render_template("correct.html", **context)


@pages.post("/correct/<path:who>")
@changes_event("people_pages.people")
def correct(desk: Desk, who: str) -> str:
    """Correct the player's fields that the form has changed."""
    seen = {field: form_text(f"was-{field}") for field in PLAYER_FIELDS if f"was-{field}" in request.form}
    wanted = {field: form_text(field) for field in seen if form_text(field) != seen[field]}
    corrected = correct_player(desk, who, wanted, optional_form_number("from"), seen)
    fields = ", ".join(message(f"event.correct.field.{field}") for field in wanted)
    return message("event.correct.player_done", name=corrected.name, fields=fields)


@pages.post("/penalty/<path:who>")
@changes_event("people_pages.people")
def give_penalty(desk: Desk, who: str) -> str:
    what = LATE if form_text("what") == LATE else PENALTY
    check_seen(desk, "penalized", "penalty taken back", player=[entrant(desk, who).code])
    given = penalize(desk, who, form_number("points"), what, optional_form_number("round") or 0)
    return message("event.penalty.done", name=given.name, points=f"{given.points:+}")


@pages.post("/penalty-back/<int:number>")
@changes_event("people_pages.people")
def drop_penalty(desk: Desk, number: int) -> str:
    return message("event.penalty.taken_back", name=take_back_penalty(desk, number).name)


@pages.post("/expel/<path:who>")
@changes_event("people_pages.people")
def expel(desk: Desk, who: str) -> str:
    expel_player(desk, who, ANNULLED if form_text("games") == ANNULLED else STAY)
    return message("event.expel.done", name=_shown_name(desk, who))


@pages.post("/paid")
@changes_event("people_pages.people")
def note_paid(desk: Desk) -> str:
    """Record who has paid into one purse, or has not after all: whose tick was changed. The others may be somebody
    else's work meanwhile."""
    purse, ticked, before = form_text("purse"), *(set(request.form.getlist(name, type=int)) for name in ("paid", "was"))
    newly_paid = record_payments(desk, ticked - before, purse)
    no_longer_paid = record_payments(desk, before - ticked, purse, paid=False)
    return plural("event.people.noted", len(newly_paid) + len(no_longer_paid))
