"""The page on a phone, a tablet and a desk."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import CDPSession, expect

from host_tools.i18n import message
from host_tools.sim.virtual.board import VirtualBoard
from tests.page.board_page import Table
from tests.page.test_refusals import LONGEST, OVERFLOW

SIZES = [
    (320, 568),
    (568, 320),
    (390, 844),
    (664, 342),
    (768, 1024),
    (1280, 800),
    (2560, 1440),
]

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

FAULTS = (Path(__file__).parent / "faults.js").read_text(encoding="utf-8")


@pytest.fixture
def table(visit: Callable[..., Table]) -> Table:
    return visit(has_touch=True, device_scale_factor=1)


@pytest.mark.deep
def test_everything_is_on_one_screen(visit: Callable[..., Table], bench: Callable[..., VirtualBoard]) -> None:
    """Of four teams, in play with three digits and a count; and while the others are asked to agree. Of two:
    `test_text_of_twice_the_size_is_larger_and_whole`."""
    table = visit(locale="fr", color_scheme="dark", device_scale_factor=1)
    in_a_last_street(table, bench, 4)
    all_is_shown_at(SIZES, table, 4)


def all_is_shown_at(sizes: list[tuple[int, int]], table: Table, teams: int) -> None:
    """In the last street, counting; and while the others are asked to agree."""
    for phase in ("counting", "sign"):
        if phase == "sign":
            for name in ("A<", "A<", "A<", "A<", "A<", "A+5", "OK"):
                table.type(name)
            expect(table.page.locator(".act:visible")).to_have_count(teams - 1)
        for width, height in sizes:
            table.page.set_viewport_size({"width": width, "height": height})
            drawn(table)
            faults = table.page.evaluate(FAULTS)
            assert not faults, (width, height, phase, faults[:6])
            assert table.page.evaluate(SMALLEST_TEXT) >= 14, (width, height)


TABLETS = [(1024, 768), (820, 1180), (700, 700)]
SAID = """() => {
  const shown = [...document.querySelectorAll(".said p:first-child")].filter((words) => words.checkVisibility());
  return [document.querySelector("#phase").textContent, shown.map((words) => words.textContent)];
}"""
"""The sentence, and all its copies that are seen, at one moment."""
TURN = """() => document.querySelector("#turned").click()"""


@pytest.mark.deep
def test_on_a_tablet_each_of_more_than_two_sits_at_an_edge(table: Table, bench: Callable[..., VirtualBoard]) -> None:
    """Clockwise from the far edge; score, keys and sentence are read from there. A smaller screen has two sides.

    No sentence is cut there.
    """
    in_a_last_street(table, bench, 4)
    table.page.evaluate(TURN)
    all_is_shown_at(TABLETS, table, 4)
    for width, height in TABLETS:
        table.page.set_viewport_size({"width": width, "height": height})
        drawn(table)
        for team, (across, down) in zip("ABCD", [(-1, 0), (0, -1), (1, 0), (0, 1)], strict=True):
            (x, y), (back_x, back_y) = middle(table, f"{team}+1"), middle(table, f"{team}<")
            assert (sign(back_x - x), sign(back_y - y)) == (across, down), (team, width, height)
        sentence, copies = table.page.evaluate(SAID)
        assert copies == [sentence] * 4
    table.page.set_viewport_size({"width": 1024, "height": 600})
    drawn(table)
    assert middle(table, "B<")[0] == pytest.approx(middle(table, "B+2")[0], abs=1)
    table.speed("Paused")
    for width, height in TABLETS:
        table.page.set_viewport_size({"width": width, "height": height})
        cut = table.page.evaluate(OVERFLOW, LONGEST)
        assert cut == [], (width, height, cut)


def middle(table: Table, key: str) -> tuple[float, float]:
    box = table.cap(key).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def sign(number: float) -> int:
    return (number > 1) - (number < -1)


def in_a_last_street(table: Table, bench: Callable[..., VirtualBoard], teams: int) -> None:
    """Everybody is on 117, and team A counts 20."""
    moves = [(team, holes) for holes in (*[23] * 5, 2) for team in "ABCD"[:teams]]
    table.take(bench(tracks=teams, preset="acc", teams=teams), moves)
    table.count("A", 20)
    table.shows("Counting", "A", 20)


def drawn(table: Table) -> None:
    """Two frames have gone by: what follows a new size is drawn."""
    table.page.evaluate("new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))")


@pytest.mark.deep
def test_text_of_twice_the_size_is_larger_and_whole(table: Table) -> None:
    table.type("A+2")
    sizes = {}
    for percent in ("100%", "200%"):
        table.page.evaluate("(size) => (document.documentElement.style.fontSize = size)", percent)
        for width, height in SIZES[:5]:
            table.page.set_viewport_size({"width": width, "height": height})
            drawn(table)
            assert table.page.evaluate(FAULTS) == [], (percent, width)
            sizes[percent, width] = table.page.locator("#hint").evaluate(
                "(hint) => parseFloat(getComputedStyle(hint).fontSize)"
            )
            with table.drawer() as page:
                assert page.locator("#drawer").evaluate("(drawer) => drawer.scrollWidth <= drawer.clientWidth"), (
                    percent,
                    width,
                )
    assert all(sizes["200%", width] > sizes["100%", width] for width, _ in SIZES[:5])


@pytest.mark.deep
def test_the_plate_has_large_holes_names_and_lights_and_can_be_read_from_the_far_side(table: Table) -> None:
    """Names, and that it was turned round, are kept for the next visit."""
    holes_are_as_large_as_there_is_room_for(table)
    table.page.set_viewport_size({"width": 820, "height": 1180})
    names_stand_where_letters_stood_and_lights_where_the_firmware_says(table)
    all_that_the_far_side_reads_can_be_turned_round(table)
    table.page.reload()
    table.is_on()
    expect(table.seat("A").locator(".seat-name")).to_have_text("Anna")
    expect(table.page.locator("#turned")).to_be_checked()


def holes_are_as_large_as_there_is_room_for(table: Table) -> None:
    """A narrow plate has shorter rows than a real board, a flat one has its thirty."""
    rows = {}
    for width, height in ((390, 844), (1280, 800), (844, 390)):
        table.page.set_viewport_size({"width": width, "height": height})
        drawn(table)
        rows[width] = table.page.locator("#plate").get_attribute("data-per")
        hole = table.page.locator(".bore").first.bounding_box()
        assert hole
        assert hole["width"] >= 8
    assert rows == {390: "15", 1280: "30", 844: "30"}


@pytest.mark.deep
def test_a_finger_may_slide_as_far_as_its_key_reaches(table: Table) -> None:
    """An old hand shakes: the press counts where the finger is lifted, not how far it went."""
    finger = table.page.context.new_cdp_session(table.page)
    box = table.cap("B+5").bounding_box()
    assert box
    for far in (box["width"] / 2 - 3, -(box["width"] / 2 - 3)):
        swipe(finger, table, "B+5", far, 0, steps=5)
    table.says("B: 10.")


@pytest.mark.deep
def test_a_swipe_never_scores(visit: Callable[..., Table]) -> None:
    """From a key to beyond its edge, in every direction, quick and slow; a tap does."""
    table = visit((844, 390), has_touch=True, is_mobile=True)
    finger = table.page.context.new_cdp_session(table.page)
    for name in ("A+5", "OK"):
        for dx, dy in ((120, 0), (0, 90), (-60, -60)):
            swipe(finger, table, name, dx, dy, steps=2)
            swipe(finger, table, name, dx, dy, steps=30)
    table.tap("B+2")
    table.says("B: 2.")
    table.tap("OK")
    table.shows("Front peg", "B", 2)
    table.shows("Front peg", "A", 0)


def swipe(finger: CDPSession, table: Table, name: str, dx: float, dy: float, steps: int) -> None:
    box = table.cap(name).bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, steps + 1):
        point = {"x": x + dx * step / steps, "y": y + dy * step / steps}
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def names_stand_where_letters_stood_and_lights_where_the_firmware_says(table: Table) -> None:
    with table.drawer() as page:
        page.get_by_label("Team A", exact=True).fill("Anna")
        page.get_by_role("button", name=message("setup.send")).click()
    expect(table.seat("A").locator(".seat-name")).to_have_text("Anna")
    for name in ("B+5", "B+2", "OK"):
        table.type(name)
    table.shows("Front peg", "B", 7)
    # Team B's peg on hole 7 shines in its own colour, and hole 10 is dark.
    red, green, blue, _ = pixel(table, "B", 7)
    assert blue > green > red
    assert pixel(table, "B", 10)[3] < 60
    table.type("A+5")
    table.says("Anna: 5.")


def all_that_the_far_side_reads_can_be_turned_round(table: Table) -> None:
    def order() -> list[float]:
        parts = [table.seat("A").locator(".score"), table.cap("A+1"), table.cap("A<")]
        return [box["x"] for box in (part.bounding_box() for part in parts) if box]

    score, plus, back = order()
    assert score < plus < back
    with table.drawer() as page:
        page.get_by_label(message("here.turned")).check()
    score, plus, back = order()
    assert score > plus > back
    table.tap("A+1")
    for words in table.page.locator(".said p:first-child").all():
        expect(words).to_have_text("Anna: 6.")
    upside_down = table.page.locator("#said-far").evaluate("(said) => getComputedStyle(said).transform")
    assert upside_down.startswith("matrix(-1, ")


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
