"""How long the desk takes for the largest events there are, and for ones ten and a hundred times as large."""

import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from host_tools.desk.events import create_event, find_event, format_of, new_key
from host_tools.desk.intake import SourceLine, import_lines
from host_tools.desk.rounds import seat_next
from host_tools.desk.scoring import compute_standings
from host_tools.desk.simulation.simulated_event import SimulatedBoards, made_up_roster
from host_tools.desk.store import Store, file_url

PLAYERS, ROUNDS = 1024, 22
IMPORT_GOAL_S, STANDINGS_GOAL_S = 3.0, 0.3

SCALES = (1, 10)


@dataclass(frozen=True)
class Figure:
    """Seconds that something took, and the goal: that of the event's own size, times how much larger it is."""

    name: str
    seconds: float
    goal: float


def figures(scales: Iterable[int] = SCALES) -> list[Figure]:
    """What it takes to import all results of an event of 22 rounds at once, and to rank it, at each scale of 1,024
    players.

    A scale of 100 takes some minutes, most of which goes into seating it.
    """
    found: list[Figure] = []
    for scale in scales:
        with tempfile.TemporaryDirectory() as folder:
            found += _measured(Path(folder), scale)
    return found


def _measured(folder: Path, scale: int) -> list[Figure]:
    store = Store(file_url(folder / "size.cribbage"))
    texts = _seated(store, scale)
    importing = seconds(lambda: _import(store, texts))
    ranking = seconds(lambda: _rank(store))
    store.close()
    return [
        Figure(f"import of {len(texts):,} results", importing, IMPORT_GOAL_S * scale),
        Figure(f"standings of {PLAYERS * scale:,} players", ranking, STANDINGS_GOAL_S * scale),
    ]


def seconds(work: Callable[[], None]) -> float:
    """How long something takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


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
