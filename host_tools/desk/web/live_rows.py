"""View model of live tables for everybody: a round's seating with boards' states, closest game, skunk watch."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from firmware.rules.outcome import level_of
from firmware.rules.preset import Preset
from firmware.rules.presets import load_preset
from host_tools.desk.live.board_messages import BETWEEN_MATCHES, OVER, State
from host_tools.desk.rounds.round_view import RoundView, TableView
from host_tools.table_numbers import hall_of


@dataclass(frozen=True)
class LiveSide:
    """One side: `score` its front peg, `counting` the count being entered, `games` it has won in this match; None if
    unknown."""

    letter: str
    names: tuple[str, ...]
    score: int | None = None
    counting: int = 0
    games: int | None = None


@dataclass(frozen=True)
class LiveRow:
    """A table in the present round. `status`: `unheard` without a board's state of this round, `ready` before its first
    game, `playing`, `over` once its game is won, `in` once the desk has the result. `silent`: its board is silent."""

    table: int
    sides: tuple[LiveSide, ...]
    status: str
    silent: bool = False

    @property
    def gap(self) -> int:
        """Holes between the two leading sides."""
        first, second, *_ = sorted((side.score or 0 for side in self.sides), reverse=True)
        return first - second

    @property
    def front(self) -> int:
        """The leading side's front peg."""
        return max(side.score or 0 for side in self.sides)


def live_row(table: TableView, event: str, states: Iterable[tuple[State, bool]]) -> LiveRow:
    """Build a table's live row from its result, else from the state of its board.

    `states`: of the boards that name this table, each with whether the board is silent; `event`: the event's id. Boards
    in another round and friendly games are left out, and silent boards where another is not. If several are left,
    none is shown.
    """
    in_round = [
        (state, silent)
        for state, silent in states
        if state.event_uid == event and state.round == table.round and not state.friendly
    ]
    return _row_with_boards(table, [board for board in in_round if not board[1]] or in_round)


def _row_with_boards(table: TableView, boards: list[tuple[State, bool]]) -> LiveRow:
    """Build a table's live row from its result, else from its board if it has exactly one: (state, whether silent)."""
    names = {letter: tuple(people) for letter, people in table.sides.items()}
    if table.waiting is None and table.games:
        last = table.games[-1].sides
        sides = (
            LiveSide(letter, side_names, last[letter].holes if letter in last else None)
            for letter, side_names in names.items()
        )
        return LiveRow(table.table, tuple(sides), "in")
    state, silent = boards[0] if len(boards) == 1 else (None, False)
    if state is None or len(state.scores) != len(names):
        return LiveRow(table.table, tuple(LiveSide(*pair) for pair in names.items()), "unheard")
    if state.phase == BETWEEN_MATCHES:
        return LiveRow(table.table, tuple(LiveSide(*pair) for pair in names.items()), "ready", silent)
    played = zip(names.items(), state.scores, state.counting, state.games, strict=True)
    sides = (LiveSide(*pair, score, counting, games) for pair, score, counting, games in played)
    return LiveRow(table.table, tuple(sides), "over" if state.phase in OVER else "playing", silent)


def closest_game(rows: Iterable[LiveRow], preset: Preset) -> LiveRow | None:
    """Return the closest game past the middle of the track, of equally close ones the most advanced; None for none."""
    late = [row for row in _rows_in_play(rows) if 2 * row.front > preset.target]
    return min(late, key=lambda row: (row.gap, -row.front, row.table), default=None)


def _rows_in_play(rows: Iterable[LiveRow]) -> list[LiveRow]:
    """Return the rows whose game is being played and whose board is not silent."""
    return [row for row in rows if row.status == "playing" and not row.silent]


@dataclass(frozen=True)
class SkunkWatch:
    """A side that will be skunked unless it pegs `holes` more: `level` 1 a skunk, 2 a double skunk, 3 a triple one."""

    table: int
    names: tuple[str, ...]
    holes: int
    level: int


def skunk_watch(rows: Iterable[LiveRow], preset: Preset) -> list[SkunkWatch]:
    """Return the sides short of a skunk line while an opponent is in the last quarter of the track, the most advanced
    opponent first."""
    late = [row for row in _rows_in_play(rows) if 4 * row.front >= 3 * preset.target]
    late.sort(key=lambda row: (-row.front, row.table))
    threats = [_skunk_threat(row, side, preset) for row in late for side in row.sides]
    return [threat for threat in threats if threat is not None]


def _skunk_threat(row: LiveRow, side: LiveSide, preset: Preset) -> SkunkWatch | None:
    """Return the skunk that the side would suffer now; None if it leads, is past the lines, or the low score wins."""
    score = side.score or 0
    level = level_of(preset, score)
    if not level or score == row.front or preset.low_game:
        return None
    return SkunkWatch(row.table, side.names, preset.lines[level - 1] + 1 - score, level)


def without_counts(row: LiveRow) -> LiveRow:
    """Return the row without counts being entered, for public pages."""
    if not any(side.counting for side in row.sides):
        return row
    return replace(row, sides=tuple(replace(side, counting=0) for side in row.sides))


_MAX_SKUNKS = 2


@dataclass(frozen=True)
class PublicHall:
    """View model of the present round for everybody, as of `delay` minutes ago; None: scores are hidden."""

    stamp: str
    view: RoundView | None
    rows: tuple[LiveRow, ...]
    delay: int | None

    @cached_property
    def watch(self) -> tuple[LiveRow | None, tuple[SkunkWatch, ...]]:
        """The closest game and the skunk watch."""
        if self.view is None:
            return None, ()
        preset = load_preset(self.view.preset)
        return closest_game(self.rows, preset), tuple(skunk_watch(self.rows, preset)[:_MAX_SKUNKS])

    def in_hall(self, hall: int) -> "PublicHall":
        """Return the same for one hall of several, by its number; 0: for all."""
        if not hall or self.view is None:
            return self
        rows = tuple(row for row in self.rows if hall_of(row.table) == hall)
        return replace(self, view=view_in_hall(self.view, hall), rows=rows)


def view_in_hall(view: RoundView | None, hall: int) -> RoundView | None:
    """Return the round that one hall of several plays, with its tables alone."""
    if view is None:
        return None
    tables = [table for table in view.tables if hall_of(table.table) == hall]
    return replace(view, tables=tables, round=tables[0].round if tables else view.round)
