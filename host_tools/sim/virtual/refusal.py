"""Why a press was refused, told from the state it left: the key of the page's words, and whom it is about."""

from firmware.config import KEY_MENU, KEY_OK, TEAMS
from firmware.entry.console import (
    PHASE_CLAIM,
    PHASE_DEAL,
    PHASE_IDLE,
    PHASE_OVER,
    PHASE_ROUND,
    PHASE_SIGN,
    PHASE_UNDO,
)
from firmware.entry.menus import MENU_JUDGE, MENU_SETUP

from .facts import returning_team


def refusal(board, menu: int) -> dict:
    """`why` the last press was refused, with the `team` and `count` that stand in its way and the `highest` count.

    `menu` is the menu that was open before the press: a wrong PIN closes the judge's.
    """
    console, match = board.console, board.match
    key = console.refused_key
    why = _why(board, key, menu)
    team = TEAMS[key >> 2 if why in ("no_team", "nothing_to_undo") else console.team]
    if why == "over_wrong":
        team = returning_team(match)
    highest = match.preset.limit(match.game.front[console.team])
    return {"why": why, "team": team, "count": console.count.total, "highest": highest}


def _why(board, key: int, menu: int) -> str:
    console = board.console
    if key < KEY_OK and key >> 2 >= board.match.teams:
        return "no_team"
    if console.menus.showing == MENU_JUDGE:
        return "judge"
    if key == KEY_MENU or menu == MENU_JUDGE or menu == MENU_SETUP:
        return "pin"
    if console.phase == PHASE_ROUND:
        return "round"
    if console.phase >= PHASE_OVER:
        return _over(board, key)
    return _in_play(console, key, board.settings.sign_off)


def _over(board, key: int) -> str:
    if key == KEY_OK:
        return "unwritten"
    return "over_wrong" if returning_team(board.match) else "over"


def _in_play(console, key: int, sign_off: bool) -> str:
    phase = console.phase
    if phase == PHASE_DEAL:
        return "dealer"
    if phase == PHASE_IDLE:
        return "nothing_to_undo"
    if phase == PHASE_SIGN:
        return "signing"
    if phase == PHASE_UNDO:
        if sign_off:
            return "undoing"
        return "returning_ok" if console.returning() else "undoing_ok"
    if key >> 2 == console.team:
        return "highest"
    return "claimed" if phase == PHASE_CLAIM else "warned"
