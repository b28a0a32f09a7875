"""What keys mean while other teams have to agree: to a win, by signatures, or to an undo. `console` is the Console."""

from ..config import BACK, HOLD_MS, KEY_OK, UNDO_MS
from ..rules.events import EVENT_REOPEN, EVENT_SIGNED, EVENT_UNDO, REOPEN_SIGNED, REOPEN_UNSIGNED
from ..ticks import since
from .phases import PHASE_CLAIM, PHASE_RETURN


def in_sign(console, key: int, now: int) -> None:
    """Handle a key while the losers are asked to sign: their keys begin holds, BACK returns to the claim."""
    team = key >> 2
    if team >= console.match.teams or team == console.team and key & 3 != BACK:
        console.refuse(key, now)
    elif key & 3 == BACK:
        console.enter(PHASE_CLAIM, now)
    else:
        console.holds.begin(team, key, now)


def ask_undo(console, team: int, phase: int, now: int) -> None:
    """Ask for confirmation that the team's last move is undone (`phase` is PHASE_UNDO), or its win (PHASE_RETURN)."""
    console.team = team
    console.enter(phase, now)


def ask_return(console, team: int, key: int, now: int) -> None:
    """Ask for confirmation that `team` takes its win back; refuse `key` until the game's result is on flash."""
    if console.actions.ensure_written():
        ask_undo(console, team, PHASE_RETURN, now)
    else:
        console.refuse(key, now)


def collect_signatures(console, now: int) -> None:
    """Note in `signed` each team that has held a key for HOLD_MS; commit the win when all losers have signed."""
    missing = False
    for team in range(console.match.teams):
        if console.holds.held_ms(team, now) == HOLD_MS:
            console.signed |= 1 << team
        if team != console.team and not (console.signed >> team) & 1:
            missing = True
    if not missing:
        console.commit_count(now, EVENT_SIGNED)


def in_undo(console, key: int, now: int) -> None:
    """Handle a key while an undo awaits confirmation: other teams' keys begin holds, its own BACK cancels.

    Where nobody signs, OK confirms, and another team's key cancels it and does what it does without an undo.
    """
    team = key >> 2
    if key == KEY_OK and not console.settings.sign_off:
        _undo(console, now)
    elif team >= console.match.teams or team == console.team and key & 3 != BACK:
        console.refuse(key, now)
    elif team == console.team:
        console.enter(console.resting_phase(), now)
    elif console.settings.sign_off:
        console.holds.begin(team, key, now)
    else:
        console.enter(console.resting_phase(), now)
        console.press(key, now)


def watch_undo(console, now: int) -> None:
    """Apply an undo once a team has held a key for HOLD_MS, or cancel it after UNDO_MS.

    Where nobody signs, it waits until standby: who wakes the board later does not know of it.
    """
    if not console.settings.sign_off:
        if console.asleep:
            console.enter(console.resting_phase(), now)
        return
    if since(console.phase_at, now) >= UNDO_MS:
        console.enter(console.resting_phase(), now)
    else:
        for team in range(console.match.teams):
            if console.holds.held_ms(team, now) == HOLD_MS:
                _undo(console, now)
                return


def _undo(console, now: int) -> None:
    """Commit the event that undoes the team's last move, or its win."""
    if console.phase == PHASE_RETURN:
        reopening = REOPEN_SIGNED if console.settings.sign_off else REOPEN_UNSIGNED
        console.actions.commit(EVENT_REOPEN, console.team, reopening)
    else:
        console.actions.commit(EVENT_UNDO, console.team, 0)
    console.settle(now)
