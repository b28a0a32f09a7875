"""Flask blueprints: the director's message to the hall, the round's clock and calls; phones' calls for the director.

The chief director has the settings of an event's halls besides.
"""

from collections.abc import Callable
from http import HTTPStatus

from flask import Blueprint, abort, current_app, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from host_tools.desk.events.audit_log import log_change
from host_tools.desk.events.entrants import entrant
from host_tools.desk.events.hall_notices import (
    CLOCK,
    LONGEST_CLOCK,
    LONGEST_MESSAGE,
    MESSAGE,
    answer_call,
    call_director,
    continue_clock,
    pause_clock,
    post_message,
    remove_clock,
    start_clock,
)
from host_tools.desk.events.hall_rows import MOVED, hall_called, hall_title
from host_tools.desk.events.halls import HALLS, change_hall, move_to_hall, set_across
from host_tools.desk.scoring.score_card_view import CardView, card_view
from host_tools.desk.store.desk import Desk
from host_tools.desk.web.authentication import director_only, limiter
from host_tools.desk.web.form_fields import form_number, form_text, optional_form_number
from host_tools.desk.web.form_views import changes_event, check_seen
from host_tools.desk.web.served_event import served, stamp
from host_tools.desk.web.visitor import asked_hall
from host_tools.i18n import message
from host_tools.table_numbers import hall_id

pages = Blueprint("hall_pages", __name__, url_prefix="/director/hall")
pages.before_request(director_only)
phone_pages = Blueprint("calls", __name__, url_prefix="/player")

_DEFAULT_MINUTES = 45
_CALLS = "4 per 10 minutes"
"""Of one table, and of one address."""


@pages.get("")
def hall() -> str:
    with served().event.reading() as desk:
        limits = {"longest": LONGEST_MESSAGE, "most": LONGEST_CLOCK, "usual": _DEFAULT_MINUTES}
        return render_template("hall.html", stamp=stamp(desk), hall=served().notices(asked_hall()), **limits)


@pages.post("/message")
@changes_event("hall_pages.hall", of_hall=True)
def show_message(desk: Desk) -> str:
    """Show the form's message, or with `remove` none."""
    text = "" if "remove" in request.form else form_text("text")
    check_seen(desk, MESSAGE, hall=[asked_hall() or None])
    post_message(desk, text, asked_hall())
    return message("event.hall.shown" if text else "event.hall.removed")


_CLOCK_ACTIONS: dict[str, Callable[..., None]] = {
    "start": lambda desk, hall: start_clock(desk, form_number("minutes"), hall=hall),
    "pause": pause_clock,
    "continue": continue_clock,
    "remove": remove_clock,
}


@pages.post("/clock")
@changes_event("hall_pages.hall", of_hall=True)
def change_clock(desk: Desk) -> str:
    """Start, pause, continue or remove the round's clock."""
    action = request.form.get("action", "")
    if action not in _CLOCK_ACTIONS:
        abort(HTTPStatus.BAD_REQUEST)
    check_seen(desk, CLOCK, hall=[asked_hall() or None])
    _CLOCK_ACTIONS[action](desk, hall=asked_hall())
    return message(f"event.hall.clock_{action}")


@pages.post("/call/<int:call>")
@changes_event("round_entry.newest_round")
def go_to_table(desk: Desk, call: int) -> str:
    return message("event.hall.answered", table=answer_call(desk, call))


def _seated_card(desk: Desk, who: str) -> CardView:
    """Return a player's card; aborts with 404 unless the player sits at a table in the newest round."""
    card = card_view(desk, who)
    if not card.table:
        abort(HTTPStatus.NOT_FOUND, message("event.hall.no_table", name=card.name))
    return card


def table_of_player() -> str:
    """Return round and table of the request's player, as the key of rate limits."""
    with served().event.reading() as desk:
        card = _seated_card(desk, (request.view_args or {})["who"])
        return f"{desk.event.uid}/{card.lines[-1].round}/{card.table}"


@phone_pages.get("/<path:who>/call")
def ask_call(who: str) -> str:
    with served().event.reading(public=True) as desk:
        return render_template("call.html", card=_seated_card(desk, who))


@phone_pages.post("/<path:who>/call")
@limiter.limit(_CALLS, key_func=table_of_player)
@limiter.limit(_CALLS)
def call(who: str) -> Response:
    """Call the director to the player's table."""
    with served().event.writing() as desk:
        card = _seated_card(desk, who)
        assert card.table is not None
        called = call_director(desk, card.id, card.lines[-1].round, card.table)
    flash(message("event.hall.called" if called else "event.hall.called_before", table=card.table))
    return redirect(url_for("players.player", who=card.id), HTTPStatus.SEE_OTHER)


settings_pages = Blueprint("hall_settings", __name__, url_prefix="/director/event/halls")
settings_pages.before_request(director_only)


@settings_pages.post("/across")
@changes_event("event_pages.event_page")
def change_across(desk: Desk) -> str:
    """Let the rounds that follow move players from hall to hall, with `across` in the form, or stay within each."""
    check_seen(desk, HALLS, hall=[None])
    set_across(desk, bool(request.form.get("across")))
    return message("event.halls.about_across" if desk.event.across_halls else "event.halls.about_within")


@settings_pages.post("/change")
@changes_event("event_pages.event_page")
def change(desk: Desk) -> str:
    """Change a hall's name, its number of tables and its language."""
    hall = hall_called(desk, form_text("hall"))
    name, language, tables = form_text("name"), form_text("language"), optional_form_number("tables") or 0
    check_seen(desk, HALLS, hall=[hall.number])
    change_hall(desk, hall, name=name, language=language, tables=tables)
    return message("event.halls.changed", hall=hall_title(hall))


@settings_pages.post("/password")
@changes_event("event_pages.event_page")
def set_password(desk: Desk) -> str:
    """Set the password of a hall's director, which ends their sessions; an empty one takes it away."""
    hall, password = hall_called(desk, form_text("hall")), request.form.get("password", "")
    check_seen(desk, HALLS, hall=[hall.number])
    current_app.extensions["director"].set_hall_password(hall_id(desk.event.uid, hall.number), password)
    log_change(desk, HALLS, detail={"hall": hall.number, "password": bool(password)})
    key = "event.halls.password_set" if password else "event.halls.password_gone"
    return message(key, hall=hall_title(hall))


@settings_pages.post("/move")
@changes_event("event_pages.event_page")
def move(desk: Desk) -> str:
    """Let a player play in another hall from the next round on."""
    hall = hall_called(desk, form_text("hall"))
    check_seen(desk, MOVED, player=[entrant(desk, form_text("who")).code])
    player = move_to_hall(desk, form_text("who"), hall)
    return message("event.halls.moved", name=player.name, hall=hall_title(hall))
