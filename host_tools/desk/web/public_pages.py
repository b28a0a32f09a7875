"""Flask blueprint, everybody: seating, a player's table and score card, standings, bracket."""

import io
from contextlib import nullcontext
from http import HTTPStatus
from typing import Any

import segno
from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response

from host_tools.desk.events import UnknownPlayerError, entrant, entrants, format_of
from host_tools.desk.rounds import bracket_view, round_view
from host_tools.desk.scoring import CardView, card_view
from host_tools.desk.store import Event
from host_tools.desk.web.access import directs
from host_tools.desk.web.change_stamp import served, stamp
from host_tools.desk.web.live_pages import live_view
from host_tools.desk.web.page_cache import shared, shared_for_seconds
from host_tools.desk.web.template_filters import places
from host_tools.desk.web.visibility import kept_back, reading_shown

pages = Blueprint("players", __name__)


@pages.get("/")
@shared
def home() -> str:
    with reading_shown() as (session, event):
        view, people = round_view(session, event), entrants(session, event).values()
        shown = {"view": view, "people": people, "places": places(view), "rounds": event.rounds}
        return render_template("home.html", stamp=stamp(session, event), **shown)


@pages.get("/player")
def find() -> ResponseReturnValue:
    """Redirect a typed name or id to the player's page; list candidates where it is ambiguous."""
    with served().event.reading() as (session, event):
        try:
            found = entrant(session, event, request.args.get("who", "").strip())
        except UnknownPlayerError as error:
            return render_template("near.html", text=error.text, near=error.near), HTTPStatus.UNPROCESSABLE_ENTITY
        return redirect(url_for("players.player", who=found.code), HTTPStatus.SEE_OTHER)


@pages.get("/player/<path:who>")
@shared_for_seconds
def player(who: str) -> str:
    with reading_shown() as (session, event):
        card = card_view(session, event, who)
        ranked = served().standings(session, event)
        rank = next(one.rank if one.ranked else "–" for one in ranked if one.id == card.id)
        found = entrant(session, event, card.id)
        shown = {
            "member": found.member or found.name,
            "card": card,
            "rank": rank,
            "of": len(ranked),
            "spread": format_of(event).worth.spread,
            "delay": kept_back(event),
        }
        return render_template("player.html", stamp=stamp(session, event), **_at_table(session, event, card), **shown)


def _at_table(session: Session, event: Event, card: CardView) -> dict[str, Any]:
    """A player's table with its games as everybody may see them, and the live stream it can be followed by."""
    if not card.table:
        return {"here": None}
    number = card.lines[-1].round
    with served().event.reading(public=True) if directs() else nullcontext((session, event)) as public:
        here = live_view().public_row(*public, number, card.table)
    return {"here": here, "stream": url_for("live_pages.table", number=number, table=card.table)}


@pages.get("/standings")
@shared
def standings() -> str:
    with reading_shown() as (session, event):
        ranked = served().standings(session, event)
        shown = {"ranked": ranked, "kind": format_of(event), "delay": kept_back(event)}
        return render_template("standings.html", stamp=stamp(session, event), **shown)


@pages.get("/bracket")
@shared
def bracket() -> str:
    with reading_shown() as (session, event):
        shown = {
            "view": bracket_view(session, event),
            "kind": format_of(event),
            "people": entrants(session, event).values(),
            "delay": kept_back(event),
        }
        return render_template("bracket.html", stamp=stamp(session, event), **shown)


@pages.get("/address.svg")
def address() -> Response:
    """The players' address as a QR code."""
    where = current_app.extensions["address"]
    if not where:
        abort(HTTPStatus.NOT_FOUND)
    drawn = io.BytesIO()
    segno.make(where, micro=False).save(drawn, kind="svg", scale=8, light="#fff")
    return Response(drawn.getvalue(), content_type="image/svg+xml")


@pages.get("/stamp")
def changed() -> str:
    """The change stamp, which pages poll every few seconds."""
    return served().stamp(public=not directs())
