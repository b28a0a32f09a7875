"""Flask blueprint, public: a club member's record over all events of the served event's format, in its folder."""

from http import HTTPStatus
from threading import Lock

from flask import Blueprint, abort, render_template, request

from host_tools.desk.events.event import format_of
from host_tools.desk.events.location import OpenEvent
from host_tools.desk.scoring.member_record import member_record
from host_tools.desk.scoring.season import Night, read_night
from host_tools.desk.store.database import DeskError
from host_tools.desk.web.authentication import is_director
from host_tools.desk.web.score_visibility import reading_for_visitor
from host_tools.desk.web.served_event import served, stamp

pages = Blueprint("members", __name__)

_night_cache: dict[tuple[str, str, bool], tuple[str, Night]] = {}
"""(event id and change stamp, night), by (folder or database, event's name, whether the public view)."""
_lock = Lock()


@pages.get("/member/<path:who>")
def member(who: str) -> str:
    """Serve a member's record; with the argument `best`, only so many of the best nights count."""
    best = request.args.get("best", type=int)
    nights, unread = nights_of_same_format(served().event, public=not is_director())
    try:
        record = member_record(nights, who, best if best and best > 0 else None)
    except DeskError as error:
        abort(HTTPStatus.NOT_FOUND, str(error))
    with reading_for_visitor() as desk:
        spread = format_of(desk.event).loaded_preset.spread
        context = {"record": record, "best": best, "unread": unread, "of": len(nights), "spread": spread}
        return render_template("member.html", stamp=stamp(desk), **context)


def nights_of_same_format(event: OpenEvent, public: bool) -> tuple[list[Night], list[str]]:
    """Return (nights of events of the same format, oldest first; names of unreadable events), from all in the folder.

    `public`: without scores that are not public yet. Nights are cached until they change.
    """
    with event.reading() as desk:
        format_name = desk.event.format
    dated_nights, unread = [], []
    for name in event.event_names():
        try:
            with event.reading_other(name, public) as other:
                if other.event.format != format_name:
                    continue
                version = f"{other.event.uid} {stamp(other)}"
                with _lock:
                    cached = _night_cache.get((event.place, name, public))
                if cached is None or cached[0] != version:
                    cached = (version, read_night(other))
                    with _lock:
                        _night_cache[event.place, name, public] = cached
                dated_nights.append((other.event.date, other.event.created, cached[1]))
        except DeskError:
            unread.append(name)
    return [night for *_, night in sorted(dated_nights, key=lambda dated: (*dated[:2], dated[2].name))], unread
