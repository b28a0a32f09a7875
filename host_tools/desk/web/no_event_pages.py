"""Flask blueprints of a desk that has no event open, in place of those of an event: they lead to the list of events."""

from http import HTTPStatus

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response

from host_tools.i18n import message

pages = Blueprint("players", __name__)
director_pages = Blueprint("round_entry", __name__, url_prefix="/director")


@pages.get("/")
@pages.get("/wall")
def home() -> str:
    return render_template("message.html", title=message("desk.events.none"), text=message("desk.events.none_about"))


@director_pages.get("/")
def newest_round() -> Response:
    return redirect(url_for("other_events.events"), HTTPStatus.SEE_OTHER)
