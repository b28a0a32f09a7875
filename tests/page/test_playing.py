"""Whole matches on the page, from the first press to the signed result lines."""

import json
from collections.abc import Callable
from itertools import chain, zip_longest

import pytest
from playwright.sync_api import expect

from host_tools.i18n import message
from host_tools.sim.virtual.board import VirtualBoard
from tests.page.board_page import Table, moves

WINNING = (24, 24, 24, 24, 24)  # to the stink hole: one hole is left
CLOSE = (24, 24, 24, 20)  # 92 holes: past the skunk line


@pytest.mark.deep
def test_a_game_of_acc_by_click_and_touch(table: Table, bench: Callable[..., VirtualBoard]) -> None:
    """To its end, where pegs are seen to move from hole to hole."""
    table.take(bench(preset="acc"), [("A", 24), ("B", 24)] * 3 + [("A", 24)])
    table.page.emulate_media(reduced_motion="no-preference")
    table.speed("4×")
    for press, team, names, front in (
        (table.tap, "B", ["B+5"] * 3 + ["B+2", "B+1"], 90),
        (table.click, "A", ["A+5"] * 4 + ["A+2"] * 2, 120),
    ):
        for name in [*names, "OK"]:
            press(name)
        table.shows("Front peg", team, front)
    table.click("A+1")
    table.says("A: 1, and out.")
    table.click("OK")
    table.says(message("phase.sign.one", team="A", teams="B"))
    with table.touched("B+2"):
        [line] = table.results(1)
    result = json.loads(line)
    assert result["signed"] is True
    assert result["scores"] == {"A": 121, "B": 90}
    assert (result["level"], result["points"], result["spread"]) == (1, {"A": 3, "B": 0}, {"A": 31, "B": -31})
    table.says("A skunked B.")
    expect(table.page.locator("#ending")).to_contain_text("A skunked B.")
    table.shows("Points", "A", 3)
    table.shows("Spread", "B", "−31")
    expect(table.page.locator("#ending")).to_be_visible()
    table.page.get_by_role("button", name="Play again").tap()
    table.says("Ready to peg.")
    table.unfold("The game")
    table.page.get_by_role("button", name="The last game").click()
    expect(table.page.locator("#ending")).to_contain_text("A skunked B.")
    expect(table.page.get_by_role("button", name="Play again")).to_be_hidden()
    expect(table.page.get_by_role("button", name="Share …")).to_be_visible()


@pytest.mark.deep
def test_a_best_of_three_match4_by_keyboard(table: Table) -> None:
    """A double tap signs nothing; a button that agrees can be held, too. The board alone shows a win at first."""
    table.set_up("match4")
    table.speed("4×")
    for game, winner in enumerate("ABA", 1):
        loser = "AB"["BA".index(winner)]
        peg_alternately(table, {winner: WINNING, loser: CLOSE}, {"A": table.type, "B": table.type})
        table.type(f"{winner}+1")
        table.type("OK")
        table.says(f"{winner} claims the game")
        act = table.seat(loser).locator(".act")
        if game == 1:
            table.speed("1×")
            act.dblclick()
            expect(act).to_have_text("Sure? Agree")
            table.says(f"{winner} claims the game. {loser}, do you agree?")
            act.click()
            results = table.results(game)
            table.speed("4×")
        elif game == 2:
            act.hover()
            table.page.mouse.down()
            results = table.results(game)
            table.page.mouse.up()
        else:
            table.page.evaluate(SEEN)
            with table.typed(f"{loser}+5"):
                results = table.results(game)
        table.type("OK")
    table.says(message("result.match", team="A"))
    expect(table.page.locator("#ending-title")).to_have_text(message("result.match", team="A"))
    assert table.page.evaluate("window.seen")[0] == ["scene", True]
    expect(table.page.locator("#scene")).to_be_hidden()
    told = [json.loads(line) for line in results]
    assert [(result["game"], result["winner"], result["signed"]) for result in told] == [
        (1, "A", True),
        (2, "B", True),
        (3, "A", True),
    ]
    table.shows("Points", "A", 2)
    table.shows("Points", "B", 1)
    table.shows("Games won", "A", 2)


@pytest.mark.deep
def test_two_fingers_at_once_sign_for_two_teams(table: Table, bench: Callable[..., VirtualBoard]) -> None:
    table.take(bench(tracks=3, preset="acc", teams=3), [("B", holes) for holes in WINNING])
    table.tap("B+2")
    table.tap("OK")
    table.says(message("phase.sign.other", team="B"))
    with table.touched("A+1", "C+5"):
        [line] = table.results(1)
    assert json.loads(line)["scores"] == {"A": 0, "B": 121, "C": 0}


@pytest.mark.deep
def test_no_tap_is_lost_or_overtaken_while_time_stands_still_and_the_judge_has_buttons(table: Table) -> None:
    table.speed("Paused")
    for name in ("A+5", "A+5", "A+2", "B+2", "B+2", "OK", "A+1"):
        table.type(name)
    table.speed("1×")
    table.says("A: 1.")
    table.shows("Front peg", "A", 12)
    table.shows("Front peg", "B", 4)
    table.type("OK")
    # A held key counts once.
    with table.clicked("B+2"):
        table.says("B: 2.")
        table.shows("Front peg", "B", 6)
    table.shows("Counting", "B", "–")
    # A peg hops hole by hole and lands at the next press.
    table.count("A", 11)
    table.type("OK")
    table.shows("Front peg", "A", 24)
    table.type("B+1")
    table.page.wait_for_function(LIT_AT_24)
    table.type("OK")
    table.shows("Front peg", "B", 7)
    the_judge_decides_by_buttons(table)


def peg_alternately(table: Table, counts: dict[str, tuple[int, ...]], press: dict[str, Callable[[str], None]]) -> None:
    """Each team pegs its counts in turn, OK after each; every move is waited for."""
    turns = zip_longest(*(moves(team, *of_team) for team, of_team in counts.items()))
    for team, names, front in filter(None, chain.from_iterable(turns)):
        for name in [*names, "OK"]:
            press[team](name)
        table.shows("Front peg", team, front)


def the_judge_decides_by_buttons(table: Table) -> None:
    """Whatever number was counted by keys before."""
    with table.typed("MENU"):
        table.says("The judge decides. Choose 1–8.")
    for name in ("A+5", "A+2"):
        table.type(name)
    table.says("overpeg")
    choices = table.page.get_by_role("group", name="The judge’s decisions")
    choices.get_by_role("button", name="1 – award holes").click()
    table.says("award holes. Which team, and how many?")
    expect(choices).to_be_hidden()
    table.type("A<")
    table.says("The judge decides")
    choices.get_by_role("button", name="Cancel").click()
    table.says("Ready to peg.")


SEEN = """() => {
  window.seen = [];
  const note = ({ target }) => window.seen.push([target.id, !target.hidden]);
  const watch = new MutationObserver((changes) => changes.forEach(note));
  for (const id of ["scene", "ending"]) watch.observe(document.getElementById(id), { attributeFilter: ["hidden"] });
}"""


LIT_AT_24 = """() => {
  const canvas = document.querySelector(".plate canvas");
  const area = canvas.getBoundingClientRect();
  const box = document.querySelectorAll(".bore")[23].getBoundingClientRect();
  const at = [box.x + box.width * 0.85 - area.x, box.y + box.height / 2 - area.y]
    .map((v) => (v * canvas.width) / area.width);
  return canvas.getContext("2d").getImageData(...at, 1, 1).data[3] > 100;
}"""
