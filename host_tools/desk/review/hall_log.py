"""What the audit log of a hall's copy tells, and the event's does not yet: who did what in the hall, and when."""

from collections.abc import Iterable
from dataclasses import replace

from host_tools.desk.events.audit_log import AuditEntry, detail_text, read_audit_log
from host_tools.desk.events.lease import Lease
from host_tools.desk.intake.board_clocks import CLOCK
from host_tools.desk.intake.disputes import DISPUTED
from host_tools.desk.intake.late_corrections import CORRECTED
from host_tools.desk.intake.misplaced_boards import ASSIGNED, PLACED
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import Change

TOLD = (
    *("admitted", "withdrawn", "readmitted", "seated", "reseated", "swapped", "unseated", "swapped tables"),
    *("accepted", "refused", "dispute withdrawn", DISPUTED, PLACED, ASSIGNED, CLOCK, CORRECTED),
)
"""Kinds of the hall's audit entries that the event's audit log gets."""
_OWN_IDS = ("line", "lines", "dispute", "would", "before")
"""Fields of their details that only the copy's own ids give a meaning."""


def entries_to_tell(desk: Desk, copied: Desk, mark: Lease) -> list[AuditEntry]:
    """Return what the log of `copy` tells since the lease `mark` made it a hall's, and the event's does not yet."""
    ours = {_key(entry) for entry in read_audit_log(desk, *TOLD)}
    told = [_for_event(entry, mark.hall) for entry in read_audit_log(copied, *TOLD)]
    return [entry for entry in told if entry.id > mark.change and _key(entry) not in ours]


def _for_event(entry: AuditEntry, hall: int) -> AuditEntry:
    detail = {name: value for name, value in entry.detail.items() if name not in _OWN_IDS}
    return replace(entry, detail=detail | {"hall": hall})


def _key(entry: AuditEntry) -> tuple[str, ...]:
    return entry.at, entry.by, entry.what, entry.reason, str(sorted(entry.detail.items()))


def tell(desk: Desk, entries: Iterable[AuditEntry]) -> None:
    """Add these entries to the event's audit log, by whom and when they were."""
    for entry in entries:
        said = {name: getattr(entry, name) for name in ("at", "by", "what", "reason")}
        desk.session.add(Change(event_id=desk.event.id, detail=detail_text(entry.detail), **said))
