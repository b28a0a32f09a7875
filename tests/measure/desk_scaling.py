"""The desk at large events, and how its time grows with their players, on both databases."""

import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import create_engine, text

from host_tools.desk.cli.simulate_command import SimulatedBoards, made_up_roster
from host_tools.desk.events.event import create_event, format_of, open_event
from host_tools.desk.intake.import_lines import SourceLine, import_lines
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.scoring.standings import compute_standings
from host_tools.desk.store.database import Store, file_url
from host_tools.desk.store.desk import Desk
from host_tools.garbage_collection import without_collection
from tests.measure.postgresql import temporary_server

PLAYERS, ROUNDS = 1024, 22
_NAME, _KEY = "size", "5eed" * 8
LINES_PER_S = 10_000
"""Goal of an import: lines in a second of this process's processor time."""
STANDINGS_S, RESULTS = 2.0, 1_000_000
"""Goal of standings: seconds of processor time for this number of results."""
_STANDINGS_RUNS = 3
"""Number of times standings are computed; the shortest counts, since the first also compiles the statements."""

SQLITE, POSTGRESQL = BOTH = ("SQLite", "PostgreSQL")
QUICK, WHOLE = (1, 10), (1, 10, 100)
"""Event sizes, in units of PLAYERS."""


@dataclass(frozen=True)
class Figure:
    """A measured time: `seconds` by the clock, `processor` seconds of this process, without a database server's.
    `goal`: the largest `processor` wanted; None for no goal."""

    database: str
    what: str
    scale: int
    seconds: float
    processor: float
    goal: float | None


def figures(scales: Iterable[int], databases: Sequence[str] = (SQLITE,)) -> list[Figure]:
    """Measure, on each database, the import of all results of an event of 22 rounds and the computing of its standings.

    `scales`: the events' sizes, in multiples of 1,024 players; 100 takes minutes and some GB, half of it for seating
    and playing. Raises ServerError if PostgreSQL is asked for and not installed.
    """
    with ExitStack() as places:
        new_urls = {database: places.enter_context(_new_stores(database)) for database in databases}
        results = [figure for scale in scales for figure in _measure_at_scale(scale, new_urls)]
    return sorted(results, key=lambda measured: databases.index(measured.database))


def _measure_at_scale(scale: int, new_urls: Mapping[str, Callable[[int], str]]) -> Iterator[Figure]:
    """Yield the figures of each database at one scale; `new_urls`: function for an empty store's URL, by database.

    All import the same lines, since they seat their events equally.
    """
    texts: list[SourceLine] = []
    for database, new_url in new_urls.items():
        store = Store(new_url(scale))
        texts = _seat_event(store, scale, played=not texts) or texts
        yield from _measure(database, store, texts, scale)
        store.close()


@contextmanager
def _new_stores(database: str) -> Iterator[Callable[[int], str]]:
    """Yield a function that returns the URL of an empty store for a scale; the stores are removed afterwards."""
    if database == SQLITE:
        with tempfile.TemporaryDirectory() as folder:
            yield lambda scale: file_url(Path(folder) / f"{scale}.cribbage")
        return
    with temporary_server() as url:
        yield lambda scale: _new_database(url, f"scale{scale}")


def _new_database(url: str, name: str) -> str:
    """Create a database on a server; return its URL. `url` has `{}` for the database's name."""
    engine = create_engine(url.format("postgres"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return url.format(name)


def _measure(database: str, store: Store, texts: list[SourceLine], scale: int) -> list[Figure]:
    """Measure the import of these lines into `store`, and the standings; there are goals for SQLite only."""
    importing = _time_call(lambda: _import(store, texts))
    ranking = min(_time_call(lambda: _rank(store)) for _ in range(_STANDINGS_RUNS))
    ours = database == SQLITE
    lines = len(texts)
    standings_goal = max(STANDINGS_S * lines / RESULTS, 0.1) if ours else None
    return [
        Figure(database, f"import of {lines:,} results", scale, *importing, lines / LINES_PER_S if ours else None),
        Figure(database, f"standings of {PLAYERS * scale:,} players", scale, *ranking, standings_goal),
    ]


def measure_seconds(work: Callable[[], None]) -> float:
    """Measure the wall-clock seconds that a call of `work` takes."""
    return _time_call(work)[0]


def _time_call(work: Callable[[], None]) -> tuple[float, float]:
    """Measure (wall-clock seconds, this process's processor seconds) of a call of `work`."""
    began, processor = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - began, time.process_time() - processor


@without_collection()
def _seat_event(store: Store, scale: int, played: bool) -> list[SourceLine]:
    """Create an event and seat all its rounds; if `played`, return its boards' result lines, else []."""
    texts: list[SourceLine] = []
    with store.write() as session:
        players = made_up_roster(PLAYERS * scale, pairs=False)
        event = create_event(session, _NAME, "acc", players, rounds=ROUNDS, seed=1, key=_KEY)
        event.uid = _NAME
        boards = SimulatedBoards(event.uid, format_of(event).loaded_preset, bytes.fromhex(_KEY), seed=1)
        for round_number in range(1, ROUNDS + 1):
            seating = seat_next(Desk(session, event, "bench")).seating
            texts += boards.play_round(round_number, seating, 1) if played else []
    return texts


def _import(store: Store, texts: list[SourceLine]) -> None:
    with store.write() as session:
        import_lines(open_event(session, _NAME, lock=True).acting("bench"), texts)


def _rank(store: Store) -> None:
    with store.read() as session:
        compute_standings(open_event(session, _NAME))


def report_rows(measured: Iterable[Figure]) -> Iterator[tuple[str, str, str]]:
    """Yield rows of the printed report: operation, measured, target."""
    for figure in measured:
        took = f"{figure.seconds:.2f} s, processor {figure.processor:.2f} s"
        missed = ": missed" if figure.goal is not None and figure.processor > figure.goal else ""
        yield f"{figure.database}: {figure.what}", took, "" if figure.goal is None else f"≤ {figure.goal:.2g} s{missed}"


def ratio_rows(measured: Sequence[Figure]) -> Iterator[tuple[str, str, str]]:
    """Yield rows of the printed report: each operation's sizes and wall-clock times, as ratios to the first size's."""
    for database in dict.fromkeys(figure.database for figure in measured):
        for operation in dict.fromkeys(figure.what.partition(" ")[0] for figure in measured):
            series = [
                figure for figure in measured if figure.database == database and figure.what.startswith(operation)
            ]
            sizes = " : ".join(f"{figure.scale / series[0].scale:g}" for figure in series)
            times = " : ".join(f"{figure.seconds / series[0].seconds:.3g}" for figure in series)
            yield f"{database}: {operation}, sizes {sizes}", times, ""
