"""The page on a phone, a tablet and a desk."""

import pytest
from playwright.sync_api import Browser

from tests.page.table import Table, open_folds

SIZES = [(360, 740), (820, 1180), (1440, 900)]

SMALLEST_TEXT = """() => {
  const seen = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const parent = walk.currentNode.parentElement;
    if (!walk.currentNode.data.trim() || !parent.checkVisibility() || parent.closest("script, noscript")) continue;
    const scale = parent.ownerSVGElement ? parent.ownerSVGElement.getScreenCTM().a : 1;
    seen.push(parseFloat(getComputedStyle(parent).fontSize) * scale);
  }
  return Math.min(...seen);
}"""

OVERLAPS = """() => {
  const boxes = [...document.querySelectorAll(".cap, .plate")].map((e) => e.getBoundingClientRect());
  return boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)).length;
}"""


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_everything_fits_for_two_to_four_teams(browser: Browser, address: str, width: int, height: int) -> None:
    with browser.new_context(viewport={"width": width, "height": height}) as context:
        table = Table(context.new_page(), address)
        table.open()
        for teams in (2, 3, 4):
            table.set_up("acc", teams)
            open_folds(table.page)
            assert table.page.evaluate("document.documentElement.scrollWidth") <= width
            assert table.page.evaluate(SMALLEST_TEXT) >= 14
            assert table.page.evaluate(OVERLAPS) == 0


def test_the_board_and_all_its_keys_are_on_a_phones_first_screen(browser: Browser, address: str) -> None:
    with browser.new_context(viewport={"width": 360, "height": 740}) as context:
        table = Table(context.new_page(), address)
        table.open()
        for name in ("A+1", "A<", "B+5", "OK", "MENU"):
            box = table.cap(name).bounding_box()
            assert box
            assert box["y"] + box["height"] <= 740
            assert min(box["width"], box["height"]) >= 44


def test_the_far_sides_keys_can_be_turned_round(table: Table) -> None:
    plus, back = (table.cap(name).bounding_box() for name in ("A+1", "A<"))
    assert plus
    assert back
    assert plus["x"] < back["x"]
    open_folds(table.page)
    table.page.get_by_label("Turn the far side’s keys round").check()
    plus, back = (table.cap(name).bounding_box() for name in ("A+1", "A<"))
    assert plus
    assert back
    assert plus["x"] > back["x"]
    table.tap("A+5")
    table.says("Team A counts 5")
    table.page.reload()
    table.is_on()
    assert table.page.get_by_label("Turn the far side’s keys round").is_checked()


def test_lights_are_where_the_firmware_says(table: Table) -> None:
    """Team B's peg on hole 7 shines in its own colour, and hole 8 is dark."""
    for name in ("B+5", "B+2", "OK"):
        table.type(name)
    table.shows("Front peg", "B", 7)
    red, green, blue, _ = pixel(table, "B", 7)
    assert blue > green > red
    assert pixel(table, "B", 10)[3] < 60


def pixel(table: Table, team: str, hole: int) -> list[int]:
    """The canvas's colour beside the middle of a hole."""
    return table.page.evaluate(
        """([track, hole]) => {
          const bores = [...document.querySelectorAll(".bore")];
          const box = bores[121 * track + hole - 1].getBoundingClientRect();
          const canvas = document.querySelector(".plate canvas");
          const area = canvas.getBoundingClientRect();
          const at = [box.x + box.width * 0.85 - area.x, box.y + box.height / 2 - area.y];
          return [...canvas.getContext("2d").getImageData(...at.map((v) => v * canvas.width / area.width), 1, 1).data];
        }""",
        ["ABCD".index(team), hole],
    )
