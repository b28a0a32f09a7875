"""The trash, which has deleted events and empties itself; and events restored from copies and exports.

A deleted file is in the folder `trash` beside the others, with the time in its name; in a database its row says when.
"""

from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from host_tools.desk.errors import DeskError
from host_tools.desk.events.archive import (
    archived_name,
    export_event,
    is_archive_file,
    restore_event,
)
from host_tools.desk.events.audit_log import log_change
from host_tools.desk.events.event import check_name, check_name_unused
from host_tools.desk.events.lease import keep_lease, place_of
from host_tools.desk.events.location import EventLocation
from host_tools.desk.store.database import SUFFIX, Store, StoreError, file_url, new_file
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import Event
from host_tools.desk.store.notifications import notify_change
from host_tools.i18n import labelled, message
from host_tools.os_errors import os_reason
from host_tools.private_files import touch_private
from host_tools.text_files import decode_text

DAYS = 30
"""Days after which the trash loses an event."""
_FOLDER = "trash"
_STAMP = "%Y%m%dT%H%M%S%fZ"
"""When an event was deleted, in UTC; an event of the same name may be deleted in the same second."""
_SQLITE = b"SQLite format 3\0"
DELETED, RESTORED = "deleted", "restored"
"""Kinds of audit entries."""


@dataclass(frozen=True)
class Deleted:
    """An event in the trash; `at`: when it was deleted (UTC), `id`: by which it is restored."""

    name: str
    at: datetime
    id: str

    @property
    def until(self) -> str:
        """The date on which it is lost, in ISO 8601."""
        return (self.at + timedelta(days=DAYS)).astimezone().date().isoformat()


def delete_event(place: EventLocation, name: str, reason: str = "") -> Deleted:
    """Put an event into the trash. Raises StoreError, DeskError."""
    empty_trash(place)
    stamp = datetime.now(UTC).strftime(_STAMP)
    with closing(place.open(name)) as opened, opened.store.write_here() as session:
        event = session.scalars(select(Event).where(Event.name == opened.name, Event.deleted == "")).one()
        desk = Desk(session, event, place.by, reason)
        log_change(desk, DELETED)
        notify_change(desk)
        if place.database:
            event.deleted = stamp
    if not place.database:
        path = place.path(name)
        path.parent.joinpath(_FOLDER).mkdir(mode=0o700, exist_ok=True)
        _move(path, path.parent / _FOLDER / f"{name} {stamp}{SUFFIX}")
    return next(one for one in trash(place) if one.name == name)


def trash(place: EventLocation) -> list[Deleted]:
    """List the events in the trash, the one deleted last first."""
    if not place.database:
        found = [_of_file(path) for path in place.folder.joinpath(_FOLDER).glob("*" + SUFFIX)]
    else:
        with closing(Store(place.database)) as store, store.read() as session:
            rows = session.execute(select(Event.id, Event.name, Event.deleted).where(Event.deleted != ""))
            found = [_deleted(row.name, row.deleted, str(row.id)) for row in rows]
    return sorted(filter(None, found), key=lambda one: one.at, reverse=True)


def _of_file(path: Path) -> Deleted | None:
    """Return what a file in the trash is; None for one that somebody else put there."""
    name, _, stamp = path.stem.rpartition(" ")
    try:
        return _deleted(name, stamp, path.name)
    except ValueError:
        return None


def _deleted(name: str, stamp: str, id: str) -> Deleted:
    return Deleted(name, datetime.strptime(stamp, _STAMP).replace(tzinfo=UTC), id)


def empty_trash(place: EventLocation) -> None:
    """Delete for good what was deleted more than DAYS days ago."""
    oldest = datetime.now(UTC) - timedelta(days=DAYS)
    old = [one for one in trash(place) if one.at < oldest]
    if not place.database:
        for one in old:
            with suppress(OSError):  # Another program has it open; it goes the next time.
                place.folder.joinpath(_FOLDER, one.id).unlink()
    elif old:
        with closing(Store(place.database)) as store, store.write() as session:
            session.execute(delete(Event).where(Event.id.in_([int(one.id) for one in old]), Event.deleted != ""))


def restore_deleted(place: EventLocation, id: str, name: str = "") -> str:
    """Take an event out of the trash, under its former name or `name`; return that. Raises DeskError, StoreError."""
    found = next((one for one in trash(place) if one.id == id), None)
    if found is None:
        raise DeskError(message("event.trash.gone"))
    name = name or found.name
    if place.database:
        with closing(Store(place.database)) as store, store.write() as session:
            check_name_unused(session, name)
            event = session.get_one(Event, int(id))
            event.deleted, event.name = "", name
            _log_restored(Desk(session, event, place.by), "trash")
        return name
    place.check_unused(name)
    _move(place.folder / _FOLDER / id, place.path(name))
    with closing(place.open(name)) as opened, opened.store.write_here() as session:
        keep_lease(Desk(session, _name_only_event(place, session, name, "trash")), place_of(session))
    return name


def _move(path: Path, new: Path) -> None:
    """Move a file. Raises StoreError, such as where another program has it open."""
    try:
        path.rename(new)
    except OSError as error:
        raise StoreError(labelled(path, os_reason(error))) from None


def _log_restored(desk: Desk, source: str) -> None:
    log_change(desk, RESTORED, {"source": source})


def _name_only_event(place: EventLocation, session: Session, name: str, source: str) -> Event:
    """Give the only event of a file the name `name`, "" for the one it has; return the event. Raises DeskError."""
    events = session.scalars(select(Event).limit(2)).all()
    if len(events) != 1:
        raise DeskError(message("event.trash.no_event"))
    (event,) = events
    event.name = name or event.name
    check_name(event.name)
    _log_restored(Desk(session, event, place.by), source)
    return event


def is_event(data: bytes) -> bool:
    """Return whether a file is a copy of an event's file, or an exported event."""
    return data.startswith(_SQLITE) or is_archive_file(data)


def restore_file(place: EventLocation, data: bytes, name: str = "") -> str:
    """Restore an event from a copy of its file, or from an export, under its name there, or `name`; return that.

    A copy stays one until somebody goes on there (`lease`). Raises DeskError, TextError.
    """
    if not is_event(data):
        raise DeskError(message("event.trash.no_event"))
    return _restore_copy(place, data, name) if data.startswith(_SQLITE) else _restore_export(place, data, name)


def _restore_export(place: EventLocation, data: bytes, name: str) -> str:
    text = decode_text(data, strict=True).text
    name = name or archived_name(text)
    with place.creating(name) as session:
        event = restore_event(session, name, text)
        _log_restored(Desk(session, event, place.by), "export")
    return name


def _restore_copy(place: EventLocation, data: bytes, name: str) -> str:
    with TemporaryDirectory(prefix="cribboard-restore") as folder:
        copy = Path(folder, "copy" + SUFFIX)
        touch_private(copy)
        copy.write_bytes(data)
        with closing(Store(file_url(copy))) as store, store.write() as session:
            event = _name_only_event(place, session, name, "copy")
            name, text = event.name, export_event(Desk(session, event)) if place.database else ""
        if place.database:
            with place.creating(name) as session:
                restore_event(session, name, text)
            return name
        place.check_unused(name)
        path = place.path(name)
        with new_file(path):
            touch_private(path)
            path.write_bytes(copy.read_bytes())
    return name
