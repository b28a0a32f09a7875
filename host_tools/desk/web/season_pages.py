"""Flask blueprint, public: the season, all events of the served event's format in its folder, and a member's record."""

from http import HTTPStatus
from threading import Lock
from typing import Any, NamedTuple

from flask import Blueprint, Response, abort, render_template, request

from host_tools.desk.errors import DeskError
from host_tools.desk.events.event import format_of
from host_tools.desk.events.location import OpenEvent
from host_tools.desk.review.season_nights import read_night
from host_tools.desk.scoring.season import Night, member_record, season_csv, season_totals
from host_tools.desk.web.authentication import is_director
from host_tools.desk.web.event_pages import attachment
from host_tools.desk.web.print_pages import paper_size
from host_tools.desk.web.served_event import served, stamp
from host_tools.desk.web.visitor import reading_for_visitor, visitor_score_delay

pages = Blueprint("season", __name__)


class _KeptNight(NamedTuple):
    """A night as it was read. `file`: the state of its file then, "" if that does not tell whether it has changed;
    `version`: the event's id and change stamp; `order`: when it was, by which nights are sorted."""

    file: str
    version: str
    format: str
    order: tuple[str, str]
    night: Night | None


_kept_nights: dict[tuple[str, str, bool], _KeptNight] = {}
"""By (folder or database, event's name, whether the public view)."""
_lock = Lock()


@pages.get("/season")
def season() -> str:
    """Serve the season; with the argument `best`, only so many of each member's best nights count, and none of the
    nights named as `without`."""
    return render_template("season.html", **_season())


@pages.get("/print/season")
def print_season() -> str:
    return render_template("print_season.html", size=paper_size(), **_season())


@pages.get("/season.csv")
def season_file() -> Response:
    context = _season()
    # Spreadsheets know UTF-8 by its byte order mark.
    text = "\ufeff" + season_csv(context["nights"], context["totals"])
    return attachment(f"{served().event.name} {context['today']}.csv", text.encode(), "text/csv; charset=utf-8")


def _season() -> dict[str, Any]:
    """Return what the templates of the season show. Prizes are the director's to show."""
    known, unread = nights_of_same_format(served().event, public=not is_director())
    without, best = request.args.getlist("without"), _best()
    nights = [night for night in known if night.name not in without]
    with reading_for_visitor() as desk:
        return {
            "known": known,
            "without": without,
            "nights": nights,
            "best": best,
            "totals": season_totals(nights, best),
            "unread": unread,
            "spread": format_of(desk.event).loaded_preset.spread,
            "today": desk.event.date,
            "delay": visitor_score_delay(desk.event),
            "asked": {name: request.args.getlist(name) for name in ("best", "without") if name in request.args},
        }


def _best() -> int | None:
    best = request.args.get("best", type=int)
    return best if best and best > 0 else None


@pages.get("/member/<path:who>")
def member(who: str) -> str:
    """Serve a member's record; with the argument `best`, only so many of the best nights count."""
    nights, unread = nights_of_same_format(served().event, public=not is_director())
    try:
        record = member_record(nights, who, _best())
    except DeskError as error:
        abort(HTTPStatus.NOT_FOUND, str(error))
    with reading_for_visitor() as desk:
        spread = format_of(desk.event).loaded_preset.spread
        context = {"record": record, "best": _best(), "unread": unread, "of": len(nights), "spread": spread}
        return render_template("member.html", stamp=stamp(desk), **context)


def nights_of_same_format(event: OpenEvent, public: bool) -> tuple[list[Night], list[str]]:
    """Return (nights of events of the same format, oldest first; names of unreadable events), from all in the folder.

    `public`: without scores that are not public yet. A night whose file is as it was when it was read is not opened.
    """
    with event.reading() as desk:
        format_name = desk.event.format
    kept, unread = [], []
    for name in event.location.event_names():
        key = (event.location.place_text(), name, public)
        with _lock:
            known = _kept_nights.get(key)
        unchanged = known is not None and known.file and known.file == event.location.file_state(name)
        if known is None or not unchanged or (known.night is None and known.format == format_name):
            try:
                known = _read_night(event, name, public, format_name, known)
            except DeskError:
                unread.append(name)
                continue
            with _lock:
                _kept_nights[key] = known
        if known.format == format_name and known.night:
            kept.append((known.order, known.night.name, known.night))
    return [night for *_, night in sorted(kept, key=lambda one: one[:2])], unread


def _read_night(event: OpenEvent, name: str, public: bool, format_name: str, known: _KeptNight | None) -> _KeptNight:
    """Read a night, which is `known` as it was before; of another format than that of the season, no more than that."""
    file = event.location.file_state(name)
    with event.reading_other(name, public) as other:
        # Scores that are delayed come into sight by time alone.
        file = file if not public or other.event.score_delay == 0 else ""
        version, order = f"{other.event.uid} {stamp(other)}", (other.event.date, other.event.created)
        if other.event.format != format_name:
            return _KeptNight(file, version, other.event.format, order, None)
        if known and known.night and known.version == version:
            return known._replace(file=file, order=order)
        night = read_night(other, with_prizes=not public)
        return _KeptNight(file, version, format_name, order, night)
