"""How long the desk takes for the largest events there are, and for ones ten and a hundred times as large."""

import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from host_tools.desk import event as events
from host_tools.desk import simulate
from host_tools.desk.reading import Text, take
from host_tools.desk.seating import seat_next
from host_tools.desk.standings import standings
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


def _seated(store: Store, scale: int) -> list[Text]:
    """An event seated to its last round, and the lines its boards hold."""
    key = simulate.new_key()
    texts: list[Text] = []
    with store.write() as session:
        players = simulate.roster(PLAYERS * scale, pairs=False)
        event = events.create(session, "size", "acc", players, rounds=ROUNDS, seed=1, key=key)
        boards = simulate.Boards(event.name, events.kind_of(event).worth, bytes.fromhex(key), seed=1)
        for number in range(1, ROUNDS + 1):
            texts += boards.play_round(number, seat_next(session, event, "bench").seating, 1)
    return texts


def _import(store: Store, texts: list[Text]) -> None:
    with store.write() as session:
        take(session, events.find(session, "size", lock=True), texts, "bench")


def _rank(store: Store) -> None:
    with store.read() as session:
        standings(session, events.find(session, "size"))
