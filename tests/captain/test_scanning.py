"""Results of phones' boards are scanned table by table: each once, exactly, and of twenty which are still to come."""

import base64
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from host_tools.i18n import message
from host_tools.sim.virtual.board import VirtualBoard
from tests.page.board_page import Table
from tests.patience import PATIENCE_MS
from tests.photographs import photograph, read_codes

EVENT = {"id": "Club 12", "key": "00112233445566778899aabbccddeeff"}
SEATING = (
    'CRIBBAGE-SEATING-1:{"event":"Club 12","round":2,"preset":"casual","tables":{"3":["Ann","Bo"],"4":["Cy","Di"]}}'
)

pytestmark = pytest.mark.deep


def result_link(line: str, address: str) -> str:
    """The link in a result's code, made a second time."""
    values = json.dumps(list(json.loads(line).values()), separators=(",", ":"), ensure_ascii=False)
    return f"{address}captain/#r1.{base64.urlsafe_b64encode(values.encode()).decode().rstrip('=')}"


@pytest.fixture
def line(bench: Callable[..., VirtualBoard]) -> str:
    """A sealed result of table 3, as its board has written it."""
    board = bench(preset="casual", event=EVENT["id"], table=3, key=EVENT["key"])
    assert board.ask({"do": "configure", "round": 2})[-1]["ok"]
    board.play("OK")
    for holes in (29, 29, 29, 29, 5):
        board.peg("A", holes)
    board.play("OK wait 500")
    return str(next(board.board.results.lines_after(0)))


@pytest.fixture
def captain(device: Callable[..., BrowserContext]) -> Page:
    page = device().new_page()
    page.set_default_timeout(PATIENCE_MS)
    expect.set_options(timeout=PATIENCE_MS)
    return page


def test_a_code_that_a_board_shows_is_opened_by_a_camera_and_kept_exactly(
    device: Callable[..., BrowserContext], captain: Page, address: str
) -> None:
    table = Table(device(device_scale_factor=3).new_page(), address, "casual")
    table.page.set_viewport_size({"width": 390, "height": 844})
    table.open()
    table.peg("A", 29, 29, 29, 29, 5)
    table.type("OK")
    [line] = table.results(1)
    table.page.locator("#ending-close").click()
    with table.drawer() as page:
        page.get_by_role("button", name=message("results.code")).click()
    expect(table.page.locator("#code-qr")).to_be_visible()
    [link] = read_codes(photograph(table.page.screenshot(), seed=3, width=1000))
    captain.goto(link)
    expect(captain.locator("#scan-answer")).to_have_text("1 result, 1 table.")
    expect(captain.locator("#lines tr")).to_have_count(1)
    assert captain.url.endswith("#results")
    with captain.expect_download() as download:
        captain.locator("#file-desk").click()
    assert Path(download.value.path()).read_text(encoding="utf-8") == f"{line}\n"
    captain.reload()
    expect(captain.locator("#lines tr")).to_have_count(1)


def test_tables_are_counted_against_the_seating_list_and_those_to_come_are_named(
    captain: Page, address: str, line: str
) -> None:
    captain.goto(f"{address}captain/#setup")
    expect(captain.locator("#view-setup")).to_be_visible()
    captain.locator("#setup-more").evaluate("(fold) => (fold.open = true)")
    captain.locator("#seating-text").fill(SEATING)
    captain.goto(f"{address}captain/#results")
    captain.locator("#scan summary").click()
    for _ in range(2):
        captain.locator("#scan-text").fill(result_link(line, address))
        captain.locator("#scan-text").press("Enter")
        expect(captain.locator("#scan-answer")).to_have_text("1 of 2 tables.")
        expect(captain.locator("#scan-missing")).to_have_text("Still to come: 4.")
    expect(captain.locator("#lines tr")).to_have_count(1)
    expect(captain.locator("#lines")).to_contain_text(message("captain.results.sound"))


def test_a_photo_is_read_and_what_is_no_result_is_said_to_be_none(
    captain: Page, address: str, line: str, tmp_path: Path
) -> None:
    captain.goto(f"{address}captain/#results")
    expect(captain.locator("#view-results")).to_be_visible()
    captain.locator("#scan summary").click()
    captain.locator("#scan-text").fill(result_link(line, address)[:-9])
    captain.locator("#scan-text").press("Enter")
    expect(captain.locator("#scan-answer")).to_have_text(message("captain.scan.no_result"))
    captain.on("dialog", lambda dialog: dialog.accept())
    captain.locator("#scan-text").fill(result_link(line, address))
    captain.locator("#scan-text").press("Enter")
    expect(captain.locator("#lines tr")).to_have_count(1)
    captain.locator("#scan-forget").click()
    expect(captain.locator("#lines")).to_be_hidden()
    expect(captain.locator("#scan-forget")).to_be_hidden()
    captain.reload()
    expect(captain.locator("#scan-forget")).to_be_hidden()
