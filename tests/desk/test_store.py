"""Tests of the store on SQLite and PostgreSQL: atomic changes, conflicts, migrations, copies while in use."""

import itertools
import json
import re
import shutil
import signal
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from multiprocessing import Pipe, get_context
from threading import Barrier

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import event, select, text

from host_tools.desk.errors import ConflictError, DeskError
from host_tools.desk.events.archive import export_event, restore_event
from host_tools.desk.events.event import UnknownEventError, open_event, rounds_seated
from host_tools.desk.intake.import_lines import import_lines
from host_tools.desk.intake.manual_entry import AlreadyEnteredError, enter_result
from host_tools.desk.review.findings import find_problems
from host_tools.desk.rounds.round_view import table_versions
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.scoring.standings import compute_standings
from host_tools.desk.store import database
from host_tools.desk.store.database import Store, StoreError, copy_file, file_url, make_engine
from host_tools.desk.store.migrate import HEAD, is_usable
from host_tools.desk.store.model import Base, Entrant, Round, add_rows
from host_tools.i18n import message
from tests.deep_cases import deep
from tests.desk.board_log import BoardLog, texts
from tests.desk.conftest import Desk, cards, full_disk


def round_lines(number, tables=20):
    return [
        BoardLog(f"b{table}-{number}", "Night").game(number, table, 121, 60 + table) for table in range(1, tables + 1)
    ]


def everything(desk):
    return desk.ask(export_event)


def enter_scores(desk, pegs, **options):
    def write(desk):
        return enter_result(desk.acting("me", options.pop("reason", "")), 1, 1, cards(desk.event, pegs), **options)

    return desk.do(write)


# -- PostgreSQL -------------------------------------------------------------------------------------------------------


def test_plans_made_while_tables_were_empty_are_not_kept(new_database):
    store = Store(new_database)
    with store.read() as session:
        for number in range(20):
            session.scalars(select(Round).where(Round.number == number)).all()
        assert session.scalar(text("SELECT count(*) FROM pg_prepared_statements")) == 0
    store.close()


def test_a_server_that_does_not_answer_is_not_waited_for_without_end(monkeypatch):
    """As where a line is cut: it takes the connection, and says nothing."""
    monkeypatch.setitem(database.PATIENCE, "connect_timeout", "2")
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(StoreError, match="timeout"):
        Store(f"postgresql://desk@127.0.0.1:{silent.getsockname()[1]}/events")


def test_the_url_says_how_long_a_server_is_waited_for():
    url = "postgresql://desk@127.0.0.1/events?connect_timeout=5&host=a:1&host=b:2"
    query = database.make_engine(url).url.query
    assert (query["connect_timeout"], query["host"], query["keepalives_idle"]) == ("5", ("a:1", "b:2"), "10")


@pytest.mark.parametrize("name", ["x" * 201, "a\0b"], ids=["too long", "NUL"])
def test_a_text_that_a_column_cannot_hold_is_refused(new_database, name):
    desk = Desk(Store(new_database))
    desk.create(players=20)
    numbers = {"event_id": 1, "number": 21, "drawn": 21, "joined": 1, "left": None, "seed": None}
    row = {**numbers, "hall": 0, "expelled": "", "code": "Q9", "name": name, "partner": "", "club": "", "member": ""}
    with pytest.raises(StoreError, match="a text too long, or a character in it cannot be stored"):
        desk.do(lambda desk: add_rows(desk.session, Entrant, [row]))
    assert "Q9" not in str(everything(desk))
    desk.do(lambda desk: add_rows(desk.session, Entrant, [row | {"name": 'Zoë "Ö" O\'Neil %s :b 😀'}]))
    assert "O'Neil %s :b" in str(everything(desk))


# -- one at a time ----------------------------------------------------------------------------------------------------


def change_and_wait(tells, url, command, count):
    """Change the event; say when so many statements are sent, and wait there to be killed."""
    store, sent = Store(url), itertools.count(1)

    def wait(*_):
        if next(sent) == count:
            tells.send("there")
            signal.pause()

    event.listen(store.engine, "after_cursor_execute", wait)
    Desk(store).do(*([seat_next] if command == "seat" else [import_lines, texts(*round_lines(1))]), by="child")
    tells.send("done")


@pytest.mark.parametrize("count", [3, *deep(1, 8, 14)])
@pytest.mark.parametrize("command", ["import", "seat"])
def test_a_desk_killed_in_the_middle_leaves_nothing_half_done(any_desk, url, command, count):
    any_desk.create("acc", 40, rounds=9)
    any_desk.do(seat_next, by="me")
    before = everything(any_desk)
    told, tells = Pipe()
    child = get_context("fork").Process(target=change_and_wait, args=(tells, url, command, count))
    child.start()
    said = told.recv()
    child.kill()
    child.join()
    if said == "there":
        assert everything(any_desk) == before
        if command == "seat":
            any_desk.do(seat_next, by="me")
        else:
            assert any_desk.do(import_lines, texts(*round_lines(1)), by="me").new == 20
    else:
        assert said == "done"
    assert len(any_desk.ask(rounds_seated)) == (2 if command == "seat" else 1)
    assert sum(one.played for one in any_desk.ask(compute_standings)) == (0 if command == "seat" else 40)


def test_a_change_that_fails_changes_nothing(any_desk):
    any_desk.create("acc", 4, rounds=3)
    before = everything(any_desk)

    def fail(desk):
        seat_next(desk.acting("me"))
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        any_desk.do(fail)
    assert everything(any_desk) == before


# -- two at once ----------------------------------------------------------------------------------------------------


def at_once(*works):
    """Outcomes of works begun at the same moment: a value, or the exception."""
    together = Barrier(len(works))

    def run(work):
        together.wait()
        try:
            return work()
        except Exception as error:
            return error

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(run, works))


@pytest.fixture
def two(any_desk, url):
    """The same event at two desks, its first round seated."""
    any_desk.create("acc", 8, rounds=3)
    any_desk.do(seat_next, by="me")
    other = Store(url)
    yield any_desk, Desk(other)
    other.close()


def test_two_who_enter_one_table_at_once_never_overwrite_each_other(two):
    one, other = two
    for loser in range(60, 65):
        seen = one.ask(table_versions, 1)[1]
        outcomes = at_once(
            lambda: enter_scores(one, [121, loser], reason="one", version=seen),  # noqa: B023
            lambda: enter_scores(other, [loser, 121], reason="other", version=seen),  # noqa: B023
        )
        assert sorted(type(outcome).__name__ for outcome in outcomes) == ["ConflictError", "EntryResult"]
        assert one.ask(compute_standings) == other.ask(compute_standings)
        assert sum(standing.won for standing in one.ask(compute_standings)) == 1


def test_two_who_enter_without_looking_are_told_what_is_there(two):
    one, other = two
    outcomes = at_once(lambda: enter_scores(one, [121, 90]), lambda: enter_scores(other, [90, 121]))
    (refused,) = [outcome for outcome in outcomes if isinstance(outcome, AlreadyEnteredError)]
    assert "entered by me" in str(refused)


def test_two_who_seat_the_next_round_at_once_seat_one(two):
    one, other = two
    outcomes = at_once(lambda: one.do(seat_next, 2, by="one"), lambda: other.do(seat_next, 2, by="other"))
    assert sum(isinstance(outcome, ConflictError) for outcome in outcomes) == 1
    assert len(one.ask(rounds_seated)) == 2


def test_two_who_read_the_same_boards_at_once_read_them_once(two):
    one, other = two
    lines = texts(*round_lines(1, tables=4))
    outcomes = at_once(lambda: one.do(import_lines, lines, by="one"), lambda: other.do(import_lines, lines, by="other"))
    assert sorted((taken.new, taken.again) for taken in outcomes) == [(0, 4), (4, 0)]
    assert one.ask(compute_standings)[0].played == 1


def test_one_who_looks_is_not_kept_waiting_by_one_who_writes(two):
    one, other = two
    with one.store.write() as session:
        seat_next(open_event(session, "Night", lock=True).acting("me"))
        assert len(other.ask(rounds_seated)) == 1
        Store(other.store.engine.url.render_as_string(hide_password=False)).close()


def test_one_who_looks_sees_one_state_throughout(new_database):
    """On PostgreSQL. In a file whoever writes waits until nobody looks."""
    one, other = (Desk(Store(new_database)) for _ in range(2))
    one.create("acc", 8, rounds=3)
    one.do(seat_next, by="me")
    with other.store.read() as session:
        before = export_event(desk := open_event(session, "Night"))
        enter_scores(one, [121, 90])
        assert export_event(desk) == before
    assert everything(other) != before


# -- the file ---------------------------------------------------------------------------------------------------


def opened(path):
    store = Store(file_url(path))
    with store.read() as session:
        assert session.execute(text("PRAGMA integrity_check")).scalar() == "ok"
    return Desk(store)


def test_the_file_can_be_copied_while_in_use(desk, tmp_path):
    """A copy by any means has all that is done and nothing of what is under way, however much that is."""
    desk.create("acc", 400, rounds=9)
    desk.do(seat_next, by="me")
    path = tmp_path / "Night.cribbage"
    before = everything(desk)
    with desk.store.write() as session:
        night = open_event(session, "Night", lock=True).acting("me")
        import_lines(night, texts(*round_lines(1, tables=60)))
        for _ in range(8):
            seat_next(night)
        session.flush()
        shutil.copy(path, tmp_path / "during.cribbage")
    shutil.copy(path, tmp_path / "after.cribbage")
    assert everything(opened(tmp_path / "during.cribbage")) == before
    assert everything(opened(tmp_path / "after.cribbage")) == everything(desk) != before


def test_a_copy_by_the_desk_is_whole_while_another_writes(desk, tmp_path):
    desk.create("acc", 40, rounds=9)
    copied = []

    def copy():
        for i in range(8):
            copy_file(desk.store, tmp_path / f"copy{i}.cribbage")
            copied.append(len(opened(tmp_path / f"copy{i}.cribbage").ask(rounds_seated)))

    other = Desk(Store(file_url(tmp_path / "Night.cribbage")))
    outcomes = at_once(copy, lambda: [other.do(seat_next, by="me") for _ in range(9)])
    assert not [one for one in outcomes if isinstance(one, Exception)]
    assert copied == sorted(copied)
    with pytest.raises(StoreError, match="is there already"):
        copy_file(desk.store, tmp_path / "copy0.cribbage")


def test_a_copy_that_finds_no_room_is_told_and_leaves_nothing_behind(desk, tmp_path):
    desk.create(rounds=2)
    with full_disk(), pytest.raises(StoreError, match=r"copy\.cribbage: "):
        copy_file(desk.store, tmp_path / "copy.cribbage")
    assert not (tmp_path / "copy.cribbage").exists()


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("nothing", "not the URL of a database"),
        ("nosuch://x", "not the URL of a database"),
        ("sqlite:///no/such/folder/x.db", "^no/such/folder/x.db: unable to open database file"),
        ("postgresql://nobody:secret@/x?host=/nowhere", "nowhere"),
        ("mysql://nobody:secret@localhost/x", "not the URL of a database"),
        ("oracle+cx_oracle://nobody:secret@localhost/x", "not the URL of a database"),
        ("postgresql://nobody:secret@localhost:port/x", "not the URL of a database"),
        ("://nobody:secret@x", "not the URL of a database"),
    ],
)
def test_what_cannot_be_opened_is_told_without_its_password(url, why):
    with pytest.raises(StoreError, match=why) as told:
        Store(url)
    assert "secret" not in str(told.value)


def test_a_file_that_is_no_event_is_told(tmp_path):
    (tmp_path / "x.cribbage").write_text("name,id\n" * 1000)
    with pytest.raises(StoreError, match="file is not a database"):
        Store(file_url(tmp_path / "x.cribbage"))


def test_an_event_s_file_is_for_its_owner_alone(tmp_path):
    """It holds the event's key."""
    path = tmp_path / "Night.cribbage"
    path.touch(0o644)
    store = Store(file_url(path))
    with store.write() as session:
        session.execute(text("DELETE FROM event"))
        assert {file.stat().st_mode & 0o777 for file in tmp_path.iterdir()} == {0o600}
    copy_file(store, tmp_path / "copy.cribbage")
    store.close()
    assert {file.stat().st_mode & 0o777 for file in tmp_path.iterdir()} == {0o600}


def test_a_file_that_is_opened_twice_stays_locked_for_other_programs(desk):
    other = "import sqlite3, sys; sqlite3.connect(sys.argv[1], 0.01).execute('BEGIN IMMEDIATE')"
    with desk.store.write() as session:
        session.execute(text("DELETE FROM event"))
        Store(file_url(desk.file)).close()
        answer = subprocess.run([sys.executable, "-c", other, desk.file], capture_output=True, text=True)
    assert "database is locked" in answer.stderr


def test_numbers_no_store_can_hold_are_told(any_desk):
    any_desk.create("acc", 4, rounds=3)
    with pytest.raises(StoreError, match="too large"):
        any_desk.do(lambda desk: desk.session.scalar(select(Round.number).where(Round.number == 10**20)))


# -- the schema -----------------------------------------------------------------------------------------------------


def test_a_new_store_has_the_tables_of_the_model_beside_those_of_others(url):
    engine = make_engine(url)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE spatial_ref_sys (srid INTEGER)"))
    engine.dispose()
    with closing(Store(url)) as store, store.engine.connect() as connection:
        found = compare_metadata(MigrationContext.configure(connection), Base.metadata)
        assert [(kind, table.name) for kind, table in found] == [("remove_table", "spatial_ref_sys")]
        assert is_usable(connection)


def test_a_store_of_a_newer_version_is_refused_with_words(any_desk, url):
    with any_desk.store.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreError, match="made by a newer version"):
        Store(url)


def test_a_store_of_an_unreleased_version_is_refused_with_words(any_desk):
    any_desk.create("acc", 4, rounds=1)
    with any_desk.store.engine.begin() as connection:
        connection.execute(text("ALTER TABLE event DROP COLUMN round_worth"))
    with pytest.raises(StoreError, match="made by an unreleased version"):
        any_desk.ask(compute_standings)


def set_version(connection, version):
    connection.execute(text("UPDATE alembic_version SET version_num = :version"), {"version": version})


@pytest.mark.parametrize(("ahead", "opens"), [(1, True), (2, False)])
def test_a_desk_goes_on_beside_one_of_the_next_version(new_database, ahead, opens):
    Store(new_database).close()
    store = Store(new_database)
    with store.engine.begin() as connection:
        set_version(connection, f"{int(HEAD) + ahead:04}")
    store.close()
    if opens:
        Desk(Store(new_database)).create(rounds=3)
    else:
        with pytest.raises(StoreError, match="made by a newer version"):
            Store(new_database)


def test_a_file_of_the_next_version_is_refused(desk, tmp_path):
    with desk.store.engine.begin() as connection:
        set_version(connection, f"{int(HEAD) + 1:04}")
    with pytest.raises(StoreError, match="made by a newer version"):
        Store(file_url(tmp_path / "Night.cribbage"))


def test_desks_that_start_at_once_make_the_tables_once(url):
    stores = at_once(*[lambda: Store(url)] * 4)
    with stores[0].engine.connect() as connection:
        assert connection.scalar(text("SELECT count(*) FROM alembic_version")) == 1
    for store in stores:
        store.close()


# -- export and import ------------------------------------------------------------------------------------------------


@pytest.fixture
def busy(any_desk):
    """An event with lines, cards, corrections and things that wait."""
    any_desk.create("acc", 40, rounds=9, key="00" * 16)
    any_desk.do(seat_next, by="me")
    any_desk.do(import_lines, texts(*round_lines(1)), by="me")
    enter_scores(any_desk, [121, 90])
    enter_scores(any_desk, [121, 91], reason="misread")
    any_desk.do(seat_next, by="me")
    return any_desk


def problems(desk):
    """What is found, without the numbers that a store gives its lines."""
    return [(one.kind, re.sub(r"line \d+", "line", one.text)) for one in desk.ask(find_problems)]


def test_an_event_goes_into_one_file_and_comes_back_the_same(busy):
    whole = everything(busy)
    for name in ("Copy", "Another"):
        with busy.store.write() as session:
            restore_event(session, name, whole)
        copy = Desk(busy.store, name)
        assert copy.ask(compute_standings) == busy.ask(compute_standings)
        assert problems(copy) == problems(busy)
    enter_scores(copy, [90, 121], reason="goes on")
    assert copy.ask(compute_standings) != busy.ask(compute_standings)
    assert everything(busy) == whole


def test_a_restored_event_exports_as_it_was(busy, tmp_path):
    whole = everything(busy)
    store = Store(file_url(tmp_path / "elsewhere.cribbage"))
    with store.write() as session:
        restore_event(session, "Night", whole)
    assert _without_numbers(everything(Desk(store))) == _without_numbers(whole)
    store.close()


def _without_numbers(text):
    """An export without the numbers that each store gives by itself."""
    whole = json.loads(text)
    for table in whole["tables"].values():
        drop = [i for i, name in enumerate(table["columns"]) if name in ("id", "replaces")]
        table["rows"] = [[cell for i, cell in enumerate(row) if i not in drop] for row in table["rows"]]
    return whole


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("}", "", "not whole"),
        ('"v":1', '"v":2', message("cli.archive.version", version=2, newest=1)),
        ("cribboard event", "other", message("cli.archive.strange")),
        ('"format":"acc"', '"format":"golf"', "format golf is not known here; there are acc, bsg"),
        ('"rounds":3', '"rounds":"3"', "damaged"),
        ('"rounds":3', '"rounds":99999999999', "damaged"),
        ('"P1"', "7", "damaged"),
        ('"entrant"', '"nobody"', "damaged"),
        ('"rounds":3,', "", "damaged: 'rounds'"),
        ('[2,"2","P2"', '[1,"2","P2"', "damaged: UNIQUE"),
        ('"v":1', '"v":[]', "of format"),
    ],
)
def test_a_damaged_export_is_refused_and_leaves_nothing(desk, old, new, why):
    desk.create("acc", 4, rounds=3)
    whole = everything(desk)
    assert old in whole
    with pytest.raises(DeskError, match=why), desk.store.write() as session:
        restore_event(session, "Copy", whole.replace(old, new))
    with pytest.raises(UnknownEventError, match=r"there is Night$"):
        Desk(desk.store, "Copy").ask(compute_standings)
