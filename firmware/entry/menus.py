"""MENU and what it opens: the status by a tap; setup, or the judge's menu, by a hold."""

from ..clock import since
from ..config import KEY_MENU, MENU_HOLD_MS, MENU_IDLE_MS, STATUS_MS
from ..interpreter import const
from .menu_pages import DONE, LEFT, REFUSED, REFUSED_AND_LEFT, STAY, JudgeMenu, PinPage, SetupMenu

MENU_NONE = const(0)
MENU_STATUS = const(1)
MENU_SETUP = const(2)
MENU_JUDGE = const(3)
MENU_TEST = const(4)
"""The self-test, which is a page of setup."""

MENU_NAMES = ("", "status", "setup", "judge", "setup")


class Menus:
    """At most one menu lies over the game: `showing`, with `setup` and `judge` holding their own state.

    Where the board has a PIN, both begin with `pin_page`: `asking_pin`. `held`: the MENU key is down. The self-test
    takes memory: it begins at the end of a step, which `sink.later()` asks for.
    """

    def __init__(self, settings, match, pin, sink, console) -> None:
        self._settings = settings
        self._match = match
        self._pin = pin
        self._sink = sink
        self._console = console
        self.pin_page = PinPage(match, pin)
        self.setup = SetupMenu(settings, match, sink)
        self.judge = JudgeMenu(settings, match, pin, sink)
        self.showing = MENU_NONE
        self.asking_pin = False
        self.at = 0
        self.held = False
        self._held_from = 0

    @property
    def testing(self) -> bool:
        """Whether the self-test is on."""
        return self.showing == MENU_TEST

    def open(self, menu: int, now: int) -> None:
        """Show a menu instead of whatever is open, its PIN first where there is one."""
        self.pin_page.open()
        self.asking_pin = bool(self._pin.digits) and (menu == MENU_SETUP or menu == MENU_JUDGE)
        if menu == MENU_SETUP:
            self.setup.open()
        elif menu == MENU_JUDGE:
            self.judge.open()
        elif menu == MENU_TEST:
            self._sink.later()
        self.showing = menu
        self.at = now

    def close(self) -> None:
        if self.showing == MENU_TEST:
            self._sink.later()
        self.showing = MENU_NONE

    def tick(self, now: int) -> bool:
        """What is due by time; True while a menu keeps the game waiting."""
        if self.held and since(self._held_from, now) >= MENU_HOLD_MS:
            self._hold(now)
        if self.showing and since(self.at, now) >= self._lasts():
            self._leave(now)
        elif self.showing == MENU_JUDGE and self.judge.agreed(now):
            self._console.settle(now)
        return self.showing != MENU_NONE

    def _lasts(self) -> int:
        return STATUS_MS if self.showing == MENU_STATUS else MENU_IDLE_MS

    def press(self, key: int, now: int) -> bool:
        """A key goes down; True if it was meant for a menu."""
        if self.showing == MENU_STATUS:
            self._leave(now)
            return True
        if self.showing:
            self.at = now
        if key == KEY_MENU:
            self.held = True
            self._held_from = now
            return self.showing != MENU_NONE
        if self.showing == MENU_NONE:
            return False
        self._press_in_menu(key, now)
        return True

    def _press_in_menu(self, key: int, now: int) -> None:
        if self.showing == MENU_TEST:
            return
        answer = self._ask(key, now)
        if answer == REFUSED or answer == REFUSED_AND_LEFT:
            self._console.refuse(key, now)
        if answer == LEFT or answer == REFUSED_AND_LEFT:
            self._leave(now)
        elif answer == DONE:
            self._console.settle(now)

    def _ask(self, key: int, now: int) -> int:
        if self.asking_pin:
            answer = self.pin_page.press(key, now)
            self.asking_pin = answer != DONE
            return STAY if answer == DONE else answer
        return self.setup.press(key, now) if self.showing == MENU_SETUP else self.judge.press(key, now)

    def release(self, key: int, now: int) -> bool:
        """A key goes up; True if it was the MENU key."""
        if key != KEY_MENU:
            if self.showing == MENU_JUDGE:
                self.judge.release(key, now)
            return self.showing != MENU_NONE
        if self.held:
            if since(self._held_from, now) >= MENU_HOLD_MS:
                self._hold(now)
            else:
                self._tap(now)
        return True

    def _tap(self, now: int) -> None:
        self.held = False
        if self.showing:
            self._leave(now)
        elif not self._console.tap(now):
            self.open(MENU_STATUS, now)

    def _hold(self, now: int) -> None:
        self.held = False
        if self.showing == MENU_SETUP and not self.asking_pin:
            self.open(MENU_TEST, now)
        elif self.showing:
            return
        elif self._pin.locked(now):
            self._console.refuse(KEY_MENU, now)
        elif not self._match.begun and not self._console.count.presses:
            self.open(MENU_SETUP, now)
        else:
            self.open(MENU_JUDGE, now)

    def _leave(self, now: int) -> None:
        self.close()
        self._console.interrupted(now)
