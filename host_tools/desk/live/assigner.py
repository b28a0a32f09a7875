"""Finds what a desk has to publish on `in/assign`: new assignments, and those that are withdrawn."""

import time
from collections.abc import Callable, Iterable

from host_tools.desk.events.audit_log import newest_change_ids
from host_tools.desk.events.location import OpenEvent
from host_tools.desk.live.assignment_messages import EXPIRY_S, assignment_input, assignments_to_publish, read_assignment
from host_tools.desk.live.board_keys import key_on_board
from host_tools.desk.live.board_messages import State
from host_tools.desk.live.next_matches import (
    find_places,
    newest_results,
    next_matches,
    record_assigned,
)
from host_tools.desk.live.result_import import ReceivedLine
from host_tools.garbage_collection import without_collection


class Assigner:
    """Finds the assignments of an event with this id and event key, for the boards that `own` returns, of those given.

    `boards_without_table`: uids of boards of no known table. `changes`: ids of the event's newest changes that were
    taken into account.
    """

    def __init__(self, event: OpenEvent, uid: str, key: bytes, own: Callable[[Iterable[str]], set[str]]) -> None:
        self._event, self._uid, self._key, self._own = event, uid, key, own
        self.boards_without_table: list[str] = []
        self._recorded: set[tuple[str, int]] = set()
        self.forget()

    def forget(self) -> None:
        """Take all into account anew, at the next call of `find`."""
        self.changes: tuple[int | None, ...] = ()
        self._inputs: tuple[object, ...] = ()

    @without_collection()
    def find(
        self, states: dict[str, State], retained: dict[str, bytes], elsewhere: dict[str, State] | None = None
    ) -> dict[str, bytes]:
        """Return the payloads to publish, by board; {} if event, boards and retained ones have not changed. Raises
        DeskError.

        `states` and `retained` are of one broker, `elsewhere` the states of boards of all: two may claim one table.
        """
        everywhere = (elsewhere or {}) | states
        with self._event.reading() as (session, event):
            reported = sorted(map(assignment_input, states.items()))
            # Within a quarter of an expiry it is seen that a retained assignment is old.
            own, changes = self._own(states), newest_change_ids(session, event)
            claims = {uid: state.table for uid, state in everywhere.items()}
            inputs = (changes, retained, reported, own, claims, int(time.time()) // (EXPIRY_S // 4))
            if inputs == self._inputs:
                return {}
            places = find_places(session, event, everywhere)
            tables = {uid: table for uid, table in places.tables.items() if uid in own}
            matches = next_matches(session, event, tables)
            newest = newest_results(session, event)
        own_states = {uid: states[uid] for uid in own}
        payloads = assignments_to_publish(self._uid, self._key, own_states, matches, retained, newest, int(time.time()))
        self._record({(uid, tables[uid]) for uid, payload in payloads.items() if payload})
        self._inputs, self.changes = inputs, changes
        self.boards_without_table = [uid for uid in places.boards_without_table if uid in states]
        return payloads

    def _record(self, places: set[tuple[str, int]]) -> None:
        """Log each (board, table) that is assigned for the first time. Raises DeskError."""
        if new := places - self._recorded:
            with self._event.writing() as (session, event):
                record_assigned(session, event, new)
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
