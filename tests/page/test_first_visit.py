"""Who opens the page for the first time plays at home: the page asks who plays, and speaks of cards."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from host_tools.i18n import message
from tests.page.board_page import Table
from tests.page.test_layout import FAULTS, drawn

SIZES = ((320, 568), (390, 844), (844, 390), (1280, 800))
CUT = """() => [...document.querySelectorAll("#who button, #who span, #menu")].filter((e) => {
  const range = document.createRange();
  range.selectNodeContents(e);
  const across = (a, b) => a.left >= b.left - 1 && a.right <= b.right + 1;
  const within = (a, b) => across(a, b) && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
  const [text, box] = [range.getBoundingClientRect(), e.getBoundingClientRect()];
  return e.checkVisibility() && !(within(text, box) && within(box, e.closest(".plate, .row").getBoundingClientRect()));
}).map((e) => e.textContent)"""


@pytest.fixture(params=["en", "fr"])
def visitor(request: pytest.FixtureRequest, browser: Browser) -> Iterator[tuple[BrowserContext, str]]:
    with browser.new_context(viewport={"width": 390, "height": 844}, locale=request.param, has_touch=True) as context:
        yield context, request.param


@pytest.fixture
def new(browser: Browser, address: str) -> Iterator[Table]:
    with browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True) as context:
        table = Table(context.new_page(), address, preset="")
        table.open()
        yield table
        assert table.complaints == []


@pytest.mark.deep
def test_two_give_their_names_and_play(visitor: tuple[BrowserContext, str], address: str) -> None:
    context, language = visitor
    table = Table(context.new_page(), address, preset="")
    table.open()
    page = table.page
    table.says(message("home.phase.idle", language))
    expect(page.locator("#hint")).to_have_text(message("home.hint.idle", language))
    expect(table.cap("MENU")).to_be_hidden()
    names = page.locator("#who-names input")
    names.nth(0).fill("Marie-Claude")
    names.nth(1).fill("Jo")
    page.keyboard.press("Enter")
    expect(page.locator("#who")).to_be_hidden()
    expect(table.seat("A")).to_contain_text("Marie-Claude")
    table.tap("B+5")
    table.tap("OK")
    table.shows("Front peg", "B", 5)
    page.reload()
    table.is_on()
    expect(table.seat("B")).to_contain_text("Jo")
    expect(page.locator("#who")).to_be_hidden()
    assert table.complaints == []


@pytest.mark.deep
def test_the_board_plays_at_once_and_a_peg_answers_for_them(new: Table) -> None:
    expect(new.page.locator("#who")).to_be_visible()
    new.tap("A+2")
    new.tap("OK")
    new.shows("Front peg", "A", 2)
    expect(new.page.locator("#who")).to_be_hidden()


@pytest.mark.deep
def test_a_tap_adds_a_third_and_a_fourth_and_names_stay(new: Table) -> None:
    new.page.locator("#who-names input").first.fill("Ann")
    for players in (3, 4):
        new.page.locator("#who-more").tap()
        expect(new.page.locator(".seat:not(.unused)")).to_have_count(players)
    new.says(message("home.phase.idle"))
    expect(new.seat("A")).to_contain_text("Ann")
    expect(new.page.locator("#who-more")).to_be_hidden()
    expect(new.page.locator("#who-names input")).to_have_count(4)


@pytest.mark.deep
def test_a_tournament_is_a_door_beside_it(new: Table) -> None:
    """Its words and its key MENU come with its rules, and stay."""
    new.page.locator("#who-tournament").tap()
    expect(new.page.locator("#preset")).to_be_focused()
    new.page.locator("#preset").select_option("acc")
    new.page.get_by_role("button", name=message("setup.send")).tap()
    new.says(message("phase.idle"))
    expect(new.cap("MENU")).to_be_visible()
    new.page.reload()
    new.is_on()
    new.says(message("phase.idle"))
    expect(new.page.locator("#who")).to_be_hidden()


@pytest.mark.deep
def test_a_name_is_changed_by_a_tap_on_it(new: Table) -> None:
    new.tap("A+2")
    new.tap("OK")
    new.shows("Front peg", "A", 2)
    new.seat("B").locator(".rename").tap()
    expect(new.page.locator('#who-names [data-team="B"]')).to_be_focused()
    expect(new.page.locator("#who-more")).to_be_hidden()
    new.page.keyboard.type("Jo")
    new.page.keyboard.press("Enter")
    expect(new.seat("B")).to_contain_text("Jo")
    new.tap("B+1")
    new.tap("OK")
    new.shows("Front peg", "B", 1)


@pytest.mark.deep
def test_the_board_s_own_menus_keep_their_key(new: Table) -> None:
    """At home it is hidden, and there while one of them is open."""
    with new.typed("MENU"):
        expect(new.cap("MENU")).to_be_visible()
    new.type("B<")
    expect(new.cap("MENU")).to_be_hidden()


@pytest.mark.deep
def test_a_win_is_called_one_and_a_match_tells_its_games(new: Table) -> None:
    new.page.emulate_media(reduced_motion="reduce")
    for game in (1, 2):
        if game == 1:
            new.peg("B", 24, 24, 24, 24)
        new.peg("A", 24, 24, 24, 24, 24)
        new.type("A+1")
        new.says("A: 1, and wins.")
        new.type("OK")
        panel = new.page.locator("#ending")
        expect(panel).to_be_visible()
        if game == 1:
            panel.get_by_role("button", name="Play again").click()
    panel.get_by_role("button", name=message("ending.match")).click()
    expect(panel.get_by_role("heading")).to_have_text("A wins the match.")
    expect(panel).to_contain_text("Games won: A 2 – B 0")
    panel.get_by_role("button", name="Play again").click()
    new.shows("Front peg", "A", 0)


@pytest.mark.deep
def test_the_question_fits_at_every_size_and_at_twice_the_size_of_text(
    visitor: tuple[BrowserContext, str], address: str
) -> None:
    context, _ = visitor
    table = Table(context.new_page(), address, preset="")
    table.open()
    expect(table.page.locator("#who")).to_be_visible()
    for percent in ("100%", "200%"):
        table.page.evaluate("(size) => (document.documentElement.style.fontSize = size)", percent)
        for width, height in SIZES:
            table.page.set_viewport_size({"width": width, "height": height})
            drawn(table)
            assert table.page.evaluate(CUT) == [], (percent, width)
            assert table.page.evaluate(FAULTS) == [], (percent, width)
