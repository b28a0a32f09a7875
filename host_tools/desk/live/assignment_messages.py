"""Encode, decode and diff `in/assign` messages, authenticated by an HMAC (firmware/net/README.md)."""

import json
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from firmware.journal.seal import seal_mac
from host_tools.desk.live.board_messages import State
from host_tools.desk.live.next_matches import Match

LONGEST_NAME = 20
"""Characters of a name on a board."""
_LONGEST = 480
_BETWEEN = "round"
"""The phase in which a board takes an assignment."""


class Assignment(NamedTuple):
    """A retained assignment: the match, and the serial number that tells a board which is newer."""

    serial: int
    match: Match


def make_assignment(uid: str, event: str, key: bytes, assignment: Assignment) -> bytes:
    """Encode the payload of `in/assign`, with an HMAC under the event's key."""
    match = assignment.match
    fields = {"uid": uid, "serial": assignment.serial, "event": event, "round": match.round, "table": match.table}
    fields |= {"preset": match.preset, "teams": match.teams, "names": fitting_names(match.names)}
    start = json.dumps(fields, separators=(",", ":"), ensure_ascii=False)[:-1]
    return f'{start},"mac":"{seal_mac(key, start.encode())}"}}'.encode()


def fitting_names(names: Iterable[str]) -> list[str]:
    """The names cut to the length that fits into one message."""
    for longest in range(LONGEST_NAME, 0, -1):
        cut = [name[:longest].rstrip() for name in names]
        if sum(len(json.dumps(name, ensure_ascii=False).encode()) for name in cut) <= _LONGEST // 2:
            return cut
    return []


def read_assignment(uid: str, event: str, key: bytes, payload: bytes) -> Assignment | None:
    """Decode a payload; None unless its HMAC is right for this event and board."""
    try:
        fields = json.loads(payload)
        match = Match(**{name: fields[name] for name in Match._fields})
        found = Assignment(fields["serial"], match._replace(names=tuple(match.names)))
        return found if make_assignment(uid, event, key, found) == payload else None
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def find_changes(
    event: str,
    key: bytes,
    states: Mapping[str, State],
    matches: Mapping[str, Match],
    kept: Mapping[str, bytes],
    now: int,
) -> dict[str, bytes]:
    """The payloads to publish, by board; b"" clears a retained assignment.

    `states` are those of the event's boards, `matches` what each is to play next, `kept` the retained payloads; `now`
    is in seconds since 1970.
    """
    found = {}
    for uid, state in states.items():
        has = read_assignment(uid, event, key, kept[uid]) if kept.get(uid) else None
        change = _change(state, matches.get(uid), has, bool(kept.get(uid)), now)
        if isinstance(change, Assignment):
            found[uid] = make_assignment(uid, event, key, change)
        elif change:
            found[uid] = b""
    return found


def _change(state: State, match: Match | None, has: Assignment | None, kept: bool, now: int) -> Assignment | bool:
    """The assignment to make, or whether the one that is kept is to be taken back."""
    if match is None:
        return kept
    match = match._replace(names=tuple(fitting_names(match.names)))
    waits = has is not None and has.serial > state.assigned
    if state.round == match.round and state.phase != _BETWEEN:
        # Being played. What waits on the board would be taken after it, and the round shown again.
        return waits
    if has and has.match == match:
        return False
    if (state.round, state.table, state.names) == (match.round, match.table, match.names):
        return waits  # It has been taken: a broker that has lost what it kept needs no other.
    if state.waiting:
        return False  # Perhaps it has been played already.
    return Assignment(max(now, state.assigned + 1, has.serial + 1 if has else 0), match)
