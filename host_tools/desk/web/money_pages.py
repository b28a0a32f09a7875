"""Flask blueprint, director: prizes, the 50/50 draw, special hands."""

from flask import Blueprint, render_template, request

from host_tools.desk.events.audit_log import read_audit_log
from host_tools.desk.events.entrants import entrant, entrants
from host_tools.desk.money.prizes import compute_payout
from host_tools.desk.money.purse_config import purses_of
from host_tools.desk.money.special_awards import awards, delete_hand, draw_winner, hands_paid, record_hand
from host_tools.desk.review.readiness import prizes_settled, settle_prizes
from host_tools.desk.store.database import DeskError
from host_tools.desk.store.desk import Desk
from host_tools.desk.web.authentication import director_only
from host_tools.desk.web.form_fields import form_text
from host_tools.desk.web.form_views import changes_event, check_seen
from host_tools.desk.web.served_event import served, stamp
from host_tools.i18n import message

pages = Blueprint("money_pages", __name__, url_prefix="/director/prizes")
pages.before_request(director_only)


@pages.get("")
def prizes() -> str:
    with served().event.reading() as desk:
        people = entrants(desk)
        try:
            paid, why = compute_payout(desk), ""
        except DeskError as error:
            paid, why = None, str(error)
        purses = purses_of(desk.event) if paid else []
        noted = awards(desk)
        context = {
            "draws": [purse.name for purse in purses if purse.draw],
            "drawn": [award.purse for award in noted if award.what == "draw"],
            "hands": hands_paid(desk.event) if paid else [],
            "noted_hands": [(award, people[award.player]) for award in noted if award.what != "draw"],
            "people": people.values(),
            "seen": _hands_noted(desk),
            "settled": prizes_settled(desk) if paid and paid.unfinished else None,
        }
        return render_template("prizes.html", stamp=stamp(desk), paid=paid, why=why, **context)


@pages.post("/settle")
@changes_event("money_pages.prizes")
def settle(desk: Desk) -> str:
    """Note why prizes are paid though something is open."""
    settle_prizes(desk)
    return message("event.unfinished.paid")


@pages.post("/draw")
@changes_event("money_pages.prizes")
def draw(desk: Desk) -> str:
    winner = draw_winner(desk, request.form.get("purse", ""))
    return message("event.money.drawn", name=winner.name)


def _hands_noted(desk: Desk) -> int:
    """Return a number that differs after each special hand that is noted or taken back."""
    return len(read_audit_log(desk, "hand", "hand taken back"))


@pages.post("/hand")
@changes_event("money_pages.prizes")
def hand(desk: Desk) -> str:
    """Note a player's special hand; with `undo` in the form, take it back."""
    check_seen(_hands_noted(desk))
    player, count = entrant(desk, form_text("who")), request.form.get("count", 0, type=int)
    if "undo" in request.form:
        delete_hand(desk, player.number, count)
        return message("event.money.hand_undone", name=player.name, count=count)
    record_hand(desk, player.number, count, request.form.get("round", 0, type=int))
    return message("event.money.hand_noted", name=player.name, count=count)
