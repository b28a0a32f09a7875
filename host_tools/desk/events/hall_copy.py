"""A hall's copy of an event, for a desk in that hall: the hall goes on when the line to the event's desk is cut.

What the hall has played and decided meanwhile is merged into the event by `review.hall_merge`.
"""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import select
from sqlalchemy.orm import Session

from host_tools.desk.errors import DeskError
from host_tools.desk.events.archive import export_event, restore_event
from host_tools.desk.events.hall_rows import hall_called
from host_tools.desk.events.lease import Lease, leases, newest_lease, take_lease
from host_tools.desk.store.database import SUFFIX, Store, StoreError, copy_file, file_url, new_file
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import Event, Hall
from host_tools.i18n import labelled, message
from host_tools.os_errors import os_reason
from host_tools.table_numbers import hall_letter


def write_hall_copy(desk: Desk, hall: Hall, path: Path) -> None:
    """Write a copy of the event, with the lease of a hall, as a new file. Raises StoreError if it cannot be written, or
    exists."""
    if path.exists():
        raise StoreError(message("cli.store.there", file=path))
    text = export_event(desk)
    with new_file(path), closing(Store(file_url(path))) as store, store.write() as copied:
        copy = restore_event(copied, desk.event.name, text)
        take_lease(Desk(copied, copy), "", hall.number)


@contextmanager
def snapshot(store: Store) -> Iterator[Session]:
    """Open a read transaction on a snapshot of a hall's copy. Raises StoreError.

    A transaction on the file itself would keep the hall's desk from committing while the data crosses a slow line.
    """
    try:
        temporary = TemporaryDirectory(prefix="cribboard-hall")
    except OSError as error:
        raise StoreError(labelled(error.filename, os_reason(error))) from None
    with temporary as folder:
        path = Path(folder) / f"copy{SUFFIX}"
        copy_file(store, path)
        with closing(Store(file_url(path))) as taken, taken.read() as session:
            yield session


def hall_of_copy(desk: Desk) -> int:
    """Return the number of the hall whose copy this is; 0 if it is the event itself."""
    lease = newest_lease(desk)
    return lease.hall if lease else 0


def hall_to_change(desk: Desk, name: str) -> int:
    """Return the number of the hall called `name`, "" for that whose copy this is; 0 for the whole event. Raises
    DeskError for an unknown one, and on a copy for another one: it would not be merged."""
    own = hall_of_copy(desk)
    if not name:
        return own
    hall = hall_called(desk, name).number
    if own not in (0, hall):
        raise DeskError(message("event.halls.copy_of_other", hall=hall_letter(own), other=hall_letter(hall)))
    return hall


def read_hall_copy(session: Session, uid: str) -> tuple[Event, Lease]:
    """Return the event in a hall's copy, and the lease that made it one. Raises DeskError unless it is a copy of the
    event with this id."""
    event = session.scalar(select(Event).where(Event.uid == uid, Event.deleted == ""))
    lease = next((one for one in leases(Desk(session, event)) if one.hall), None) if event else None
    if event is None or lease is None:
        raise DeskError(message("event.halls.no_copy"))
    return event, lease
