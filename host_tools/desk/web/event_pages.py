"""Flask blueprint, director: what the event is, and correct it; export, copy and standings as files, the summary."""

import tempfile
from collections import Counter
from functools import partial
from http import HTTPStatus
from pathlib import Path

from flask import Blueprint, Response, current_app, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from host_tools.desk.errors import DeskError
from host_tools.desk.events.archive import export_event
from host_tools.desk.events.entrants import entrants
from host_tools.desk.events.event import format_of
from host_tools.desk.events.event_plan import count_main_rounds
from host_tools.desk.live.boards_on_usb import set_boards_to_event
from host_tools.desk.money.prizes import compute_payout
from host_tools.desk.review.readiness import reasons_not_final
from host_tools.desk.rounds.bracket_view import bracket_view
from host_tools.desk.rounds.correct import EVENT_FIELDS, correct_event, event_fields, has_results
from host_tools.desk.scoring.standings import compute_standings, standings_csv
from host_tools.desk.store.database import SUFFIX, copy_file
from host_tools.desk.web.authentication import director_only
from host_tools.desk.web.director_credentials import SHORTEST_PASSWORD
from host_tools.desk.web.form_fields import form_text
from host_tools.desk.web.form_views import director_writing
from host_tools.desk.web.print_pages import paper_size
from host_tools.desk.web.served_event import served, stamp
from host_tools.desk.web.template_filters import format_texts
from host_tools.i18n import LANGUAGES, message, plural
from host_tools.table_numbers import split_id

pages = Blueprint("event_pages", __name__, url_prefix="/director/event")
pages.before_request(director_only)


@pages.get("")
def event_page() -> str:
    known = current_app.extensions["director"].halls_with_password()
    with served().event.reading() as desk:
        people = entrants(desk).values()
        context = {
            "event": desk.event,
            "kind": format_of(desk.event),
            "people": len(people),
            "in_hall": Counter(player.hall for player in people if player.left is None),
            "with_password": [number for uid, number in map(split_id, known) if uid == desk.event.uid],
            "languages": LANGUAGES,
            "shortest": SHORTEST_PASSWORD,
            "seated": count_main_rounds(desk),
            "is_file": served().event.is_file,
            "fields": event_fields(desk.event),
            "formats": None if has_results(desk) else format_texts(),
        }
        return render_template("event.html", stamp=stamp(desk), **context)


def attachment(name: str, data: str | bytes, content_type: str) -> Response:
    """Return a response that browsers store as a file of this name."""
    response = Response(data, content_type=content_type)
    response.headers.set("Content-Disposition", "attachment", filename=name)
    return response


@pages.post("/correct")
def correct() -> ResponseReturnValue:
    """Correct the event's fields that the form has changed, and rename its file."""
    seen = {field: form_text(f"was-{field}") for field in EVENT_FIELDS if f"was-{field}" in request.form}
    wanted = {field: form_text(field) for field in seen if form_text(field) != seen[field]}
    switch = current_app.extensions["event switch"]
    if "name" in wanted:
        switch.location.check_unused(wanted["name"])
    with director_writing() as desk:
        changed = correct_event(desk, wanted, seen)
    if "name" in wanted:
        renaming = partial(switch.location.rename_file, switch.open_name, wanted["name"])
        switch.while_closed(renaming, then=wanted["name"])
    fields = ", ".join(message(f"event.correct.field.{field}") for field in changed)
    flash(message("event.correct.event_done", fields=fields))
    return redirect(url_for("event_pages.event_page"), HTTPStatus.SEE_OTHER)


@pages.get("/export")
def export() -> Response:
    with served().event.reading() as desk:
        return attachment(f"{desk.event.name}.json", export_event(desk) + "\n", "application/json")


@pages.get("/copy")
def copy() -> Response:
    """Serve a copy of the event's file, consistent even while results come in. Raises StoreError if it is no file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "copy" + SUFFIX)
        copy_file(served().event.store, path)
        return attachment(served().event.name + SUFFIX, path.read_bytes(), "application/octet-stream")


@pages.get("/standings.csv")
def standings_file() -> Response:
    with served().event.reading() as desk:
        # Spreadsheets know UTF-8 by its byte order mark.
        text = "\ufeff" + standings_csv(compute_standings(desk))
        return attachment(f"{desk.event.name}.csv", text.encode(), "text/csv; charset=utf-8")


@pages.get("/summary")
def summary() -> str:
    """Serve what an organisation wants to know of the event, for printing."""
    with served().event.reading() as desk:
        try:
            payout = compute_payout(desk)
        except DeskError:
            # The event has no fee, or nothing has been played.
            payout = None
        kind = format_of(desk.event)
        context = {
            "event": desk.event,
            "kind": kind,
            "ranked": served().standings(desk),
            "unfinished": reasons_not_final(desk),
            "bracket": bracket_view(desk) if desk.event.best_of else None,
            "payout": payout,
        }
        return render_template("print_summary.html", size=paper_size(), **context)


@pages.post("/go-on-here")
def go_on_here() -> ResponseReturnValue:
    """Make this store, a copy of the event, the desk."""
    served().event.go_on_here()
    flash(message("live.lease.goes_on", event=served().event.name))
    return redirect(url_for("round_entry.newest_round"), HTTPStatus.SEE_OTHER)


@pages.post("/boards")
def set_boards() -> ResponseReturnValue:
    """Set all boards on USB to the event."""
    with served().event.reading() as desk:
        boards = set_boards_to_event(desk, form_text("pin"), form_text("hall"))
    ready = [board.label for board in boards if not board.fault]
    if ready:
        flash(plural("desk.event.boards_done", len(ready), boards=", ".join(ready)))
    for board in boards:
        if board.fault:
            flash(message("desk.error.silent_board", board=board.label, why=board.fault))
    return redirect(url_for("event_pages.event_page"), HTTPStatus.SEE_OTHER)
