"""Validate result lines against the event's seating, with the times of their boards corrected as the director says."""

from copy import copy
from datetime import datetime
from functools import lru_cache
from typing import Any

from sqlalchemy import ColumnElement, func, select, true

from host_tools.desk.events.hall_rows import halls_of
from host_tools.desk.events.round_rules import round_rules
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import BYE_TABLE, IN_ONE_QUERY, SEATS, SITTINGS, BoardClock
from host_tools.results.result_line import CLEARED, REOPENED, ResultLine, parse_line
from host_tools.results.validation import TableInRound, is_proven, join_reasons, validate_game, validate_origin
from host_tools.table_numbers import event_table, split_id


def changed_line(line: ResultLine, **fields: object) -> ResultLine:
    """Return a copy of a line that has other values in these fields."""
    changed = copy(line)
    vars(changed).update(fields)
    return changed


def read_line(text: str) -> ResultLine:
    """Parse a result line; its table gets the event's number, by the hall in the event id that the board has.

    Raises LineError.
    """
    line = parse_line(text)
    line.table = event_table(split_id(line.event)[1], line.table)
    return line


class LineValidator:
    """The seated tables and boards' clocks, against which lines are validated; loaded a round at a time.

    `expect` limits what is loaded to some tables.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._uid, self._key = desk.event.uid, bytes.fromhex(desk.event.key)
        self._rules = round_rules(desk)
        self._halls = {hall.number for hall in halls_of(desk)} or {0}
        self._sides_by_round: dict[int, dict[int, int]] = {}
        self._seated_at: dict[int, dict[int, int]] = {}
        self._tables: set[int] | None = None
        clocks = select(BoardClock).where(BoardClock.event_id == desk.event.id)
        self._offsets = {clock.board: clock.offset_s for clock in desk.session.scalars(clocks)}

    def expect(self, tables: set[int]) -> None:
        """Limit what is loaded to these tables, if they are few: all lines validated from now on are theirs."""
        limit = tables if len(tables) <= IN_ONE_QUERY else None
        if limit != self._tables:
            self._tables = limit
            self._sides_by_round.clear()
            self._seated_at.clear()

    def _is_expected(self, column: Any) -> ColumnElement[bool]:
        return true() if self._tables is None else column.in_(self._tables)

    def is_sealed(self, line: ResultLine) -> bool:
        """Return whether a line is proven to be its board's, as `is_proven` says."""
        return is_proven(line, self._own_id(line), self._key)

    def _own_id(self, line: ResultLine) -> str:
        """Return the event's id, in an event of several halls with the hall that the line names."""
        return line.event if split_id(line.event)[0] == self._uid else self._uid

    def reasons(self, line: ResultLine) -> str:
        """Return the reasons to hold a line at the table and round it names, in the form of `join_reasons`; "" for
        none."""
        if line.end == CLEARED:
            return ""
        uid, hall = split_id(line.event)
        reasons = validate_origin(line, self._own_id(line), self._key)
        if uid == self._uid and hall not in self._halls:
            reasons.append("hall")
        if line.end == REOPENED:
            return join_reasons(reasons)  # It takes back the line whose number it names, at whatever table.
        sides = self._sides_in(line.round).get(line.table)
        if sides is None:
            return join_reasons([*reasons, "early"])
        rules = self._rules[line.round]
        table = TableInRound(rules.games, sides, rules.preset.name, *self.times_of(line.round, line.table))
        return join_reasons(reasons + validate_game(self.with_board_clock(line), table))

    def with_board_clock(self, line: ResultLine) -> ResultLine:
        """Return a line with its times as the director has decided about its board's clock."""
        if line.board not in self._offsets:
            return line
        offset = self._offsets[line.board]
        at, began = (None if time is None or offset is None else time + offset for time in (line.at, line.began))
        return changed_line(line, at=at, began=began)

    def times_of(self, round_number: int, table: int) -> tuple[int | None, int | None]:
        """Return when a table was seated in a round and in the next, in seconds since 1970; None if not known."""
        self._load_seated({round_number, round_number + 1} - self._seated_at.keys())
        return self._seated_at[round_number].get(table), self._seated_at[round_number + 1].get(table)

    def _sides_in(self, round_number: int) -> dict[int, int]:
        """Return the number of sides at each table of a round; queried once."""
        if round_number not in self._sides_by_round:
            conditions = (SEATS.event_id == self._desk.event.id, SEATS.round == round_number, SEATS.table > BYE_TABLE)
            query = select(SEATS.table, func.count(SEATS.side.distinct())).where(*conditions).group_by(SEATS.table)
            query = query.where(self._is_expected(SEATS.table))
            self._sides_by_round[round_number] = dict(self._desk.session.execute(query).all())
        return self._sides_by_round[round_number]

    def _load_seated(self, rounds: set[int]) -> None:
        """Query when each table of these rounds was seated, in seconds since 1970, without unknown times."""
        if not rounds:
            return
        conditions = (SITTINGS.event_id == self._desk.event.id, SITTINGS.round.in_(rounds), SITTINGS.at != "")
        query = select(SITTINGS.round, SITTINGS.table, SITTINGS.at).where(
            *conditions, self._is_expected(SITTINGS.table)
        )
        self._seated_at |= {number: {} for number in rounds}
        for number, table, time in self._desk.session.execute(query).all():
            self._seated_at[number][table] = _seconds(time)


@lru_cache(maxsize=1000)
def _seconds(at: str) -> int:
    return int(datetime.fromisoformat(at).timestamp())
