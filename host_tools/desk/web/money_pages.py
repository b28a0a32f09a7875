"""Flask blueprint, director: prizes, the 50/50 draw, special hands."""

from http import HTTPStatus

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from host_tools.desk.events import entrant, entrants
from host_tools.desk.money import awards, compute_payout, delete_hand, draw_winner, purses_of, record_hand
from host_tools.desk.store import DeskError
from host_tools.desk.web.authentication import director_name, director_only
from host_tools.desk.web.form_fields import form_text
from host_tools.desk.web.served_event import served, stamp
from host_tools.i18n import message

pages = Blueprint("money_pages", __name__, url_prefix="/director/prizes")
pages.before_request(director_only)


def _redirect_to_prizes() -> Response:
    return redirect(url_for("money_pages.prizes"), HTTPStatus.SEE_OTHER)


@pages.get("")
def prizes() -> str:
    with served().event.reading() as (session, event):
        people = entrants(session, event)
        try:
            paid, why = compute_payout(session, event), ""
        except DeskError as error:
            paid, why = None, str(error)
        purses = purses_of(event) if paid else []
        noted = awards(session, event)
        context = {
            "draws": [purse.name for purse in purses if purse.draw],
            "drawn": [award.purse for award in noted if award.what == "draw"],
            "hands": sorted({count for purse in purses for count, _ in purse.hands}, reverse=True),
            "noted_hands": [(award, people[award.player]) for award in noted if award.what != "draw"],
            "people": people.values(),
        }
        return render_template("prizes.html", stamp=stamp(session, event), paid=paid, why=why, **context)


@pages.post("/draw")
def draw() -> Response:
    with served().event.writing() as (session, event):
        winner = draw_winner(session, event, director_name(), request.form.get("purse", ""), form_text("because"))
        notice = message("event.money.drawn", name=winner.name)
    flash(notice)
    return _redirect_to_prizes()


@pages.post("/hand")
def hand() -> Response:
    """Note a player's special hand; with `undo` in the form, take it back."""
    form = request.form
    count, undo = form.get("count", 0, type=int), "undo" in form
    with served().event.writing() as (session, event):
        player = entrant(session, event, form.get("who", "").strip())
        if undo:
            delete_hand(session, event, player.number, count, director_name())
        else:
            record_hand(session, event, player.number, count, director_name(), form.get("round", 0, type=int))
        key = "event.money.hand_undone" if undo else "event.money.hand_noted"
        notice = message(key, name=player.name, count=count)
    flash(notice)
    return _redirect_to_prizes()
