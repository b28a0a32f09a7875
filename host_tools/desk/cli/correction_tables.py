"""Build Rich tables of findings, held lines, changed places, open corrections and the audit log."""

from collections.abc import Mapping, Sequence

from host_tools.desk.cli.tables import AnswerTable, column_headings, table_cell
from host_tools.desk.events.audit_log import AuditEntry, describe_entry
from host_tools.desk.intake.held_line_view import HeldLine
from host_tools.desk.intake.late_corrections import OpenCorrection
from host_tools.desk.review.findings import Finding
from host_tools.desk.rounds.correction_impact import CorrectionEffect
from host_tools.desk.scoring.standings import ChangedPlace
from host_tools.i18n import first_few, message

_MAX_SHOWN = 20


def findings_table(name: str, problems: Sequence[Finding]) -> AnswerTable:
    """Build the table of findings, with the rules followed, for held lines the reason that `decide` takes, and who has
    to act; `name` is the event's."""
    rows = []
    for finding in problems:
        rules = "; ".join(finding.rules)
        what = f"{finding.text} [{message('cli.findings.by', rules=rules)}]" if rules else finding.text
        who = "players" if finding.kind in ("missing", "card-missing") else "director"
        waits = message(f"cli.findings.{who}") if finding.open else ""
        if len(finding.held) > 1:
            what += "".join(f"\n{held_line.line}: {held_line.text}" for held_line in finding.held)
        lines = ", ".join(str(held_line.line) for held_line in finding.held)
        reason = finding.kind if finding.held else ""
        rows.append((finding.round, table_cell(finding.table), finding.game, what, lines, reason, waits))
    return AnswerTable(name, column_headings("round", "table", "game", "what", "line", "reason", "waits"), rows)


def held_lines_table(name: str, held: Sequence[HeldLine]) -> AnswerTable:
    """Build the table of held lines, with their ids for the command `decide`."""
    rows = [(line.line, line.round, table_cell(line.table), line.game, line.text) for line in held]
    return AnswerTable(
        message("cli.held.title", event=name),
        column_headings("line", "round", "table", "game", "why"),
        rows,
        message("cli.held.about"),
    )


def changed_places_table(changes: Sequence[ChangedPlace]) -> AnswerTable:
    """Build the table of players whose place or totals have changed."""
    rows = [
        (change.id, change.name, *(_change_text(pair) for pair in (change.rank, change.points, change.net)))
        for change in changes
    ]
    return AnswerTable(message("cli.moved.title"), column_headings("id", "name", "rank", "points", "net"), rows)


def _change_text(pair: tuple[int, int]) -> str:
    """Format a pair (before, after) with an arrow; one number if they are equal."""
    before, after = pair
    return str(after) if before == after else f"{before} → {after}"


def change_output(moved: Sequence[ChangedPlace], would: Sequence[CorrectionEffect]) -> list[AnswerTable | str]:
    """Return what a changed result has moved, as a table, and the effects it would have had earlier; [] for nothing."""
    return [*([changed_places_table(moved)] if moved else []), *effect_texts(would)]


def effect_texts(changes: Sequence[CorrectionEffect]) -> list[str]:
    """Return as lines of text the effects that an earlier correction would have had; [] for none."""
    if not changes:
        return []
    return [message("cli.would.begin"), *shortened([effect.text for effect in changes]), message("cli.would.end")]


def shortened(texts: Sequence[str]) -> list[str]:
    """Return the first _MAX_SHOWN texts, and how many more there are."""
    return first_few(texts, _MAX_SHOWN, "cli.roster.more")


def corrections_table(name: str, open_corrections: Sequence[OpenCorrection]) -> AnswerTable:
    """Build the table of corrections that await the director's choice."""
    rows = [
        (
            correction.id,
            correction.what,
            correction.by,
            correction.reason,
            "\n".join(correction.would[:_MAX_SHOWN]),
            ", ".join(correction.choices),
        )
        for correction in open_corrections
    ]
    headings = column_headings("number", "corrected", "by", "why", "in_time", "choices")
    return AnswerTable(message("cli.corrections.title", event=name), headings, rows, message("cli.corrections.about"))


def audit_log_table(name: str, entries: Sequence[AuditEntry], names: Mapping[str, str]) -> AnswerTable:
    """Build the table of the audit log; `names`: of players by their ids."""
    rows = [
        (
            entry.at.replace("T", " ")[:16],
            entry.by,
            message(f"event.diary.{entry.what}"),
            entry.why,
            describe_entry(entry, names),
        )
        for entry in entries
    ]
    return AnswerTable(message("cli.diary.title", event=name), column_headings("at", "by", "what", "why", "more"), rows)
