"""Key-entry state machine: key presses and time become match events (the table of DESIGN.md section 3).

The phases below belong to the game; status, setup and judge lie over them and leave them as they are.
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
    """What the keys mean now.

    `sink` takes what is decided: `commit(kind, team, amount)` for an event of the players, `decide` for a judge's,
    `choose()` for what stands in setup, `later()` for what takes memory (the self-test), and `may_go_on()`: whether the
    result of the last game is safe. `phase` is one of the constants here, `team` whose count or undo it is, `warned`
    whether that count is one that only OK may commit, `refused` how many presses were refused, `refused_key` and
    `refused_at` the last of them.
    """

    def __init__(self, settings, match, pin, sink, now: int) -> None:
        self._settings = settings
        self._match = match
        self._sink = sink
        self.menus = Menus(settings, match, pin, sink, self)
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

    # -- what comes in ------------------------------------------------------------------------------------------

    def feed(self, pressed: int, released: int, now: int) -> None:
        """Handle keys that moved at once, after `tick`: releases, then presses, the counting team's first."""
        if released & ~pressed:
            self._each(released & ~pressed, False, now)
        own = pressed & (15 << (4 * self.team)) if self.count.presses else 0
        if own:
            self._each(own, True, now)
        if pressed & ~own:
            self._each(pressed & ~own, True, now)
        if released & pressed:
            self._each(released & pressed, False, now)

    def _each(self, mask: int, down: bool, now: int) -> None:
        """Press or release each key of a mask."""
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
        """Do what is due by time alone."""
        if self.asleep:
            return
        if (now - self._press_at) & MASK >= STANDBY_MS:
            self.asleep = True
        menus = self.menus
        if (menus.showing or menus.held) and menus.tick(now):
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
        """Handle a key that goes down."""
        self._press_at = now
        if self.asleep:
            self.asleep = False
            self._rest(now)
        elif self.menus.showing or key == KEY_MENU:
            if not self.menus.press(key, now) and self.phase == PHASE_PENDING:
                self.phase_at = now
        else:
            self._handlers[self.phase](self, key, now)

    def release(self, key: int, now: int) -> None:
        """Handle a key that goes up."""
        if self.menus.release(key, now) or key >= KEY_OK:
            return
        team = key >> 2
        held = self.holds.held_ms(team, now)
        if self.holds.end(team, key) and self.phase == PHASE_UNDO and held < HOLD_MS:
            self._enter(self._resting_phase(), now)

    def tap(self, now: int) -> bool:
        """Handle a tap of MENU. Before a round that makes the next game a friendly; before its first peg, a round
        again.

        False where the tap means the status.
        """
        match = self._match
        waits = self.phase == PHASE_IDLE or self.phase == PHASE_DEAL
        if self.phase != PHASE_ROUND and not (waits and match.tally.friendly and match.untouched()):
            return False
        self._sink.commit(EVENT_NEXT, 0, FRIENDLY)
        self.settle(now)
        return True

    def interrupted(self, now: int) -> None:
        """Restart the timers of a pending count after a menu was closed without effect."""
        self._rest(now)

    def _rest(self, now: int) -> None:
        """Restart the timers of the phase, and end all holds."""
        self.holds.clear()
        if self.phase == PHASE_PENDING or self.phase == PHASE_UNDO:
            self.phase_at = now

    def settle(self, now: int) -> None:
        """Discard a pending count, close menus, and enter the phase that the match is in."""
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
        self.phase = phase
        self.phase_at = now
        self.signed = 0
        self.holds.clear()

    def refuse(self, key: int, now: int) -> None:
        """Count a press that is no use here, and let it be seen."""
        self.refused += 1
        self.refused_key = key
        self.refused_at = now
        if self.phase == PHASE_PENDING:
            # A press all the same: the count waits for as long as after any other.
            self.phase_at = now

    # -- counting -----------------------------------------------------------------------------------------------

    def _in_deal(self, key: int, now: int) -> None:
        """Handle a key while the first dealer is asked for."""
        team = key >> 2
        if team < self._match.teams and key & 3 != BACK:
            self._sink.commit(EVENT_DEAL, team, 0)
            self.settle(now)
        else:
            self.refuse(key, now)

    def _in_idle(self, key: int, now: int) -> None:
        """Handle a key while nothing is pending: a count, an undo, or the first dealer."""
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
            self._sink.commit(EVENT_DEAL, team, 0)
            self.settle(now)
        else:
            self.refuse(key, now)

    def _in_pending(self, key: int, now: int) -> None:
        """Handle a key while a team counts."""
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
        """Handle a key while a team's count reaches the target."""
        if key >> 2 == self.team:
            self._own_key(key, now)
        elif key != KEY_OK:
            self.refuse(key, now)
        elif self._settings.sign_off:
            self._enter(PHASE_SIGN, now)
        else:
            self._commit(now)

    def _own_key(self, key: int, now: int) -> None:
        """Handle a key of the counting team: count on, or take the last press back."""
        if key & 3 != BACK:
            self._count(self.team, key, now)
            return
        self.count.take_back()
        self._enter_count(now)

    def _count(self, team: int, key: int, now: int) -> None:
        """Add a score key to the count, unless it would exceed the highest count."""
        amount = SCORE_KEYS[key & 3]
        match = self._match
        if self.count.total + amount > match.preset.limit(match.game.front[team]):
            self.refuse(key, now)
            return
        self.team = team
        self.count.add(amount)
        self._enter_count(now)

    def _enter_count(self, now: int) -> None:
        """Enter the phase of a changed count: pending, claim, or idle at 0."""
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
        """Commit the count as a move, or as a signed win."""
        self._sink.commit(kind, self.team, self.count.total)
        self.settle(now)

    # -- agreeing -----------------------------------------------------------------------------------------------

    def _in_sign(self, key: int, now: int) -> None:
        """Handle a key while the losers are asked to sign."""
        team = key >> 2
        if team >= self._match.teams or team == self.team and key & 3 != BACK:
            self.refuse(key, now)
        elif key & 3 == BACK:
            self._enter(PHASE_CLAIM, now)
        else:
            self.holds.begin(team, key, now)

    def _ask_undo(self, team: int, now: int) -> None:
        """Ask for confirmation of undoing the team's last move."""
        self.team = team
        self._enter(PHASE_UNDO, now)

    def _ask_return(self, team: int, key: int, now: int) -> None:
        """Ask the others to agree that the team that won takes its win back. Its result must be on flash first."""
        if self._sink.may_go_on():
            self._ask_undo(team, now)
        else:
            self.refuse(key, now)

    def returning(self) -> bool:
        """Return whether the undo that awaits confirmation would take back a win."""
        return self.phase == PHASE_UNDO and self._match.can_return_win(self.team)

    def _collect_signatures(self, now: int) -> None:
        """Note each team that has held its key long enough; commit the win when all losers have signed."""
        missing = False
        for team in range(self._match.teams):
            if self.holds.held_ms(team, now) == HOLD_MS:
                self.signed |= 1 << team
            if team != self.team and not (self.signed >> team) & 1:
                missing = True
        if not missing:
            self._commit(now, EVENT_SIGNED)

    def _in_undo(self, key: int, now: int) -> None:
        """Handle a key while an undo awaits confirmation."""
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
        """Cancel an undo after its time, or apply it when another team has confirmed."""
        if since(self.phase_at, now) >= UNDO_MS:
            self._enter(self._resting_phase(), now)
        elif self._settings.sign_off:
            for team in range(self._match.teams):
                if self.holds.held_ms(team, now) == HOLD_MS:
                    self._undo(now)
                    return

    def _undo(self, now: int) -> None:
        """Undo the team's last move, or its win."""
        if self.returning():
            reopening = REOPEN_SIGNED if self._settings.sign_off else REOPEN_UNSIGNED
            self._sink.commit(EVENT_REOPEN, self.team, reopening)
        else:
            self._sink.commit(EVENT_UNDO, self.team, 0)
        self.settle(now)

    # -- between games ------------------------------------------------------------------------------------------

    def _in_over(self, key: int, now: int) -> None:
        """Handle a key after a game or match: OK starts the next game or round, the winner's BACK returns the win."""
        if key < KEY_OK and key & 3 == BACK and self._match.can_return_win(key >> 2):
            self._ask_return(key >> 2, key, now)
        elif key != KEY_OK or not self._sink.may_go_on():
            self.refuse(key, now)
        else:
            self._sink.commit(EVENT_NEXT, 0, 0)
            self.settle(now)

    def _in_round(self, key: int, now: int) -> None:
        """Handle a key before a round: OK begins it, score keys and BACK change its number."""
        if key == KEY_OK:
            self._sink.commit(EVENT_NEXT, 0, 0)
            self.settle(now)
            return
        up = 0 if key & 3 == BACK else SCORE_KEYS[key & 3]
        number = self._match.tally.round + (up or -1)
        if key >> 2 >= self._match.teams or not 1 <= number <= HIGHEST_ROUND:
            self.refuse(key, now)
        else:
            self._sink.commit(EVENT_ROUND, 0, up)
