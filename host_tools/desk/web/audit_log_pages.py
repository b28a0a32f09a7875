"""Flask blueprint, director: the audit log, newest entry first."""

from flask import Blueprint, render_template

from host_tools.desk.events.audit_log import describe_entry, read_audit_log
from host_tools.desk.events.entrants import names_by_id
from host_tools.desk.web.authentication import director_only
from host_tools.desk.web.served_event import served, stamp
from host_tools.i18n import message

pages = Blueprint("audit_log", __name__, url_prefix="/director")
pages.before_request(director_only)


@pages.get("/diary")
def audit_log() -> str:
    with served().event.reading() as desk:
        entries = reversed(read_audit_log(desk))
        names = names_by_id(desk)
        rows = [(entry, message(f"event.diary.{entry.what}"), describe_entry(entry, names)) for entry in entries]
        return render_template("diary.html", stamp=stamp(desk), rows=rows)
