"""Presets in plain words, the judge's PIN, and sound: set on the page."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from firmware.config import BUZZER_HZ, BUZZER_MS
from firmware.rules.presets import PRESET_NAMES
from host_tools.i18n import message
from tests.page.board_page import Table

LISTEN = """
window.heard = [];
const { start, stop } = OscillatorNode.prototype;
OscillatorNode.prototype.start = function (at) {
  this.from = at;
  return start.call(this, at);
};
OscillatorNode.prototype.stop = function (at) {
  window.heard.push([this.frequency.value, Math.round(1000 * (at - this.from))]);
  return stop.call(this, at);
};
"""


@pytest.mark.deep
def test_every_preset_has_a_name_and_a_line_of_its_own(opened: Table) -> None:
    presets = opened.page.get_by_role("combobox", name="Preset", exact=True)
    names, lines = [], []
    for preset in PRESET_NAMES:
        presets.select_option(preset)
        names.append(presets.locator("option:checked").text_content())
        lines.append(opened.page.locator("#preset-about").text_content())
    assert len(set(names)) == len(set(lines)) == len(PRESET_NAMES)
    assert "To 61" in lines[PRESET_NAMES.index("fivecard")]
    assert "46" in lines[PRESET_NAMES.index("sevencard")]


def send(table: Table, answer: str) -> None:
    table.page.get_by_role("button", name=message("setup.send")).click()
    expect(table.page.locator("#setup-answer")).to_contain_text(answer)


@pytest.fixture
def opened(table: Table) -> Iterator[Table]:
    """The drawer stands beside the board."""
    table.page.set_viewport_size({"width": 1400, "height": 900})
    with table.drawer():
        yield table


@pytest.mark.deep
def test_a_pin_is_set_asked_for_and_taken_away(opened: Table) -> None:
    table = opened
    page = table.page
    expect(page.locator("#hint")).to_contain_text("MENU held 2 s: setup")
    for name in ("A+5", "OK"):
        table.type(name)
    table.shows("Front peg", "A", 5)
    expect(page.locator("#hint")).to_contain_text("MENU held 2 s: the judge")
    page.get_by_label(message("setup.pin"), exact=True).fill("12")
    page.get_by_role("button", name=message("setup.send")).click()
    assert page.locator("#new-pin:invalid").count() == 1
    expect(page.locator("#setup-answer")).to_be_empty()
    page.get_by_label(message("setup.pin"), exact=True).fill("1234")
    send(table, "Saved.")
    now = page.get_by_label(message("setup.pin_now"))
    expect(now).to_be_visible()
    page.locator("body").focus()
    with table.typed("MENU"):
        table.says(message("phase.pin", digit=1, count=0))
    table.type("MENU")
    page.get_by_label(message("setup.pin_remove")).check()
    now.fill("4321")
    send(table, "The board refuses: that is not its PIN.")
    now.fill("1234")
    send(table, "Saved.")
    expect(now).to_be_hidden()
    with table.typed("MENU"):
        table.says("The judge decides")


@pytest.mark.deep
def test_the_board_is_quiet_until_sound_is_wanted_and_that_is_kept(table: Table) -> None:
    table.page.add_init_script(LISTEN)
    table.page.evaluate(f"() => {{ {LISTEN} }}")
    table.type("A+5")
    table.type("OK")
    table.shows("Front peg", "A", 5)
    assert table.page.evaluate("window.heard") == []
    with table.drawer() as page:
        page.get_by_label("Sound").check()
    table.page.reload()
    table.is_on()
    table.type("B<")
    table.says("No:")
    table.type("B+1")
    table.says("B: 1.")
    click, refusal, _ = ([[BUZZER_HZ, ms] for ms in bursts[::2]] for bursts in BUZZER_MS)
    assert table.page.evaluate("window.heard") == [*refusal, *click]


@pytest.mark.deep
def test_the_browsers_back_closes_a_drawer_that_covers_the_board(table: Table) -> None:
    """It leaves the page only if the drawer is closed."""
    left = table.page.evaluate("history.length")
    for _ in range(2):
        table.page.locator("#menu").click()
        table.page.go_back()
        expect(table.page.locator("#drawer")).to_be_hidden()
        table.page.locator("#menu").click()
        table.page.locator("#drawer-close").click()
    assert table.page.evaluate("history.state") is None
    assert table.page.evaluate("history.length") <= left + 1
    table.type("A+5")
    table.says("A: 5.")
