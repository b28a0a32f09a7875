"""Fixtures: a desk for each test, on an event file of its own or on a temporary PostgreSQL."""

import resource
import shutil
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from werkzeug.security import generate_password_hash

from host_tools.desk.cli.simulate_command import simulate
from host_tools.desk.events.event import create_event, format_of, open_event
from host_tools.desk.events.location import EventLocation, OpenEvent
from host_tools.desk.events.roster_csv import Entry
from host_tools.desk.formats.event_formats import FORMATS
from host_tools.desk.intake.parse_cards import cards_from_scores, parse_card
from host_tools.desk.store import database
from host_tools.desk.store.database import Store, file_url
from host_tools.desk.web import director_credentials
from tests.measure.postgresql import ServerError, temporary_server


def cards(event, pegs, *ended):
    """The cards that go with front pegs, under the preset of the event's own rounds."""
    return cards_from_scores(format_of(event).loaded_preset, list(pegs), *ended)


def one_card(event, text):
    """A card as written, such as 2+17."""
    return parse_card(format_of(event).loaded_preset, text)


@contextmanager
def full_disk():
    """No file grows beyond two of its pages."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (8192, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def opened(store, name="Night"):
    """The event in a store, as a desk has it open."""
    url = store.engine.url
    if store.engine.dialect.name == "sqlite":
        return OpenEvent(store, EventLocation(Path(url.database or "").parent, None), name)
    return OpenEvent(store, EventLocation(Path(), url.render_as_string(hide_password=False)), name)


class Desk:
    """One event in a store, and short words for what a director does.

    Its boards carry its name as the event's id, and no key unless one is given.
    """

    def __init__(self, store, name="Night"):
        self.store, self.name = store, name

    def create(self, format="acc", players=4, **options):
        pairs = FORMATS[format].pairs
        entries = options.pop("entries", None) or [
            Entry(i + 1, f"P{i}", partner=f"Q{i}" if pairs else "") for i in range(1, players + 1)
        ]
        with self.store.write() as session:
            given = {"seed": 1, "key": ""} | options
            create_event(session, self.name, format, entries, **given).uid = self.name
        return self

    def opened(self):
        return opened(self.store, self.name)

    @property
    def file(self):
        return self.store.engine.url.database

    def do(self, command, *args, by="", reason="", **options):
        """A command that changes the event, in a transaction of its own."""
        with self.store.write() as session:
            return command(open_event(session, self.name, lock=True).acting(by, reason), *args, **options)

    def ask(self, question, *args, **options):
        """A question about the event."""
        with self.store.read() as session:
            return question(open_event(session, self.name), *args, **options)


@pytest.fixture(autouse=True, scope="session")
def _statements_once():
    """Each test has a store of its own; SQLAlchemy compiles the statements of all for the first, which is a seventh of
    the time of these tests."""
    firsts = {}
    original = database.make_engine

    def create(url):
        engine = original(url)
        first = firsts.setdefault(engine.dialect.name, engine)
        engine.dialect, engine._compiled_cache = first.dialect, first._compiled_cache
        return engine

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "make_engine", create)
        yield


@pytest.fixture(autouse=True, scope="session")
def _quick_passwords():
    """Hashing is slow by design, here with the least work: every sign-in does it again."""
    quick = partial(generate_password_hash, method="pbkdf2:sha256:1")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(director_credentials, "generate_password_hash", quick)
        yield


@pytest.fixture(scope="session")
def empty(tmp_path_factory):
    """A store with its schema and nothing else: making one takes longer than copying it."""
    path = tmp_path_factory.mktemp("empty") / "empty.cribbage"
    Store(file_url(path)).close()
    return path


@pytest.fixture(scope="session")
def copies(tmp_path_factory):
    """Files of events that are filled already, by the function that has filled them, and a folder for more."""
    return {}, tmp_path_factory.mktemp("copies")


def once(fill):
    """A fixture: the desk with the event that `fill(desk)` makes in its store, once for all tests; each has a copy."""

    def filled(desk, copies):
        files, folder = copies
        if fill in files:
            desk.store.close()
            shutil.copy(files[fill], desk.file)
        else:
            fill(desk)
            desk.store.close()
            files[fill] = shutil.copy(desk.file, folder / f"{len(files)}.cribbage")
        return desk

    filled.__doc__ = fill.__doc__
    return pytest.fixture(filled)


def nine_rounds(desk):
    """Twenty-two players whose nine rounds are in."""
    with desk.store.write() as session:
        simulate(session, desk.name, "acc", 22, 9, 3, "me")


@pytest.fixture
def desk(tmp_path, empty):
    store = Store(file_url(shutil.copy(empty, tmp_path / "Night.cribbage")))
    yield Desk(store)
    store.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request, tmp_path):
    """The URL of an empty store, once on each kind of database."""
    if request.param == "sqlite":
        return file_url(tmp_path / "Night.cribbage")
    return request.getfixturevalue("new_database")


@pytest.fixture
def any_desk(url):
    store = Store(url)
    yield Desk(store)
    store.close()


@pytest.fixture(scope="session")
def postgresql():
    """The URL of a PostgreSQL of our own."""
    try:
        with temporary_server() as url:
            yield url
    except ServerError as error:
        pytest.skip(str(error))


@pytest.fixture
def new_database(postgresql, request):
    """The URL of an empty database."""
    name = f"desk{abs(hash(request.node.nodeid)):x}"
    engine = create_engine(postgresql.format("postgres"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name} ENCODING 'UTF8' TEMPLATE template0"))
    engine.dispose()
    return postgresql.format(name)
