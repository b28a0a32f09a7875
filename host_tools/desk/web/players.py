"""What everybody may read: who sits where, one's own table and card, the standings, the bracket."""

import io
from http import HTTPStatus

import segno
from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from host_tools.desk.events import UnknownPlayerError, entrant, entrants, format_of
from host_tools.desk.rounds import bracket_view, round_view
from host_tools.desk.scoring import card_view
from host_tools.desk.web.polling import served, stamp
from host_tools.desk.web.shared_pages import shared
from host_tools.desk.web.wording import places

pages = Blueprint("players", __name__)


@pages.get("/")
@shared
def home() -> str:
    with served().event.reading() as (session, event):
        view, people = round_view(session, event), entrants(session, event).values()
        shown = {"view": view, "people": people, "places": places(view), "rounds": event.rounds}
        return render_template("home.html", stamp=stamp(session, event), **shown)


@pages.get("/player")
def find() -> ResponseReturnValue:
    """Sends who has typed a name or an id to their own page; offers those who may be meant."""
    with served().event.reading() as (session, event):
        try:
            found = entrant(session, event, request.args.get("who", "").strip())
        except UnknownPlayerError as error:
            return render_template("near.html", text=error.text, near=error.near), HTTPStatus.UNPROCESSABLE_ENTITY
        return redirect(url_for("players.player", who=found.code), HTTPStatus.SEE_OTHER)


@pages.get("/player/<path:who>")
@shared
def player(who: str) -> str:
    with served().event.reading() as (session, event):
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
        }
        return render_template("player.html", stamp=stamp(session, event), **shown)


@pages.get("/standings")
@shared
def standings() -> str:
    with served().event.reading() as (session, event):
        ranked = served().standings(session, event)
        return render_template("standings.html", stamp=stamp(session, event), ranked=ranked, kind=format_of(event))


@pages.get("/bracket")
@shared
def bracket() -> str:
    with served().event.reading() as (session, event):
        view, kind, people = bracket_view(session, event), format_of(event), entrants(session, event).values()
        return render_template("bracket.html", stamp=stamp(session, event), view=view, kind=kind, people=people)


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
    """What pages ask for every few seconds: a text that differs once something has changed."""
    return served().stamp()
