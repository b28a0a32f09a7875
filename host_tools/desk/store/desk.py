"""The open event: what every function of the desk reads and changes."""

from dataclasses import dataclass, replace

from sqlalchemy.orm import Session

from host_tools.desk.store.model import Event


@dataclass(frozen=True, slots=True)
class Desk:
    """An event, open in one transaction. Functions that read or change an event take it first.

    `session`: the transaction; `event`: the event's row, locked where it is to be changed; `by`: who changes it, and
    `reason`: why, both for the diary.
    """

    session: Session
    event: Event
    by: str = ""
    reason: str = ""

    def acting(self, by: str, reason: str = "") -> "Desk":
        """Return the same event for a change by `by`."""
        return replace(self, by=by, reason=reason)

    def because(self, reason: str) -> "Desk":
        """Return the same event for a change with this reason."""
        return replace(self, reason=reason)
