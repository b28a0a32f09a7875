"""Benchmark import and ranking of events of 1,024 players and of multiples of that."""

import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import create_engine, text

from host_tools.desk.events import create_event, find_event, format_of, new_key
from host_tools.desk.intake import SourceLine, import_lines
from host_tools.desk.rounds import seat_next
from host_tools.desk.scoring import compute_standings
from host_tools.desk.simulation.postgresql import temporary_server
from host_tools.desk.simulation.simulated_event import SimulatedBoards, made_up_roster
from host_tools.desk.store import Store, file_url

PLAYERS, ROUNDS = 1024, 22
LINES_PER_S = 10_000
"""Goal of an import, in seconds of this process."""
STANDINGS_S, RESULTS = 2.0, 1_000_000
"""Goal of standings: that long for so many results."""

SQLITE, POSTGRESQL = "SQLite", "PostgreSQL"


@dataclass(frozen=True)
class Figure:
    """What something took: `seconds` by the clock, `processor` of this process, which leaves a server's out. `goal` is
    for `processor`; None where there is none."""

    database: str
    what: str
    scale: int
    seconds: float
    processor: float
    goal: float | None


def figures(scales: Iterable[int], databases: Iterable[str] = (SQLITE,)) -> list[Figure]:
    """What it takes to import all results of an event of 22 rounds at once, and to rank it, at each scale of 1,024
    players, on each database. Raises ServerError where there is no PostgreSQL.

    A scale of 100 takes ten minutes and some GB, most of which goes into seating it.
    """
    found: list[Figure] = []
    for database in databases:
        with _places(database) as new_url:
            for scale in scales:
                found += _measured(database, new_url(scale), scale)
    return found


@contextmanager
def _places(database: str) -> Iterator[Callable[[int], str]]:
    """Gives the URL of an empty store for each scale."""
    if database == SQLITE:
        with tempfile.TemporaryDirectory() as folder:
            yield lambda scale: file_url(Path(folder) / f"{scale}.cribbage")
        return
    with temporary_server() as url:
        yield lambda scale: _new_database(url, f"scale{scale}")


def _new_database(url: str, name: str) -> str:
    engine = create_engine(url.format("postgres"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return url.format(name)


def _measured(database: str, url: str, scale: int) -> list[Figure]:
    store = Store(url)
    texts = _seated(store, scale)
    importing, ranking = _took(lambda: _import(store, texts)), _took(lambda: _rank(store))
    store.close()
    ours = database == SQLITE
    lines = len(texts)
    standings_goal = max(STANDINGS_S * lines / RESULTS, 0.1) if ours else None
    return [
        Figure(database, f"import of {lines:,} results", scale, *importing, lines / LINES_PER_S if ours else None),
        Figure(database, f"standings of {PLAYERS * scale:,} players", scale, *ranking, standings_goal),
    ]


def seconds(work: Callable[[], None]) -> float:
    """Wall-clock seconds that a call takes."""
    return _took(work)[0]


def _took(work: Callable[[], None]) -> tuple[float, float]:
    """(wall-clock seconds, this process's processor seconds) of a call."""
    began, processor = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - began, time.process_time() - processor


def _seated(store: Store, scale: int) -> list[SourceLine]:
    """An event seated to its last round, and the lines its boards hold."""
    key = new_key()
    texts: list[SourceLine] = []
    with store.write() as session:
        players = made_up_roster(PLAYERS * scale, pairs=False)
        event = create_event(session, "size", "acc", players, rounds=ROUNDS, seed=1, key=key)
        boards = SimulatedBoards(event.uid, format_of(event).worth, bytes.fromhex(key), seed=1)
        for number in range(1, ROUNDS + 1):
            texts += boards.play_round(number, seat_next(session, event, "bench").seating, 1)
    return texts


def _import(store: Store, texts: list[SourceLine]) -> None:
    with store.write() as session:
        import_lines(session, find_event(session, "size", lock=True), texts, "bench")


def _rank(store: Store) -> None:
    with store.read() as session:
        compute_standings(session, find_event(session, "size"))
