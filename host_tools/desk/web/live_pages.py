"""Flask blueprints: live streams, and the director's live page, whose forms assign boards and delay public scores."""

import json
from dataclasses import asdict
from http import HTTPStatus

from flask import Blueprint, Response, abort, current_app, flash, jsonify, render_template, request, session, url_for

from host_tools.desk.events.event import format_of, rounds_seated
from host_tools.desk.events.public_scores import MAX_DELAY, change_score_delay, score_delay_text
from host_tools.desk.intake.misplaced_boards import PLACED
from host_tools.desk.live.next_matches import assign_table
from host_tools.desk.review.readiness import open_before_seating, round_ahead
from host_tools.desk.rounds.seating import offer_next
from host_tools.desk.store.desk import Desk
from host_tools.desk.web.asgi_app import STREAM
from host_tools.desk.web.authentication import director_only
from host_tools.desk.web.form_fields import form_table
from host_tools.desk.web.form_views import changes_event, check_seen
from host_tools.desk.web.live_feed import LiveFeed, Topic
from host_tools.desk.web.live_renderer import LiveView
from host_tools.desk.web.served_event import served
from host_tools.desk.web.visitor import asked_hall, hall_language
from host_tools.i18n import current_language, message
from host_tools.table_numbers import board_event, hall_letter, hall_of

pages = Blueprint("live_pages", __name__, url_prefix="/live")
director_pages = Blueprint("live_director", __name__, url_prefix="/director/live")
director_pages.before_request(director_only)

_DELAYS = (0, 1, 2, 5, 10, 15, 20, MAX_DELAY)
_HIDDEN = "hidden"


def live_view() -> LiveView:
    """Return the application's live view."""
    return current_app.extensions["live view"]


def _stream_response(topic: Topic) -> Response:
    """Return a response that `asgi_app` replaces by the topic's stream.

    If the request has the argument `once`, as from pages whose stream is broken, return only the present state as JSON.
    """
    if "once" in request.args:
        return jsonify(live_view().render(current_app, [topic])[topic])
    response = Response(json.dumps(asdict(topic)), content_type=STREAM)
    # Both headers keep proxies from buffering the stream.
    response.headers["Cache-Control"] = "no-store, no-transform"
    response.headers["X-Accel-Buffering"] = "no"
    return response


@pages.get("/wall")
def wall_stream() -> Response:
    hall = asked_hall()
    return _stream_response(Topic("wall", hall_language(hall) or current_language(), hall=hall))


@pages.get("/table/<int:round_number>/<int:table>")
def table_stream(round_number: int, table: int) -> Response:
    return _stream_response(Topic("table", current_language(), round_number, table))


@director_pages.get("/stream")
def director_stream() -> Response:
    return _stream_response(Topic("director", current_language(), hall=asked_hall(), session=session["id"]))


@director_pages.get("")
def live_tables() -> str:
    with served().event.reading() as desk:
        everywhere, asked = live_view().director_hall(desk), asked_hall()
        hall = everywhere.in_hall(asked)
        out = hall if asked else everywhere
        offer = offer_next(desk, asked)
        context = {
            "summaries": hall.halls,
            "tables": hall.tables,
            "spare": hall.spare,
            "view": hall.view,
            "refused": hall.refused,
            "event": desk.event,
            "kind": format_of(desk.event),
            "seated": len(rounds_seated(desk)),
            "out": [table for table in out.tables if table.row.status != "in"],
            "offer": offer,
            "unsettled": open_before_seating(desk, offer, asked),
            "ahead": round_ahead(desk, asked),
            "delays": _DELAYS
            if desk.event.score_delay in (None, *_DELAYS)
            else sorted({*_DELAYS, desk.event.score_delay}),
            "broken": _feed().broken or live_view().trouble,
            "boards": sorted(board.uid for board in out.boards),
            "stream": url_for("live_director.director_stream", hall=hall_letter(asked) or None),
        }
        return render_template("live.html", stamp=hall.stamp, **context)


def _feed() -> LiveFeed:
    return current_app.extensions["feed"]


@director_pages.post("/scores")
@changes_event("live_director.live_tables", of_hall=True)
def set_score_delay(desk: Desk) -> str:
    """Set after how many minutes everybody sees scores; `hidden` in the form hides them."""
    hidden = request.form.get("delay") == _HIDDEN
    minutes = None if hidden else request.form.get("delay", 0, type=int)
    check_seen(desk, "scores")
    change_score_delay(desk, minutes)
    return score_delay_text(minutes)


@director_pages.post("/place")
@changes_event("live_director.live_tables", of_hall=True)
def assign_board(desk: Desk) -> str:
    """Assign a board to a table, for its next match; table 0 takes it from its table."""
    board, table = request.form.get("board", ""), form_table("table")
    if board not in [known.uid for known in live_view().boards()]:
        abort(HTTPStatus.BAD_REQUEST)
    check_seen(desk, PLACED, board=[board])
    assign_table(desk, board, table)
    key = "desk.live.placed" if table else "desk.live.placed_nowhere"
    strange = next((one.state for one in live_view().boards() if one.uid == board and one.state), None)
    if table and strange and strange.event != board_event(desk.event.uid, table):
        flash(message("desk.live.other_hall", board=f"…{board[-6:]}", hall=hall_letter(hall_of(table))))
    return message(key, board=f"…{board[-6:]}", table=table)
