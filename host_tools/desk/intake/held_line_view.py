"""Read model of held lines, the result lines that wait for the director: result, reasons, players."""

from collections.abc import Collection
from dataclasses import dataclass
from operator import attrgetter

from sqlalchemy import select
from sqlalchemy.orm import Session

from firmware.rules.outcome import END_NAMES, END_PLAYED
from host_tools.desk.events import entrants
from host_tools.desk.scoring import Key, keys_by_round, seats_at
from host_tools.desk.store import Event, Line, batches
from host_tools.i18n import message
from host_tools.results import explain, unpack_sides

_IN_ONE_QUERY = 500


@dataclass(frozen=True)
class HeldLine:
    """A result line that waits for the director. `line` is its number at the desk, `n` its number on its board.

    `result` is its text, such as "A 121, B 90"; `reasons` are why it is held, by name, and `why` as text. `players`
    are those it would count for, by side; there are none where nobody has been seated.
    """

    line: int
    board: str
    n: int
    round: int
    table: int
    game: int
    result: str
    reasons: tuple[str, ...]
    why: str
    players: tuple[str, ...]

    @property
    def text(self) -> str:
        """The held line as one sentence, for people."""
        for_whom = message("desk.page.against").join(self.players) or message("desk.found.for_nobody")
        result, board = self.result, self.board
        return message("desk.found.held_line", n=self.n, board=board, result=result, why=self.why, players=for_whom)


def held_lines(session: Session, event: Event, ids: Collection[int] | None = None) -> list[HeldLine]:
    """Query the held lines, all or those with these ids, by round, table, game and board."""
    all_held = select(Line).where(Line.event_id == event.id, Line.held != "", Line.decision == "")
    parts = batches(sorted(ids or ()), _IN_ONE_QUERY)
    queries = [all_held] if ids is None else [all_held.where(Line.id.in_(part)) for part in parts]
    lines = [line for query in queries for line in session.scalars(query)]
    players = _players_by_table(session, event, {(line.round, line.table) for line in lines})
    views = [_held_line(line, players.get((line.round, line.table), ())) for line in lines]
    return sorted(views, key=attrgetter("round", "table", "game", "board", "n"))


def result_text(line: Line) -> str:
    """Return a line's result as text: front pegs by side, and how the game ended where it was not pegged out."""
    pegs = ", ".join(f"{letter} {side.holes}" for letter, side in zip("ABCD", unpack_sides(line.sides), strict=False))
    if line.end == END_NAMES[END_PLAYED]:
        return pegs
    end = message(f"desk.end.{line.end}")
    return f"{pegs}, {end}" if pegs else end


def _held_line(line: Line, players: tuple[str, ...]) -> HeldLine:
    place = (line.id, line.board, line.n, line.round, line.table, line.game)
    return HeldLine(*place, result_text(line), tuple(line.held.split()), explain(line.held), players)


def _players_by_table(session: Session, event: Event, keys: set[Key]) -> dict[Key, tuple[str, ...]]:
    """Return the names of each side at these tables, by (round, table); partners joined."""
    names = {number: player.name for number, player in entrants(session, event).items()} if keys else {}
    players_by_table: dict[Key, tuple[str, ...]] = {}
    for part in keys_by_round(keys):
        for key, sides in seats_at(session, event, part).items():
            side_names = ([names[player] for player in side] for side in sides.values())
            players_by_table[key] = tuple(map(message("desk.page.and").join, side_names))
    return players_by_table
