"""The page as somebody plays on it: what can be done there, and what can be read."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Locator, Page, expect

LETTERS = {"A": "qwer", "B": "uiop", "C": "asdf", "D": "hjkl"}
STEPS = (5, 2, 1)
_LEGENDS = {1: "+1", 2: "+2", 5: "+5"}


class Table:
    """`complaints` is what the browser's console had to say against the page."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.complaints: list[str] = []
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda message: self.complaints.append(message.text) if message.type == "error" else None)
        page.set_default_timeout(10_000)
        expect.set_options(timeout=10_000)

    def open(self) -> None:
        """Loads the page and waits until the board is on."""
        self.page.goto(self.address)
        self.is_on()

    def is_on(self) -> None:
        expect(self.page.locator("#board")).not_to_have_attribute("data-loading", "")
        expect(self.page.locator("#power")).to_have_attribute("aria-pressed", "true")

    def speed(self, name: str) -> None:
        self.page.get_by_label(name, exact=True).check()

    def set_up(self, preset: str, teams: int = 2) -> None:
        """Sends preset and teams to the board, which takes them."""
        self.page.get_by_role("combobox", name="Preset", exact=True).select_option(preset)
        self.page.get_by_role("combobox", name="Teams", exact=True).select_option(str(teams))
        self.page.get_by_role("button", name="Send to the board").click()
        expect(self.page.locator("#setup-answer")).to_have_text("The board has taken it.")
        expect(self.page.locator("#match")).to_contain_text(f"({preset})")

    def cap(self, name: str) -> Locator:
        """A key's cap: A+5, B<, OK, MENU."""
        full = name if name in ("OK", "MENU") else f"Team {name[0]} {'BACK' if name[1] == '<' else name[1:]}"
        return self.page.get_by_role("button", name=f"{full}, key")

    def number(self, row: str, team: str) -> Locator:
        """A cell of the score table."""
        column = "ABCD".index(team)
        line = self.page.locator("#scores tbody tr").filter(has=self.page.get_by_role("rowheader", name=row))
        return line.locator("td").nth(column)

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

    # -- three ways to press a key ------------------------------------------------------------------------------

    def click(self, name: str) -> None:
        self.cap(name).click()

    def tap(self, name: str) -> None:
        self.cap(name).tap()

    def type(self, name: str) -> None:
        self.page.keyboard.press(key_of(name))

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
        self.cap(name).scroll_into_view_if_needed()
        box = self.cap(name).bounding_box()
        assert box
        return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2, "id": len(name) + ord(name[0])}


def open_folds(page: Page) -> None:
    """Everything that can be unfolded is."""
    page.evaluate("document.querySelectorAll('details').forEach((fold) => (fold.open = true))")


def key_of(name: str) -> str:
    """The keyboard's key for a key of the board."""
    if name in ("OK", "MENU"):
        return {"OK": "Enter", "MENU": "m"}[name]
    return LETTERS[name[0]][("+1", "+2", "+5", "<").index(name[1:])]


def presses(team: str, count: int) -> list[str]:
    """The fewest key presses that count so much."""
    names = []
    for step in STEPS:
        times, count = divmod(count, step)
        names += [f"{team}+{step}"] * times
    return names


def moves(team: str, *counts: int) -> Iterator[tuple[str, list[str], int]]:
    """For each count: the team, the presses, and where its front peg is then."""
    front = 0
    for count in counts:
        front = min(front + count, 121)
        yield team, presses(team, count), front
