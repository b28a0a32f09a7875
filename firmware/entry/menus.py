"""Menu navigation by the MENU key: a tap opens the status, a long press setup or the judge's menu."""

from ..config import KEY_MENU, MENU_HOLD_MS, MENU_IDLE_MS, STATUS_MS
from ..interpreter import const
from ..ticks import since

STAY = const(0)
REFUSED = const(1)
LEFT = const(2)
DONE = const(3)
REFUSED_AND_LEFT = const(4)
"""What a page answers to a press."""

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
    takes memory: it begins at the end of a step, which `sink.later()` asks for. So do the pages, which are large and
    rarely opened: they are None until the first is `wanted`, and `load` has been called.
    """

    def __init__(self, settings, match, pin, sink, console) -> None:
        self._settings = settings
        self._match = match
        self._pin = pin
        self._sink = sink
        self._console = console
        self.pin_page = None
        self.setup = None
        self.judge = None
        self.wanted = MENU_NONE
        self.showing = MENU_NONE
        self.asking_pin = False
        self.at = 0
        self.held = False
        self._held_from = 0

    @property
    def testing(self) -> bool:
        """Whether the self-test is on."""
        return self.showing == MENU_TEST

    def load(self, now: int) -> None:
        """Load the pages and open the one that is wanted. Allocates."""
        from .judge_menu import JudgeMenu
        from .pin_page import PinPage
        from .setup_menu import SetupMenu

        self.pin_page = PinPage(self._match, self._pin)  # type: ignore[assignment]
        self.setup = SetupMenu(self._settings, self._match, self._sink)  # type: ignore[assignment]
        self.judge = JudgeMenu(self._settings, self._match, self._pin, self._sink)  # type: ignore[assignment]
        menu = self.wanted
        self.wanted = MENU_NONE
        self.open(menu, now)

    def open(self, menu: int, now: int) -> None:
        """Show a menu instead of whatever is open, its PIN first where there is one."""
        if menu == MENU_SETUP or menu == MENU_JUDGE:
            if self.pin_page is None:
                self.wanted = menu
                self._sink.later()
                return
            self.pin_page.open()
            self.asking_pin = self._pin.digits != ""
            (self.setup if menu == MENU_SETUP else self.judge).open()
        else:
            self.asking_pin = False
            if menu == MENU_TEST:
                self._sink.later()
        self.showing = menu
        self.at = now

    def close(self) -> None:
        if self.showing == MENU_TEST:
            self._sink.later()
        self.showing = MENU_NONE

    def tick(self, now: int) -> bool:
        """Do what is due by time; True while a menu keeps the game waiting."""
        if self.held and since(self._held_from, now) >= MENU_HOLD_MS:
            self._hold(now)
        if self.showing and since(self.at, now) >= self._lasts():
            self._leave(now)
        elif self.showing == MENU_JUDGE and self.judge.take_effect_if_agreed(now):  # type: ignore[attr-defined]
            self._console.settle(now)
        return self.showing != MENU_NONE or self.wanted != MENU_NONE

    def _lasts(self) -> int:
        """Return for how many ms the open menu stays without a key."""
        return STATUS_MS if self.showing == MENU_STATUS else MENU_IDLE_MS

    def press(self, key: int, now: int) -> bool:
        """Handle a key that goes down; True if it was meant for a menu."""
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
        """Pass a key to the open page, and act on its answer."""
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
        """Return the open page's answer to a key: STAY, LEFT, DONE, REFUSED or REFUSED_AND_LEFT."""
        if self.asking_pin:
            answer = self.pin_page.press(key, now)  # type: ignore[attr-defined]
            self.asking_pin = answer != DONE
            return STAY if answer == DONE else answer
        page = self.setup if self.showing == MENU_SETUP else self.judge
        return page.press(key, now)  # type: ignore[attr-defined, no-any-return]

    def release(self, key: int, now: int) -> bool:
        """Handle a key that goes up; True if it was the MENU key."""
        if key != KEY_MENU:
            if self.showing == MENU_JUDGE:
                self.judge.release(key, now)  # type: ignore[attr-defined]
            return self.showing != MENU_NONE
        if self.held:
            if since(self._held_from, now) >= MENU_HOLD_MS:
                self._hold(now)
            else:
                self._tap(now)
        return True

    def _tap(self, now: int) -> None:
        """Handle a tap of MENU: close the open menu, else open the status."""
        self.held = False
        if self.showing:
            self._leave(now)
        elif not self._console.tap(now):
            self.open(MENU_STATUS, now)

    def _hold(self, now: int) -> None:
        """Handle a long press of MENU: setup before a round's first peg, else judge's menu; in setup the self-test."""
        self.held = False
        if self.showing == MENU_SETUP and not self.asking_pin:
            self.open(MENU_TEST, now)
        elif self.showing:
            return
        elif self._pin.locked(now):
            self._console.refuse(KEY_MENU, now)
        elif not self._match.begun() and not self._console.count.presses:
            self.open(MENU_SETUP, now)
        else:
            self.open(MENU_JUDGE, now)

    def _leave(self, now: int) -> None:
        """Close the open menu without effect."""
        self.close()
        self._console.interrupted(now)
