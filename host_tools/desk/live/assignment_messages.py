"""Encode, decode and diff `in/assign` messages, authenticated by an HMAC (firmware/net/README.md)."""

import json
from collections.abc import Mapping
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

from firmware.journal.seal import seal_mac
from host_tools.desk.live.board_keys import key_on_board
from host_tools.desk.live.board_messages import BETWEEN_MATCHES, LONGEST_PAYLOAD, State
from host_tools.desk.live.message_checks import MAX_BOARDS
from host_tools.desk.live.next_matches import NextMatch
from host_tools.table_numbers import board_event, event_table, number_in_hall, split_id

EXPIRY_S = 24 * 3600
"""A broker that speaks MQTT 5 forgets a desk's retained message after so many seconds."""
LONGEST_NAME = 20
"""Characters of a name on a board."""
_NAMES_BYTES = LONGEST_PAYLOAD // 2
"""The other half of the longest message is for the other fields."""
_deciding = attrgetter("event", "round", "table", "names", "assigned", "key")


class Assignment(NamedTuple):
    """A retained assignment: the match, and the serial number that tells a board which is newer.

    `after` is the number of the board's last result that was known when the match was assigned. If the board has later
    results, it has played the match meanwhile. `store` is the id of the store that assigned it.
    """

    serial: int
    match: NextMatch
    after: int = 0
    store: str = ""


def make_assignment(uid: str, event: str, key: bytes, assignment: Assignment) -> bytes:
    """Encode the payload of `in/assign` for the board `uid`, with an HMAC under the key that the board has; `event` is
    the event's own id; the number of the table's hall is added to it."""
    match = assignment.match
    fields = {"uid": uid, "serial": assignment.serial, "event": board_event(event, match.table)}
    fields |= {"round": match.round, "table": number_in_hall(match.table)}
    fields |= {"preset": match.preset, "teams": match.teams, "names": fitting_names(match.names)}
    fields |= {"after": assignment.after, "store": assignment.store}
    start = json.dumps(fields, separators=(",", ":"), ensure_ascii=False)[:-1]
    return f'{start},"mac":"{seal_mac(key, start.encode())}"}}'.encode()


@lru_cache(maxsize=MAX_BOARDS)
def fitting_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """Cut the names to the greatest length at which all together fit into _NAMES_BYTES as JSON; () if there is none."""
    for length in range(LONGEST_NAME, 0, -1):
        shortened = tuple(name[:length].rstrip() for name in names)
        if sum(len(json.dumps(name, ensure_ascii=False).encode()) for name in shortened) <= _NAMES_BYTES:
            return shortened
    return ()


@lru_cache(maxsize=MAX_BOARDS)
def read_assignment(uid: str, event: str, key: bytes, payload: bytes) -> Assignment | None:
    """Decode a payload; None unless its HMAC is right for this event and board."""
    try:
        fields = json.loads(payload)
        match = NextMatch(**{name: fields[name] for name in NextMatch._fields})
        table = event_table(split_id(fields["event"])[1], match.table)
        match = match._replace(table=table, names=tuple(match.names))
        assignment = Assignment(fields["serial"], match, fields["after"], fields["store"])
        return assignment if make_assignment(uid, event, key, assignment) == payload else None
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def assignments_to_publish(
    event: str,
    key: bytes,
    states: Mapping[str, State],
    matches: Mapping[str, NextMatch | None],
    retained: Mapping[str, bytes],
    newest: Mapping[str, int],
    now: int,
    store: str = "",
) -> dict[str, bytes]:
    """Return the payloads of `in/assign` to publish, by board; b"" clears a retained one. `key` is the event's.

    `states` are the states of the event's boards, `matches` their next matches, if any, `retained` the broker's
    retained payloads, and `newest` the numbers of their last stored results, all by board; `now` is in seconds since
    1970, and `store` the id of the store that assigns.
    """
    payloads = {}
    for uid, state in states.items():
        sealed_with = key_on_board(uid, key, state)
        current = read_assignment(uid, event, sealed_with, retained[uid]) if retained.get(uid) else None
        change = _needed_change(state, matches.get(uid), current, bool(retained.get(uid)), now)
        if isinstance(change, Assignment):
            payloads[uid] = make_assignment(
                uid, event, sealed_with, change._replace(after=newest.get(uid, 0), store=store)
            )
        elif change:
            payloads[uid] = b""
    return payloads


def is_assigned_alike(one: State, other: State) -> bool:
    """Return whether two states of a board differ in nothing that decides about its assignment."""
    if _deciding(one) != _deciding(other) or (one.waiting > 0) != (other.waiting > 0):
        return False
    return (one.phase == BETWEEN_MATCHES) == (other.phase == BETWEEN_MATCHES)


def _needed_change(
    state: State, match: NextMatch | None, current: Assignment | None, is_retained: bool, now: int
) -> Assignment | bool:
    """Return the assignment to publish, True to clear the retained one, or False to leave it.

    `current` is the retained one; None with `is_retained` if it is of another event, or damaged.
    """
    if match is None:
        return is_retained
    match = match._replace(names=fitting_names(match.names))
    is_pending = current is not None and current.serial > state.assigned
    if state.round == match.round and state.phase != BETWEEN_MATCHES:
        # The match is being played. The board would accept a pending assignment after it, and show this round again.
        return is_pending
    if current and current.match == match and now - current.serial < EXPIRY_S // 2:
        return False
    if (state.round, state.table, state.names) == (match.round, match.table, match.names):
        return is_pending  # The board has accepted it: a broker that lost its retained message needs no other.
    if state.waiting:
        return is_pending  # Perhaps the match has been played: results wait on the board.
    return Assignment(max(now, state.assigned + 1, current.serial + 1 if current else 0), match)
