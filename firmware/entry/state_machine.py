"""Key-entry state machine: turns key presses and time into match events (the table of DESIGN.md section 3).

The phases below belong to the game; the menus status, setup and judge lie over them and leave them as they are.
"""

from ..config import BACK, HOLD_MS, KEY_MENU, KEY_OK, SCORE_KEYS, STANDBY_MS, UNDO_MS
from ..interpreter import const
from ..rules.events import (
    EVENT_DEAL,
    EVENT_MOVE,
    EVENT_NEXT,
    EVENT_REOPEN,
    EVENT_ROUND,
    EVENT_SIGNED,
    EVENT_UNDO,
    FRIENDLY,
    REOPEN_SIGNED,
    REOPEN_UNSIGNED,
)
from ..rules.match import BETWEEN, GAME_OVER, HIGHEST_ROUND, MATCH_OVER
from ..ticks import MASK, since
from .count import Count
from .holds import Holds
from .menus import Menus

PHASE_DEAL = const(0)
PHASE_IDLE = const(1)
PHASE_PENDING = const(2)
PHASE_CLAIM = const(3)
PHASE_SIGN = const(4)
PHASE_UNDO = const(5)
PHASE_OVER = const(6)
PHASE_ENDED = const(7)
PHASE_ROUND = const(8)

PHASE_NAMES = ("deal", "idle", "pending", "claim", "sign", "undo", "game-over", "match-over", "round")


class Console:
    """Decides what each key does, by the phase of the game. All times are board time in ms.

    `actions` does what was decided: `commit(kind, team, amount)` an event of the players, `decide` a judge's;
    `defer_setup()` the choices in setup and `defer()` other work that allocates, both at the end of the step;
    `ensure_written()` returns whether the last game's result is on flash. `phase` is a PHASE_ constant, held since
    `phase_at`; `team` is counting, claiming or undoing; `signed`: mask of teams that have signed;
    `warned`: only OK may commit the count; `refused` counts refused presses, `refused_key` and `refused_at` are of the
    last.
    """

    def __init__(self, settings, match, pin, actions, now: int) -> None:
        self._settings = settings
        self._match = match
        self._actions = actions
        self.menus = Menus(match, pin, actions, self)
        self.count = Count()
        self.holds = Holds()
        self.team = 0
        self.signed = 0
        self.refused = 0
        self.refused_key = KEY_OK
        self.refused_at = now
        self.phase_at = now
        self._press_at = now
        self.asleep = False
        # Functions, not methods: each method would be an object of its own.
        self._handlers = (
            Console._in_deal,
            Console._in_idle,
            Console._in_pending,
            Console._in_claim,
            Console._in_sign,
            Console._in_undo,
            Console._in_over,
            Console._in_over,
            Console._in_round,
        )
        self.phase = PHASE_IDLE
        self.settle(now)

    # -- input --------------------------------------------------------------------------------------------------

    def feed(self, pressed: int, released: int, now: int) -> None:
        """Handle keys that moved in the same millisecond, given as masks; call after `tick`.

        Releases go first, then presses, the counting team's before others; a key in both masks is released last.
        """
        if released & ~pressed:
            self._move_keys(released & ~pressed, False, now)
        own = pressed & (15 << (4 * self.team)) if self.count.presses else 0
        if own:
            self._move_keys(own, True, now)
        if pressed & ~own:
            self._move_keys(pressed & ~own, True, now)
        if released & pressed:
            self._move_keys(released & pressed, False, now)

    def _move_keys(self, mask: int, down: bool, now: int) -> None:
        """Handle each key of a mask as going `down`, or up if False."""
        key = 0
        while mask:
            if not mask & 15:
                mask >>= 4
                key += 4
                continue
            if mask & 1:
                if down:
                    self.press(key, now)
                else:
                    self.release(key, now)
            mask >>= 1
            key += 1

    def tick(self, now: int) -> None:
        """Do what is due by time alone: standby, menus, commit of a rested count, signatures, end of an undo."""
        if self.asleep:
            return
        if (now - self._press_at) & MASK >= STANDBY_MS:
            self.asleep = True
        menus = self.menus
        if (menus.showing or menus.menu_held) and menus.tick(now):
            return
        phase = self.phase
        if phase == PHASE_PENDING:
            idle = self._settings.idle_ms
            if idle and (now - self.phase_at) & MASK >= idle and not self.warned:
                self._commit(now)
        elif phase == PHASE_SIGN:
            self._collect_signatures(now)
        elif phase == PHASE_UNDO:
            self._watch_undo(now)

    def press(self, key: int, now: int) -> None:
        """Handle a key that goes down: it ends standby, or goes to an open menu, or acts by the phase."""
        self._press_at = now
        if self.asleep:
            self.asleep = False
            self.restart_timers(now)
        elif self.menus.showing or key == KEY_MENU:
            if not self.menus.press(key, now) and self.phase == PHASE_PENDING:
                self.phase_at = now
        else:
            self._handlers[self.phase](self, key, now)

    def release(self, key: int, now: int) -> None:
        """Handle a key that goes up: it ends a hold; one that is too short cancels an undo."""
        if self.menus.release(key, now) or key >= KEY_OK:
            return
        team = key >> 2
        held = self.holds.held_ms(team, now)
        if self.holds.end(team, key) and self.phase == PHASE_UNDO and held < HOLD_MS:
            self._enter(self._resting_phase(), now)

    def tap_menu(self, now: int) -> bool:
        """Handle a tap of MENU before a round: begin a friendly game; before a friendly's first peg: give it up.

        Returns False at any other time, when the tap opens the status.
        """
        match = self._match
        waits = self.phase == PHASE_IDLE or self.phase == PHASE_DEAL
        if self.phase != PHASE_ROUND and not (waits and match.tally.friendly and match.untouched()):
            return False
        self._actions.commit(EVENT_NEXT, 0, FRIENDLY)
        self.settle(now)
        return True

    def load_menus(self, now: int) -> None:
        """Load the pages of the menus, and open the menu that is wanted. Allocates."""
        from .judge_menu import JudgeMenu
        from .pin_page import PinPage
        from .setup_menu import SetupMenu

        menus = self.menus
        menus.pin_page = PinPage(self._match, menus.pin)  # type: ignore[assignment]
        menus.setup = SetupMenu(self._settings, self._match, self._actions)  # type: ignore[assignment]
        menus.judge = JudgeMenu(self._settings, self._match, menus.pin, self._actions)  # type: ignore[assignment]
        menus.open(menus.wanted, now)

    def restart_timers(self, now: int) -> None:
        """Restart the timer of a pending count or undo, and end all holds: after a menu, or after standby."""
        self.holds.clear()
        if self.phase == PHASE_PENDING or self.phase == PHASE_UNDO:
            self.phase_at = now

    def settle(self, now: int) -> None:
        """Discard a pending count, close menus, and enter the phase that follows from the match's stage."""
        self.menus.close()
        self.count.clear()
        self.warned = False
        self._enter(self._resting_phase(), now)

    def _resting_phase(self) -> int:
        """Return the phase in which nothing is pending, by the stage of the match."""
        match = self._match
        if match.stage == GAME_OVER:
            return PHASE_OVER
        if match.stage == MATCH_OVER:
            return PHASE_ENDED
        if match.stage == BETWEEN:
            return PHASE_ROUND
        return PHASE_DEAL if match.dealing() else PHASE_IDLE

    def _enter(self, phase: int, now: int) -> None:
        """Enter a phase: its timer starts, no team has signed, no key is held."""
        self.phase = phase
        self.phase_at = now
        self.signed = 0
        self.holds.clear()

    def refuse(self, key: int, now: int) -> None:
        """Count and remember a press that has no effect in this phase, so that lights and sound show it."""
        self.refused += 1
        self.refused_key = key
        self.refused_at = now
        if self.phase == PHASE_PENDING:
            # Like any other press it restarts the time after which the count is committed.
            self.phase_at = now

    # -- counting -----------------------------------------------------------------------------------------------

    def _in_deal(self, key: int, now: int) -> None:
        """Handle a key while the first dealer is asked for: a score key of the team that deals."""
        team = key >> 2
        if team < self._match.teams and key & 3 != BACK:
            self._actions.commit(EVENT_DEAL, team, 0)
            self.settle(now)
        else:
            self.refuse(key, now)

    def _in_idle(self, key: int, now: int) -> None:
        """Handle a key while nothing is pending: it begins a count or an undo, or names the first dealer."""
        team = key >> 2
        if key == KEY_OK:
            return
        if team >= self._match.teams:
            self.refuse(key, now)
        elif key & 3 != BACK:
            self._count(team, key, now)
        elif self._match.game.can_undo(team):
            self._ask_undo(team, now)
        elif self._match.can_return_win(team):
            self._ask_return(team, key, now)
        elif self._match.asks_dealer():
            self._actions.commit(EVENT_DEAL, team, 0)
            self.settle(now)
        else:
            self.refuse(key, now)

    def _in_pending(self, key: int, now: int) -> None:
        """Handle a key while a team counts: OK or another team's key commits the count, its own keys change it."""
        team = key >> 2
        if key == KEY_OK:
            self._commit(now)
        elif team == self.team:
            self._own_key(key, now)
        elif team >= self._match.teams or self.warned:
            self.refuse(key, now)
        else:
            self._commit(now)
            self._in_idle(key, now)

    def _in_claim(self, key: int, now: int) -> None:
        """Handle a key while a team's count reaches the target: OK claims the win, its own keys change the count."""
        if key >> 2 == self.team:
            self._own_key(key, now)
        elif key != KEY_OK:
            self.refuse(key, now)
        elif self._settings.sign_off:
            self._enter(PHASE_SIGN, now)
        else:
            self._commit(now)

    def _own_key(self, key: int, now: int) -> None:
        """Handle a key of the counting team: add a score key, or undo the last press for BACK."""
        if key & 3 != BACK:
            self._count(self.team, key, now)
            return
        self.count.take_back()
        self._enter_count(now)

    def _count(self, team: int, key: int, now: int) -> None:
        """Add a score key to the team's count, or refuse it beyond the highest count that its preset allows."""
        amount = SCORE_KEYS[key & 3]
        match = self._match
        if self.count.total + amount > match.preset.limit(match.game.front[team]):
            self.refuse(key, now)
            return
        self.team = team
        self.count.add(amount)
        self._enter_count(now)

    def _enter_count(self, now: int) -> None:
        """Enter the phase that follows from a changed count: pending, claim, or idle at 0."""
        match = self._match
        total = self.count.total
        front = match.game.front[self.team]
        self.warned = match.preset.warns(total, front)
        if front + total >= match.game.target:
            self.phase = PHASE_CLAIM
        else:
            self.phase = PHASE_PENDING if total else PHASE_IDLE
        self.phase_at = now

    def _commit(self, now: int, kind: int = EVENT_MOVE) -> None:
        """Commit the pending count as an event: EVENT_MOVE, or EVENT_SIGNED for a signed win."""
        self._actions.commit(kind, self.team, self.count.total)
        self.settle(now)

    # -- agreeing -----------------------------------------------------------------------------------------------

    def _in_sign(self, key: int, now: int) -> None:
        """Handle a key while the losers are asked to sign: their keys begin holds, BACK returns to the claim."""
        team = key >> 2
        if team >= self._match.teams or team == self.team and key & 3 != BACK:
            self.refuse(key, now)
        elif key & 3 == BACK:
            self._enter(PHASE_CLAIM, now)
        else:
            self.holds.begin(team, key, now)

    def _ask_undo(self, team: int, now: int) -> None:
        """Enter the phase in which the undo of the team's last move, or win, is to be confirmed."""
        self.team = team
        self._enter(PHASE_UNDO, now)

    def _ask_return(self, team: int, key: int, now: int) -> None:
        """Ask for confirmation that `team` takes its win back; refuse `key` until the game's result is on flash."""
        if self._actions.ensure_written():
            self._ask_undo(team, now)
        else:
            self.refuse(key, now)

    def returning(self) -> bool:
        """Return whether the undo that awaits confirmation would take back a win."""
        return self.phase == PHASE_UNDO and self._match.can_return_win(self.team)

    def _collect_signatures(self, now: int) -> None:
        """Note in `signed` each team that has held a key for HOLD_MS; commit the win when all losers have signed."""
        missing = False
        for team in range(self._match.teams):
            if self.holds.held_ms(team, now) == HOLD_MS:
                self.signed |= 1 << team
            if team != self.team and not (self.signed >> team) & 1:
                missing = True
        if not missing:
            self._commit(now, EVENT_SIGNED)

    def _in_undo(self, key: int, now: int) -> None:
        """Handle a key while an undo awaits confirmation: other teams' keys begin holds, its own BACK cancels."""
        team = key >> 2
        if key == KEY_OK and not self._settings.sign_off:
            self._undo(now)
        elif team >= self._match.teams or team == self.team and key & 3 != BACK:
            self.refuse(key, now)
        elif team == self.team:
            self._enter(self._resting_phase(), now)
        else:
            self.holds.begin(team, key, now)

    def _watch_undo(self, now: int) -> None:
        """Cancel an undo after UNDO_MS, or apply it once a team has held a key for HOLD_MS."""
        if since(self.phase_at, now) >= UNDO_MS:
            self._enter(self._resting_phase(), now)
        elif self._settings.sign_off:
            for team in range(self._match.teams):
                if self.holds.held_ms(team, now) == HOLD_MS:
                    self._undo(now)
                    return

    def _undo(self, now: int) -> None:
        """Commit the event that undoes the team's last move, or its win."""
        if self.returning():
            reopening = REOPEN_SIGNED if self._settings.sign_off else REOPEN_UNSIGNED
            self._actions.commit(EVENT_REOPEN, self.team, reopening)
        else:
            self._actions.commit(EVENT_UNDO, self.team, 0)
        self.settle(now)

    # -- between games ------------------------------------------------------------------------------------------

    def _in_over(self, key: int, now: int) -> None:
        """Handle a key after a game or match: OK starts the next game or round, the winner's BACK returns the win."""
        if key < KEY_OK and key & 3 == BACK and self._match.can_return_win(key >> 2):
            self._ask_return(key >> 2, key, now)
        elif key != KEY_OK or not self._actions.ensure_written():
            self.refuse(key, now)
        else:
            self._actions.commit(EVENT_NEXT, 0, 0)
            self.settle(now)

    def _in_round(self, key: int, now: int) -> None:
        """Handle a key before a round: OK begins it, score keys and BACK raise and lower its number."""
        if key == KEY_OK:
            self._actions.commit(EVENT_NEXT, 0, 0)
            self.settle(now)
            return
        up = 0 if key & 3 == BACK else SCORE_KEYS[key & 3]
        round_number = self._match.tally.round + (up or -1)
        if key >> 2 >= self._match.teams or not 1 <= round_number <= HIGHEST_ROUND:
            self.refuse(key, now)
        else:
            self._actions.commit(EVENT_ROUND, 0, up)
            # The lights show the round first, then the table.
            self.phase_at = now
