"""A builder brings a new board up on the captain's page: the board answers for itself, a fault leads to its part."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.captain.captain_page import Desk
from tests.captain.test_access import faults


def begin(desk: Desk, build: str = "two") -> Locator:
    """Bring-up, by its one button, with a build chosen; its dialogue."""
    desk.view("boards").locator("a[href='#bring-up']").click()
    desk.page.locator("#bring-build").select_option(build)
    desk.page.locator("#bring-start").click()
    dialogue = desk.page.locator("#bring-dialogue")
    expect(dialogue).to_be_visible()
    return dialogue


def press(area: Locator, name: str) -> None:
    area.get_by_role("button", name=name, exact=True).click()


def test_a_silent_key_or_a_wrong_reading_leads_to_the_part_and_lights_it_on_the_picture(desk: Desk) -> None:
    a_reading_of_the_meter_that_is_not_right_names_the_part(desk)
    desk.page.reload()
    dialogue = begin(desk)
    for right in ("Yes", "5 V, D3 dark", "It clicks", "None", "A+1"):
        press(dialogue.locator("#bring-answers"), right)
    expect(dialogue.locator("#bring-ask")).to_contain_text("A+2")
    press(dialogue.locator("#bring-answers"), "None")
    expect(dialogue.locator("#bring-suspects")).to_contain_text("R21")
    expect(dialogue.locator("#bring-suspects")).to_contain_text("J7.2")
    expect(dialogue.locator(".carrier-lit")).to_have_count(3)
    line = dialogue.locator("#bring-shows li").filter(has_text="across R21")
    expect(line).to_contain_text("1 kΩ")
    expect(dialogue.locator("#bring-shows li").filter(has_text="J7.2 to Pico 15")).to_have_count(1)
    press(line, "Reads otherwise")
    expect(dialogue.locator("#bring-suspects li")).to_have_text(["R21"])
    press(dialogue, "Mended: test again")
    expect(dialogue.locator("#bring-found")).to_be_hidden()
    assert desk.complaints == []


def a_reading_of_the_meter_that_is_not_right_names_the_part(desk: Desk) -> None:
    dialogue = begin(desk)
    resistors = dialogue.locator("details").filter(has_text="Resistors")
    resistors.locator("summary").click()
    line = resistors.locator("li").filter(has_text="across R7")
    expect(line).to_contain_text("57.6 kΩ")
    press(line, "Reads otherwise")
    expect(dialogue.locator("#bring-cause")).to_have_text("across R7, ohms: not 57.6 kΩ")
    expect(dialogue.locator("#bring-suspects li")).to_have_text(["R7"])


def test_another_key_than_the_one_held_leads_to_the_lines_of_both(desk: Desk) -> None:
    desk.connect(1)
    dialogue = begin(desk)
    press(dialogue.locator("#bring-answers"), "5 V, D3 dark")
    press(dialogue.locator("#bring-answers"), "It clicks")
    expect(dialogue.locator("#bring-ask")).to_contain_text("A+1")
    desk.boards.boards[1].hold("A+2")
    expect(dialogue.locator("#bring-suspects")).to_contain_text("J7.1, J7.5, J7.2")


def test_a_board_is_told_that_it_has_a_cell(desk: Desk) -> None:
    """As by the command of its book, from its next start on. A virtual board has no cell: its builder is asked."""
    desk.connect(1)
    dialogue = begin(desk, "two+cell")
    press(dialogue, "Tell the board what this build has")
    expect(dialogue.locator("#bring-set-answer")).to_contain_text("battery")
    desk.pull(1)
    stored = json.loads((desk.boards.folder(1) / "hardware.json").read_text(encoding="utf-8"))
    assert (stored["tracks"], stored["leds"], stored["battery"], stored["voice"]) == (2, 141, True, False)
    expect(desk.page.locator(".pulled")).to_have_count(1)
    desk.plug(1)
    # Without its board the page asks the builder what the board sees.
    expect(desk.page.locator(".pulled")).to_have_count(0)
    keys = [f"{team}{face}" for team in "AB" for face in ("+1", "+2", "+5", " BACK")]
    press(dialogue.locator("#bring-answers"), "5 V, D3 dark")
    press(dialogue.locator("#bring-answers"), "It clicks")
    expect(dialogue.locator("#bring-ask")).to_contain_text("A+1")
    for right in (*keys, "OK", "MENU", "As it should", "As it should", "Yes", "Yes"):
        press(dialogue.locator("#bring-answers"), right)
    expect(dialogue.locator("#bring-ask")).to_contain_text("voltage of the cell")
    press(dialogue.locator("#bring-answers"), "As it should")
    expect(dialogue.locator("#bring-ask")).to_contain_text("voltage of the strips")
    assert desk.complaints == []


@pytest.mark.deep
def test_a_failure_has_no_fault_on_any_screen(visit: Callable[..., Desk]) -> None:
    desk = visit(locale="en", color_scheme="light", device_scale_factor=1)
    desk.open()
    dialogue = begin(desk, "four")
    dialogue.locator("#bring-answers button").nth(1).click()
    expect(dialogue.locator("#bring-found")).to_be_visible()
    desk.page.evaluate("document.querySelectorAll('details').forEach((fold) => (fold.open = true))")
    assert faults(desk.page) == []
    assert desk.complaints == []
