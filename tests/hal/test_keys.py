"""A Pico's keys: sampled while the processor stands still, for as long as flash is erased, and for days."""

from host_tools.sim.virtual.scenario_parser import key_number
from tests.hal.fake_pico import PINS_KEYS, Pico

ERASE_MS = 400
RING_MS = 1024


def stall(pico, at_ms, ms):
    """Flash is erased: everything stands still, interrupts too."""
    pico.at(at_ms, f"lambda: (world.mask(True), world.pass_us({1000 * ms}), world.mask(False))")


def test_each_pin_of_four_teams_is_its_own_key(micropython):
    pico = Pico(micropython)
    pico.hardware(tracks=4)
    pico.run("from firmware.hal import detect_hal\nhal = detect_hal()\nfound = [hal.keys()]\n"
             f"for pin in {[PINS_KEYS[key] for key in range(18)]}:\n"
             "    world.level(pin, 0)\n    found.append(hal.keys())\n"
             "    world.level(pin, 1)")  # fmt: skip
    assert pico.value("found") == [0, *(1 << key for key in range(18))]


def test_that_a_key_has_moved_or_a_host_was_heard_is_known_before_a_step(micropython):
    """Else garbage would be collected, and the key wait."""
    pico = Pico(micropython)
    pico.run("from firmware.hal import detect_hal\nfrom firmware.board import Keys\n"
             "hal = detect_hal()\nkeys = Keys(hal)\nfound = []\n"
             "def look():\n    hal.prompt_asked()\n    found.append((keys.moved(), hal.heard()))\n"
             "look()\n"
             f"world.level({PINS_KEYS[0]}, 0)\nlook()\nlook()\nhal.edges.clear()\nlook()\n"
             "world.receive(b'{')\nlook()\nlook()")  # fmt: skip
    no, moved, heard = [False, False], [True, False], [False, True]
    assert pico.value("found") == [no, moved, moved, no, heard, no]


def short_press(pico, ms):
    """Of 15 ms, at the beginning of an erase."""
    stall(pico, ms, ERASE_MS)
    pico.press("B+5", ms + 2, 15)


def late_press(pico, ms):
    """Of 15 ms, at the end of an erase."""
    stall(pico, ms, ERASE_MS)
    pico.press("B+5", ms + 370, 15)


def quick_presses(pico, ms):
    """Six, 30 ms apart, within an erase."""
    stall(pico, ms, ERASE_MS)
    for i in range(6):
        pico.press("B+1", ms + 3 + 60 * i, 30)


def bouncing_press(pico, ms):
    """For 25 ms at both ends."""
    for began in (5, 65):
        for after in (1, 3, 4, 9, 16, 22):
            pico.press("B+5", ms + began + after, 1)
    pico.press("B+5", ms + 29, 37)


def bouncing_press_within_an_erase(pico, ms):
    stall(pico, ms, ERASE_MS)
    bouncing_press(pico, ms)


def more_edges_than_the_log_holds(pico, ms):
    """A key bounces throughout an erase."""
    stall(pico, ms, ERASE_MS)
    for began in range(ms + 10, ms + 390, 75):
        pico.run(f"for ms in range(0, 24, 2): world.press({PINS_KEYS[key_number('B+1')]}, {began} + ms, 1)")
        pico.press("B+1", began + 24, 16)


def end_of_a_step_longer_than_the_ring(pico, ms):
    stall(pico, ms, RING_MS + 300)
    pico.press("B+5", ms + RING_MS + 50, 40)
    pico.press("B+2", ms + RING_MS + 200, 40)


def all_transfers_made_by_dma(pico, ms):
    pico.at(ms, "lambda: setattr(world.sampler, '_left', 100)")
    pico.press("B+5", ms + 150, 40)
    stall(pico, ms + 200, ERASE_MS)
    pico.press("B+2", ms + 300, 40)


COUNTED = {
    short_press: 5,
    late_press: 5,
    quick_presses: 6,
    bouncing_press: 5,
    bouncing_press_within_an_erase: 5,
    more_edges_than_the_log_holds: 6,
    end_of_a_step_longer_than_the_ring: 7,
    all_transfers_made_by_dma: 7,
}


def test_every_press_counts_once_however_long_the_processor_stands_still(pico):
    """One after another, two seconds each; what is pending then is committed."""
    for number, presses in enumerate(COUNTED):
        ms = 1000 + 2000 * number
        presses(pico, ms)
        pico.send(ms + 1600, id=number, do="status")
        pico.press("OK", ms + 1800)
    pico.power_on(1000 + 2000 * len(COUNTED))
    pending = {line["id"]: line["tracks"]["B"]["pending"] for line in pico.told() if "tracks" in line}
    assert {presses: pending[number] for number, presses in enumerate(COUNTED)} == COUNTED


def test_nothing_is_sampled_at_the_prompt(pico):
    """DMA would go on writing into memory that the prompt has given to something else."""
    pico.at(1000, "lambda: world.receive(b'\\x03\\r')")
    pico.power_on(2000)
    assert (pico.value("world.channels"), pico.value("world.sampler is None")) == (0, True)
