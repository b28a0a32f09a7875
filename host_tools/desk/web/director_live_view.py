"""View model of the director's live list: tables with their boards, those with trouble first; boards at no table."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from host_tools.desk.live.board_messages import BETWEEN_MATCHES, State
from host_tools.desk.live.board_registry import LiveBoard
from host_tools.desk.rounds.round_view import RoundView
from host_tools.desk.store.model import Hall
from host_tools.desk.web.live_rows import LiveRow, live_row, view_in_hall
from host_tools.table_numbers import hall_letter, hall_of, split_id

TROUBLES = ("two", "silent", "board", "ahead", "refused", "held", "waiting", "unheard", "behind")
"""Kinds of trouble, the worst first; their texts are under `desk.live.trouble`."""


@dataclass(frozen=True)
class WatchedBoard:
    """A board: its reported round, table and phase; `silent_since` in seconds since 1970, 0 if it is not silent;
    `trouble` the kind of its notes; numbers of messages `refused`, of results `waiting` to be sent, and of `held` ones;
    `foreign`: it is of another event; `hall`: number of the event's hall that it is of, 0 for none."""

    uid: str
    round: int
    table: int
    phase: str
    silent_since: int
    trouble: int
    refused: int
    waiting: int
    held: int
    foreign: bool
    hall: int = 0


@dataclass(frozen=True)
class WatchedTable:
    """A table, its boards, and its troubles in the order of TROUBLES."""

    row: LiveRow
    boards: tuple[WatchedBoard, ...]
    troubles: tuple[str, ...]

    @property
    def sort_key(self) -> tuple[int, int]:
        """Sort key: the worst trouble, then the table."""
        worst = TROUBLES.index(self.troubles[0]) if self.troubles else len(TROUBLES)
        return worst, self.row.table


@dataclass(frozen=True)
class HallSummary:
    """One hall of several: how many tables it has in its round, how many of them have a result, or trouble."""

    letter: str
    name: str
    tables: int
    results: int
    troubled: int


@dataclass(frozen=True)
class DirectorHall:
    """The present round for the director: its tables, the worst trouble first, and `spare`, the boards at none of them.

    `refused`: number of messages refused; `trouble`: with the broker, as text; `halls`: a summary of each, where the
    event has several.
    """

    stamp: str
    view: RoundView | None
    tables: tuple[WatchedTable, ...]
    spare: tuple[WatchedBoard, ...]
    refused: int
    trouble: str
    halls: tuple[HallSummary, ...] = ()

    @property
    def boards(self) -> list[WatchedBoard]:
        """All its boards."""
        return [board for table in self.tables for board in table.boards] + list(self.spare)

    def in_hall(self, number: int) -> "DirectorHall":
        """Return the part in one hall of several, by its number, with the boards of no hall; 0: the tables with trouble
        in all halls."""
        if not self.halls:
            return self
        if not number:
            return replace(self, tables=tuple(table for table in self.tables if table.troubles))
        tables = tuple(table for table in self.tables if hall_of(table.row.table) == number)
        spare = tuple(board for board in self.spare if board.hall in (0, number))
        return replace(self, view=view_in_hall(self.view, number), tables=tables, spare=spare, halls=())


def summarize_halls(tables: Iterable[WatchedTable], halls: Iterable[Hall]) -> tuple[HallSummary, ...]:
    """Return a summary of each of the event's halls; () for an event of one hall."""
    by_hall: dict[int, list[WatchedTable]] = defaultdict(list)
    for table in tables:
        by_hall[hall_of(table.row.table)].append(table)
    return tuple(
        HallSummary(
            letter=hall_letter(one.number),
            name=one.name,
            tables=len(by_hall[one.number]),
            results=sum(table.row.status == "in" for table in by_hall[one.number]),
            troubled=sum(bool(table.troubles) for table in by_hall[one.number]),
        )
        for one in halls
    )


_NOWHERE = State(0, 0, "", "", 0, 0, "", (), (), (), (), 0, 0)


def watch_boards(
    view: RoundView | None, event: str, boards: Iterable[LiveBoard], held: Mapping[str, int], clock_offset: float
) -> tuple[tuple[WatchedTable, ...], tuple[WatchedBoard, ...]]:
    """Return (tables with their boards, the worst trouble first; boards at no table of this round).

    `event`: the event's id; `held`: number of held results by board; `clock_offset`: seconds from the boards' clock to
    Unix time.
    """
    boards_by_table: dict[int, list[WatchedBoard]] = defaultdict(list)
    states: dict[int, list[tuple[State, bool]]] = defaultdict(list)
    tables = {table.table: table for table in view.tables} if view else {}
    for board in boards:
        watched = _watched_board(board, event, held.get(board.uid, 0), clock_offset)
        boards_by_table[watched.table if watched.table in tables and not watched.foreign else 0].append(watched)
        if board.state is not None:
            states[board.state.table].append((board.state, board.silent))
    watched_tables = [
        _watched_table(live_row(table, event, states[number]), boards_by_table[number], table.round)
        for number, table in tables.items()
    ]
    watched_tables.sort(key=lambda watched_table: watched_table.sort_key)
    return tuple(watched_tables), tuple(boards_by_table[0])


def _watched_board(board: LiveBoard, event: str, held: int, clock_offset: float) -> WatchedBoard:
    """Build a board's view; `held`: number of its held results; `event`, `clock_offset`: as in `watch_boards`."""
    state = board.state or _NOWHERE
    return WatchedBoard(
        uid=board.uid,
        round=state.round,
        table=state.table,
        phase=state.phase,
        silent_since=round(board.last_message_at + clock_offset) if board.silent else 0,
        trouble=state.trouble,
        refused=board.refused + state.refused,
        waiting=state.waiting if state.event_uid == event else 0,
        held=held,
        foreign=state.event_uid != event,
        hall=split_id(state.event)[1] if state.event_uid == event else 0,
    )


def _watched_table(row: LiveRow, boards: list[WatchedBoard], round_number: int) -> WatchedTable:
    """Build the view of a table in round `round_number`, with its troubles; silent boards count only without others."""
    present = [board for board in boards if not board.silent_since] or boards
    is_in = row.status == "in"
    has_trouble = {
        "two": len(present) > 1,
        "silent": bool(boards) and all(board.silent_since for board in boards) and not is_in,
        "board": any(board.trouble for board in present),
        "ahead": any(_is_ahead(board, row, round_number) for board in present),
        "refused": any(board.refused for board in boards),
        "held": any(board.held for board in boards),
        "waiting": any(board.waiting for board in boards),
        "unheard": not boards and not is_in,
        "behind": any(board.round < round_number and not (board.silent_since and is_in) for board in present),
    }
    return WatchedTable(row, tuple(boards), tuple(name for name in TROUBLES if has_trouble[name]))


def _is_ahead(board: WatchedBoard, row: LiveRow, round_number: int) -> bool:
    """Return whether a board is further than its table's round: once that has its result, boards show the next."""
    shows_next = row.status == "in" and board.phase == BETWEEN_MATCHES
    return board.round > round_number + shows_next
