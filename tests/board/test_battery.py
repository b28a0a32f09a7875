"""Without a cable: a cell that becomes low is told of, and a power bank is kept on in standby where that is wanted."""

import pytest

from firmware.config import (
    BATTERY_LAST_MV,
    BATTERY_LOW_MV,
    BATTERY_RISE_MV,
    BRIGHTNESS_LEVELS,
    KEEP_ALIVE_MS,
    STANDBY_MS,
)
from firmware.supply import Supply

LOW = {"code": "battery-low", "least": BATTERY_LOW_MV}


def with_hardware(board, **fields):
    assert board.ask({"do": "configure", **fields})[-1]["ok"]
    board.cut()
    return board


@pytest.fixture
def cell(bench):
    """A board that measures its cell."""
    return with_hardware(bench(brightness=BRIGHTNESS_LEVELS), battery=True)


def falls_to(board, mv):
    board.hal.cell_mv = mv
    board.wait(60_000)


class Cell:
    mv = 3900

    def battery_mv(self):
        return self.mv


def test_one_reading_under_load_is_no_low_cell():
    hal = Cell()
    supply = Supply(hal)
    hal.mv = 3200
    assert not supply.watch(charged=False)
    hal.mv = 3900
    assert not supply.watch(charged=False)
    assert not supply.cell_low


def test_a_cell_that_recovers_a_little_stays_low():
    """Else it would be told again and again, as its voltage rises each time the lights dim."""
    hal = Cell()
    hal.mv = BATTERY_LOW_MV - 1
    supply = Supply(hal)
    assert supply.watch(charged=False)
    hal.mv = BATTERY_LOW_MV + BATTERY_RISE_MV - 1
    assert not any(supply.watch(charged=False) for _ in range(40))
    assert supply.cell_low
    hal.mv = BATTERY_LOW_MV + BATTERY_RISE_MV + 10
    assert any(supply.watch(charged=False) for _ in range(40))
    assert not supply.cell_low


def test_low_is_told_by_light_status_and_live_page(cell):
    cell.play("A+5 OK")
    assert cell.ask({"do": "status"})[0]["battery"] == {"mv": 3900, "low": False}
    falls_to(cell, BATTERY_LOW_MV - 20)
    assert cell.board.findings.alert
    status = cell.ask({"do": "status"})[0]
    assert status["battery"]["low"]
    assert {**status["note_codes"][0], "mv": 0} == {**LOW, "mv": 0}
    assert cell.board.findings.fault_kind() == 9
    cell.play("MENU")
    assert not cell.board.findings.alert


def test_low_is_on_the_display(cell):
    cell.plug(1)
    cell.play("A+5 OK wait 3000")
    falls_to(cell, BATTERY_LOW_MV - 20)
    texts = cell.board.display_loader.displays.texts
    assert texts.fault == 9


def test_light_is_saved_before_the_end_and_comes_back(cell):
    cell.play("A+5 OK")
    bright = cell.board.view.light_sum()
    falls_to(cell, BATTERY_LAST_MV + 50)
    assert cell.board.view.light_sum() >= bright, "low alone costs no light"
    cell.play("MENU wait 4000")
    falls_to(cell, BATTERY_LAST_MV - 50)
    cell.play("MENU wait 4000")
    assert cell.board.view.light_sum() < bright / 2
    assert cell.board.settings.brightness == BRIGHTNESS_LEVELS
    falls_to(cell, 4100)
    assert cell.board.view.light_sum() == bright
    assert cell.board.notes() == []


def test_a_board_without_a_tap_says_nothing_of_a_battery(bench):
    board = bench()
    board.hal.cell_mv = 2000
    board.wait(60_000)
    assert "battery" not in board.ask({"do": "status"})[0]
    assert board.board.notes() == []


def test_four_tracks_have_no_pin_for_it(bench):
    refusal = bench(tracks=4).ask({"do": "configure", "battery": True})[-1]
    assert refusal["why"] == {"code": "no-pins", "field": "battery", "tracks": 4}


@pytest.mark.parametrize("wrong", [1, 4, 121, -5, False, "15", 7.5])
def test_seconds_between_pulses_that_are_refused(bench, wrong):
    refusal = bench().ask({"do": "configure", "keep_alive_s": wrong})[-1]
    assert refusal["why"] == {"code": "bad-keep-alive", "field": "keep_alive_s", "low": 5, "high": 120}


# -- a power bank in standby -----------------------------------------------------------------------------------------


def lit_spans(board, ms):
    """How long the rail was on, and off, in turns, from now on."""
    spans = []
    was = board.hal.lit
    for _ in range(ms // 10):
        board.wait(10)
        if board.hal.lit != was or not spans:
            was = board.hal.lit
            spans.append(0)
        spans[-1] += 10
    return spans


@pytest.fixture
def asleep(bench):
    """A board in standby with a power bank, as its pulses begin."""
    board = with_hardware(bench(), keep_alive_s=15)
    board.play("A+5 OK")
    board.wait(STANDBY_MS, every=100)
    board.wait(1000)
    assert not board.hal.lit
    return board


def test_in_standby_the_rail_is_on_for_a_pulse_every_so_many_seconds(asleep):
    off, *spans, _ = lit_spans(asleep, 63_000)
    assert off < 15_000
    assert spans[::2] == [KEEP_ALIVE_MS] * 4
    assert spans[1::2] == [15_000 - KEEP_ALIVE_MS] * 3


def test_in_a_pulse_every_led_glows_and_then_all_are_off(asleep):
    while not asleep.hal.lit:
        asleep.wait(10)
    asleep.wait(20)
    assert all(set(track) == {1} for track in asleep.hal.shown)


@pytest.mark.parametrize("during_pulse", [False, True])
def test_a_key_ends_standby_and_shows_the_pegs(asleep, during_pulse):
    while during_pulse and not asleep.hal.lit:
        asleep.wait(10)
    asleep.wait(200)
    asleep.play("A+5")
    asleep.wait(200)
    assert asleep.hal.lit
    assert asleep.fronts()[0] == 5
    assert not any(set(track) == {1} for track in asleep.hal.shown)
    assert lit_spans(asleep, 60_000) == [60_000]


def test_without_it_the_bank_is_let_go(bench):
    board = bench()
    board.wait(STANDBY_MS + 1000, every=100)
    assert lit_spans(board, 60_000) == [60_000]
    assert not board.hal.lit
