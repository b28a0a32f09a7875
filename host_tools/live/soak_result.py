"""Judges a soak test: compares what boards have written with what desks have stored."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import select

from firmware.journal.seal import line_hash
from host_tools.desk.events import OpenEvent
from host_tools.desk.store import Line, Score


@dataclass
class Comparison:
    """`lost`, `doubled` and `held` count results, `disordered` boards; all have to be 0. `scores`: two a result."""

    results: int
    lost: int
    doubled: int
    disordered: int
    held: int
    scores: int


@dataclass(kw_only=True)
class SoakResult(Comparison):
    """What came of it. `board_hours`: the time that each board has lived at least. `files`: files and sockets this
    process had open at the beginning and at the end; `desk_files` the most that a desk had.
    """

    seconds: float
    board_hours: float
    unacknowledged: int
    kills: int
    stops: int
    cuts: int
    deaths: int
    files: tuple[int, int]
    desk_files: int


def compare_results(event: OpenEvent, lines: Iterable[str]) -> Comparison:
    """Compare all lines that the boards have written with those stored for the event."""
    written = {line_hash(line.encode()) for line in lines}
    with event.reading() as (session, row):
        stored = session.execute(
            select(Line.digest, Line.board, Line.n, Line.held).where(Line.event_id == row.id).order_by(Line.id)
        ).all()
        scores = len(session.execute(select(Score.player).where(Score.event_id == row.id)).all())
    times = Counter(row.digest for row in stored)
    numbers: dict[str, list[int]] = defaultdict(list)
    for stored_line in stored:
        numbers[stored_line.board].append(stored_line.n)
    return Comparison(
        results=len(written),
        lost=sum(digest not in times for digest in written),
        doubled=sum(count - 1 for count in times.values()) + sum(digest not in written for digest in times),
        disordered=sum(order != list(range(1, len(order) + 1)) for order in numbers.values()),
        held=sum(bool(row.held) for row in stored),
        scores=scores,
    )
