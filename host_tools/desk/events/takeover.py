"""Which computer is the desk of an event, by its audit log: the file or database of an old desk, from which another
computer has taken over, is not written any more."""

from sqlalchemy import func, select

from host_tools.desk.events.audit_log import log_change, read_audit_log
from host_tools.desk.store.database import DeskError
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import Change
from host_tools.i18n import message

TOOK_OVER, TAKEN_OVER = "took over", "taken over"
"""Kinds of audit entries: this computer became the desk; another did, and this is the old desk's copy."""


class TakenOverError(DeskError):
    """This desk is the old one: another computer has taken over, the `count`th time that one did (0: not known)."""

    def __init__(self, event: str, computer: str, count: int = 0) -> None:
        super().__init__(message("live.takeover.old", event=event, computer=computer))
        self.computer, self.count = computer, count


def record_takeover(desk: Desk, computer: str) -> None:
    """Log that the computer of this name is the desk from now on."""
    log_change(desk.acting(computer), TOOK_OVER, detail={"computer": computer})


def record_taken_over(desk: Desk, error: TakenOverError) -> None:
    """Log that another computer is the desk, and this file or database that of the one before.

    Not where the log has that takeover already: both computers then write one database.
    """
    if count_takeovers(desk)[0] < error.count:
        log_change(desk.acting(error.computer), TAKEN_OVER, detail={"computer": error.computer})


def count_takeovers(desk: Desk) -> tuple[int, str]:
    """Return how often a computer has become the desk, and the name of the last one ("" for none)."""
    entries = read_audit_log(desk, TOOK_OVER)
    return len(entries), entries[-1].detail["computer"] if entries else ""


def new_desk(desk: Desk) -> str:
    """Return the name of the computer that is the desk in place of this copy's; "" if none is."""
    # The newest of each kind, by an index of these kinds: every write transaction asks.
    newest = select(func.max(Change.id), Change.what).where(Change.event_id == desk.event.id).group_by(Change.what)
    entries = desk.session.execute(newest.where(Change.what.in_((TOOK_OVER, TAKEN_OVER)))).all()
    if max(map(tuple, entries), default=(0, ""))[1] != TAKEN_OVER:
        return ""
    return read_audit_log(desk, TAKEN_OVER)[-1].detail["computer"]


def check_is_desk(desk: Desk) -> None:
    """Raise TakenOverError if another computer is the desk in place of this copy's."""
    if computer := new_desk(desk):
        raise TakenOverError(desk.event.name, computer)
