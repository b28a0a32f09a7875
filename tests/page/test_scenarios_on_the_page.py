"""A scenario can be put on the board and stepped through; the player's own board waits meanwhile."""

import pytest
from playwright.sync_api import expect

from host_tools.i18n import LANGUAGES, message
from host_tools.sim.scenario_runtimes import CPythonRuntime
from tests.page.board_page import Table

EXAMPLES = ("cut", "skunk", "nineteen")


def put(table: Table, text: str) -> None:
    table.page.set_viewport_size({"width": 1400, "height": 900})
    table.unfold("Scenario")
    table.page.get_by_label("Key presses").fill(text)
    table.page.get_by_role("button", name=message("script.load")).click()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_examples_play_as_they_say(language: str) -> None:
    for name in EXAMPLES:
        assert CPythonRuntime().play(message(f"example.{name}.text", language)).error is None, name


def an_example_is_chosen_and_run(table: Table) -> None:
    table.speed("20×")
    choice = table.page.get_by_role("combobox", name="Example", exact=True)
    expect(choice.locator("option[value]:not([value=''])")).to_have_count(len(EXAMPLES))
    choice.select_option(message("example.cut.name"))
    table.page.get_by_role("button", name=message("script.load")).click()
    expect(table.page.locator("#script-answer")).not_to_have_text(message("script.over"))
    table.page.get_by_role("button", name="Run all").click()
    expect(table.page.locator("#script-answer")).to_have_text(message("script.over"))


@pytest.mark.deep
def test_scenarios_are_run_and_stepped_through_and_the_own_board_waits(table: Table) -> None:
    steps_are_played_one_by_one_and_the_own_board_waits(table)
    a_wrong_line_is_named_and_leaves_the_own_board_and_a_failed_expectation_is_told(table)
    an_example_is_chosen_and_run(table)


def steps_are_played_one_by_one_and_the_own_board_waits(table: Table) -> None:
    table.type("B+5")
    table.type("OK")
    table.shows("Front peg", "B", 5)
    put(table, "A+5 A+2\nOK")
    step = table.page.get_by_role("button", name="Next step")
    for counted in (5, 7):
        step.click()
        table.shows("Counting", "A", counted)
    step.click()
    table.shows("Front peg", "A", 7)
    table.shows("Front peg", "B", 0)
    table.page.get_by_role("button", name=message("script.leave")).click()
    table.shows("Front peg", "B", 5)
    table.shows("Front peg", "A", 0)


def a_wrong_line_is_named_and_leaves_the_own_board_and_a_failed_expectation_is_told(table: Table) -> None:
    put(table, "A+5 OK")
    table.page.get_by_role("button", name="Next step").click()
    table.shows("Counting", "A", 5)
    table.page.get_by_label("Key presses").fill("A+5 OK\nA+3")
    table.page.get_by_role("button", name=message("script.load")).click()
    expect(table.page.locator("#script-answer")).to_contain_text("line 2: A+3 is not known")
    table.click("B+2")
    table.says("B: 2.")
    put(table, "A+5 OK\nexpect A.front 6")
    table.page.get_by_role("button", name="Run all").click()
    expect(table.page.locator("#script-answer")).to_contain_text("line 2: expected A.front 6, found 5")
