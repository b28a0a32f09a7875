"""What keys mean while pegs move: a count is begun, changed, committed or claimed. `console` is the Console."""

from ..config import BACK, KEY_OK, SCORE_KEYS
from ..rules.events import EVENT_DEAL, EVENT_ROUND, NO_POINTS, ROUND_CONFIRMED
from ..rules.match import HIGHEST_ROUND
from .agreement import ask_return, ask_undo
from .phases import PHASE_CHECK, PHASE_CLAIM, PHASE_PENDING, PHASE_SIGN, PHASE_UNDO, PHASE_WARNED


def in_deal(console, key: int, now: int) -> None:
    """Handle a key while the first dealer is asked for: a score key of the team that deals."""
    team = key >> 2
    if team < console.match.teams and key & 3 != BACK:
        console.actions.commit(EVENT_DEAL, team, 0)
        console.settle(now)
    else:
        console.refuse(key, now)


def in_idle(console, key: int, now: int) -> None:
    """Handle a key while nothing is pending: it begins a count or an undo, or names the first dealer.

    OK after a count that was taken back says that this hand scores nothing.
    """
    team = key >> 2
    if key == KEY_OK:
        if console.count.emptied and console.match.follows_deals():
            console.actions.commit(EVENT_DEAL, console.team, NO_POINTS)
            console.settle(now)
        return
    console.count.clear()
    if team >= console.match.teams:
        console.refuse(key, now)
    elif key & 3 != BACK:
        _count_key(console, team, key, now)
    elif console.match.game.can_undo(team):
        ask_undo(console, team, PHASE_UNDO, now)
    elif console.match.can_return_win(team):
        ask_return(console, team, key, now)
    elif console.match.asks_dealer():
        console.actions.commit(EVENT_DEAL, team, 0)
        console.settle(now)
    else:
        console.refuse(key, now)


def in_pending(console, key: int, now: int) -> None:
    """Handle a key while a team counts: OK or another team's key commits the count, its own keys change it."""
    team = key >> 2
    if key == KEY_OK:
        console.commit_count(now)
    elif team == console.team:
        _own_key(console, key, now)
    elif team >= console.match.teams or console.phase == PHASE_WARNED:
        console.refuse(key, now)
    else:
        console.commit_count(now)
        in_idle(console, key, now)


def in_claim(console, key: int, now: int) -> None:
    """Handle a key while a team's count reaches the target: OK claims the win, its own keys change the count."""
    if key >> 2 == console.team:
        _own_key(console, key, now)
    elif key != KEY_OK:
        console.refuse(key, now)
    elif console.match.doubts_round():
        console.enter(PHASE_CHECK, now)
    else:
        _claim(console, now)


def in_check(console, key: int, now: int) -> None:
    """Handle a key while the round of a claimed win is asked about: OK confirms its number, others change it."""
    if key == KEY_OK:
        console.actions.commit(EVENT_ROUND, 0, ROUND_CONFIRMED)
        _claim(console, now)
    elif not renumber(console.match, console.actions, key):
        console.refuse(key, now)


def renumber(match, actions, key: int) -> bool:
    """Raise the round's number by a score key, lower it by BACK; return False for other keys, and at its ends."""
    up = 0 if key & 3 == BACK else SCORE_KEYS[key & 3]
    if key >> 2 >= match.teams or not 1 <= match.tally.round + (up or -1) <= HIGHEST_ROUND:
        return False
    actions.commit(EVENT_ROUND, 0, up)
    return True


def _claim(console, now: int) -> None:
    """Let the losers sign a claimed win, or commit it where nobody signs."""
    if console.settings.sign_off:
        console.enter(PHASE_SIGN, now)
    else:
        console.commit_count(now)


def _own_key(console, key: int, now: int) -> None:
    """Handle a key of the counting team: add a score key, or undo the last press for BACK."""
    if key & 3 != BACK:
        _count_key(console, console.team, key, now)
        return
    console.count.take_back()
    _enter_count(console, now)


def _count_key(console, team: int, key: int, now: int) -> None:
    """Add a score key to the team's count, or refuse it beyond the highest count that its preset allows."""
    amount = SCORE_KEYS[key & 3]
    match = console.match
    if console.count.total + amount > match.preset.limit(match.game.front[team]):
        console.refuse(key, now)
        return
    console.team = team
    console.count.add(amount)
    _enter_count(console, now)


def _enter_count(console, now: int) -> None:
    """Enter the phase that follows from a changed count: pending, warned, claim, or at 0 the one before it."""
    match = console.match
    total = console.count.total
    front = match.game.front[console.team]
    if front + total >= match.game.target:
        console.phase = PHASE_CLAIM
    elif match.preset.warns(total, front):
        console.phase = PHASE_WARNED
    else:
        console.phase = PHASE_PENDING if total else console.resting_phase()
    console.phase_at = now
