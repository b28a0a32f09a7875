"""Tell which key a board has, to seal its assignments with it: its own, or the whole event's."""

from functools import lru_cache

from firmware.journal.seal import board_key, key_check
from host_tools.desk.live.board_messages import State
from host_tools.desk.live.message_checks import MAX_BOARDS

_own_key, _check = lru_cache(maxsize=2 * MAX_BOARDS)(board_key), lru_cache(maxsize=2 * MAX_BOARDS)(key_check)


def has_event_key(uid: str, key: bytes, state: State) -> bool:
    """Return whether the board has the event's whole `key`."""
    return bool(key) and state.key == _check(key)


def has_strange_key(uid: str, key: bytes, state: State) -> bool:
    """Return whether the board has neither its own key nor the event's."""
    return state.key not in (_check(key), _check(_own_key(key, uid)))


def key_on_board(uid: str, key: bytes, state: State) -> bytes:
    """Return the key that the board with the id `uid` has: the event's, or its own, derived from it."""
    return key if has_event_key(uid, key, state) else _own_key(key, uid)
