"""MENU and what it opens: the status by a tap; setup, or the judge's menu, by a hold."""

from .. import config
from ..clock import since
from .answers import DONE, LEFT, REFUSED, REFUSED_AND_LEFT

NONE = 0
STATUS = 1
SETUP = 2
JUDGE = 3
TEST = 4
"""The self-test, which is a page of setup."""

NAMES = ("", "status", "setup", "judge", "setup")


class Menus:
    """At most one menu lies over the game: `showing`, with `setup` and `judge` holding their own state once opened.

    `held`: the MENU key is down. A menu that is `wanted` opens between frames (`load`), since that takes memory: the
    sink is told by `later()`.
    """

    def __init__(self, settings, match, pin, sink, console) -> None:
        self._settings = settings
        self._match = match
        self._pin = pin
        self._sink = sink
        self._console = console
        self.setup = None
        self.judge = None
        self.showing = NONE
        self.wanted = NONE
        self.at = 0
        self.held = False
        self._held_from = 0

    @property
    def testing(self) -> bool:
        """Whether the self-test is on."""
        return self.showing == TEST

    def want(self, menu: int) -> None:
        """Open a menu, whatever is open, as soon as there is time."""
        self.wanted = menu
        self._sink.later()

    def load(self, now: int) -> None:
        """Open the menu that is wanted. Allocates."""
        if self.wanted == SETUP:
            from .setup_menu import SetupMenu

            self.setup = SetupMenu(self._settings, self._match, self._sink)  # type: ignore[assignment]
        elif self.wanted == JUDGE:
            from .judge_menu import JudgeMenu

            self.judge = JudgeMenu(self._match, self._pin, self._sink)  # type: ignore[assignment]
        self.showing = self.wanted
        self.at = now
        self.wanted = NONE

    def close(self) -> None:
        if self.showing == TEST:
            self._sink.later()
        self.showing = self.wanted = NONE

    def tick(self, now: int) -> bool:
        """What is due by time; True while a menu keeps the game waiting."""
        if self.held and since(self._held_from, now) >= config.MENU_HOLD_MS:
            self._hold(now)
        if self.showing and since(self.at, now) >= self._lasts():
            self._leave(now)
        return self.showing != NONE or self.wanted != NONE

    def _lasts(self) -> int:
        return config.STATUS_MS if self.showing == STATUS else config.MENU_IDLE_MS

    def press(self, key: int, now: int) -> bool:
        """A key goes down; True if it was meant for a menu."""
        if self.showing == STATUS:
            self._leave(now)
            return True
        if self.showing:
            self.at = now
        if key == config.KEY_MENU:
            self.held = True
            self._held_from = now
            return self.showing != NONE
        if self.showing == NONE:
            return False
        self._press_in_menu(key, now)
        return True

    def _press_in_menu(self, key: int, now: int) -> None:
        if self.showing == TEST:
            return
        menu = self.setup if self.showing == SETUP else self.judge
        answer = menu.press(key, now)  # type: ignore[attr-defined]
        if answer == REFUSED or answer == REFUSED_AND_LEFT:
            self._console.refuse(key, now)
        if answer == LEFT or answer == REFUSED_AND_LEFT:
            self._leave(now)
        elif answer == DONE:
            self._console.settle(now)

    def release(self, key: int, now: int) -> bool:
        """A key goes up; True if it was the MENU key."""
        if key != config.KEY_MENU:
            return self.showing != NONE or self.wanted != NONE
        if self.held:
            if since(self._held_from, now) >= config.MENU_HOLD_MS:
                self._hold(now)
            else:
                self._tap(now)
        return True

    def _tap(self, now: int) -> None:
        self.held = False
        if self.showing:
            self._leave(now)
        else:
            self.want(STATUS)

    def _hold(self, now: int) -> None:
        self.held = False
        if self.showing == SETUP:
            self.want(TEST)
        if self.showing:
            return
        if not self._match.begun and not self._console.count.presses:
            self.want(SETUP)
        elif self._pin.locked(now):
            self._console.refuse(config.KEY_MENU, now)
        else:
            self.want(JUDGE)

    def _leave(self, now: int) -> None:
        self.close()
        self._console.interrupted(now)
