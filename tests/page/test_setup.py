"""Presets in plain words, the judge's PIN, and sound: set on the page."""

from playwright.sync_api import Browser, expect

from firmware.config import BUZZER_HZ, BUZZER_MS
from firmware.rules.presets import NAMES
from tests.page.table import Table, open_folds

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


def test_every_preset_has_a_name_and_a_line_of_its_own(table: Table) -> None:
    presets = table.page.get_by_role("combobox", name="Preset", exact=True)
    names, lines = [], []
    for preset in NAMES:
        presets.select_option(preset)
        names.append(presets.locator("option:checked").text_content())
        lines.append(table.page.locator("#preset-about").text_content())
    assert len(set(names)) == len(set(lines)) == len(NAMES)
    assert "To 61" in lines[NAMES.index("fivecard")]
    assert "46" in lines[NAMES.index("sevencard")]


def send(table: Table, answer: str) -> None:
    table.page.get_by_role("button", name="Send to the board").click()
    expect(table.page.locator("#setup-answer")).to_contain_text(answer)


def test_a_pin_is_set_asked_for_and_taken_away(table: Table) -> None:
    page = table.page
    for name in ("A+5", "OK"):
        table.type(name)
    table.shows("Front peg", "A", 5)
    page.get_by_label("Judge’s PIN").fill("1234")
    send(table, "The board has taken it.")
    now = page.get_by_label("PIN the board has now")
    expect(now).to_be_visible()
    page.locator("body").focus()
    with table.typed("MENU"):
        table.says("The judge’s PIN: digit 1 is 0.")
    table.type("MENU")
    page.get_by_label("Take the PIN away").check()
    now.fill("4321")
    send(table, "The board refuses: that is not its PIN.")
    now.fill("1234")
    send(table, "The board has taken it.")
    expect(now).to_be_hidden()
    with table.typed("MENU"):
        table.says("The judge decides")


def test_an_impossible_pin_is_refused_before_it_is_sent(table: Table) -> None:
    table.page.get_by_label("Judge’s PIN").fill("12")
    table.page.get_by_role("button", name="Send to the board").click()
    assert table.page.locator("#new-pin:invalid").count() == 1
    expect(table.page.locator("#setup-answer")).to_be_empty()


def test_the_board_is_quiet_until_sound_is_wanted_and_that_is_kept(browser: Browser, address: str) -> None:
    with browser.new_context() as context:
        table = Table(context.new_page(), address)
        table.page.add_init_script(LISTEN)
        table.open()
        table.type("A+5")
        table.type("OK")
        table.shows("Front peg", "A", 5)
        assert table.page.evaluate("window.heard") == []
        open_folds(table.page)
        table.page.get_by_label("Sound").check()
        table.page.reload()
        table.is_on()
        table.type("B<")
        table.says("Refused")
        table.type("B+1")
        table.says("Team B counts 1.")
        click, refusal, _ = map(list, zip(BUZZER_HZ, BUZZER_MS, strict=True))
        assert table.page.evaluate("window.heard") == [refusal, click]


def test_what_menu_does_is_said_before_and_in_a_game(table: Table) -> None:
    hint = table.page.locator("#hint")
    expect(hint).to_contain_text("held 2 s before a game: setup")
    table.type("A+1")
    table.type("OK")
    expect(hint).to_contain_text("held 2 s in a game: the judge’s menu")
