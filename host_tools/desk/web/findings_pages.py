"""Flask blueprint, director: what waits for a decision: findings about the results, held lines, late corrections.

And what was decided: the audit log, newest entry first.
"""

from collections.abc import Sequence
from http import HTTPStatus
from typing import NamedTuple

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from host_tools.desk.errors import DeskError
from host_tools.desk.events.audit_log import describe_entry, read_audit_log
from host_tools.desk.events.entrants import entrants, names_by_id
from host_tools.desk.intake.board_clocks import CLOCK, correct_clock, doubtful_clocks
from host_tools.desk.intake.decisions import ACCEPTED, REFUSED, Place, decide_lines
from host_tools.desk.intake.held_line_view import HeldLine
from host_tools.desk.intake.late_corrections import open_corrections, settle_correction
from host_tools.desk.review.findings import Finding, find_problems, no_findings_text
from host_tools.desk.review.left_behind import decide_item
from host_tools.desk.store.desk import Desk
from host_tools.desk.web.authentication import director_only
from host_tools.desk.web.form_fields import form_table, form_text, optional_form_number, small_int
from host_tools.desk.web.form_views import changes_event, check_seen, director_writing, flash_changes
from host_tools.desk.web.served_event import served, stamp
from host_tools.i18n import message, plural
from host_tools.results.validation import OTHER_EVENT, explain

_HOUR_S = 3600
pages = Blueprint("findings", __name__, url_prefix="/director")
pages.before_request(director_only)


class HeldGroup(NamedTuple):
    """Lines held for the same first `reason`, with its text `why`: decided about one by one or all at once."""

    reason: str
    why: str
    lines: list[HeldLine]

    @property
    def acceptable(self) -> bool:
        """Whether all can be accepted at once: their tables exist, and each is proven to be its board's."""
        return all(line.sealed and line.players and not OTHER_EVENT & {*line.reasons} for line in self.lines)


@pages.get("/check")
def findings() -> str:
    with served().event.reading() as desk:
        problems = find_problems(desk)
        context: dict[str, object] = {
            "found": problems,
            "clear": no_findings_text(desk),
            "groups": _held_groups(problems),
            "clocks": doubtful_clocks(desk),
            "corrections": len(open_corrections(desk)),
            "holds": desk.event.hold_disputed,
        }
        return render_template("check.html", stamp=stamp(desk), **context)


def _held_groups(problems: Sequence[Finding]) -> list[HeldGroup]:
    """Group held lines by reason; skip findings with several lines, which contradict each other about a game."""
    groups: dict[str, list[HeldLine]] = {}
    for problem in problems:
        if len(problem.held) == 1:
            groups.setdefault(problem.kind, []).append(problem.held[0])
    return [HeldGroup(reason, explain(reason), lines) for reason, lines in groups.items()]


@pages.post("/decide")
@pages.post("/decide/<int:line>")
def decide(line: int | None = None) -> Response:
    """Accept or refuse one result line, at another round, table or game if the form names one; or all in the form."""
    form = request.form
    decision = ACCEPTED if "accept" in (form.get("decision"), form.get("would")) else REFUSED
    lines = form.getlist("line", type=small_int) if line is None else [line]
    table = form_table("table") if form_text("table") else None
    place = Place(optional_form_number("round"), table, optional_form_number("game"))
    with director_writing() as desk:
        check_seen(desk, ACCEPTED, REFUSED, line=lines)
        result = decide_lines(desk, lines, decision, place=place)
    flash(_decision_notice(f"desk.check.{decision}", result.lines))
    if result.refused:
        flash(_decision_notice("desk.check.refused_others", result.refused))
    flash_changes(result.moved, result.would)
    return redirect(url_for("findings.findings"), HTTPStatus.SEE_OTHER)


@pages.post("/left/<int:item>")
@changes_event("findings.findings")
def decide_left(desk: Desk, item: int) -> str:
    """Take or leave what only a desk that stood aside has."""
    return decide_item(desk, item, request.form.get("decision") == "take")


@pages.post("/clock")
@changes_event("findings.findings")
def correct_board_clock(desk: Desk) -> str:
    """Correct a board's clock by whole hours, or with `unknown` in the form believe none of its times."""
    board, hours = form_text("board"), request.form.get("hours", type=int)
    if hours is None and not request.form.get("unknown"):
        raise DeskError(message("desk.check.clock_needed"))
    offset = None if request.form.get("unknown") or hours is None else hours * _HOUR_S
    check_seen(desk, CLOCK, board=[board])
    released = correct_clock(desk, board, offset)
    return plural("desk.check.clock_done", released, board=board)


def _decision_notice(key: str, lines: list[int]) -> str:
    """Return the text under `key` for these lines: their count, and the first one's id."""
    return plural(key, len(lines), line=next(iter(lines), ""))


@pages.get("/corrections")
def corrections() -> str:
    with served().event.reading() as desk:
        context = {"listed": open_corrections(desk), "people": entrants(desk).values()}
        return render_template("corrections.html", stamp=stamp(desk), **context)


@pages.post("/corrections/<int:correction>")
@changes_event("findings.corrections")
def settle(desk: Desk, correction: int) -> str:
    """Carry out the director's choice about an open correction, by its id in the audit log."""
    form = request.form
    choice, players = form.get("choice") or form.get("would", ""), [form_text(name) for name in ("one", "other")]
    settle_correction(desk, correction, choice, players)
    return message(f"event.correction.done_{choice}")


@pages.get("/diary")
def audit_log() -> str:
    with served().event.reading() as desk:
        entries = reversed(read_audit_log(desk))
        names = names_by_id(desk)
        rows = [(entry, message(f"event.diary.{entry.what}"), describe_entry(entry, names)) for entry in entries]
        return render_template("diary.html", stamp=stamp(desk), rows=rows)
