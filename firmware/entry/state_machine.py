"""Key-entry state machine: turns key presses and time into match events (the table of DESIGN.md section 3).

The phases belong to the game; the menus status, setup and judge lie over them and leave them as they are.
"""

from ..config import BACK, HOLD_MS, KEY_MENU, KEY_OK, STANDBY_MS, WON_MS
from ..rules.events import EVENT_MOVE, EVENT_NEXT, FRIENDLY
from ..rules.match import BETWEEN, GAME_OVER, MATCH_OVER
from ..ticks import MASK
from .agreement import ask_return, collect_signatures, in_sign, in_undo, watch_undo
from .count import Count
from .counting import in_check, in_claim, in_deal, in_idle, in_pending
from .holds import Holds
from .menus import MENU_JUDGE, Menus
from .phases import (
    PHASE_DEAL,
    PHASE_ENDED,
    PHASE_IDLE,
    PHASE_OVER,
    PHASE_PENDING,
    PHASE_RETURN,
    PHASE_ROUND,
    PHASE_SIGN,
    PHASE_UNDO,
    PHASE_WARNED,
)


class Console:
    """Decides what each key does, by the phase of the game. All times are board time in ms.

    `actions` does what was decided: `commit(kind, team, amount)` an event of the players, `decide` a judge's;
    `defer_setup()` the choices in setup and `defer()` other work that allocates, both at the end of the step;
    `ensure_written()` returns whether the last game's result is on flash. `phase` is a PHASE_ constant, held since
    `phase_at`; `team` is counting, claiming or undoing; `signed`: mask of teams that have signed; `refused` counts
    refused presses, `refused_key` and `refused_at` are of the last.
    """

    def __init__(self, settings, match, pin, actions, now: int) -> None:
        self.settings = settings
        self.match = match
        self.actions = actions
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
            in_deal,
            in_idle,
            in_pending,
            in_pending,
            in_claim,
            in_sign,
            in_undo,
            in_undo,
            Console._in_over,
            Console._in_over,
            Console._in_round,
            in_check,
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
            idle = self.settings.idle_ms
            if idle and (now - self.phase_at) & MASK >= idle:
                self.commit_count(now)
        elif phase == PHASE_SIGN:
            collect_signatures(self, now)
        elif phase == PHASE_UNDO or phase == PHASE_RETURN:
            watch_undo(self, now)

    def press(self, key: int, now: int) -> None:
        """Handle a key that goes down: it ends standby, or goes to an open menu, or acts by the phase."""
        self._press_at = now
        if self.asleep:
            self.asleep = False
            self.restart_timers(now)
        elif self.menus.showing or key == KEY_MENU:
            if not self.menus.press(key, now) and PHASE_PENDING <= self.phase <= PHASE_WARNED:
                self.phase_at = now
        else:
            self._handlers[self.phase](self, key, now)

    def release(self, key: int, now: int) -> None:
        """Handle a key that goes up: it ends a hold; one that is too short cancels an undo."""
        if self.menus.release(key, now) or key >= KEY_OK:
            return
        team = key >> 2
        held = self.holds.held_ms(team, now)
        if self.holds.end(team, key) and PHASE_UNDO <= self.phase <= PHASE_RETURN and held < HOLD_MS:
            self.enter(self.resting_phase(), now)

    def tap_menu(self, now: int) -> bool:
        """Handle a tap of MENU before a round: begin a friendly game; before a friendly's first peg: give it up.

        Returns False at any other time, when the tap opens the status.
        """
        match = self.match
        waits = self.phase == PHASE_IDLE or self.phase == PHASE_DEAL
        if self.phase != PHASE_ROUND and not (waits and match.tally.friendly and match.untouched()):
            return False
        self.actions.commit(EVENT_NEXT, 0, FRIENDLY)
        self.settle(now)
        return True

    def open_judge(self, now: int) -> None:
        """Open the judge's menu for a host, as a key would: the board wakes."""
        self._press_at = now
        self.asleep = False
        self.menus.open(MENU_JUDGE, now)

    def load_menus(self, clock) -> None:
        """Load the pages of the menus, and open the menu that is wanted by now. Allocates."""
        from .judge_menu import JudgeMenu
        from .pin_page import PinPage
        from .setup_menu import SetupMenu

        menus = self.menus
        menus.pin_page = PinPage(self.match, menus.pin)  # type: ignore[assignment]
        menus.setup = SetupMenu(self.settings, self.match, self.actions)  # type: ignore[assignment]
        menus.judge = JudgeMenu(self.settings, self.match, menus.pin, self.actions)  # type: ignore[assignment]
        if menus.wanted:
            menus.open(menus.wanted, clock.now)

    def restart_timers(self, now: int) -> None:
        """Restart the timer of a pending count or undo, and end all holds: after a menu, or after standby."""
        self.holds.clear()
        if PHASE_PENDING <= self.phase <= PHASE_WARNED or PHASE_UNDO <= self.phase <= PHASE_RETURN:
            self.phase_at = now

    def settle(self, now: int) -> None:
        """Discard a pending count, close menus, and enter the phase that follows from the match's stage."""
        self.menus.close()
        self.count.clear()
        self.enter(self.resting_phase(), now)

    def resting_phase(self) -> int:
        """Return the phase in which nothing is pending, by the stage of the match."""
        match = self.match
        if match.stage == GAME_OVER:
            return PHASE_OVER
        if match.stage == MATCH_OVER:
            return PHASE_ENDED
        if match.stage == BETWEEN:
            return PHASE_ROUND
        return PHASE_DEAL if match.dealing() else PHASE_IDLE

    def enter(self, phase: int, now: int) -> None:
        """Enter a phase: its timer starts, no team has signed, no key is held."""
        self.phase = phase
        self.phase_at = now
        self.signed = 0
        self.holds.clear()

    def playing(self) -> bool:
        """Return whether a game has begun; a pending count is enough."""
        return self.match.begun() or self.count.presses > 0

    def at_home(self) -> bool:
        """Return whether nobody signs and no event is on: texts are then in the words of a game at home."""
        return not self.settings.sign_off and not self.match.in_event

    def commit_count(self, now: int, kind: int = EVENT_MOVE) -> None:
        """Commit the pending count as an event: EVENT_MOVE, or EVENT_SIGNED for a signed win. It can begin a round."""
        if self.match.stage == BETWEEN:
            self.actions.commit(EVENT_NEXT, 0, 0)
        self.actions.commit(kind, self.team, self.count.total)
        self.settle(now)

    def refuse(self, key: int, now: int) -> None:
        """Count and remember a press that has no effect in this phase, so that lights and sound show it."""
        self.refused += 1
        self.refused_key = key
        self.refused_at = now
        if PHASE_PENDING <= self.phase <= PHASE_WARNED:
            # Like any other press it restarts the time after which the count is committed.
            self.phase_at = now

    # -- between games ------------------------------------------------------------------------------------------

    def _in_over(self, key: int, now: int) -> None:
        """Handle a key after a game or match: OK starts the next game or round, the winner's BACK returns the win.

        Where nobody signs, one OK ends the game: another has no effect for WON_MS.
        """
        if key < KEY_OK and key & 3 == BACK and self.match.can_return_win(key >> 2):
            ask_return(self, key >> 2, key, now)
        elif key == KEY_OK and self._just_won(now):
            return
        elif key != KEY_OK or not self.actions.ensure_written():
            self.refuse(key, now)
        else:
            self.actions.commit(EVENT_NEXT, 0, 0)
            self.settle(now)

    def _just_won(self, now: int) -> bool:
        """Return whether nobody signs and a game has ended less than WON_MS ago."""
        return self.phase == PHASE_OVER and not self.settings.sign_off and (now - self.phase_at) & MASK < WON_MS

    def _in_round(self, key: int, now: int) -> None:
        """Handle a key before a round: OK begins it, a score key counts, which begins it once the count is committed.

        Where the first dealer is asked for, the key only begins the round. BACK of the last game's winner returns it.
        """
        if key < KEY_OK and key & 3 == BACK and self.match.can_return_win(key >> 2):
            ask_return(self, key >> 2, key, now)
        elif key != KEY_OK and (key >> 2 >= self.match.teams or key & 3 == BACK):
            self.refuse(key, now)
        elif key == KEY_OK or self.match.preset.start:
            self.actions.commit(EVENT_NEXT, 0, 0)
            self.settle(now)
        else:
            in_idle(self, key, now)
