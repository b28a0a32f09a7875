"""Tests of deleted events, and of what is restored: from the trash, a copy of a file, an export."""

import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import update

from host_tools.desk.errors import DeskError
from host_tools.desk.events import trash as trash_module
from host_tools.desk.events.audit_log import describe_entry, read_audit_log
from host_tools.desk.events.event import create_event
from host_tools.desk.events.location import EventLocation
from host_tools.desk.events.roster_csv import Entry
from host_tools.desk.events.trash import (
    DAYS,
    delete_event,
    empty_trash,
    restore_deleted,
    restore_file,
    trash,
)
from host_tools.desk.store.model import Event
from host_tools.i18n import use_language
from tests.desk.cli_runner import Shell


@pytest.fixture(params=["folder", "database"])
def place(request, tmp_path):
    database = request.getfixturevalue("new_database") if request.param == "database" else None
    return EventLocation(tmp_path, database, by="Ruth")


def make(place, name="Friday", players=4):
    with place.creating(name) as session:
        create_event(session, name, "wins", [Entry(i, f"P{i}") for i in range(players)], rounds=1, seed=1)


def names(place):
    return place.event_names(), [one.name for one in trash(place)]


def kinds(place, name):
    with place.reading(name) as desk:
        return [entry.what for entry in read_audit_log(desk)]


def test_a_deleted_event_comes_back_whole_also_beside_a_new_one_of_its_name(place):
    make(place)
    before = datetime.now(UTC)
    deleted = delete_event(place, "Friday", "made twice")
    days = [(time + timedelta(days=DAYS)).astimezone().date().isoformat() for time in (before, datetime.now(UTC))]
    assert deleted.until in days, "one day, but for a deletion at midnight"
    assert names(place) == ([], ["Friday"])
    with pytest.raises(DeskError), place.reading("Friday"):
        pass
    make(place, players=6)
    with pytest.raises(DeskError, match="there is an event"):
        restore_deleted(place, deleted.id)
    assert restore_deleted(place, deleted.id, "Old") == "Old"
    assert names(place) == (["Friday", "Old"], [])
    assert kinds(place, "Old") == ["created", "deleted", "restored"]
    with use_language("fr"), place.reading("Old") as desk:
        assert describe_entry(read_audit_log(desk)[-1], {}) == "de la corbeille"
    with place.writing("Old") as desk:  # It is no copy.
        assert desk.event.name == "Old"
    with pytest.raises(DeskError, match="not in the trash"):
        restore_deleted(place, deleted.id)


def test_the_trash_loses_what_is_older_than_its_days(place, monkeypatch):
    make(place)
    delete_event(place, "Friday")
    make(place)
    delete_event(place, "Friday")
    empty_trash(place)
    assert names(place) == ([], ["Friday", "Friday"])

    class Later(datetime):
        @classmethod
        def now(cls, tz=None):
            return datetime.now(tz) + timedelta(days=DAYS, minutes=1)

    monkeypatch.setattr(trash_module, "datetime", Later)
    empty_trash(place)
    assert names(place) == ([], [])


def test_an_export_and_a_copy_are_restored_here(place, tmp_path):
    make(place)
    shell = Shell(tmp_path)
    options = ["--database", place.database] if place.database else []
    export = tmp_path / "friday.json"
    assert shell("export", "Friday", export, *options).exit_code == 0
    assert restore_file(place, export.read_bytes(), "Again") == "Again"
    assert kinds(place, "Again") == ["created", "restored"]
    with pytest.raises(DeskError, match=r"there is an event|there already"):
        restore_file(place, export.read_bytes())
    other = EventLocation(tmp_path / "other", None)
    other.folder.mkdir()
    make(other, "Saturday", 6)
    assert restore_file(place, other.path("Saturday").read_bytes()) == "Saturday"
    with place.reading("Saturday") as desk:
        assert desk.event.name == "Saturday"
    if not place.database:
        # The desk that has it may go on: this one is looked at.
        with pytest.raises(DeskError, match="copy"), place.writing("Saturday"):
            pass


@pytest.mark.parametrize(
    "spoil",
    [
        lambda _: b"",
        lambda _: bytes(range(0xF0, 0x100)) * 9,
        lambda data: data[:600],
        lambda data: data[:100] + b"\xf6" * 9000,
    ],
    ids=["empty", "no file of ours", "cut", "overwritten"],
)
def test_what_is_no_event_is_refused_in_words_and_leaves_nothing(tmp_path, spoil):
    place = EventLocation(tmp_path, None)
    make(place)
    data = spoil(place.path("Friday").read_bytes())
    with pytest.raises(DeskError) as refused:
        restore_file(place, data, "Other")
    assert "0xf6" not in str(refused.value)
    assert place.event_names() == ["Friday"]


def test_a_database_of_somebody_else_is_no_event(tmp_path):
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE notes (text)")
    with pytest.raises(DeskError, match="holds no event"):
        restore_file(EventLocation(tmp_path, None), path.read_bytes())


def test_commands_delete_list_and_restore(tmp_path):
    shell, place = Shell(tmp_path), EventLocation(tmp_path, None)
    make(place)
    assert "is in the trash until" in shell("delete", "Friday").stdout
    (listed,) = shell.json("restore")
    assert listed["event"] == "Friday"
    assert "no event called Sunday" in shell.refused("restore", "Sunday")
    assert shell.json("restore", "Friday")["event"] == "Friday"
    assert shell("restore").stdout.strip() == "The trash is empty."
    copy = tmp_path / "elsewhere" / "kept.cribbage"
    copy.parent.mkdir()
    shell.json("copy", "Friday", copy)
    assert "cribboard event restore" in shell.refused("import", "Friday", copy)
    assert shell.json("restore", copy, "--name", "Copy")["event"] == "Copy"
    assert sorted(path.name for path in tmp_path.glob("*.cribbage")) == ["Copy.cribbage", "Friday.cribbage"]


def test_events_are_listed_with_their_dates_the_newest_first(place, tmp_path):
    for name, date in (("A", "2026-01-02"), ("B", "2026-03-04"), ("C", "2026-02-03")):
        make(place, name)
        store = place.open_store(name)
        with store.write() as session:
            session.execute(update(Event).where(Event.name == name).values(date=date))
        store.close()
    assert place.dated_events() == [("B", "2026-03-04"), ("C", "2026-02-03"), ("A", "2026-01-02")]
    if not place.database:
        Path(tmp_path, "Broken.cribbage").write_bytes(b"no database")
        assert place.dated_events()[-1] == ("Broken", "")
