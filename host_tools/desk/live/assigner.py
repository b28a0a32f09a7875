"""Finds what a desk has to publish on `in/assign`: new assignments, and those that are withdrawn."""

import time
from collections.abc import Callable, Collection, Iterable, Mapping, Set
from typing import NamedTuple

from host_tools.desk.events.audit_log import newest_change_ids
from host_tools.desk.events.location import OpenEvent
from host_tools.desk.live.assignment_messages import (
    EXPIRY_S,
    assignments_to_publish,
    is_assigned_alike,
    read_assignment,
)
from host_tools.desk.live.board_keys import key_on_board
from host_tools.desk.live.board_messages import State
from host_tools.desk.live.board_places import Placements, Places, find_places, read_placements
from host_tools.desk.live.next_matches import NextMatch, newest_results, next_matches, record_assigned
from host_tools.desk.live.result_import import ReceivedLine
from host_tools.desk.live.results_read import ChangedLines, ResultsRead, have_only_results_come, read_results
from host_tools.desk.store.desk import Desk
from host_tools.garbage_collection import without_collection

_WHOLE_S = EXPIRY_S // 4
"""All boards are looked at so often, in seconds: a retained assignment grows old even if nothing changes."""


Changes = tuple[int | None, ...]
"""Ids of an event's newest changes (`newest_change_ids`)."""


class _Look(NamedTuple):
    """What a look for assignments saw and found, by board's uid. The next look compares with it.

    `changes`: ids of the event's newest changes; `period`: number of the time of _WHOLE_S; `states` of all boards;
    `heard`: boards that have said something since the look before; `own`: the desk's; `matched`: those of them whose
    next match was looked for; `retained`: the broker's payloads after the found ones were published.
    """

    changes: Changes = ()
    period: int = 0
    states: Mapping[str, State] = {}
    heard: Set[str] = frozenset()
    own: Set[str] = frozenset()
    matched: Set[str] = frozenset()
    placements: Placements | None = None
    results: ResultsRead = ResultsRead()
    places: Places = Places({}, [])
    matches: dict[str, NextMatch | None] = {}
    retained: Mapping[str, bytes] = {}


class Assigner:
    """Finds the assignments of an event with this id and event key. `own` returns which of the given boards are this
    desk's.

    `store`: the id of the store, which assignments say. `boards_without_table`: uids of boards of no known table.
    """

    def __init__(self, event: OpenEvent, uid: str, key: bytes, own: Callable[[Iterable[str]], set[str]]) -> None:
        self._event, self._uid, self._key, self._own = event, uid, key, own
        self.store = ""
        self.boards_without_table: list[str] = []
        self._recorded: set[tuple[str, int]] = set()
        self.forget()

    def forget(self) -> None:
        """Look at all boards again at the next call of `find`."""
        self._last = _Look()

    @property
    def changes(self) -> Changes:
        """Ids of the event's newest changes that were taken into account."""
        return self._last.changes

    @without_collection()
    def find(
        self, states: dict[str, State], retained: dict[str, bytes], elsewhere: dict[str, State] | None = None
    ) -> dict[str, bytes]:
        """Return the payloads to publish, by board. Raises DeskError.

        `states` and `retained` are of one broker, `elsewhere` has the states of the boards of all brokers: two boards
        may claim one table. The first call looks at all boards. A later one looks at those for which something has
        changed since, or whose payload of the call before is not retained.
        """
        now, own = int(time.time()), self._own(states)
        with self._event.reading() as desk:
            changes = newest_change_ids(desk)
            before = self._last_look(desk, changes, now // _WHOLE_S)
            look = _look(desk, before, changes, (elsewhere or {}) | states, own)
            boards = _boards_to_assign(before, look, retained)
            newest = newest_results(desk, boards) if boards else {}
        own_states = {uid: states[uid] for uid in sorted(boards)}
        payloads = assignments_to_publish(
            self._uid, self._key, own_states, look.matches, retained, newest, now, self.store
        )
        self._record({(uid, look.places.tables[uid]) for uid, payload in payloads.items() if payload})
        self._last = look._replace(period=now // _WHOLE_S, retained=retained | payloads)
        self.boards_without_table = [uid for uid in look.places.boards_without_table if uid in states]
        return payloads

    def _last_look(self, desk: Desk, changes: Changes, period: int) -> _Look:
        """Return the look before; an empty one if all has to be looked at."""
        last = self._last
        is_usable = last.period == period and have_only_results_come(desk, last.changes, changes)
        return last if is_usable else _Look()

    def _record(self, places: set[tuple[str, int]]) -> None:
        """Log each (board, table) that is assigned for the first time. Raises DeskError."""
        if new := places - self._recorded:
            with self._event.writing() as desk:
                record_assigned(desk, new)
            self._recorded |= new

    def answered(
        self,
        received: Iterable[ReceivedLine],
        acks: Iterable[str],
        states: dict[str, State],
        retained: dict[str, bytes],
    ) -> dict[str, bytes]:
        """Return b"" for each board whose retained assignment is answered by a received line that is acknowledged.

        A line of that round from another table answers it too: the board was moved while it was away.
        """
        answered = {}
        for uid, line in received:
            sealed_with = key_on_board(uid, self._key, states[uid]) if uid in states else self._key
            current = read_assignment(uid, self._uid, sealed_with, retained.get(uid, b""))
            if uid in acks and current and current.match.round == line.round:
                answered[uid] = b""
        return answered


def _look(desk: Desk, before: _Look, changes: Changes, states: Mapping[str, State], own: Set[str]) -> _Look:
    """Return the boards' places and next matches: those of `before` where nothing has changed that decides."""
    placements, places = before.placements or read_placements(desk), before.places
    results, changed = before.results, ChangedLines()
    if changes != before.changes:
        results, changed = read_results(desk, before.results)
    heard = {uid for uid, state in states.items() if before.states.get(uid) is not state}
    if _has_moved_by_result(before, results) or _has_moved_by_state(before, states, heard):
        places = find_places(desk.event, states, placements, results.tables)
    matched = own & (changed.boards | _moved_boards(before.places, places, changed.tables)) | (own - before.own)
    tables = {uid: places.tables[uid] for uid in matched if uid in places.tables}
    found = next_matches(desk, tables, placements.exchanged) if tables else {}
    matches = before.matches | dict.fromkeys(matched) | found
    return _Look(changes, before.period, states, heard, own, matched, placements, results, places, matches)


def _has_moved_by_result(before: _Look, results: ResultsRead) -> bool:
    """Return whether boards' last results are at other tables than before. The first result of a board does not count
    if the board is at its table already."""
    if results is before.results:
        return False
    tables_before, tables = before.results.tables.items(), results.tables.items()
    return not tables_before <= tables or not tables - tables_before <= before.places.tables.items()


def _has_moved_by_state(before: _Look, states: Mapping[str, State], heard: Collection[str]) -> bool:
    """Return whether a board reports another table or hall than before, or has come or gone."""
    return before.states.keys() != states.keys() or any(
        before.states[uid].table != states[uid].table or before.states[uid].event != states[uid].event for uid in heard
    )


def _moved_boards(before: Places, places: Places, tables: Collection[int]) -> set[str]:
    """Return the boards at these tables, and those that are at another than before or have left theirs."""
    at_tables = {uid for uid, table in places.tables.items() if table in tables} if tables else set()
    if places is before:
        return at_tables
    return at_tables | {uid for uid, _ in places.tables.items() ^ before.tables.items()}


def _boards_to_assign(before: _Look, look: _Look, retained: Mapping[str, bytes]) -> Set[str]:
    """Return the desk's boards for which something that decides about an assignment has changed since the look
    before."""
    said = {
        uid
        for uid in look.heard
        if uid not in before.states or not is_assigned_alike(before.states[uid], look.states[uid])
    }
    received = {uid for uid, payload in retained.items() if before.retained.get(uid) != payload}
    return look.own & (look.matched | said | received | (before.retained.keys() - retained.keys()))
