"""Flask blueprint, director: the audit log, newest entry first."""

from collections.abc import Mapping

from flask import Blueprint, render_template

from host_tools.desk.events import AuditEntry, entrants, read_audit_log
from host_tools.desk.web.authentication import director_only
from host_tools.desk.web.served_event import served, stamp
from host_tools.i18n import message

pages = Blueprint("audit_log", __name__, url_prefix="/director")
pages.before_request(director_only)

_PEOPLE = ("player", "out", "in", "winner")
_MOST_NAMED = 20


@pages.get("/diary")
def diary() -> str:
    with served().event.reading() as (session, event):
        entries = reversed(read_audit_log(session, event))
        names = {player.code: player.name for player in entrants(session, event).values()}
        rows = [(entry, message(f"event.diary.{entry.what}"), _subject(entry, names)) for entry in entries]
        return render_template("diary.html", stamp=stamp(session, event), rows=rows)


def _subject(entry: AuditEntry, names: Mapping[str, str]) -> str:
    """Return the round, table and players of an audit entry, as text."""
    detail = entry.detail
    parts = [message(f"desk.player.{key}", **{key: detail[key]}) for key in ("round", "table") if detail.get(key)]
    codes = [detail[key] for key in _PEOPLE if key in detail]
    codes += detail["players"][:_MOST_NAMED] if isinstance(detail.get("players"), list) else []
    parts += [names[code] for code in codes if code in names]
    if entry.what == "corrected" and "was" in detail:
        parts.append(" → ".join(next(iter(detail[key].values()), "–") for key in ("was", "now")))
    return ", ".join(parts)
