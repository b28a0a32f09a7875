"""Holes on chains of LEDs and on the faceplate, against the formulas of hardware/DESIGN.md, "Geometry", typed anew."""

import pytest

from firmware.view.lights.hole_coordinates import column, position_mm, size_mm
from firmware.view.lights.hole_led_map import HOLES, HoleLedMap

PITCH = 1000 / 144
R, G = 12.5, 20
ALL_HOLES = range(1, 122)


def led_of_document(hole):
    s, k = divmod(hole - 1, 30)
    return 35 * s + k + k // 5


def test_strip_has_each_hole_where_the_document_puts_it():
    assert [HoleLedMap(141).led_of[hole] for hole in ALL_HOLES] == [led_of_document(hole) for hole in ALL_HOLES]
    assert HoleLedMap(141).led_of[121] == 140


def test_circuit_board_has_an_led_a_hole():
    assert [HoleLedMap(121).led_of[hole] for hole in ALL_HOLES] == list(range(121))


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("leds", [141, 121])
def test_each_hole_has_an_led_of_its_own_within_the_chain(leds, reverse):
    used = [HoleLedMap(leds, reverse).led_of[hole] for hole in ALL_HOLES]
    assert len(set(used)) == HOLES == 121
    assert set(used) <= set(range(leds))


@pytest.mark.parametrize("leds", [141, 121])
def test_reversed_chain_is_the_same_one_counted_from_its_other_end(leds):
    forward, backward = HoleLedMap(leds).led_of, HoleLedMap(leds, True).led_of
    assert all(forward[hole] + backward[hole] == leds - 1 for hole in ALL_HOLES)


def test_rows_are_35_35_35_and_36_leds_with_one_dark_between_groups_of_five():
    leds = [HoleLedMap().led_of[hole] for hole in ALL_HOLES]
    firsts = [leds[30 * street] for street in range(4)] + [141]
    assert [after - first for first, after in zip(firsts, firsts[1:], strict=False)] == [35, 35, 35, 36]
    steps = [after - before for before, after in zip(leds, leds[1:], strict=False)]
    assert steps == [2 if hole % 5 == 0 and hole % 30 else 1 for hole in range(1, 121)]


@pytest.mark.parametrize("leds", [0, 1, 120, 122, 140, 142, 144, -141])
def test_chain_of_another_length_is_refused_in_words(leds):
    with pytest.raises(ValueError, match=f"141 .*121 .*not {leds}"):
        HoleLedMap(leds)


@pytest.mark.parametrize("tracks", [2, 3, 4])
def test_holes_lie_where_the_document_puts_them(tracks):
    for track in range(tracks):
        for hole in range(1, 121):
            s, k = divmod(hole - 1, 30)
            c = k + k // 5
            x = c * PITCH if s % 2 == 0 else (34 - c) * PITCH
            y = s * ((tracks - 1) * R + G) + track * R
            assert position_mm(track, tracks, hole) == pytest.approx((x, y))
        last = position_mm(track, tracks, 120)
        assert position_mm(track, tracks, 121) == pytest.approx((last[0] - PITCH, last[1]))


def test_streets_turn_on_the_spot_and_the_game_hole_is_a_step_past_the_end():
    assert [column(hole) for hole in (1, 5, 6, 30, 31, 60, 61, 90, 91, 120, 121)] == [
        0, 4, 6, 34, 34, 0, 0, 34, 34, 0, -1]  # fmt: skip


@pytest.mark.parametrize(("tracks", "height"), [(2, 140), (3, 190), (4, 240)])
def test_field_of_holes_fits_the_faceplate_of_the_document(tracks, height):
    width, high = size_mm(tracks)
    assert width == pytest.approx(273 - 30, abs=0.5)
    assert high == height - 30


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("leds", [141, 121])
def test_board_lights_the_front_peg_at_its_hole_s_led(bench, leds, reverse):
    board = bench()
    assert board.ask({"do": "configure", "leds": leds, "reversed": reverse})[-1]["ok"]
    board.cut()
    board.play("A+5 A+5 A+5 A+2 OK wait 200")
    led = HoleLedMap(leds, reverse).led_of[17]
    light = [sum(board.hal.shown[0][3 * i : 3 * i + 3]) for i in range(leds)]
    assert max(range(leds), key=light.__getitem__) == led
