"""Cards on the page: hands counted by tapping them, and a game with real cards to watch."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Route, expect

from host_tools.i18n import message, plural
from tests.page.board_page import Table

SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
COURT = {"A": "Ace", "J": "Jack", "Q": "Queen", "K": "King"}
ROW = "CDHS"
RANKS = "A 2 3 4 5 6 7 8 9 10 J Q K".split()


def card(table: Table, name: str) -> Locator:
    return table.page.get_by_role("button", name=f"{COURT.get(name[:-1], name[:-1])} of {SUITS[name[-1]]}", exact=True)


def chooser(table: Table, name: str) -> Locator:
    return table.page.get_by_role("combobox", name=name, exact=True)


def answers(table: Table, words: str) -> None:
    expect(table.page.locator("#counter-answer")).to_contain_text(words)


@pytest.fixture
def counter(table: Table) -> Table:
    """The pack is spread out on the page."""
    table.unfold(message("counter.summary"))
    answers(table, plural("counter.more", 4))
    return table


def tap(table: Table, names: str) -> None:
    for name in names.split():
        card(table, name).tap()


@pytest.mark.deep
def test_a_counter_that_loads_late_or_not_at_all_is_no_trap(visit: Callable[..., Table]) -> None:
    table = visit((390, 844), has_touch=True)
    what_cannot_be_fetched_is_said_in_sight(table)
    who_moves_on_while_the_counter_loads_is_left_there(table)


def who_moves_on_while_the_counter_loads_is_left_there(table: Table) -> None:
    """A page that is scrolled under a finger has something else pressed."""
    loading: list[Route] = []
    table.page.route("**/hand-counter.js", lambda route: loading.append(route))
    with table.page.expect_request("**/hand-counter.js"):
        table.unfold(message("counter.summary"))
    scrolled = table.page.locator("#drawer")
    assert scrolled.evaluate("(drawer) => drawer.scrollTop") > 0
    scrolled.evaluate("(drawer) => (drawer.scrollTop = 0)")
    loading[0].continue_()
    answers(table, plural("counter.more", 4))
    assert scrolled.evaluate("(drawer) => drawer.scrollTop") == 0


def what_cannot_be_fetched_is_said_in_sight(table: Table) -> None:
    """The next to open it gets it."""
    table.page.route("**/hand-counter.js", lambda route: route.abort())
    table.page.locator("#menu").tap()
    fold = table.page.locator("#counter > summary")
    fold.tap()
    expect(table.page.locator("#notice-words")).to_have_text(message("page.not_fetched"))
    table.page.locator("#notice-close").tap()
    table.page.unroute("**/hand-counter.js")
    table.complaints.clear()


@pytest.mark.deep
def test_hands_cribs_the_play_and_other_games_are_counted_pegged_and_seen(counter: Table) -> None:
    """By touch."""
    a_counted_hand_is_pegged_by_one_press(counter)
    cards_are_big_enough_and_the_answer_stays_in_sight(counter)
    counter.page.get_by_role("button", name="Clear").click()
    cribs_the_play_and_other_games(counter)
    chooser(counter, message("counter.what")).select_option("A hand")
    chooser(counter, "Game").select_option("Six-card")
    a_hand_is_counted_as_it_is_tapped(counter)


def a_hand_is_counted_as_it_is_tapped(counter: Table) -> None:
    tap(counter, "5H 5S KD")
    answers(counter, plural("counter.more", 1))
    tap(counter, "2C")
    answers(counter, message("counter.starter"))
    tap(counter, "8C")
    answers(counter, "10: fifteen two, fifteen four, fifteen six, fifteen eight, and a pair is ten.")
    expect(counter.page.locator("#counter-chosen")).to_have_text("Cards: 5♥ 5♠ K♦ 2♣ and 8♣")
    lines = counter.page.locator("#counter-lines li")
    expect(lines).to_have_count(5)
    expect(lines.last).to_have_text("a pair is ten (5♥ 5♠)")
    expect(card(counter, "8C")).to_have_attribute("aria-pressed", "true")
    tap(counter, "9C")
    answers(counter, "All cards are chosen.")
    expect(card(counter, "9C")).to_have_attribute("aria-pressed", "false")
    tap(counter, "2C")
    answers(counter, message("counter.starter"))
    tap(counter, "2D")
    answers(counter, "10: ")
    counter.page.get_by_role("button", name="Clear").click()
    answers(counter, "4 more cards")
    expect(counter.page.locator(".playing[aria-pressed=true]")).to_have_count(0)
    tap(counter, "5H 5S KD 2C 8C")
    counter.page.get_by_role("button", name="Français").click()
    answers(counter, "10 : quinze deux, quinze quatre, quinze six, quinze huit et une paire fait dix.")
    expect(counter.page.get_by_role("button", name="Valet, trèfles")).to_be_visible()


def a_counted_hand_is_pegged_by_one_press(counter: Table) -> None:
    tap(counter, "5H 5S KD 2C 8C")
    counter.page.get_by_role("button", name="Peg 10 for B").tap()
    expect(counter.seat("B").locator(".seat-front")).to_have_text("10")
    expect(counter.page.locator("#drawer")).to_be_hidden()
    counter.unfold("Count a hand")
    answers(counter, "4 more cards, then the starter.")
    expect(counter.page.locator("#counter-peg button")).to_have_count(0)


def agree_muggins(table: Table) -> None:
    with table.drawer() as page:
        page.get_by_label(message("setup.muggins")).check()
        page.get_by_role("button", name=message("setup.send")).click()
        expect(page.locator("#match")).to_contain_text(message("scores.muggins"))


def count_oneself(table: Table, count: int, team: str) -> None:
    table.page.get_by_label(message("counter.counted")).fill(str(count))
    table.page.get_by_role("button", name=message("counter.peg_own", team=team)).tap()


@pytest.mark.deep
def test_with_muggins_what_was_missed_is_told_and_taken_after_the_peg(table: Table) -> None:
    """Too high a count offers nothing; a played card is told at the next."""
    agree_muggins(table)
    table.unfold(message("counter.summary"))
    tap(table, "5H 5S KD 2C 8C")
    answers(table, message("counter.own"))
    lines, offers = table.page.locator("#counter-lines li"), table.page.locator("#counter-peg button")
    expect(lines).to_have_count(0)
    expect(offers).to_have_count(0)
    count_oneself(table, 8, "B")
    answers(table, "a pair is ten. B missed 2 points.")
    table.shows("Front peg", "B", 8)
    expect(offers).to_have_text([message("counter.peg", count=2, team="A")])
    offers.tap()
    table.shows("Front peg", "A", 2)
    table.shows("Front peg", "B", 8)
    table.unfold(message("counter.summary"))
    tap(table, "5H 5S KD 2C 8C")
    count_oneself(table, 11, "A")
    answers(table, "a pair is ten. A counted 1 point too many.")
    expect(offers).to_have_count(0)
    tap(table, "2C 3C")
    answers(table, message("counter.own"))
    chooser(table, message("counter.what")).select_option("The play")
    tap(table, "8H 7S")
    answers(table, message("counter.made", card="7", count="15"))
    expect(lines).to_have_text(["8 makes 8: nothing."])
    tap(table, "7D")
    expect(lines.last).to_have_text("7 makes 15: fifteen two.")
    table.page.get_by_role("button", name=message("counter.last")).tap()
    answers(table, "7 makes 22: a pair is two.")


def cribs_the_play_and_other_games(counter: Table) -> None:
    kind, game = (chooser(counter, name) for name in (message("counter.what"), "Game"))
    kind.select_option("A crib")
    tap(counter, "2H 4H 6H 8H KS")
    answers(counter, "0: nothing.")
    kind.select_option("A hand")
    tap(counter, "2H 4H 6H 8H KS")
    answers(counter, "4: a flush of four is four.")
    game.select_option("Five-card")
    answers(counter, "3 more cards")
    tap(counter, "5H 5S JC 5C")
    answers(counter, "15: ")
    game.select_option("Seven-card")
    tap(counter, "4H 4S 5D 5C 6H 6C")
    answers(counter, "46: ")
    kind.select_option("The play")
    for name, answer in {"8H": "8 makes 8: nothing.", "7S": "7 makes 15: fifteen two."}.items():
        tap(counter, name)
        answers(counter, answer)
    expect(counter.page.locator("#counter-lines li")).to_have_count(2)


@pytest.mark.deep
def test_the_keyboard_alone_counts_a_hand(counter: Table) -> None:
    """One card is in the order of the Tab key; arrows lead on; the board hears none of it."""
    page = counter.page
    chooser(counter, "Game").focus()
    page.keyboard.press("Tab")
    cell = (0, 0)
    for name in "5H 5S 5D JC 5C".split():
        cell = walk(counter, cell, (ROW.index(name[-1]), RANKS.index(name[:-1])))
        expect(card(counter, name)).to_be_focused()
        page.keyboard.press("Space")
    answers(counter, "29: ")
    counter.says(message("phase.idle"))


def walk(table: Table, cell: tuple[int, int], to: tuple[int, int]) -> tuple[int, int]:
    for step, (less, more) in zip((to[0] - cell[0], to[1] - cell[1]), (("Up", "Down"), ("Left", "Right")), strict=True):
        for _ in range(abs(step)):
            table.page.keyboard.press("Arrow" + (more if step > 0 else less))
    return to


def cards_are_big_enough_and_the_answer_stays_in_sight(counter: Table) -> None:
    tap(counter, "5H 5S 5D JC 5C")
    for width, height in ((360, 740), (1280, 800)):
        counter.page.set_viewport_size({"width": width, "height": height})
        assert counter.page.evaluate("document.documentElement.scrollWidth") <= width
        for name in ("AC", "10D", "KS"):
            box = card(counter, name).bounding_box()
            assert box
            assert min(box["width"], box["height"]) >= 40
        answers(counter, "29: ")
        expect(counter.page.locator("#counter-answer")).to_be_in_viewport()


def watch(table: Table, players: str = "Two", muggins: bool = False) -> None:
    table.unfold(message("watch.summary"))
    chooser(table, "Players").select_option(players)
    table.page.get_by_label("With muggins").set_checked(muggins)
    table.page.get_by_role("button", name=message("watch.start")).click()
    expect(table.page.get_by_role("button", name="Pause")).to_be_visible()


@pytest.mark.deep
def test_a_game_is_watched_to_its_end_and_the_own_board_comes_back(table: Table) -> None:
    for name in ("B+5", "OK"):
        table.type(name)
    table.shows("Front peg", "B", 5)
    table.speed("20×")
    watch(table, muggins=True)
    line = table.page.locator("#phase")
    expect(line).to_be_in_viewport()
    expect(line).to_contain_text(message("watch.over"))
    [result] = [json.loads(text) for text in table.results(1)]
    assert max(result["scores"].values()) == 121
    assert result["signed"]
    expect(table.page.locator("#watch-log")).to_contain_text(f"{result['winner']} on 121.")
    table.page.get_by_role("button", name="Play here").click()
    table.shows("Front peg", "B", 5)
    table.speed("1×")
    table.type("A+2")
    table.says("A: 2.")


@pytest.mark.deep
def test_watching_can_be_paused_and_left_at_any_time(table: Table) -> None:
    watch(table, "Three")
    line = table.page.locator("#phase")
    expect(line).to_contain_text("keeps")
    expect(table.page.locator("#board")).to_have_attribute("data-tracks", "3")
    table.page.locator(".cap.mimed").wait_for()
    table.page.get_by_role("button", name="Pause").click()
    stopped = line.text_content()
    frames(table, 90)
    assert line.text_content() == stopped
    table.page.get_by_role("button", name="Go on").click()
    expect(line).not_to_have_text(stopped or "")
    table.page.get_by_role("button", name="Play here").click()
    expect(table.page.locator("#board")).to_have_attribute("data-tracks", "2")
    table.says(message("phase.idle"))


def frames(table: Table, count: int) -> None:
    """So many frames go by on the screen."""
    table.page.evaluate(
        """(count) => new Promise((over) => {
          const next = () => (count-- ? requestAnimationFrame(next) : over());
          next();
        })""",
        count,
    )
