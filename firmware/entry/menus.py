"""Menu navigation by the MENU key: a tap opens the status, a long press setup or the judge's menu."""

from ..config import KEY_MENU, MENU_HOLD_MS, MENU_IDLE_MS, STATUS_MS
from ..interpreter import const
from ..ticks import since

STAY = const(0)
REFUSED = const(1)
LEFT = const(2)
DONE = const(3)
REFUSED_AND_LEFT = const(4)
"""A page's answers to a press: stay open, refuse the key, close without effect, close with effect, refuse and close."""

MENU_NONE = const(0)
MENU_STATUS = const(1)
MENU_SETUP = const(2)
MENU_JUDGE = const(3)
MENU_TEST = const(4)
"""The self-test, which is a page of setup."""

CHOOSE = const(0)
DETAIL = const(1)
AGREE = const(2)
"""The judge's pages."""

WAITING = "waiting"
AGREED = "agreed"
DROPPED = "refused"
"""What becomes of a judge's decision that a host asks for; a host reads it in `status`."""

MENU_NAMES = ("", "status", "setup", "judge", "setup")


class Menus:
    """At most one menu lies over the game: `showing` (MENU_ number); `setup` and `judge` hold their own state.

    If the board has a PIN, both begin with `pin_page`, while `asking_pin`. `menu_held`: the MENU key is down. The pages
    are None until the console has loaded them, after the first frame; then it opens the menu that is `wanted` (its
    MENU_ number). The self-test allocates, so `actions.defer()` puts it off to the next steps.
    """

    def __init__(self, match, pin, actions, console) -> None:
        self._match = match
        self.pin = pin
        self._actions = actions
        self._console = console
        self.pin_page = None
        self.setup = None
        self.judge = None
        self.voice = None
        """The VoiceLoader, whose volume keys change while the status shows; None without a voice."""
        self.wanted = MENU_NONE
        self.showing = MENU_NONE
        self.asking_pin = False
        self._key_at = 0
        self.menu_held = False
        self._held_from = 0

    @property
    def testing(self) -> bool:
        """Whether the self-test is showing."""
        return self.showing == MENU_TEST

    def open(self, menu: int, now: int) -> None:
        """Show a menu (MENU_ number) instead of the one open, its PIN page first if the board has a PIN.

        If the pages are not loaded yet, only note the menu as wanted.
        """
        if menu == MENU_SETUP or menu == MENU_JUDGE:
            if self.pin_page is None:
                self.wanted = menu
                return
            self.pin_page.open()
            self.asking_pin = self.pin.digits != ""
            (self.setup if menu == MENU_SETUP else self.judge).open()
        else:
            self.asking_pin = False
            if menu == MENU_TEST:
                self._actions.defer()
        self.wanted = MENU_NONE
        self.showing = menu
        self._key_at = now

    def close(self) -> None:
        if self.showing == MENU_TEST:
            self._actions.defer()
        if self.judge is not None:
            self.judge.close()
        self.showing = MENU_NONE

    def tick(self, now: int) -> bool:
        """Handle long press of MENU, timeouts and agreements by `now`; return whether a menu keeps the game waiting."""
        if self.menu_held and since(self._held_from, now) >= MENU_HOLD_MS:
            self._hold(now)
        if self.showing and since(self._key_at, now) >= self._timeout_ms():
            self.leave(now)
        elif self.showing == MENU_JUDGE and self.judge.take_effect_if_agreed(now):  # type: ignore[attr-defined]
            self._console.settle(now)
        return self.showing != MENU_NONE or self.wanted != MENU_NONE

    def _timeout_ms(self) -> int:
        """Return after how many ms without a key the open menu closes."""
        return STATUS_MS if self.showing == MENU_STATUS else MENU_IDLE_MS

    def press(self, key: int, now: int) -> bool:
        """Handle a key that goes down; return False if it is for the game, because no menu is open."""
        if self.showing == MENU_STATUS:
            if self.voice is not None and self.voice.adjust(key):
                self._key_at = now
            else:
                self.leave(now)
            return True
        if self.showing:
            self._key_at = now
        if key == KEY_MENU:
            self.menu_held = True
            self._held_from = now
            return self.showing != MENU_NONE
        if self.showing == MENU_NONE:
            return False
        self._press_in_menu(key, now)
        return True

    def _press_in_menu(self, key: int, now: int) -> None:
        """Pass a key to the open page, and act on the page's answer."""
        if self.showing == MENU_TEST:
            return
        answer = self._press_page(key, now)
        if answer == REFUSED or answer == REFUSED_AND_LEFT:
            self._console.refuse(key, now)
        if answer == LEFT or answer == REFUSED_AND_LEFT:
            self.leave(now)
        elif answer == DONE:
            self._console.settle(now)

    def _press_page(self, key: int, now: int) -> int:
        """Pass a key to the PIN page or menu, and return its answer (STAY …); the right PIN opens the menu: STAY."""
        if self.asking_pin:
            answer = self.pin_page.press(key, now)  # type: ignore[attr-defined]
            self.asking_pin = answer != DONE
            return STAY if answer == DONE else answer
        page = self.setup if self.showing == MENU_SETUP else self.judge
        return page.press(key, now)  # type: ignore[attr-defined]

    def release(self, key: int, now: int) -> bool:
        """Handle a key that goes up; return False if it is for the game: no menu is open, and it is not MENU."""
        if key != KEY_MENU:
            open = self.showing != MENU_NONE
            if self.showing == MENU_JUDGE and self.judge.release(key, now) == LEFT:  # type: ignore[attr-defined]
                self.leave(now)
            return open
        if self.menu_held:
            if since(self._held_from, now) >= MENU_HOLD_MS:
                self._hold(now)
            else:
                self._tap(now)
        return True

    def _tap(self, now: int) -> None:
        """Handle a tap of MENU: turn setup's page or close the open menu; else let the console handle it, or open the
        status. In an event the page after the round's number is the judge's, for a side that did not come.
        """
        self.menu_held = False
        if self.showing == MENU_SETUP and not self.asking_pin and self._match.in_event:
            if self.setup.on_round:  # type: ignore[attr-defined]
                self.showing = MENU_JUDGE
                self.judge.open_forfeit()  # type: ignore[attr-defined]
            else:
                self.setup.on_round = True  # type: ignore[attr-defined]
        elif self.showing:
            self.leave(now)
        elif not self._console.tap_menu(now):
            self.open(MENU_STATUS, now)

    def _hold(self, now: int) -> None:
        """Handle a long press of MENU: setup before a round's first peg, else the judge; in setup the self-test."""
        self.menu_held = False
        if self.showing == MENU_SETUP and not self.asking_pin:
            self.open(MENU_TEST, now)
        elif self.showing:
            return
        elif self.pin.locked(now):
            self._console.refuse(KEY_MENU, now)
        elif not self._match.begun() and not self._console.count.presses:
            self.open(MENU_SETUP, now)
        else:
            self.open(MENU_JUDGE, now)

    def leave(self, now: int) -> None:
        """Close the open menu without effect."""
        self.close()
        self._console.restart_timers(now)
