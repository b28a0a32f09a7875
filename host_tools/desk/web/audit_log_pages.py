"""Flask blueprint, director: the audit log, newest entry first."""

from collections.abc import Mapping

from flask import Blueprint, render_template

from host_tools.desk.events.audit_log import AuditEntry, read_audit_log
from host_tools.desk.events.entrants import entrants
from host_tools.desk.web.authentication import director_only
from host_tools.desk.web.served_event import served, stamp
from host_tools.i18n import message
from host_tools.table_numbers import hall_letter

pages = Blueprint("audit_log", __name__, url_prefix="/director")
pages.before_request(director_only)

_PLAYER_FIELDS = ("player", "out", "in", "winner")
"""Fields of an audit entry's detail with a player's id."""
_MAX_NAMED = 20


@pages.get("/diary")
def audit_log() -> str:
    with served().event.reading() as desk:
        entries = reversed(read_audit_log(desk))
        names = {player.code: player.name for player in entrants(desk).values()}
        rows = [(entry, message(f"event.diary.{entry.what}"), _describe(entry, names)) for entry in entries]
        return render_template("diary.html", stamp=stamp(desk), rows=rows)


def _describe(entry: AuditEntry, names: Mapping[str, str]) -> str:
    """Return an audit entry's round, table, players (`names`: by their ids), message and correction ("was → now")."""
    detail = entry.detail
    parts = [message(f"desk.player.{key}", **{key: detail[key]}) for key in ("round", "table") if detail.get(key)]
    if isinstance(detail.get("hall"), int):
        parts.append(message("event.halls.of", letter=hall_letter(detail["hall"])))
    codes = [detail[key] for key in _PLAYER_FIELDS if key in detail]
    codes += detail["players"][:_MAX_NAMED] if isinstance(detail.get("players"), list) else []
    parts += [names[code] for code in codes if code in names]
    parts += [detail["text"]] if detail.get("text") else []
    if entry.what == "corrected" and "was" in detail:
        parts.append(" → ".join(next(iter(detail[key].values()), "–") for key in ("was", "now")))
    return ", ".join(parts)
