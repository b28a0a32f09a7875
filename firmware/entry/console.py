"""From presses and time to events: the entry table of DESIGN.md section 3.

The phases below belong to the game; status, setup and judge lie over them and leave them as they are.
"""

from ..clock import since
from ..config import HOLD_MS, KEY_MENU, KEY_OK, SCORE_KEYS, STANDBY_MS, UNDO_MS, WARNED_AMOUNTS
from ..interpreter import const
from ..rules import events
from ..rules.match import GAME_OVER, MATCH_OVER
from .count import Count
from .holds import Holds
from .menus import Menus

DEAL = 0
IDLE = 1
PENDING = 2
CLAIM = 3
SIGN = 4
UNDO = 5
OVER = 6
ENDED = 7

NAMES = ("deal", "idle", "pending", "claim", "sign", "undo", "game-over", "match-over")

BACK = 3
"""Number of the BACK key within a team's four."""

_MASK = const(0x3FFFFFFF)
"""As `since`, without a call: for what every step does."""


class Console:
    """What the keys mean now.

    `sink` takes what is decided: `commit(kind, team, amount)` for an event, `choose()` for what stands in setup,
    `later()` for what takes memory (a menu that opens), and `may_go_on()`: whether the result of the last game is safe.
    `phase` is one of the constants here, `team` whose count or undo it is, `refused` how many presses were refused,
    `refused_key` and `refused_at` the last of them.
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
        self._kept = 0
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
        )
        self.phase = IDLE
        self.settle(now)

    # -- what comes in ------------------------------------------------------------------------------------------

    def feed(self, pressed: int, released: int, now: int) -> None:
        """Keys that moved at once, after `tick`: releases, then presses, the counting team's first."""
        if released & ~pressed:
            self._each(released & ~pressed, False, now)
        if self.menus.wanted:
            self._kept = pressed
            return
        mine = pressed & 15 << 4 * self.team if self.count.presses else 0
        if mine:
            self._each(mine, True, now)
        if pressed & ~mine:
            self._each(pressed & ~mine, True, now)
        if released & pressed:
            self._each(released & pressed, False, now)

    def resume(self, now: int) -> None:
        """A menu that was wanted is open: what was pressed in the same millisecond is for it."""
        kept = self._kept
        self._kept = 0
        if kept:
            self.feed(kept, 0, now)

    def _each(self, mask: int, down: bool, now: int) -> None:
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
        """What is due by time alone."""
        if self.asleep:
            return
        if now - self._press_at & _MASK >= STANDBY_MS:
            self.asleep = True
        menus = self.menus
        if (menus.showing or menus.held) and menus.tick(now):
            return
        phase = self.phase
        if phase == PENDING:
            idle = self._settings.idle_ms
            if idle and now - self.phase_at & _MASK >= idle and not self.warned:
                self._commit(now)
        elif phase == SIGN:
            self._collect_signatures(now)
        elif phase == UNDO:
            self._watch_undo(now)

    def press(self, key: int, now: int) -> None:
        """A key goes down."""
        self._press_at = now
        if self.asleep:
            self.asleep = False
            self._rest(now)
        elif self.menus.showing or key == KEY_MENU:
            if not self.menus.press(key, now) and self.phase == PENDING:
                self.phase_at = now
        else:
            self._handlers[self.phase](self, key, now)

    def release(self, key: int, now: int) -> None:
        """A key goes up."""
        if self.menus.release(key, now) or key >= KEY_OK:
            return
        team = key >> 2
        held = self.holds.held_ms(team, now)
        if self.holds.end(team, key) and self.phase == UNDO and held < HOLD_MS:
            self._enter(IDLE, now)

    def interrupted(self, now: int) -> None:
        """A menu has closed without effect: what was pending goes on, its times from now."""
        self._rest(now)

    def _rest(self, now: int) -> None:
        self.holds.clear()
        if self.phase == PENDING or self.phase == UNDO:
            self.phase_at = now

    def settle(self, now: int) -> None:
        """Drop whatever is pending, menus too, and stand where the match stands."""
        self.menus.close()
        self.count.clear()
        self._enter(self._resting_phase(), now)

    def _resting_phase(self) -> int:
        match = self._match
        if match.stage == GAME_OVER:
            return OVER
        if match.stage == MATCH_OVER:
            return ENDED
        return DEAL if match.dealing else IDLE

    def _enter(self, phase: int, now: int) -> None:
        self.phase = phase
        self.phase_at = now
        self.signed = 0
        self.holds.clear()

    def refuse(self, key: int, now: int) -> None:
        """The press is no use here: count it and let it be seen."""
        self.refused += 1
        self.refused_key = key
        self.refused_at = now
        if self.phase == PENDING:
            # A press all the same: the count waits for as long as after any other.
            self.phase_at = now

    # -- counting -----------------------------------------------------------------------------------------------

    @property
    def warned(self) -> bool:
        """Whether the pending count is one that only OK may commit."""
        total = self.count.total
        heels = self._match.preset.heels_limit
        if heels is not None and total == 2 and self._match.game.front[self.team] >= heels:
            return True
        return total in WARNED_AMOUNTS

    def _in_deal(self, key: int, now: int) -> None:
        team = key >> 2
        if team < self._match.teams and key & 3 != BACK:
            self._sink.commit(events.DEAL, team, 0)
            self.settle(now)
        else:
            self.refuse(key, now)

    def _in_idle(self, key: int, now: int) -> None:
        team = key >> 2
        if key == KEY_OK:
            return
        if team >= self._match.teams:
            self.refuse(key, now)
        elif key & 3 != BACK:
            self._count(team, key, now)
        elif self._match.game.can_undo(team):
            self.team = team
            self._enter(UNDO, now)
        else:
            self.refuse(key, now)

    def _in_pending(self, key: int, now: int) -> None:
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
        if key >> 2 == self.team:
            self._own_key(key, now)
        elif key != KEY_OK:
            self.refuse(key, now)
        elif self._settings.sign_off:
            self._enter(SIGN, now)
        else:
            self._commit(now)

    def _own_key(self, key: int, now: int) -> None:
        if key & 3 != BACK:
            self._count(self.team, key, now)
            return
        self.count.take_back()
        self._enter(self._counting_phase(), now)

    def _count(self, team: int, key: int, now: int) -> None:
        amount = SCORE_KEYS[key & 3]
        if self.count.total + amount > self._match.preset.limit(self._match.game.front[team]):
            self.refuse(key, now)
            return
        self.team = team
        self.count.add(amount)
        self._enter(self._counting_phase(), now)

    def _counting_phase(self) -> int:
        if not self.count.presses:
            return IDLE
        return CLAIM if self._match.reaches(self.team, self.count.total) else PENDING

    def _commit(self, now: int, kind: int = events.MOVE) -> None:
        self._sink.commit(kind, self.team, self.count.total)
        self.settle(now)

    # -- agreeing -----------------------------------------------------------------------------------------------

    def _in_sign(self, key: int, now: int) -> None:
        team = key >> 2
        if team >= self._match.teams or team == self.team and key & 3 != BACK:
            self.refuse(key, now)
        elif key & 3 == BACK:
            self._enter(CLAIM, now)
        else:
            self.holds.begin(team, key, now)

    def _collect_signatures(self, now: int) -> None:
        missing = False
        for team in range(self._match.teams):
            if self.holds.held_ms(team, now) == HOLD_MS:
                self.signed |= 1 << team
            if team != self.team and not self.signed >> team & 1:
                missing = True
        if not missing:
            self._commit(now, events.SIGNED)

    def _in_undo(self, key: int, now: int) -> None:
        team = key >> 2
        if key == KEY_OK and not self._settings.sign_off:
            self._undo(now)
        elif team >= self._match.teams or team == self.team and key & 3 != BACK:
            self.refuse(key, now)
        elif team == self.team:
            self._enter(IDLE, now)
        else:
            self.holds.begin(team, key, now)

    def _watch_undo(self, now: int) -> None:
        if since(self.phase_at, now) >= UNDO_MS:
            self._enter(IDLE, now)
        elif self._settings.sign_off:
            for team in range(self._match.teams):
                if self.holds.held_ms(team, now) == HOLD_MS:
                    self._undo(now)
                    return

    def _undo(self, now: int) -> None:
        self._sink.commit(events.UNDO, self.team, 0)
        self.settle(now)

    def _in_over(self, key: int, now: int) -> None:
        if key != KEY_OK or not self._sink.may_go_on():
            self.refuse(key, now)
            return
        self._sink.commit(events.NEXT, 0, 0)
        self.settle(now)
