"""Public live rows of the newest round's tables: built anew only once a table's result or its boards' states change."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cached_property

from host_tools.desk.live.board_messages import State
from host_tools.desk.live.board_registry import LiveTables, States
from host_tools.desk.rounds.round_view import RoundView, TableView
from host_tools.desk.store.model import Event
from host_tools.desk.web.live_rows import LiveRow, live_row


@dataclass(frozen=True)
class NewestRound:
    """The newest round, None before the first, and the change stamp as of which it was queried."""

    stamp: str
    view: RoundView | None

    @cached_property
    def tables(self) -> dict[int, TableView]:
        """Its tables by number."""
        return {table.table: table for table in self.view.tables} if self.view else {}


@dataclass(frozen=True, slots=True)
class PublicRow:
    """A table's live row, the table and the boards' states that it was built from, and its HTML by language."""

    table: TableView
    states: list[tuple[State, bool]]
    row: LiveRow
    html: dict[str, str]


@dataclass(frozen=True, slots=True)
class _Streamed:
    """The round and the number of the boards' changes that streams show; no board falls silent before `silence_at`."""

    newest: NewestRound
    change_count: int
    silence_at: float


class PublicRows:
    """Public live rows of an event's tables. `tables` None: there is no broker. `clock` is that of the times in
    `tables`, in seconds."""

    def __init__(self, tables: LiveTables | None, clock: Callable[[], float]) -> None:
        self._tables = tables
        self._clock = clock
        self._rows: dict[int, PublicRow] = {}
        self._streamed: _Streamed | None = None

    def rows(self, newest: NewestRound, event: Event, only: Collection[int] | None = None) -> dict[int, PublicRow]:
        """Return the rows of the round's tables, or of `only` these, by number."""
        states = self._states(event, only)
        wanted = newest.tables if only is None else [number for number in only if number in newest.tables]
        return {number: self._row(newest.tables[number], event, states.get(number, [])) for number in wanted}

    def _row(self, table: TableView, event: Event, states: list[tuple[State, bool]]) -> PublicRow:
        """Return a table's row, the one that there is if table and states are the same."""
        before = self._rows.get(table.table)
        if before is not None and before.table is table and before.states == states:
            return before
        row = live_row(table, event.uid, states)
        html = before.html if before is not None and before.row == row else {}
        new = self._rows[table.table] = PublicRow(table, states, row, html)
        return new

    def _states(self, event: Event, only: Collection[int] | None) -> States:
        """Return the boards' states `score_delay` minutes ago at all tables, or at `only` these; {} if hidden."""
        if self._tables is None or event.score_delay is None:
            return {}
        now = self._clock()
        return self._tables.states_at(now - 60 * event.score_delay, now, only)

    def changed_tables(self, newest: NewestRound, event: Event) -> set[int] | None:
        """Return the tables whose rows may have changed since the last call, for streams; None: any may have.

        Delayed states, and boards that fall silent, change by time alone: then it is None.
        """
        if self._tables is None or event.score_delay != 0:
            self._streamed = None
            return None
        now, last = self._clock(), self._streamed
        count, changed = self._tables.changes_since(last.change_count if last else 0)
        if last is None or last.newest is not newest or now >= last.silence_at:
            changed, silence_at = None, self._tables.next_silence(now)
        else:
            silence_at = last.silence_at
        self._streamed = _Streamed(newest, count, silence_at)
        return changed

    def forget_streams(self) -> None:
        """Have the next call of `changed_tables` return None: what the last one returned was not shown."""
        self._streamed = None
