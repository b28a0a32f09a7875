"""Page object of the captain's page: connect boards, set up, judge, read, flash."""

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, Route, expect

from tests.captain.websocket_ports import Ports
from tests.patience import PATIENCE_MS
from tests.usb.pty_boards import Table

UNFOLD = "(field) => { for (let at = field; (at = at.parentElement.closest('details')); ) at.open = true; }"
SERIAL = (Path(__file__).parent / "serial.js").read_text(encoding="utf-8")


class Desk:
    """A page, and a table of virtual boards that can be plugged into it. `complaints` is what its console says."""

    def __init__(self, page: Page, address: str, boards: Table, ports: Ports) -> None:
        self.boards = boards
        self.ports = ports
        self.address = f"{address}captain/"
        self.complaints: list[str] = []
        self.page = page
        page.expose_function("plugged", ports.plugged)
        page.add_init_script(SERIAL)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda message: self.complaints.append(message.text) if message.type == "error" else None)
        page.set_default_timeout(PATIENCE_MS)
        expect.set_options(timeout=PATIENCE_MS)
        ports.cut = boards.pull

    def open(self, view: str = "boards") -> None:
        self.page.goto(f"{self.address}#{view}")
        expect(self.page.locator("#views [aria-current]")).to_have_count(1)

    def lose_patience(self) -> None:
        """The page is loaded again, and waits two seconds for a board that is silent, which it asks again later; in
        other tests it waits a minute, as a busy machine needs."""

        def hasten(route: Route) -> None:
            text = route.fetch().text()
            hasty = re.sub(r'"silence_s": [\d.]+', '"silence_s": 2', text)
            assert hasty != text
            route.fulfill(body=hasty, content_type="text/javascript")

        self.page.route("**/facts.js", hasten)
        self.page.reload()
        expect(self.page.locator("#views [aria-current]")).to_have_count(1)

    def view(self, name: str) -> Locator:
        """The part of the page with that id, shown."""
        self.page.locator(f"#views a[href='#{name}']").click()
        shown = self.page.locator(f"#view-{name}")
        expect(shown).to_be_visible()
        return shown

    def plug(self, *numbers: int) -> None:
        """Cables are put in; boards that the page may speak to come by themselves."""
        for number in numbers:
            self.ports.paths[number] = self.boards.plug(number).port
        self.page.evaluate("navigator.serial.refresh()")

    def pull(self, number: int) -> None:
        self.boards.pull(number)
        self.forget(number)

    def leave(self) -> None:
        """The page is closed: other programs can have the boards."""
        self.page.goto("about:blank")
        self.ports.wait_until_free()

    def forget(self, number: int) -> None:
        """The port is gone, as after a pulled cable."""
        self.ports.paths.pop(number, None)
        self.page.evaluate("navigator.serial.refresh()")

    def connect(self, *numbers: int) -> None:
        """Boards are plugged in and chosen, one press for each."""
        self.plug(*numbers)
        self.view("boards")
        there = self.page.locator(".card").count()
        for _ in numbers:
            there += 1
            self.page.locator("#connect").click()
            expect(self.page.locator(".card")).to_have_count(there)
        for number in numbers:
            expect(self.card(number)).to_have_count(1)

    def card(self, number: int) -> Locator:
        """What the page shows of a board, by its number on USB."""
        return self.page.locator(".card").filter(has_text=self.boards.boards[number].uid)

    def fill(self, **fields: str) -> None:
        """Types into fields by their ids."""
        for name, value in fields.items():
            field = self.page.locator(f"#{name.replace('__', '-')}")
            field.evaluate(UNFOLD)
            if field.evaluate("(field) => field.localName") == "select":
                field.select_option(value)
            else:
                field.fill(value)

    def send(self, form: str) -> None:
        self.page.locator(f"#{form} button[type=submit]").click()

    def pin(self, digits: str) -> None:
        self.page.locator("section:not([hidden]) [data-pin]").fill(digits)
