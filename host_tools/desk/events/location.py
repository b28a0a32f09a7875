"""Locate an event in a folder of files or in a database, and open read and write transactions on it."""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize

from sqlalchemy import select
from sqlalchemy.orm import Session

from host_tools.desk.errors import DeskError
from host_tools.desk.events.entrants import fold
from host_tools.desk.events.event import check_name, open_event
from host_tools.desk.events.lease import (
    Lease,
    check_lease,
    is_here,
    keep_lease,
    newest_lease,
    place_of,
    record_lease,
    take_lease,
)
from host_tools.desk.events.public_scores import restrict_to_public_scores
from host_tools.desk.store.database import SUFFIX, Store, StoreError, file_url, new_file
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import Event
from host_tools.desk.store.notifications import notify_change
from host_tools.i18n import message
from host_tools.os_errors import os_reason

MAX_NAMED = 10


class TakenNameError(StoreError):
    """An event of this name is there already."""


class DatedEvent(NamedTuple):
    """An event and its date (ISO 8601), "" if that cannot be read."""

    name: str
    date: str


def _name_of_file(path: Path) -> str:
    """Return the name of the event in a file, with accented letters as one character."""
    return normalize("NFC", path.stem)


_COUNTED = slice(24, 28)


class EventLocation:
    """Location of events: a folder with a file for each event, or the database at the URL `database`.

    `by`: who opens them, for the diary.
    """

    def __init__(self, folder: Path, database: str | None, by: str = "") -> None:
        self.folder = folder
        self.database = database
        self.by = by
        self.around_writing: Callable[[Desk], AbstractContextManager[object]] = nullcontext
        """Makes the context of the work of each write transaction, such as `decision_preview.previewing`."""

    def acting(self, by: str) -> "EventLocation":
        """Return the same location, whose events `by` opens."""
        return EventLocation(self.folder, self.database, by)

    def path(self, name: str) -> Path:
        """Return the path of the event's file, which need not exist. Raises DeskError for an invalid name."""
        check_name(name)
        path = self.folder / (name + SUFFIX)
        if name.isascii() or path.exists():
            return path
        # On a Mac's disk an accented letter may be two characters.
        return next((found for found in self._files() if _name_of_file(found) == name), path)

    def _files(self) -> list[Path]:
        return list(self.folder.glob("*" + SUFFIX))

    def open_store(self, name: str, new: bool = False) -> Store:
        """Open the store of an event, or with `new` one that need not exist. Raises StoreError, DeskError."""
        if self.database:
            return Store(self.database)
        path = self.path(name)
        if not new and not path.exists():
            if not self.folder.is_dir():
                raise StoreError(message("cli.place.no_folder", folder=self.folder))
            names = ", ".join(self.event_names()[:MAX_NAMED])
            key = "cli.place.others" if names else "cli.place.none"
            raise StoreError(message(key, name=name, folder=self.folder, names=names))
        return Store(file_url(path))

    def open(self, name: str) -> "OpenEvent":
        """Open the event for several transactions; the caller closes it. Raises StoreError, DeskError."""
        store = self.open_store(name)
        try:
            with store.read() as session:
                event = self._event(session, name)
                return OpenEvent(store, self, event.name, event.id)
        except BaseException:
            store.close()
            raise

    @contextmanager
    def reading(self, name: str) -> Iterator[Desk]:
        """Open the event in a read transaction; yield a Desk."""
        with closing(self.open(name)) as opened, opened.reading() as desk:
            yield desk

    @contextmanager
    def writing(self, name: str, reason: str = "") -> Iterator[Desk]:
        """Open and lock the event in a write transaction; yield a Desk."""
        with closing(self.open(name)) as opened, opened.writing(self.by, reason) as desk:
            yield desk

    @contextmanager
    def creating(self, name: str) -> Iterator[Session]:
        """Open a write transaction in which the caller creates the event; its file is a `new_file`."""
        self.check_unused(name)
        writing = nullcontext() if self.database else new_file(self.path(name))
        with writing, closing(self.open_store(name, new=True)) as store, store.write() as session:
            yield session
            for event in session.scalars(select(Event)).all():
                if newest_lease(Desk(session, event)) is None:
                    take_lease(Desk(session, event), place_of(session))

    def dated_events(self) -> list[DatedEvent]:
        """List all events with their dates, the newest first; a file that cannot be read is last, without a date."""
        if self.database:
            with closing(Store(self.database)) as store, store.read() as session:
                rows = session.execute(select(Event.name, Event.date).where(Event.deleted == ""))
                events = [DatedEvent(row.name, row.date) for row in rows]
        else:
            events = [DatedEvent(name, self._in_file(name, "date")) for name in self.event_names()]
        return sorted(sorted(events), key=lambda event: event.date, reverse=True)

    def name_of(self, uid: str) -> str:
        """Return the name of the file of the event with this id, "" if there is none, or not one alone."""
        all_names = [] if self.database else self.event_names()
        names = [name for name in all_names if self._in_file(name, "uid") == uid]
        return names[0] if len(names) == 1 else ""

    def _in_file(self, name: str, column: str) -> str:
        """Return a column of the event in a file, "" if it cannot be read; quicker than opening a store for each."""
        url = f"{self.path(name).resolve().as_uri()}?mode=ro"
        try:
            with closing(sqlite3.connect(url, uri=True, timeout=0.1)) as file:
                return next((value for (value,) in file.execute(f"SELECT {column} FROM event LIMIT 1")), "")
        except sqlite3.Error:
            return ""

    def file_state(self, name: str) -> str:
        """Return a text that changes with the event's file, read without opening a store; "" in a database, or if it
        cannot be read."""
        if self.database:
            return ""
        try:
            with self.path(name).open("rb") as file:
                # SQLite counts each transaction that has changed the file, at this place of its header.
                counter, found = file.read(_COUNTED.stop)[_COUNTED], os.fstat(file.fileno())
        except OSError:
            return ""
        return f"{found.st_dev:x}.{found.st_ino:x}.{found.st_size:x}.{found.st_mtime_ns:x}.{counter.hex()}"

    def check_unused(self, name: str) -> None:
        """Raise StoreError if a file of this name is there, DeskError if no event can have it."""
        if not self.database and self.path(name).exists():
            raise TakenNameError(message("cli.place.there", file=self.path(name)))

    def rename_file(self, name: str, new: str) -> None:
        """Give an event's file the event's `new` name. Raises StoreError where the system refuses it, as Windows does
        while another program has the file open."""
        if self.database or name == new:
            return
        path = self.path(name)
        try:
            path.rename(self.path(new))
        except OSError as error:
            raise StoreError(message("cli.place.not_renamed", file=path, new=new, why=os_reason(error))) from None
        with closing(self.open_store(new)) as store, store.write_here() as session:
            keep_lease(Desk(session, self._event(session, new)), place_of(session))

    def event_names(self) -> list[str]:
        """List the names of all events in the folder or database, sorted."""
        if self.database:
            return sorted(event.name for event in self.dated_events())
        return sorted(map(_name_of_file, self._files()))

    def called(self, name: str) -> str:
        """Return the name of the event in the folder that somebody calls `name`: where none is called just so, the only
        one whose name differs from it in case and accents alone. Else, or in a database, return `name` itself."""
        names = [] if self.database else self.event_names()
        alike = [one for one in names if fold(one) == fold(name)]
        return alike[0] if name not in names and len(alike) == 1 else name

    def place_text(self) -> str:
        """Return the folder's path, or the translated word for the database."""
        return message("cli.place.database") if self.database else str(self.folder.resolve())

    def _event(self, session: Session, name: str) -> Event:
        """Look up the event by name, or if a file has a single event, take it: the file may have been renamed."""
        if not self.database:
            names = session.scalars(select(Event.name).limit(2)).all()
            name = names[0] if len(names) == 1 else name
        return open_event(session, name).event


class OpenEvent:
    """An event in an open store, for several transactions. Several threads may use it at once.

    `id` is its id in the store, None if it is to be found by its name; `name` the one it had in the last transaction:
    another desk of the same store may correct it.
    """

    def __init__(self, store: Store, location: EventLocation, name: str, id: int | None = None) -> None:
        self.store = store
        self.location = location
        """Where it is, and other events are."""
        self.name = name
        self._id = id
        self.heard: Lease | None = None
        """A lease that the desk of another store has reported."""
        self.pages = ""
        """URL at which others reach this desk's pages, "" if they cannot."""

    @property
    def is_file(self) -> bool:
        """Whether the event is one file, which can be copied."""
        return self.store.engine.dialect.name == "sqlite"

    @property
    def file_name(self) -> str:
        """What the event's file is called, without its suffix; in a database the event's name."""
        return _name_of_file(Path(self.store.engine.url.database or "")) if self.is_file else self.name

    @contextmanager
    def reading_other(self, name: str, public: bool = False) -> Iterator[Desk]:
        """Open an event of the same location in a read transaction. Yields a Desk; `public` as in `reading`."""
        if name == self.name:
            with self.reading(public) as desk:
                yield desk
        else:
            with self.location.reading(name) as desk:
                if public:
                    restrict_to_public_scores(desk)
                yield desk

    @contextmanager
    def reading(self, public: bool = False) -> Iterator[Desk]:
        """Open the event in a read transaction; yield a Desk. With `public`, its queries find no score that
        is not public yet."""
        with self.store.read() as session:
            desk = self._open(session)
            if public:
                restrict_to_public_scores(desk)
            yield desk

    def _open(self, session: Session, lock: bool = False) -> Desk:
        desk = open_event(session, self.name, lock, self._id)
        self._id, self.name = desk.event.id, desk.event.name
        return desk

    @contextmanager
    def writing(self, by: str = "", reason: str = "") -> Iterator[Desk]:
        """Open and lock the event in a write transaction; yield the Desk of `by`. Raises CopyError if another store has
        the lease."""
        with self.store.write() as session:
            desk = self._open(session, lock=True).acting(by, reason)
            check_lease(desk, place_of(session), self.heard)
            with self.location.around_writing(desk):
                yield desk
            notify_change(desk)

    def lease(self) -> tuple[Lease | None, bool]:
        """Return the newest lease of the event that is known, None for none, and whether this store has it."""
        with self.reading() as desk:
            lease = newest_lease(desk)
            if self.heard and (lease is None or self.heard.outranks(lease)):
                return self.heard, False
            if lease is None or not is_here(lease, place_of(desk.session)):
                return lease, False
            return replace(lease, pages=self.pages), True

    def go_on_here(self) -> Lease:
        """Take the lease for this store: it is the event's desk from now on, and the store that it was copied from is a
        copy."""
        with self.store.write() as session:
            desk = self._open(session, lock=True)
            if self.heard:
                record_lease(desk, self.heard)
            return take_lease(desk, place_of(session))

    def stand_aside(self, lease: Lease) -> None:
        """Write nothing any more: another desk has this lease. It is kept, also where no replica answers."""
        self.heard = lease
        with suppress(DeskError), self.store.write_here() as session:
            record_lease(self._open(session, lock=True), lease)

    def copied_from(self) -> Lease | None:
        """Return the lease of the desk whose copy this is; None if this store has the lease, or nobody has."""
        lease, is_held = self.lease()
        return None if is_held else lease

    def close(self) -> None:
        self.store.close()
