"""What is asked of whom now, and why a press was refused: what displays and the voice say, and the page.

The numbers are the phases', by which the lights go, and above them what is asked instead of a phase. Nothing allocates.
"""

from ..config import KEY_MENU, KEY_OK
from ..interpreter import const
from ..rules.outcome import NOBODY
from .menus import AGREE, DETAIL, MENU_JUDGE, MENU_SETUP, MENU_STATUS, MENU_TEST
from .phases import (
    PHASE_CLAIM,
    PHASE_ENDED,
    PHASE_OVER,
    PHASE_PENDING,
    PHASE_RETURN,
    PHASE_SIGN,
    PHASE_UNDO,
)

ASK_WAKE = const(12)
"""Any key wakes the board."""
ASK_STATUS = const(13)
ASK_PIN = const(14)
ASK_SETUP = const(15)
ASK_ROUND = const(16)
"""Setup's page of the round's number."""
ASK_TEST = const(17)
ASK_CHOOSE = const(18)
"""The judge's menu: the number of a decision."""
ASK_DETAIL = const(19)
"""The judge's menu: team and holes."""
ASK_AGREE = const(20)
"""The judge's menu: whether others agree."""


def asked(console) -> int:
    """Return what is asked now: a phase, or an ASK_ number."""
    if console.asleep:
        return ASK_WAKE
    menus = console.menus
    if not menus.showing:
        phase: int = console.phase
        return phase
    if menus.showing == MENU_STATUS:
        return ASK_STATUS
    if menus.asking_pin:
        return ASK_PIN
    if menus.showing == MENU_TEST:
        return ASK_TEST
    if menus.showing == MENU_SETUP:
        return ASK_ROUND if menus.setup.on_round else ASK_SETUP
    page = menus.judge.page
    return ASK_AGREE if page == AGREE else ASK_DETAIL if page == DETAIL else ASK_CHOOSE


def agreeing(console, what: int) -> int:
    """Return the mask of the teams that are asked to hold a key, as a signature or to agree; `what`: see `asked`."""
    everybody = (1 << console.match.teams) - 1
    if what == ASK_AGREE:
        # Nobody's keys have chosen what a host asks for: chooser is -1.
        return everybody & ~((1 << (console.menus.judge.chooser + 1)) >> 1)
    if what == PHASE_SIGN:
        return everybody & ~(1 << console.team) & ~console.signed
    if (what == PHASE_UNDO or what == PHASE_RETURN) and console.settings.sign_off:
        return everybody & ~(1 << console.team)
    return 0


def winner_to_return(match) -> int:
    """Return the team that won the last game, while its players may still take the win back; else NOBODY."""
    for team in range(match.teams):
        if match.can_return_win(team):
            return team
    return NOBODY


# -- refusals ----------------------------------------------------------------------------------------------------------

REASONS = (
    "no_team", "judge", "pin", "round", "unwritten", "over_wrong", "over", "dealer", "nothing_to_undo",
    "signing", "undoing", "returning_ok", "undoing_ok", "highest", "claimed", "warned", "check",
)  # fmt: skip
"""By the number that `refusal_reason` returns."""
_NO_TEAM = const(0)
_JUDGE = const(1)
_PIN = const(2)
_ROUND = const(3)
_UNWRITTEN = const(4)
_OVER_WRONG = const(5)
_OVER = const(6)
_DEALER = const(7)
_NOTHING_TO_UNDO = const(8)
_SIGNING = const(9)
_UNDOING = const(10)
_RETURNING_OK = const(11)
_UNDOING_OK = const(12)
_HIGHEST = const(13)
_CLAIMED = const(14)
_WARNED = const(15)
_CHECK = const(16)
_REASON_OF = bytes((
    _DEALER, _NOTHING_TO_UNDO, _WARNED, _WARNED, _CLAIMED, _SIGNING, _UNDOING, _UNDOING, _OVER, _OVER, _ROUND, _CHECK,
    _PIN, _PIN, _PIN, _CHECK, _CHECK, _PIN, _JUDGE, _JUDGE, _JUDGE,
))  # fmt: skip
"""By what is asked: the reason for refusing a key that is of no use then."""


def refusal_reason(console, menu: int) -> int:
    """Return why the last refused key press was refused, as an index in REASONS.

    `menu`: the menu (MENU_ number) open before that press, as a wrong PIN closes it.
    """
    key = console.refused_key
    if key < KEY_OK and key >> 2 >= console.match.teams:
        return _NO_TEAM
    if console.menus.showing == MENU_JUDGE:
        return _JUDGE
    what = asked(console)
    reason: int = _REASON_OF[what]
    if reason == _CHECK:
        return reason
    if key == KEY_MENU or menu == MENU_JUDGE or menu == MENU_SETUP:
        return _PIN
    if what == PHASE_OVER or what == PHASE_ENDED:
        if key == KEY_OK:
            return _UNWRITTEN
        return reason if winner_to_return(console.match) == NOBODY else _OVER_WRONG
    if PHASE_PENDING <= what <= PHASE_CLAIM and key >> 2 == console.team:
        return _HIGHEST
    if what == PHASE_UNDO and not console.settings.sign_off:
        return _UNDOING_OK
    if what == PHASE_RETURN and not console.settings.sign_off:
        return _RETURNING_OK
    return reason


def refusal_team(console, reason: int) -> int:
    """Return the team that a refusal for `reason` (index in REASONS) concerns."""
    if reason == _OVER_WRONG:
        return winner_to_return(console.match)
    pressed = reason == _NO_TEAM or reason == _NOTHING_TO_UNDO
    team: int = console.refused_key >> 2 if pressed else console.team
    return team
