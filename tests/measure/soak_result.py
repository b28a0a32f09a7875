"""Judges a soak test: compares what boards have written with what desks have stored."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import select

from firmware.journal.seal import line_hash
from host_tools.desk.events.location import OpenEvent
from host_tools.desk.scoring.standings import compute_standings
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import Entrant, Line, Score, Seat
from host_tools.results.result_line import ResultLine, parse_line


@dataclass
class Comparison:
    """The desk's results compared with the boards'. `lost`, `doubled` and `held` count results, `disordered` boards;
    all have to be 0, and `scores` twice `results`; `misranked` counts players whose standing is not what the boards'
    lines come to, and is 0 too."""

    results: int
    lost: int
    doubled: int
    disordered: int
    held: int
    scores: int
    misranked: int


@dataclass(kw_only=True)
class SoakResult(Comparison):
    """The result of a soak test. `board_hours`: time that every board has run at least. `files`: files and sockets that
    this process had open at the beginning and at the end; `desk_files`: the most that a desk had. `outages`: how often
    the broker was gone for long; `swaps`: how often two boards changed places; `absences`: how often
    a board was away; `again`: rounds that were begun although they had been played, which has to be 0.
    """

    seconds: float
    board_hours: float
    unacknowledged: int
    kills: int
    stops: int
    cuts: int
    deaths: int
    sleeps: int
    outages: int
    swaps: int
    database_kills: int
    lost_databases: int
    lost_nodes: int
    line_cuts: int
    copies: int
    forgeries: int
    takeovers: int
    absences: int
    again: int
    files: tuple[int, int]
    desk_files: int


def compare_results(event: OpenEvent, texts: Iterable[str]) -> Comparison:
    """Compare the result lines that the boards have written with those stored for the event."""
    lines = list(texts)
    written = {line_hash(line.encode()) for line in lines}
    with event.reading() as desk:
        stored = desk.session.execute(
            select(Line.digest, Line.board, Line.n, Line.held).where(Line.event_id == desk.event.id).order_by(Line.id)
        ).all()
        scores = len(desk.session.execute(select(Score.player).where(Score.event_id == desk.event.id)).all())
        misranked = _count_misranked(desk, lines)
    stored_counts = Counter(row.digest for row in stored)
    numbers_by_board: dict[str, list[int]] = defaultdict(list)
    for stored_line in stored:
        numbers_by_board[stored_line.board].append(stored_line.n)
    return Comparison(
        results=len(written),
        lost=sum(digest not in stored_counts for digest in written),
        doubled=sum(count - 1 for count in stored_counts.values())
        + sum(digest not in written for digest in stored_counts),
        disordered=sum(numbers != list(range(1, len(numbers) + 1)) for numbers in numbers_by_board.values()),
        held=sum(bool(row.held) for row in stored),
        scores=scores,
        misranked=misranked,
    )


Account = tuple[int, int, int, int]
"""Game points, games won, net spread and games played of a player."""


def _count_misranked(desk: Desk, lines: Iterable[str]) -> int:
    """Count the players whose standing is not what these lines come to, by the seating alone."""
    expected = _accounts(desk, map(parse_line, lines))
    names = desk.session.execute(select(Entrant.number, Entrant.name).where(Entrant.event_id == desk.event.id)).all()
    standings = {one.name: (one.points, one.won, one.net, one.played) for one in compute_standings(desk)}
    return sum(standings.get(name) != expected.get(number, (0, 0, 0, 0)) for number, name in names)


def _accounts(desk: Desk, lines: Iterable[ResultLine]) -> dict[int, Account]:
    """Add up the games of each player, by number."""
    query = select(Seat.round, Seat.table, Seat.side, Seat.player).where(Seat.event_id == desk.event.id)
    players = {(round_, table, side): player for round_, table, side, player in desk.session.execute(query).all()}
    accounts: dict[int, Account] = {}
    for line in lines:
        for letter, side in zip("AB", line.sides, strict=True):
            player = players[line.round, line.table, letter]
            points, won, net, played = accounts.get(player, (0, 0, 0, 0))
            accounts[player] = (points + side.points, won + bool(side.won), net + side.spread, played + 1)
    return accounts
