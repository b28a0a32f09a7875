"""Flask blueprint of the pages that everybody may see: seating, a player's table and score card, standings, bracket."""

import io
from contextlib import nullcontext
from http import HTTPStatus
from typing import Any

import segno
from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from flask import session as browser
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from host_tools.desk.events.entrants import UnknownPlayerError, entrant, entrants
from host_tools.desk.events.event import format_of, rounds_seated
from host_tools.desk.intake.disputes import has_result_code, open_disputes
from host_tools.desk.review.open_games import open_games
from host_tools.desk.review.readiness import open_before_draw
from host_tools.desk.rounds.bracket_view import bracket_view
from host_tools.desk.rounds.round_view import present_view, seats_by_name
from host_tools.desk.scoring.own_results import find_receipts, own_results
from host_tools.desk.scoring.score_card_view import CardView, card_view
from host_tools.desk.store.desk import Desk
from host_tools.desk.web.authentication import is_director
from host_tools.desk.web.live_pages import live_view
from host_tools.desk.web.page_cache import OWN_DISPUTES, cached_for_visitors
from host_tools.desk.web.served_event import served, stamp
from host_tools.desk.web.visitor import reading_for_visitor, visitor_score_delay
from host_tools.table_numbers import hall_of

pages = Blueprint("players", __name__)


@pages.get("/")
@cached_for_visitors()
def home() -> str:
    with reading_for_visitor() as desk:
        view, people = present_view(desk), entrants(desk).values()
        context = {"view": view, "people": people, "places": seats_by_name(view), "rounds": desk.event.rounds}
        return render_template("home.html", stamp=stamp(desk), **context)


@pages.get("/player")
def find_player() -> ResponseReturnValue:
    """Redirect a typed id, name or part of one to the player's page; list those who may be meant if it fits none or
    several."""
    with served().event.reading() as desk:
        try:
            player = entrant(desk, request.args.get("who", "").strip())
        except UnknownPlayerError as error:
            if not error.sure or len(error.near) != 1:
                status = HTTPStatus.OK if error.near else HTTPStatus.UNPROCESSABLE_ENTITY
                return render_template("near.html", text=error.text, near=error.near), status
            player = error.near[0]
        return redirect(url_for("players.player", who=player.code), HTTPStatus.SEE_OTHER)


@pages.get("/player/<path:who>")
@cached_for_visitors(live=True)
def player(who: str) -> str:
    with reading_for_visitor() as desk:
        card = card_view(desk, who)
        if card.id != who:
            abort(redirect(url_for("players.player", who=card.id)))
        ranked = served().standings(desk)
        rank = next(standing.rank if standing.ranked else "–" for standing in ranked if standing.id == card.id)
        row = entrant(desk, card.id)
        results = own_results(desk, card)
        context = {
            "member": row.member or row.name,
            "card": card,
            "rank": rank,
            "of": len(ranked),
            "spread": format_of(desk.event).loaded_preset.spread,
            "delay": visitor_score_delay(desk.event),
            "results": results,
            "coded": {(one.round, one.table) for one in results if has_result_code(desk, one.round, one.table)},
            "disputed": {(one.round, one.table, one.game): one for one in open_disputes(desk)},
            "own_disputes": browser.get(OWN_DISPUTES, []),
            "receipts": find_receipts(desk, card),
        }
        return render_template(
            "player.html",
            stamp=stamp(desk),
            hall=served().notices(hall_of(card.table or 0)),
            **_live_table_context(desk, card),
            **context,
        )


def _live_table_context(desk: Desk, card: CardView) -> dict[str, Any]:
    """Return the template's values for a player's table: its public live row `here`, and the URL of its `stream`."""
    if not card.table:
        return {"here": None}
    round_number = card.lines[-1].round
    # The director's session sees delayed scores too: the row needs one that does not.
    with served().event.reading(public=True) if is_director() else nullcontext(desk) as public_desk:
        live_row = live_view().public_row(public_desk, round_number, card.table)
    stream = url_for("live_pages.table_stream", round_number=round_number, table=card.table)
    return {"here": live_row, "stream": stream}


@pages.get("/standings")
@cached_for_visitors()
def standings() -> str:
    with reading_for_visitor() as desk:
        ranked = served().standings(desk)
        kind = format_of(desk.event)
        context = {
            "ranked": ranked,
            "kind": kind,
            "delay": visitor_score_delay(desk.event),
        }
        return render_template("standings.html", stamp=stamp(desk), **context)


@pages.get("/bracket")
@cached_for_visitors()
def bracket() -> str:
    with reading_for_visitor() as desk:
        context = {
            "view": bracket_view(desk),
            "seated": len(rounds_seated(desk)) if is_director() else 0,
            "kind": format_of(desk.event),
            "people": entrants(desk).values(),
            "delay": visitor_score_delay(desk.event),
            "what_if": open_games(desk).text if is_director() and not desk.event.best_of else "",
            "unsettled": open_before_draw(desk) if is_director() and not desk.event.best_of else [],
        }
        return render_template("bracket.html", stamp=stamp(desk), **context)


@pages.get("/address.svg")
def address_qr_code() -> Response:
    """Serve the address of the players' pages as a QR code in SVG; 404 if others cannot reach this desk."""
    url = current_app.extensions["address"]
    if not url:
        abort(HTTPStatus.NOT_FOUND)
    image = io.BytesIO()
    segno.make(url, micro=False).save(image, kind="svg", scale=8, light="#fff")
    return Response(image.getvalue(), content_type="image/svg+xml")


@pages.get("/stamp")
def change_stamp() -> str:
    """Serve the event's change stamp, which pages poll every few seconds."""
    return served().stamp(public=not is_director())
