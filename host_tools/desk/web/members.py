"""Flask blueprint: a member's record over all nights of the same format in the folder or database."""

from http import HTTPStatus
from threading import Lock

from flask import Blueprint, abort, render_template, request

from host_tools.desk.events import OpenEvent, format_of
from host_tools.desk.scoring import Night, member_record, read_night
from host_tools.desk.store import DeskError
from host_tools.desk.web.access import directs
from host_tools.desk.web.change_stamp import served, stamp
from host_tools.desk.web.visibility import reading_shown

pages = Blueprint("members", __name__)

_kept: dict[tuple[str, str, bool], tuple[str, Night]] = {}
_lock = Lock()


@pages.get("/member/<path:who>")
def member(who: str) -> str:
    best = request.args.get("best", type=int)
    nights, unread = nights_like(served().event, public=not directs())
    try:
        record = member_record(nights, who, best if best and best > 0 else None)
    except DeskError as error:
        abort(HTTPStatus.NOT_FOUND, str(error))
    with reading_shown() as (session, event):
        spread = format_of(event).worth.spread
        shown = {"record": record, "best": best, "unread": unread, "of": len(nights), "spread": spread}
        return render_template("member.html", stamp=stamp(session, event), **shown)


def nights_like(event: OpenEvent, public: bool) -> tuple[list[Night], list[str]]:
    """(nights of the same format, oldest first; names of unreadable files), with `public` without hidden scores.

    A night is read again only after a change.
    """
    with event.reading() as (session, found):
        kind = found.format
    found_nights, unread = [], []
    for name in event.others():
        try:
            with event.sibling(name, public) as (session, one):
                if one.format != kind:
                    continue
                now = stamp(session, one)
                with _lock:
                    kept = _kept.get((event.place, name, public))
                if kept is None or kept[0] != f"{one.uid} {now}":
                    kept = (f"{one.uid} {now}", read_night(session, one))
                    with _lock:
                        _kept[event.place, name, public] = kept
                found_nights.append((one.created, kept[1]))
        except DeskError:
            unread.append(name)
    return [night for _, night in sorted(found_nights, key=lambda one: (one[0], one[1].name))], unread
