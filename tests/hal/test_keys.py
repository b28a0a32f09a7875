"""A Pico's keys: sampled while the processor stands still, for as long as flash is erased, and for days."""

import pytest

from host_tools.sim.virtual.scenario_parser import key_number
from tests.hal.fake_pico import PINS_KEYS, Pico

ERASE_MS = 400
RING_MS = 1024


def stall(pico, at_ms, ms):
    """Flash is erased: everything stands still, interrupts too."""
    pico.at(at_ms, f"lambda: (world.mask(True), world.pass_us({1000 * ms}), world.mask(False))")


def pending(pico):
    return pico.status(2500)["tracks"]["B"]["pending"]


def test_each_pin_of_four_teams_is_its_own_key(micropython):
    pico = Pico(micropython)
    pico.hardware(tracks=4)
    pico.run("from firmware.hal import detect_hal\nhal = detect_hal()\nfound = [hal.keys()]\n"
             f"for pin in {[PINS_KEYS[key] for key in range(18)]}:\n"
             "    world.level(pin, 0)\n    found.append(hal.keys())\n"
             "    world.level(pin, 1)")  # fmt: skip
    assert pico.value("found") == [0, *(1 << key for key in range(18))]


@pytest.mark.parametrize("at", [1002, 1370])
def test_a_press_of_15_ms_within_an_erase_counts_once(pico, at):
    stall(pico, 1000, ERASE_MS)
    pico.press("B+5", at, 15)
    assert pending(pico) == 5


def test_presses_30_ms_apart_within_an_erase_are_all_counted(pico):
    stall(pico, 1000, ERASE_MS)
    for i in range(6):
        pico.press("B+1", 1003 + 60 * i, 30)
    assert pending(pico) == 6


@pytest.mark.parametrize("stalled", [False, True])
def test_a_press_that_bounces_for_25_ms_at_both_ends_counts_once(pico, stalled):
    if stalled:
        stall(pico, 1000, ERASE_MS)
    for began in (1005, 1065):
        for ms in (1, 3, 4, 9, 16, 22):
            pico.press("B+5", began + ms, 1)
    pico.press("B+5", 1029, 37)
    assert pending(pico) == 5


def test_edges_of_a_key_that_bounces_throughout_an_erase_are_more_than_the_log_holds_and_none_is_lost(pico):
    stall(pico, 1000, ERASE_MS)
    for began in range(1010, 1390, 75):
        pico.run(f"for ms in range(0, 24, 2): world.press({PINS_KEYS[key_number('B+1')]}, {began} + ms, 1)")
        pico.press("B+1", began + 24, 16)
    assert pending(pico) == 6


def test_after_a_step_longer_than_the_ring_the_end_of_it_is_heard(pico):
    ms = RING_MS + 300
    stall(pico, 1000, ms)
    pico.press("B+5", 1000 + ms - 250, 40)
    pico.press("B+2", 1000 + ms - 100, 40)
    assert pending(pico) == 7


def test_sampling_goes_on_when_dma_has_made_all_its_transfers(pico):
    pico.at(1000, "lambda: setattr(world.sampler, '_left', 100)")
    pico.press("B+5", 1150, 40)
    stall(pico, 1200, ERASE_MS)
    pico.press("B+2", 1300, 40)
    assert pending(pico) == 7


def test_nothing_is_sampled_at_the_prompt(pico):
    """DMA would go on writing into memory that the prompt has given to something else."""
    pico.at(1000, "lambda: world.receive(b'\\x03\\r')")
    pico.power_on(2000)
    assert (pico.value("world.channels"), pico.value("world.sampler is None")) == (0, True)
