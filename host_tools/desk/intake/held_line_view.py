"""Read model of held lines, the result lines that await the director's decision: result, reasons, players."""

from collections.abc import Collection
from dataclasses import dataclass
from operator import attrgetter

from sqlalchemy import select

from firmware.rules.outcome import END_NAMES, END_PLAYED
from host_tools.desk.events.entrants import shown_names
from host_tools.desk.scoring.recompute_scores import seats_at
from host_tools.desk.scoring.stored_lines import key_batches_by_round
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import IN_ONE_QUERY, Line, TableKey, batches
from host_tools.i18n import message
from host_tools.results.result_line import unpack_sides
from host_tools.results.validation import explain


@dataclass(frozen=True)
class HeldLine:
    """A result line that awaits the director's decision. `line` is its id at the desk, `n` its number on its board.

    `result` is a text such as "A 121, B 90"; `reasons` are the names of REASONS, `why` their text. `players` has the
    names of each side for whom it would count; empty if nobody has been seated there. `sealed`: it is proven to be its
    board's.
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
    sealed: bool

    @property
    def text(self) -> str:
        """The held line as one translated sentence."""
        for_whom = message("desk.page.against").join(self.players) or message("desk.found.for_nobody")
        result, board = self.result, self.board
        return message("desk.found.held_line", n=self.n, board=board, result=result, why=self.why, players=for_whom)


def held_lines(desk: Desk, ids: Collection[int] | None = None) -> list[HeldLine]:
    """Query the held lines (default: all; else those of `ids`), sorted by round, table, game, board and number."""
    all_held = select(Line).where(Line.event_id == desk.event.id, Line.held != "", Line.decision == "")
    id_batches = batches(sorted(ids or ()), IN_ONE_QUERY)
    queries = [all_held] if ids is None else [all_held.where(Line.id.in_(batch)) for batch in id_batches]
    lines = [line for query in queries for line in desk.session.scalars(query)]
    players = side_names(desk, {(line.round, line.table) for line in lines})
    views = [_held_line(line, players.get((line.round, line.table), ())) for line in lines]
    return sorted(views, key=attrgetter("round", "table", "game", "board", "n"))


def result_text(line: Line) -> str:
    """Return a line's result as text: front pegs by side, and the kind of end if nobody pegged out."""
    pegs = ", ".join(f"{letter} {side.holes}" for letter, side in zip("ABCD", unpack_sides(line.sides), strict=False))
    if line.end == END_NAMES[END_PLAYED]:
        return pegs
    end = message(f"desk.end.{line.end}")
    return f"{pegs}, {end}" if pegs else end


def _held_line(line: Line, players: tuple[str, ...]) -> HeldLine:
    place = (line.id, line.board, line.n, line.round, line.table, line.game)
    return HeldLine(*place, result_text(line), tuple(line.held.split()), explain(line.held), players, line.sealed)


def side_names(desk: Desk, table_keys: set[TableKey]) -> dict[TableKey, tuple[str, ...]]:
    """Return for each table a text for each side: the player's name, or the partners' names joined."""
    names = shown_names(desk) if table_keys else {}
    players_by_table: dict[TableKey, tuple[str, ...]] = {}
    for batch in key_batches_by_round(table_keys):
        for table_key, sides in seats_at(desk, batch).items():
            side_names = ([names[player] for player in side] for side in sides.values())
            players_by_table[table_key] = tuple(map(message("desk.page.and").join, side_names))
    return players_by_table
