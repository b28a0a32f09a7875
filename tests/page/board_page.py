"""Page object of the virtual board's page, whose own keys are pressed in a browser: no virtual board itself."""

from base64 import urlsafe_b64encode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from playwright.sync_api import Locator, Page, expect

from host_tools.sim.virtual.board import VirtualBoard, presses
from host_tools.sim.virtual.hand_over import pack_hand_over
from host_tools.sim.virtual.scenario_parser import key_number
from tests.patience import PATIENCE_MS

LETTERS = {"A": "qwer", "B": "uiop", "C": "zxcv", "D": "hjkl"}
ROWS = ("Front peg", "Back peg", "Counting", "Games won", "Points", "Spread")
_KEYS = ("+1", "+2", "+5", "<")


# The page keeps its settings under the path that it was opened at, without a shared table's code.
_CHOSEN = """(preset) => {
  const path = location.pathname.replace(/^\\/~[^/]*/, "").replace(/[^/]*$/, "");
  try { localStorage[`cribboard ${path}builders page preset`] ??= preset; } catch {}
}"""


CLICK_IF_SHOWN = """(button) =>
  button.checkVisibility() && button.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }))"""
"""As a mouse does, whose click leaves the focus where it was."""

SHEET = """() => {
  window.sent = [];
  navigator.canShare = () => true;
  navigator.share = async ({ text, url, files }) => {
    window.sent.push([text, url ?? null, files?.map(({ name, type }) => [name, type]) ?? []]);
  };
}"""
"""The system has a sheet that shares; `window.sent` is what it was given: text, URL, files."""


class Table:
    """`complaints` is what the browser's console had to say against the page.

    `preset` is that of new boards; "" where nobody has chosen one, as at a first visit.
    """

    def __init__(self, page: Page, address: str, preset: str = "acc") -> None:
        self.page = page
        self.address = address
        self.at_home = not preset
        self.complaints: list[str] = []
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda message: self.complaints.append(message.text) if message.type == "error" else None)
        if preset:
            page.add_init_script(f"({_CHOSEN})({preset!r})")
        page.set_default_timeout(PATIENCE_MS)
        expect.set_options(timeout=PATIENCE_MS)

    def open(self) -> None:
        """Loads the page and waits until the board is on."""
        self.page.goto(self.address if self.at_home else f"{self.address}builders.html")
        self.is_on()

    def is_on(self) -> None:
        expect(self.page.locator("#board")).not_to_have_attribute("data-loading", "")
        expect(self.page.locator("#unpowered")).to_be_hidden()

    @contextmanager
    def drawer(self) -> Iterator[Page]:
        """The drawer is open, and everything in it unfolded; then it is as it was, or has closed by itself."""
        was_open = self.page.locator("#drawer").is_visible()
        if not was_open:
            self.page.locator("#menu").click()
        open_folds(self.page)
        yield self.page
        if not was_open:
            # On a phone it may be closing by itself just now.
            self.page.locator("#drawer-close").evaluate(CLICK_IF_SHOWN)

    def unfold(self, name: str) -> None:
        """Opens the drawer, and the part of it with that title."""
        if not self.page.locator("#drawer").is_visible():
            self.page.locator("#menu").click()
        fold = self.page.locator("#drawer > details").filter(has=self.page.locator("summary", has_text=name))
        if fold.get_attribute("open") is None:
            fold.locator("> summary").click()

    def speed(self, name: str) -> None:
        with self.drawer() as page:
            page.get_by_label(name, exact=True).check()

    def set_up(self, preset: str, teams: int = 2) -> None:
        """Sends preset and teams to the board, which takes them."""
        with self.drawer() as page:
            page.get_by_role("combobox", name="Preset", exact=True).select_option(preset)
            page.get_by_role("combobox", name="Teams", exact=True).select_option(str(teams))
            # Before it is sent: a board of more tracks shows its own preset until it has taken this one.
            wanted = page.locator("#preset option:checked").inner_text()
            page.get_by_role("button", name="Send to the board").click()
            expect(page.locator("#setup-answer")).to_have_text("Saved.")
            expect(page.locator("#match")).to_contain_text(wanted)
        expect(self.page.locator(".seat:not(.unused)")).to_have_count(teams)

    def cap(self, name: str) -> Locator:
        """A key's cap: A+5, B<, OK, MENU."""
        return self.page.locator(f'[data-key="{key_number(name)}"]')

    def number(self, row: str, team: str) -> Locator:
        """A cell of the score table."""
        return self.page.locator("#scores tbody tr").nth(ROWS.index(row)).locator("td").nth("ABCD".index(team))

    def seat(self, team: str) -> Locator:
        """A team's score beside its keys."""
        return self.page.locator(f".seat.team-{team}")

    def shows(self, row: str, team: str, value: int | str) -> None:
        expect(self.number(row, team)).to_have_text(str(value))

    def says(self, words: str) -> None:
        """The phase, in words, has these in it."""
        expect(self.page.locator("#phase")).to_contain_text(words)

    def results(self, count: int) -> list[str]:
        """All result lines on the page, once there are `count`."""
        lines = self.page.locator("#results code")
        expect(lines).to_have_count(count)
        return lines.all_text_contents()

    def agree(self, team: str) -> None:
        """By two taps, in place of a key that is held."""
        self.seat(team).get_by_role("button", name="Agree").click()
        self.seat(team).get_by_role("button", name="Sure? Agree").click()

    # -- three ways to press a key ------------------------------------------------------------------------------

    def click(self, name: str) -> None:
        self.cap(name).click()

    def tap(self, name: str) -> None:
        self.cap(name).tap()

    def type(self, name: str) -> None:
        self.page.keyboard.press(key_of(name))

    def count(self, team: str, holes: int) -> None:
        """Count holes by keyboard, which OK pegs."""
        for amount in presses(holes):
            self.type(f"{team}+{amount}")

    def take(self, match: VirtualBoard, moves: Sequence[tuple[str, int]]) -> None:
        """Go on with a match in which another board has pegged these, by the link that hands it over."""
        for team, holes in moves:
            match.peg(team, holes)
        packed = pack_hand_over(match.board, [""] * len(match.state["tracks"]))
        pegged = urlsafe_b64encode(bytes("ABCD".index(team) << 6 | holes for team, holes in moves))
        self.page.goto(f"{self.address}builders.html#h1.{packed}.{pegged.decode().rstrip('=')}")
        self.page.locator("#take-yes").click()
        self.page.locator("#notice-close").click()
        for team, track in match.state["tracks"].items():
            self.shows("Front peg", team, track["front"])

    def peg(self, team: str, *counts: int) -> None:
        """Peg each count of a new game by keyboard, and wait for its front peg."""
        for _, names, front in moves(team, *counts):
            for name in [*names, "OK"]:
                self.type(name)
            self.shows("Front peg", team, front)

    @contextmanager
    def typed(self, name: str) -> Iterator[None]:
        """The key is held on the keyboard."""
        self.page.keyboard.down(key_of(name))
        yield
        self.page.keyboard.up(key_of(name))

    @contextmanager
    def clicked(self, name: str) -> Iterator[None]:
        """The key is held with the mouse."""
        self.cap(name).hover()
        self.page.mouse.down()
        yield
        self.page.mouse.up()

    @contextmanager
    def touched(self, *names: str) -> Iterator[None]:
        """The keys are held by as many fingers at once."""
        session = self.page.context.new_cdp_session(self.page)
        points = [self._point(name) for name in names]
        session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points})
        yield
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        session.detach()

    def _point(self, name: str) -> dict[str, float]:
        box = self.cap(name).bounding_box()
        assert box
        return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2, "id": len(name) + ord(name[0])}


def open_folds(page: Page) -> None:
    """Everything that can be unfolded is, but the counter, which loads the card game and moves the drawer."""
    page.evaluate("document.querySelectorAll('details:not(#counter)').forEach((fold) => (fold.open = true))")


def key_of(name: str) -> str:
    """The keyboard's key for a key of the board."""
    if name in ("OK", "MENU"):
        return {"OK": "Enter", "MENU": "m"}[name]
    return LETTERS[name[0]][_KEYS.index(name[1:])]


def moves(team: str, *counts: int) -> Iterator[tuple[str, list[str], int]]:
    """For each count: the team, the presses, and where its front peg is then."""
    front = 0
    for count in counts:
        front = min(front + count, 121)
        yield team, [f"{team}+{amount}" for amount in presses(count)], front
