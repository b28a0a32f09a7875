"""For everybody: no rule of WCAG 2.2 AA that axe can check is broken, on any screen, in any phase."""

from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from tests.page.table import Table, open_folds

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
SMALL = """() => [...document.querySelectorAll("button, select, input, summary, textarea, .tick, a")]
  .filter((e) => e.checkVisibility() && !e.closest(".speed, .tick > input"))
  .filter((e) => e.getBoundingClientRect().height < 40)
  .map((e) => e.outerHTML)"""
UNNAMED = """() => [...document.querySelectorAll("button, select, input, textarea, meter")]
  .filter((e) => e.checkVisibility() && !e.getAttribute("aria-label") && !e.labels?.length && !e.textContent.trim())
  .map((e) => e.outerHTML)"""


def complaints(table: Table, where: str = "html") -> list[str]:
    found = Axe().run(table.page, context={"include": [where]}, options=RULES).response["violations"]
    return [f"{rule['id']}: {node['html']} {node['any'][:1]}" for rule in found for node in rule["nodes"]]


TABLE = "header, #board"
"""What a phase changes."""

PHASES = {
    "Ready to peg": (),
    "nothing is won yet": ("MENU",),
    "Refused": ("MENU", "A<"),
    "which nothing scores": ("B+5", "B+5", "B+5", "B+2", "B+2"),
    "takes its last move back": ("OK", "B<"),
}
"""What is said, and the keys that lead there from the one before."""


def put(table: Table, text: str) -> None:
    table.page.locator("#script-text").fill(text)
    table.page.locator("#script-load").click()
    table.page.locator("#script-run").click()
    table.speed("20×")


@pytest.fixture
def visited(browser: Browser, address: str) -> Iterator[Callable[..., Table]]:
    """A visitor with a screen of that width, and what else the browser's context takes."""
    contexts = []

    def visit(width: int, **options: str) -> Table:
        context = browser.new_context(viewport={"width": width, "height": 900}, **options)  # type: ignore[arg-type]
        contexts.append(context)
        table = Table(context.new_page(), address)
        table.open()
        open_folds(table.page)
        return table

    yield visit
    for context in contexts:
        context.close()


def test_the_page_has_no_fault_that_axe_finds(visited: Callable[..., Table]) -> None:
    table = visited(1280)
    for width in (1280, 820, 390, 360):
        table.page.set_viewport_size({"width": width, "height": 900})
        assert complaints(table) == [], width
        assert table.page.evaluate(SMALL) == []
        assert table.page.evaluate(UNNAMED) == []
    table.page.emulate_media(color_scheme="dark")
    table.page.get_by_role("button", name="Français").click()
    assert complaints(table) == []


def test_no_phase_has_one(visited: Callable[..., Table]) -> None:
    table = visited(820)
    with table.typed("MENU"):
        table.says("Setup")
    assert complaints(table, TABLE) == []
    table.type("A<")
    for words, keys in PHASES.items():
        for key in keys:
            table.type(key)
        table.says(words)
        assert complaints(table, TABLE) == [], words
    with table.typed("MENU"):
        table.says("The judge decides")
    assert complaints(table, TABLE) == []
    table.page.get_by_role("button", name="Power").click()
    table.says("The power is off")
    assert complaints(table, TABLE) == []


def test_a_scenario_on_the_table_has_none(visited: Callable[..., Table]) -> None:
    table = visited(820)
    put(table, "A+5 OK\nexpect A.front 6")
    expect(table.page.locator("#script-answer")).to_contain_text("expected A.front 6")
    assert complaints(table) == []


def test_everything_is_reached_by_tab_alone_and_in_the_order_of_the_page(visited: Callable[..., Table]) -> None:
    """Of a pack of cards one; arrows lead from it to the others."""
    table = visited(820)
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


def test_little_motion_for_those_who_want_little(visited: Callable[..., Table]) -> None:
    """A warned count blinks about twice a second; a still page is drawn once a second at most."""
    drawn = [frames_of_a_warned_count(visited(820, reduced_motion=choice)) for choice in ("no-preference", "reduce")]
    assert drawn[0] > drawn[1]


def frames_of_a_warned_count(table: Table) -> int:
    """How often the plate is drawn while a warned count stands for ten seconds of the board's time."""
    for key in PHASES["which nothing scores"]:
        table.type(key)
    table.says("which nothing scores")
    table.speed("4×")
    table.page.evaluate(
        """() => {
          const paint = CanvasRenderingContext2D.prototype;
          const clear = paint.setTransform;
          window.drawn = 0;
          paint.setTransform = function (...values) { window.drawn += 1; return clear.apply(this, values); };
        }"""
    )
    began = table.page.locator("#clock").text_content()
    table.page.wait_for_function("(began) => document.querySelector('#clock').textContent > began", arg=began)
    minutes = "document.querySelector('#clock').textContent.match(/\\d+/g).reduce((m, s) => 60 * m + +s)"
    start = table.page.evaluate(minutes)
    table.page.wait_for_function(f"(start) => {minutes} >= start + 10", arg=start)
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
  const wood = () => [getComputedStyle(document.querySelector(".walnut")).fill];
  return [
    ...on(".cap b, .cap kbd", "color", (text) => stops(text.parentElement)),
    ...on(".hint, .team", "color", () => stops(document.querySelector("#board"))),
    ...on(".engraved", "fill", wood),
  ];
}"""


def test_text_on_wood_and_on_caps_stands_out(table: Table) -> None:
    """There axe cannot tell: grounds are gradients, or drawn. The wood's grain only darkens it."""
    found = table.page.evaluate(CONTRASTS)
    assert len(found) > 50
    assert min(found) >= 4.5
