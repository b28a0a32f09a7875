"""A family keeps its score: begun in three questions, scores in one or two taps, moves taken back, games kept."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from host_tools.i18n import message
from tests.page.board_page import Table
from tests.page.test_layout import FAULTS, drawn
from tests.page.test_replay import LINK, RACED

SIZES = ((320, 568), (390, 844), (844, 390), (1280, 800))


@pytest.fixture
def new(visit: Callable[..., Table]) -> Table:
    return visit((390, 844), preset="", has_touch=True)


def begin(table: Table, *names: str, players: str = "2", kind: str = "121") -> None:
    """Answers the dialog, which is open."""
    page = table.page
    page.locator(f'[name="new-players"][value="{players}"]').check(force=True)
    page.locator("#new-kind").select_option(kind)
    for place, name in enumerate(names):
        page.locator("#new-names input").nth(place).fill(name)
    page.locator("#new-begin").click()
    expect(page.locator("#new")).to_be_hidden()


def scores(table: Table, team: str, value: int) -> None:
    expect(table.seat(team).locator(".seat-front")).to_have_text(str(value))


def peg(table: Table, *moves: tuple[str, int]) -> None:
    """Pegs by the grid, and waits for each."""
    for team, holes in moves:
        was = int(table.seat(team).locator(".seat-front").inner_text())
        table.seat(team).locator(".seat-front").click()
        table.page.locator("#grid-numbers").get_by_text(str(holes), exact=True).click()
        scores(table, team, was + holes)


def put_right(table: Table, **fronts: int) -> None:
    """Corrects the scores of teams, by letter."""
    with table.drawer() as page:
        page.locator("#correct-open").click()
        for team, front in fronts.items():
            page.locator(f'#correct-scores [data-team="{team}"]').fill(str(front))
        page.locator("#correct-save").click()
    for team, front in fronts.items():
        scores(table, team, front)


def focused(table: Table) -> str:
    return str(table.page.evaluate("document.activeElement.id || document.activeElement.tagName"))


@pytest.mark.deep
def test_enter_is_the_board_s_after_a_click_and_a_button_s_by_tab(new: Table) -> None:
    page = new.page
    page.locator("#new-names input").first.focus()
    for name in ("Ann", "Bob"):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    expect(page.locator("#new")).to_be_hidden()
    expect(new.seat("B")).to_contain_text("Bob")
    assert focused(new) == "BODY"
    # A dialog that a click has opened gives the focus back to nothing when it closes.
    new.seat("A").locator(".seat-front").click()
    page.locator("#grid-cancel").click()
    new.click("A+2")
    page.keyboard.press("Enter")
    scores(new, "A", 2)
    new.click("A+1")
    page.keyboard.press(" ")
    scores(new, "A", 3)
    new.click("A+1")
    page.locator("#menu").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#drawer")).to_be_visible()
    # Documents lead that way: Menu, then this link.
    expect(page.get_by_role("link", name="For builders and captains")).to_be_visible()
    expect(new.seat("A").locator(".seat-pending")).to_be_visible()
    page.locator("#drawer-close").click()
    page.keyboard.press("?")
    keys = page.locator("#keyboard-keys")
    expect(keys.locator("dt").first).to_have_text("Q")
    rows = dict(zip(keys.locator("dt").all_inner_texts(), keys.locator("dd").all_inner_texts(), strict=True))
    assert (rows["R"], rows["U"], rows["Enter, space"], rows["S"]) == ("Ann BACK", "Bob +1", "OK", "Say the score")
    assert focused(new) == "SUMMARY"
    page.keyboard.press("Escape")
    expect(page.locator("#drawer")).to_be_hidden()
    # In a dialog Enter is the dialog's, after a click too.
    page.locator("#menu").click()
    page.locator("#new-game").click()
    page.locator('[name="new-players"][value="2"]').click()
    page.keyboard.press("Enter")
    expect(page.locator("#new")).to_be_hidden()
    scores(new, "A", 0)


@pytest.mark.deep
def test_who_answers_nothing_plays_what_was_shown_and_who_follows_a_link_is_asked_after_it(new: Table) -> None:
    """At a first visit; the link comes to somebody who has no board either."""
    new.page.locator("#new-cancel").click()
    new.page.locator("#menu").click()
    expect(new.page.locator("#match")).to_have_text("To 121 · game 1")
    link = new.page.evaluate(LINK, RACED)
    new.page.evaluate("localStorage.clear()")
    new.page.set_viewport_size({"width": 320, "height": 568})
    new.page.goto("about:blank")
    new.page.goto(f"{new.address}#{link}")
    new.page.get_by_role("button", name="Slowly").click()
    expect(new.page.locator("#watch-pause")).to_be_visible()
    assert new.page.locator(".row").evaluate("(row) => row.scrollWidth <= row.clientWidth")
    new.page.locator("#watch-stop").click()
    begin(new, "Ann", "Bob", kind="61")
    expect(new.seat("A")).to_contain_text("61 to go")


def what_is_asked_and_chosen_is_seen_in_few_colours_too(new: Table) -> None:
    """On a flat screen the first question and the answer to all; with text of twice the size each choice."""
    page = new.page
    page.emulate_media(forced_colors="active")
    choices = page.locator("#new .chips label")
    look = "(label) => getComputedStyle(label).backgroundColor"
    for width, height, size in ((740, 360, "100%"), (390, 844, "200%")):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("(size) => (document.documentElement.style.fontSize = size)", size)
        drawn(new)
        expect(choices.first).to_be_visible()
        expect(page.locator("#new-begin")).to_be_in_viewport(ratio=1)
        expect(page.locator("#new legend").first).to_be_in_viewport(ratio=1)
        assert choices.nth(0).evaluate(look) != choices.nth(1).evaluate(look)
        assert choices.evaluate_all("(all) => all.filter((one) => one.scrollWidth > one.clientWidth).length") == 0
    page.evaluate("() => (document.documentElement.style.fontSize = '')")
    page.emulate_media(forced_colors="none")


@pytest.mark.deep
def test_a_score_takes_two_taps_and_what_stands_is_told(new: Table) -> None:
    begin(new, "Ann", "Bob")
    page = new.page
    new.seat("B").get_by_role("button", name="deals?").click()
    expect(new.seat("B").locator(".seat-deal")).to_have_text("deals")
    expect(page.locator("#hint")).to_have_text(message("home.hint.idle_begun"))
    peg(new, ("A", 12), ("B", 8))
    new.says("Bob: 8, on 8")
    expect(page.locator("#hint")).to_have_text("Ann: 4 ahead · Bob’s deal and crib")
    # 19 is no hand; 25 neither.
    new.seat("A").locator(".seat-front").click()
    numbers = page.locator("#grid-numbers button").all_inner_texts()
    assert numbers == [str(n) for n in range(30) if n not in (19, 25, 26, 27)]
    page.locator("#grid-cancel").click()
    expect(page.locator("#grid-ends")).to_be_hidden()
    # No rest pegs a count, and one side's presses join.
    for name in ("A+5", "A+5", "A+2"):
        new.type(name)
    new.says("Ann: 12.")
    new.type("B+1")
    scores(new, "A", 24)
    # A score by one tap is added to a count that waits.
    for name in ("B+5", "B<", "B+5"):
        new.type(name)
    new.says("Bob: 6.")
    new.seat("B").locator(".seat-front").click()
    expect(page.locator("#grid-title")).to_have_text("Bob’s 6, and what more?")
    offered = [re.findall(r"\d+", words) for words in page.locator("#grid-numbers button").all_inner_texts()]
    assert offered == [[str(n - 6), str(n)] for n in range(7, 30) if n not in (19, 25, 26, 27)]
    page.get_by_role("button", name="+2 = 8").click()
    scores(new, "B", 16)
    new.seat("B").get_by_role("button", name="Bob", exact=True).click()
    expect(page.locator("#new-title")).to_have_text("Change the names")
    expect(page.locator("#new-kind")).to_be_hidden()
    name = page.locator("#new-names input").nth(1)
    name.fill("")
    page.keyboard.type("x" * 30)
    expect(name).to_have_value("x" * 24)
    name.fill("ann ")
    page.locator("#new-begin").click()
    expect(page.locator("#new")).to_be_visible()
    assert name.evaluate("(name) => name.validationMessage") == message("new.same")
    name.fill("Robert")
    page.locator("#new-begin").click()
    expect(new.seat("B")).to_contain_text("Robert")
    scores(new, "A", 24)
    page.locator("#count-hand").click()
    expect(page.locator("#pack .suit")).to_have_count(4)
    expect(page.locator("#pack .suit").last).to_be_in_viewport(ratio=1)
    page.reload()
    new.is_on()
    expect(page.locator("#new")).to_be_hidden()
    expect(new.seat("B")).to_contain_text("Robert")


@pytest.mark.deep
def test_who_sees_nothing_or_few_colours_knows_what_is_asked_begun_and_taken_back(visit: Callable[..., Table]) -> None:
    new = visit((390, 844), preset="", has_touch=True, device_scale_factor=1)
    what_is_asked_and_chosen_is_seen_in_few_colours_too(new)
    heard = """() => {
      window.heard = [];
      new MutationObserver(() => heard.push(document.querySelector("#live").textContent))
        .observe(document.querySelector("#live"), { childList: true });
    }"""
    new.page.evaluate(heard)
    begin(new, "Ann", "Bob", kind="61")
    expect(new.page.locator("#live")).to_have_text("New game. To 61")
    peg(new, ("A", 12))
    expect(new.page.locator("#live")).to_contain_text("Ann: 12, on 12.")
    new.type("A<")
    expect(new.page.locator("#live")).to_have_text("Ann: take back 12? 12 → 0 OK does it. Ann’s BACK leaves it.")
    new.page.locator("#menu").click()
    new.page.locator("#new-game").click()
    begin(new, "Ann", "Bob")
    scores(new, "A", 0)
    expect(new.page.locator("#live")).to_have_text("New game. To 121")
    assert not any("back 12, on 0" in words for words in new.page.evaluate("window.heard"))


def begin_anew(table: Table, *names: str, **options: str) -> None:
    """A game that is on is kept for the list of games."""
    table.page.locator("#menu").click()
    table.page.locator("#new-game").click()
    expect(table.page.locator("#new-loses")).to_be_visible()
    begin(table, *names, **options)
    scores(table, "A", 0)


@pytest.mark.deep
def test_the_deal_turns_moves_are_taken_back_and_a_game_begins_whatever_is_on(new: Table) -> None:
    """Three games, one after the other."""
    shows_turn_the_deal_those_that_score_nothing_too_and_a_tap_corrects_it(new)
    begin_anew(new, "Ann", "Bob")
    moves_are_taken_back_down_to_one_of_them_and_scores_put_right(new)
    begin_anew(new, "Ann", "Bob", "Cy", "Di", players="22", kind="61")
    a_new_game_has_its_own_teams_and_holes_and_the_old_one_is_kept(new)


def shows_turn_the_deal_those_that_score_nothing_too_and_a_tap_corrects_it(new: Table) -> None:
    begin(new, "Ann", "Bob")
    new.seat("A").get_by_role("button", name="deals?").click()
    peg(new, ("B", 2), ("A", 1), ("B", 8), ("A", 0))
    new.says("Ann: no points")
    expect(new.page.locator("#live")).to_contain_text("Ann: no points.")
    expect(new.seat("A").locator(".seat-deal")).to_be_visible()
    new.type("A+1")
    new.type("A<")
    peg(new, ("A", 0))
    expect(new.seat("B").locator(".seat-deal")).to_be_visible()
    scores(new, "A", 1)
    expect(new.page.locator("#live")).to_contain_text("Bob’s deal and crib.")
    new.seat("B").locator(".seat-deal").click()
    expect(new.seat("A").locator(".seat-deal")).to_be_visible()


def a_new_game_has_its_own_teams_and_holes_and_the_old_one_is_kept(new: Table) -> None:
    scores(new, "A", 0)
    expect(new.seat("A")).to_contain_text("Ann & Cy")
    expect(new.seat("A")).to_contain_text("61 to go")
    with new.drawer() as page:
        page.locator("#correct-open").click()
        expect(page.locator("#correct-about")).to_have_text(message("correct.no_game"))
        page.locator("#correct-cancel").click()
    assert new.page.locator(".bore").count() == 2 * 61
    new.unfold("All our games")
    ends = r"Ann 10 and Bob 7, not played to the end; scores put right$", r"Ann 1 and Bob 10, not played to the end$"
    expect(new.page.locator("#games span")).to_have_text(list(map(re.compile, ends)))


def moves_are_taken_back_down_to_one_of_them_and_scores_put_right(new: Table) -> None:
    peg(new, ("A", 12), ("B", 8), ("A", 2))
    new.page.locator("#menu").click()
    new.page.locator("#moves li").nth(1).get_by_role("button").click()
    expect(new.page.locator("#moves-what")).to_have_text("Take the last 2 moves back?")
    new.page.locator("#moves-sure").click()
    scores(new, "A", 12)
    scores(new, "B", 0)
    new.type("A<")
    with new.drawer() as page:
        page.locator("#correct-open").click()
        expect(page.locator("#correct-about")).to_have_text(message("correct.asked"))
        page.locator("#correct-cancel").click()
    new.type("A<")
    put_right(new, A=10, B=7)


@pytest.mark.deep
def test_a_game_that_ends_counts_as_games_is_in_the_tally_and_comes_back_from_a_file(new: Table, tmp_path) -> None:
    """Of best of three, which counts no points."""
    new.page.locator('[name="new-best"][value="3"]').check()
    begin(new, "Ann", "Bob", kind="61")
    peg(new, ("A", 29), ("A", 29))
    put_right(new, A=56)
    new.seat("A").locator(".seat-front").click()
    expect(new.page.locator("#grid-ends")).to_be_visible()
    new.page.locator("#grid-cancel").click()
    for name in ("A+5", "OK"):
        new.type(name)
    expect(new.page.locator("#ending-score")).to_have_text("Ann 61 – Bob 0 · counts as 2 games")
    new.page.get_by_role("button", name="All our games").click()
    expect(new.page.locator("#tally")).to_have_text("Ann 1 – Bob 0Ann skunked Bob once")
    with new.page.expect_download() as download:
        new.page.locator("#tally-export").click()
    saved = json.loads(download.value.path().read_text(encoding="utf-8"))
    assert [(game["scores"], game["corrected"]) for game in saved["games"]] == [([61, 0], True)]
    first = saved["games"][0]
    more = first | {"id": "other", "at": first["at"] - 1, "names": ["Bob", "Ann"], "skunked": [1], "scores": [61, 20]}
    file = tmp_path / "games.json"
    file.write_text(json.dumps(saved | {"games": [*saved["games"], more]}), encoding="utf-8")
    new.page.locator("#tally-file").set_input_files(file)
    expect(new.page.locator("#tally-answer")).to_have_text("1 game added.")
    expect(new.page.locator("#tally")).to_have_text("Ann 1 – Bob 1Ann skunked Bob onceBob skunked Ann once")
    with new.page.expect_download() as picture:
        new.page.locator("#tally-picture").click()
    assert picture.value.path().read_bytes().startswith(b"\x89PNG")
    file.write_text("[]", encoding="utf-8")
    new.page.locator("#tally-file").set_input_files(file)
    expect(new.page.locator("#tally-answer")).to_contain_text("no games of this page")
    new.page.locator("#drawer-close").click()
    expect(new.seat("A").locator(".seat-games")).to_have_text("2 games")
    new.page.keyboard.press("m")
    new.says("Games won: Ann 2; Bob 0.")


@pytest.mark.deep
def test_all_fits_at_every_size_and_at_twice_the_size_of_text(visit: Callable[..., Table]) -> None:
    """In French, which has the longer words."""
    table = visit((390, 844), preset="", has_touch=True, locale="fr", device_scale_factor=1)
    begin(table, "Ann", "Jean-Baptiste")
    table.seat("A").locator(".seat-deal").click()
    peg(table, ("A", 12), ("B", 8))
    for percent in ("100%", "200%"):
        table.page.evaluate("(size) => (document.documentElement.style.fontSize = size)", percent)
        for width, height in SIZES:
            table.page.set_viewport_size({"width": width, "height": height})
            drawn(table)
            assert table.page.evaluate(FAULTS) == [], (percent, width)


@pytest.mark.deep
def test_four_alone_on_a_phone_see_name_score_and_dealer(visit: Callable[..., Table]) -> None:
    """In the second game, whose first was a double skunk of one of three."""
    new = visit((390, 844), preset="", has_touch=True, device_scale_factor=1)
    begin(new, "Maman", "Ben", "Jean-François", "Max", players="4")
    whole = "(name) => name.scrollWidth <= name.clientWidth"
    assert new.seat("A").locator(".rename").evaluate(whole)
    new.page.set_viewport_size({"width": 1280, "height": 900})
    drawn(new)
    assert new.seat("C").locator(".rename").evaluate(whole)
    new.page.set_viewport_size({"width": 390, "height": 844})
    new.seat("B").locator(".seat-deal").click()
    peg(new, ("B", 24), ("A", 29), ("B", 29), ("A", 29), ("B", 29), ("A", 29), ("A", 29))
    for key in ("A+5", "OK"):
        new.type(key)
    expect(new.page.locator("#ending-title")).to_have_text("Game to Maman by 39 with a double skunk.")
    new.page.locator("#ending-next").click()
    scores(new, "A", 0)
    peg(new, ("B", 28), ("A", 29))
    for width, height in (*SIZES, (667, 375), (740, 360)):
        new.page.set_viewport_size({"width": width, "height": height})
        drawn(new)
        assert new.page.evaluate(FAULTS) == [], width
