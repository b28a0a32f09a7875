"""Why a press was refused, told from the state it left: the key of the page's words, and whom it is about."""

from firmware.config import KEY_MENU, KEY_OK, TEAMS
from firmware.entry import console as entry
from firmware.entry import menus


def refusal(board, menu: int) -> dict:
    """`why` the last press was refused, with the `team` and `count` that stand in its way and the `highest` count.

    `menu` is the menu that was open before the press: a wrong PIN closes the judge's.
    """
    console, match = board.console, board.match
    key = console.refused_key
    why = _why(board, key, menu)
    team = key >> 2 if why in ("no_team", "nothing_to_undo") else console.team
    highest = match.preset.limit(match.game.front[console.team])
    return {"why": why, "team": TEAMS[team], "count": console.count.total, "highest": highest}


def _why(board, key: int, menu: int) -> str:
    console = board.console
    if key < KEY_OK and key >> 2 >= board.match.teams:
        return "no_team"
    if console.menus.showing == menus.JUDGE:
        return "judge"
    if key == KEY_MENU or menu == menus.JUDGE:
        return "pin"
    if console.phase >= entry.OVER:
        return "unwritten" if key == KEY_OK else "over"
    return _in_play(console, key, board.settings.sign_off)


def _in_play(console, key: int, sign_off: bool) -> str:
    phase = console.phase
    if phase == entry.DEAL:
        return "dealer"
    if phase == entry.IDLE:
        return "nothing_to_undo"
    if phase == entry.SIGN:
        return "signing"
    if phase == entry.UNDO:
        return "undoing" if sign_off else "undoing_ok"
    if key >> 2 == console.team:
        return "highest"
    return "claimed" if phase == entry.CLAIM else "warned"
