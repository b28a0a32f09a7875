"""The lease of an event: which store is its desk. Who opens a copy looks at it, or takes the lease and goes on there.

A store counts its lease one higher than the one before, and says it to other desks sealed by the event's key, so that
it matters nothing who carries it. The higher count has the lease, whoever was there first.
"""

import json
import platform
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from secrets import token_hex
from typing import Any

from sqlalchemy import select, text
from sqlalchemy.orm import Session

from firmware.journal.seal import seal_mac
from host_tools.desk.errors import DeskError
from host_tools.desk.events.audit_log import log_change, newest_change_ids
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import StoreLease, now
from host_tools.i18n import message

TOOK_OVER, TAKEN_OVER = "took over", "taken over"
"""Kinds of audit entries: this store has the lease from now on; another has."""
_MOST_AT_ONCE = 100
"""A lease whose count exceeds a known one by more is not believed: otherwise whoever has the key could set a count that
nobody can exceed."""
_ELSEWHERE = "?"
"""The place of a lease that was heard from another desk."""


@dataclass(frozen=True)
class Lease:
    """A store's lease of an event, or of its hall number `hall`: the `count`th.

    `store` is the store's id, 16 hex digits; `computer` where it is, and `pages` the URL of its desk, "" if it serves
    this computer alone; `at`: when it was taken (ISO 8601 in UTC). `change` and `card` are the newest ids then: what
    the store before has written later is not in this one. `place`: where the store is, which is not told to others.
    """

    store: str
    count: int
    computer: str
    at: str
    hall: int = 0
    change: int = 0
    card: int = 0
    pages: str = ""
    place: str = ""

    def outranks(self, other: "Lease") -> bool:
        """Return whether this one has the event and not `other`: of one count, the one that was taken first."""
        if self.store == other.store or self.hall != other.hall:
            return False
        return (other.count, self.at, self.store) < (self.count, other.at, other.store)


class CopyError(DeskError):
    """The event is a copy here: another store has the `lease`."""

    def __init__(self, event: str, lease: Lease) -> None:
        where = f"{lease.computer} {lease.pages}".strip()
        super().__init__(message("live.lease.copy", event=event, where=where))
        self.lease = lease


def this_computer() -> str:
    """Return this computer's name, as other desks are told it."""
    return platform.node() or "?"


def leases(desk: Desk) -> list[Lease]:
    """Return all leases of the event that this store knows of, by their counts."""
    rows = desk.session.scalars(
        select(StoreLease).where(StoreLease.event_id == desk.event.id).order_by(StoreLease.count)
    )
    return [Lease(**{one.name: getattr(row, one.name) for one in fields(Lease)}) for row in rows]


def newest_lease(desk: Desk) -> Lease | None:
    """Return the lease of the highest count; None before the store was first written to."""
    return next(reversed(leases(desk)), None)


def place_of(session: Session) -> str:
    """Return what distinguishes this store from its copies, as JSON: a file's computer, path and number there, or the
    name of a database and the id of its server."""
    url = session.get_bind().engine.url
    if url.get_backend_name() != "sqlite":
        server = session.execute(text("SELECT system_identifier, current_database() FROM pg_control_system()")).one()
        return json.dumps([str(value) for value in server])
    path = Path(url.database or "").resolve()
    return json.dumps([this_computer(), str(path), path.stat().st_ino if path.exists() else 0])


def is_here(lease: Lease, place: str) -> bool:
    """Return whether a store at this place has the lease. A file that was moved still has it; a copied file does not. A
    copy that was made for another computer has it at the place where it is first opened."""
    if lease.place in ("", place) or _ELSEWHERE in (lease.place, place):
        return lease.place in ("", place)
    then, here = json.loads(lease.place), json.loads(place)
    if then[0] != here[0] or len(then) != len(here):
        return False
    return then[1] == here[1] or (then[2] == here[2] and not Path(then[1]).exists())


def check_lease(desk: Desk, place: str, heard: Lease | None = None) -> None:
    """Raise CopyError unless the store at `place` has the lease, which it takes if nobody has. `heard`: a lease that
    another desk has said."""
    lease = newest_lease(desk)
    if heard and (lease is None or heard.outranks(lease)):
        raise CopyError(desk.event.name, heard)
    if lease is None:
        take_lease(desk, place)
    elif not is_here(lease, place):
        raise CopyError(desk.event.name, lease)
    elif not lease.place:
        _add(desk, lease, place=place, computer=this_computer())


def keep_lease(desk: Desk, place: str) -> None:
    """Keep the lease with a file that was moved to `place`, even if another file soon has its former name."""
    lease = newest_lease(desk)
    if lease is None or lease.place in ("", place, _ELSEWHERE):
        return
    then, here = json.loads(lease.place), json.loads(place)
    if then[0] == here[0] and then[2:] == here[2:]:
        _add(desk, lease, place=place)


def take_lease(desk: Desk, place: str, hall: int | None = None) -> Lease:
    """Take the event's lease for the store at `place`, which thereby becomes a new store; "": for one that is not
    opened yet. `hall`: for that hall alone, 0 for the whole event; None: for the same as the lease before."""
    before = newest_lease(desk)
    change, card = (number or 0 for number in newest_change_ids(desk))
    count, of_hall = (before.count + 1, before.hall) if before else (1, 0)
    if before and before.place == _ELSEWHERE:
        # The two stores differ since that lease was taken.
        change, card = before.change, before.card
    lease = Lease(token_hex(8), count, this_computer(), now(), of_hall if hall is None else hall, change, card)
    if before:
        log_change(desk.acting(lease.computer), TOOK_OVER, detail={"computer": lease.computer})
    return _add(desk, lease, place=place)


def record_lease(desk: Desk, lease: Lease) -> None:
    """Store a lease that another desk has reported: this store is a copy from now on."""
    known = newest_lease(desk)
    if known is None or lease.outranks(known):
        log_change(desk.acting(lease.computer), TAKEN_OVER, detail={"computer": lease.computer})
        _add(desk, lease, place=_ELSEWHERE)


def _add(desk: Desk, lease: Lease, **changes: Any) -> Lease:
    values = asdict(lease) | changes
    desk.session.merge(StoreLease(event_id=desk.event.id, **values))
    desk.session.flush()
    return Lease(**values)


def sealed_lease(lease: Lease, event: str, key: bytes) -> dict[str, Any]:
    """Return the fields in which a lease of the event (id) is said to other desks, sealed by the event's key."""
    said = {name: value for name, value in asdict(lease).items() if name != "place"} | {"event": event}
    return said | {"mac": seal_mac(key, _sealed_text(said))}


def read_sealed(said: Any, event: str, key: bytes) -> Lease | None:
    """Return the lease in what a desk says; None unless it is one of this event, sealed by its key."""
    if not isinstance(said, Mapping) or not key:
        return None
    values = {name: value for name, value in said.items() if name != "mac"}
    types: dict[str, Any] = {one.name: one.type for one in fields(Lease) if one.name != "place"} | {"event": str}
    is_whole = values.keys() == types.keys() and all(type(values[name]) is kind for name, kind in types.items())
    if not is_whole or values["event"] != event or said.get("mac") != seal_mac(key, _sealed_text(values)):
        return None
    del values["event"]
    return Lease(**values)


def is_within_bounds(lease: Lease, known: Lease | None) -> bool:
    """Return whether a reported lease is plausible: its count is no higher than takeovers since can explain."""
    return 0 < lease.count <= (known.count if known else 0) + _MOST_AT_ONCE


def _sealed_text(said: Mapping[str, Any]) -> bytes:
    return b"cribbage lease " + json.dumps(said, sort_keys=True).encode()
