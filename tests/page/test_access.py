"""For everybody: no rule of WCAG 2.2 AA that axe can check is broken, on any screen, in any phase."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from host_tools.i18n import message
from tests.axe_violations import violations
from tests.page.board_page import Table, open_folds

SMALL = """() => [...document.querySelectorAll("button, select, input, summary, textarea, .tick, a")]
  .filter((e) => e.checkVisibility() && !e.closest(".speed, .tick > input, .hidden"))
  .filter((e) => e.getBoundingClientRect().height < 40)
  .map((e) => e.outerHTML)"""
UNNAMED = """() => [...document.querySelectorAll("button, select, input, textarea, meter")]
  .filter((e) => e.checkVisibility() && !e.getAttribute("aria-label") && !e.labels?.length && !e.textContent.trim())
  .map((e) => e.outerHTML)"""


def complaints(table: Table, where: str = "html") -> list[str]:
    return violations(table.page, where)


TABLE = "#board"
"""What a phase changes."""

WARNED = ("B+5", "B+5", "B+5", "B+2", "B+2")
"""A count that no hand scores."""


@pytest.mark.deep
def test_the_page_has_no_fault_that_axe_finds(visit: Callable[..., Table]) -> None:
    table = visit((1280, 900))
    assert complaints(table) == []
    table.page.set_viewport_size({"width": 320, "height": 900})
    with table.drawer():
        assert complaints(table) == []
        assert table.page.evaluate(SMALL) == []
        assert table.page.evaluate(UNNAMED) == []
    table.page.emulate_media(color_scheme="dark")
    with table.drawer() as page:
        page.locator("#language").click()
        assert complaints(table) == []


@pytest.mark.deep
def test_no_phase_has_one(visit: Callable[..., Table]) -> None:
    """Of those that show other controls or colours; the others differ in their words."""
    table = visit((820, 900), color_scheme="light")
    with table.typed("MENU"):
        table.says("brightness")
    assert complaints(table, TABLE) == []
    table.type("A<")
    for key in WARNED:
        table.type(key)
    table.says("No hand scores that")
    assert complaints(table, TABLE) == []
    for key in ("B<",) * len(WARNED):
        table.type(key)
    table.peg("A", 24, 24, 24, 24, 24)
    for words, key in {"and out": "A+5", "do you agree?": "OK"}.items():
        table.type(key)
        table.says(words)
    assert complaints(table, TABLE) == []
    table.agree("B")
    expect(table.page.locator("#ending")).to_be_visible()
    assert complaints(table) == []
    table.page.get_by_role("button", name="Share …").click()
    assert complaints(table) == []
    table.page.locator("#share-close").click()
    for words in ("match goes to A", "Ready to peg"):
        table.type("OK")
        table.says(words)
    for key in ("A+5", "OK"):
        table.type(key)
    table.shows("Front peg", "A", 5)
    table.page.emulate_media(color_scheme="dark")
    with table.typed("MENU"):
        table.says("The judge decides")
    assert complaints(table, TABLE) == []
    for key in ("A+1", "OK"):
        table.type(key)
    expect(table.page.locator("#said")).to_contain_text("Which team, and how many?")
    assert complaints(table, TABLE) == []
    with table.drawer() as page:
        page.get_by_role("button", name=message("erase.name")).click()
        assert complaints(table, "#erase") == []
        page.locator("#erase-keep").click()
        page.get_by_role("button", name="Power", exact=True).click()
    table.says("The power is off")
    assert complaints(table, TABLE) == []


@pytest.mark.deep
def test_what_is_held_can_be_tapped(visit: Callable[..., Table]) -> None:
    """Menus that MENU opens when it is held; agreeing is in every test that plays a game."""
    table = visit((820, 900))
    table.page.locator("#menu").click()
    table.page.get_by_role("button", name=message("key.setup")).click()
    table.says("ACC tournament, two players, 2 teams, brightness")
    for key in ("A<", "A+5", "OK"):
        table.type(key)
    table.shows("Front peg", "A", 5)
    table.page.locator("#menu").click()
    table.page.get_by_role("button", name=message("key.judge")).click()
    table.says("The judge decides")


@pytest.mark.deep
def test_all_is_reached_stands_out_and_has_edges(visit: Callable[..., Table]) -> None:
    """On one page: by the Tab key, to those who see little contrast or no colours, in forced colours."""
    table = visit((1280, 900))
    everything_is_reached_by_tab_alone_and_in_the_order_of_the_page(table)
    text_on_wood_and_on_caps_stands_out_and_lanes_differ_without_colour(table)
    in_forced_colours_keys_have_edges_and_show_that_they_are_pressed(table)


def in_forced_colours_keys_have_edges_and_show_that_they_are_pressed(table: Table) -> None:
    table.page.emulate_media(forced_colors="active")
    cap = table.cap("A+5")
    look = """(cap) => {
      const { borderTopWidth, borderTopStyle, backgroundColor } = getComputedStyle(cap);
      return [borderTopWidth, borderTopStyle, backgroundColor];
    }"""
    rested = cap.evaluate(look)
    assert rested[:2] == ["2px", "solid"]
    with table.clicked("A+5"):
        expect(cap).not_to_have_css("background-color", rested[2])


def everything_is_reached_by_tab_alone_and_in_the_order_of_the_page(table: Table) -> None:
    """Of a pack of cards one; arrows lead from it to the others."""
    table.unfold(message("counter.summary"))
    open_folds(table.page)
    expect(table.page.locator(".playing")).to_have_count(52)
    controls = table.page.evaluate("document.querySelectorAll('button:enabled, select, summary, textarea').length")
    seen: list[int] = []
    for _ in range(controls + 30):
        table.page.keyboard.press("Tab")
        seen.append(table.page.evaluate("[...document.querySelectorAll('*')].indexOf(document.activeElement)"))
        if seen[-1] in seen[:-1]:
            break
    reached = set(seen)
    missed = table.page.evaluate(
        """(reached) => [...document.querySelectorAll("button:enabled, select, summary, textarea")]
          .filter((e) => e.checkVisibility() && !e.matches(".playing[tabindex='-1']"))
          .filter((e) => !reached.includes([...document.querySelectorAll("*")].indexOf(e)))
          .map((e) => e.outerHTML)""",
        list(reached),
    )
    assert missed == []


@pytest.mark.deep
def test_little_motion_for_those_who_want_little(visit: Callable[..., Table]) -> None:
    """A warned count blinks about twice a second; a still page is drawn once a second at most."""
    table = visit((820, 900), reduced_motion="no-preference")
    for key in WARNED:
        table.type(key)
    table.says("No hand scores that")
    table.speed("4×")
    drawn = []
    for choice in ("no-preference", "reduce"):
        table.page.emulate_media(reduced_motion=choice)
        drawn.append(frames_of_a_warned_count(table))
    assert drawn[0] > drawn[1]


def frames_of_a_warned_count(table: Table) -> int:
    """How often the plate is drawn while a warned count stands for four seconds of the board's time."""
    table.page.evaluate(
        """() => {
          const paint = CanvasRenderingContext2D.prototype;
          const clear = (window.cleared ??= paint.setTransform);
          window.drawn = 0;
          paint.setTransform = function (...values) { window.drawn += 1; return clear.apply(this, values); };
        }"""
    )
    began = table.page.locator("#clock").text_content()
    table.page.wait_for_function("(began) => document.querySelector('#clock').textContent > began", arg=began)
    minutes = "document.querySelector('#clock').textContent.match(/\\d+/g).reduce((m, s) => 60 * m + +s)"
    start = table.page.evaluate(minutes)
    table.page.wait_for_function(f"(start) => {minutes} >= start + 4", arg=start)
    return table.page.evaluate("window.drawn")


CONTRASTS = """() => {
  const numbers = (colour) => colour.match(/[\\d.]+/g).map(Number).slice(0, 3);
  const light = (colour) => numbers(colour).map((v) => v / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const contrast = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
  const stops = (element) => getComputedStyle(element).backgroundImage.match(/rgb\\([^)]*\\)/g);
  const on = (selector, colour, grounds) => [...document.querySelectorAll(selector)]
    .map((text) => Math.min(...grounds(text).map((ground) => contrast(getComputedStyle(text)[colour], ground))));
  const ground = (selector) => [getComputedStyle(document.querySelector(selector)).backgroundColor];
  return [
    ...on(".cap b, .cap kbd", "color", (text) => stops(text.parentElement)),
    ...on("#hint, #phase", "color", () => ground(":root")),
    ...on(".figures span", "color", () => ground(".score")),
    ...on(".engraved", "fill", () => ground(".plate")),
  ];
}"""


def text_on_wood_and_on_caps_stands_out_and_lanes_differ_without_colour(table: Table) -> None:
    """There axe cannot tell: grounds are gradients, or drawn. The wood's grain only darkens it."""
    table.set_up("acc", teams=4)
    for scheme in ("light", "dark"):
        table.page.emulate_media(color_scheme=scheme)
        contrasts = table.page.evaluate(CONTRASTS)
        assert len(contrasts) > 50
        assert min(contrasts) >= 4.5
    dashes = table.page.evaluate(
        "[...'ABCD'].map((team) => getComputedStyle(document.querySelector(`.lane.team-${team}`)).strokeDasharray)"
    )
    assert len(set(dashes)) == 4
    assert set(table.page.locator(".plate .letter").all_text_contents()) == set("ABCD")


ASKED = {
    "Round 7.": "set event open\nset round 7",
    "Who deals first?": "preset fivecard",
}
"""What is said, and the scenario that leads there on a new board."""


@pytest.mark.deep
def test_no_question_before_a_game_has_one(visit: Callable[..., Table]) -> None:
    table = visit((820, 900), color_scheme="dark")
    table.speed("20×")
    for words, text in ASKED.items():
        table.unfold("Scenario")
        table.page.locator("#script-text").fill(text)
        table.page.locator("#script-load").click()
        table.page.locator("#script-run").click()
        expect(table.page.locator("#said")).to_contain_text(words)
        assert complaints(table, TABLE) == [], words
    assert complaints(table) == [], "with the scenario's panel"
