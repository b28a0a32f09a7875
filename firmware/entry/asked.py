"""Determines why a key press was refused, from the state of the board after the press."""

from ..config import KEY_MENU, KEY_OK
from ..interpreter import const
from ..rules.outcome import NOBODY
from .menus import MENU_JUDGE, MENU_SETUP
from .phases import (
    PHASE_CHECK,
    PHASE_CLAIM,
    PHASE_DEAL,
    PHASE_IDLE,
    PHASE_OVER,
    PHASE_ROUND,
    PHASE_SIGN,
    PHASE_UNDO,
)

REASONS = (
    "no_team",
    "judge",
    "pin",
    "round",
    "unwritten",
    "over_wrong",
    "over",
    "dealer",
    "nothing_to_undo",
    "signing",
    "undoing",
    "returning_ok",
    "undoing_ok",
    "highest",
    "claimed",
    "warned",
    "check",
)
"""By the number that `refusal_reason` returns."""
NO_TEAM = const(0)
_JUDGE = const(1)
_PIN = const(2)
_ROUND = const(3)
_UNWRITTEN = const(4)
OVER_WRONG = const(5)
_OVER = const(6)
_DEALER = const(7)
NOTHING_TO_UNDO = const(8)
_SIGNING = const(9)
_UNDOING = const(10)
_RETURNING_OK = const(11)
_UNDOING_OK = const(12)
_HIGHEST = const(13)
_CLAIMED = const(14)
_WARNED = const(15)
_CHECK = const(16)


def refusal_reason(console, match, sign_off: bool, menu: int) -> int:
    """Return why the last refused key press was refused, as an index in REASONS.

    `sign_off`: whether claims are signed; `menu`: the menu (MENU_ number) open before that press, as a wrong PIN
    closes it.
    """
    key = console.refused_key
    if key < KEY_OK and key >> 2 >= match.teams:
        return NO_TEAM
    if console.menus.showing == MENU_JUDGE:
        return _JUDGE
    if console.phase == PHASE_CHECK or console.menus.showing == MENU_SETUP and not console.menus.asking_pin:
        return _CHECK
    if key == KEY_MENU or menu == MENU_JUDGE or menu == MENU_SETUP:
        return _PIN
    if console.phase == PHASE_ROUND:
        return _ROUND
    if console.phase >= PHASE_OVER:
        if key == KEY_OK:
            return _UNWRITTEN
        return _OVER if winner_to_return(match) == NOBODY else OVER_WRONG
    return _in_play(console, key, sign_off)


def refusal_team(console, match, reason: int) -> int:
    """Return the team that a refusal for `reason` (index in REASONS) concerns."""
    if reason == OVER_WRONG:
        return winner_to_return(match)
    pressed = reason == NO_TEAM or reason == NOTHING_TO_UNDO
    return console.refused_key >> 2 if pressed else console.team


def winner_to_return(match) -> int:
    """Return the team that won the last game, while its players may still take the win back; else NOBODY."""
    for team in range(match.teams):
        if match.can_return_win(team):
            return team
    return NOBODY


def _in_play(console, key: int, sign_off: bool) -> int:
    """Return the index in REASONS of the reason for refusing `key` within a game."""
    phase = console.phase
    if phase == PHASE_DEAL:
        return _DEALER
    if phase == PHASE_IDLE:
        return NOTHING_TO_UNDO
    if phase == PHASE_SIGN:
        return _SIGNING
    if phase == PHASE_UNDO:
        if sign_off:
            return _UNDOING
        return _RETURNING_OK if console.returning() else _UNDOING_OK
    if key >> 2 == console.team:
        return _HIGHEST
    return _CLAIMED if phase == PHASE_CLAIM else _WARNED
