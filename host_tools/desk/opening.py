"""Finds an event: in its file in a folder, or in a database."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.orm import Session

from host_tools.desk import event as events
from host_tools.desk.model import Event
from host_tools.desk.store import SUFFIX, Store, StoreError, file_url


class Place:
    """Where events are: the folder `folder`, a file each, or the database at the URL `database`."""

    def __init__(self, folder: Path, database: str | None) -> None:
        self._folder = folder
        self._database = database

    def path(self, name: str) -> Path:
        """The event's file, whether it is there or not."""
        events.check_name(name)
        return self._folder / (name + SUFFIX)

    def store(self, name: str, new: bool = False) -> Store:
        """The store that holds the event, or `new` is to hold it. Raises StoreError, DeskError."""
        if self._database:
            return Store(self._database)
        path = self.path(name)
        if not self._folder.is_dir():
            raise StoreError(f"{self._folder}: there is no such folder")
        if not new and not path.exists():
            raise StoreError(f"there is no event {name!r} in {self._folder}{self._others()}")
        if new and path.exists():
            raise StoreError(f"{path}: there is an event of that name already")
        return Store(file_url(path))

    def _others(self) -> str:
        names = sorted(path.stem for path in self._folder.glob("*" + SUFFIX))[:10]
        return f"; there is {', '.join(names)}" if names else ""

    @contextmanager
    def reading(self, name: str) -> Iterator[tuple[Session, Event]]:
        """The event, to look at."""
        store = self.store(name)
        try:
            with store.read() as session:
                yield session, self._event(session, name)
        finally:
            store.close()

    @contextmanager
    def writing(self, name: str) -> Iterator[tuple[Session, Event]]:
        """The event, to change in one transaction."""
        store = self.store(name)
        try:
            with store.write() as session:
                yield session, self._event(session, name, lock=True)
        finally:
            store.close()

    @contextmanager
    def making(self, name: str) -> Iterator[Session]:
        """A session to make the event in. A file in which nothing was made is not left behind."""
        store = self.store(name, new=True)
        try:
            with store.write() as session:
                yield session
        except BaseException:
            store.close()
            if not self._database:
                self.path(name).unlink(missing_ok=True)
            raise
        store.close()

    def _event(self, session: Session, name: str, lock: bool = False) -> Event:
        """By name; a file that was copied under another name has one event, which is meant."""
        if not self._database:
            names = session.scalars(select(Event.name).limit(2)).all()
            name = names[0] if len(names) == 1 else name
        return events.find(session, name, lock)
