"""Displays on a Pico's bus: what they show, when they are written to, and a bus that fails in every way it can."""

import pytest

from host_tools.sim.python_bundle import bundle
from tests.display_reader import read
from tests.hal.fake_pico import READY_MS, Pico

SOUGHT_MS = 5000
"""Each is looked for so often."""
SEEN_MS = 500
"""A sheet has reached two displays by then."""
REFRESHED_MS = 17_000
"""All of two displays has been sent again by then."""
LONGEST_US = 5000
SLICE_US = 1000
FIRST = "+1 +2 +5, then OK. Hold MENU 2 s: setup."


class Bus:
    """A Pico, two displays at hand, and what is seen of them at times."""

    def __init__(self, pico):
        self.pico = pico
        pico.run("from oled import Oled\noleds = [Oled(), Oled()]\nnotes = []")

    def plug(self, number, ms=0):
        """On the bus from that millisecond on, with nothing sensible in memory."""
        self._at(ms, f"(oleds[{number}].power_on(), world.bus.update({{{0x3C + number}: oleds[{number}]}}))")

    def unplug(self, number, ms):
        self._at(ms, f"world.bus.pop({0x3C + number})")

    def breaks(self, number, ms, after):
        """After so many bytes more it does not acknowledge, as if pulled out within a transfer."""
        self._at(ms, f"setattr(oleds[{number}], 'breaks_after', {after})")

    def hold_clock(self, ms, held):
        self._at(ms, f"setattr(world, 'clock_held', {held})")

    def look(self, number, ms):
        self._at(ms, f"notes.append((list(oleds[{number}].ram), oleds[{number}].on, oleds[{number}].contrast))")

    def _at(self, ms, action):
        self.pico.at(ms, f"lambda: {action}")

    def run(self, ms):
        """What was looked at: letters, or None where it was dark."""
        assert self.pico.power_on(ms) == "running", self.pico.faults()
        assert self.pico.faults() == []
        self.seen = self.pico.value("notes")
        return [read(ram) if on else None for ram, on, _ in self.seen]

    def writes(self, number):
        """(time in us, length) of each transfer."""
        return self.pico.value(f"oleds[{number}].writes")


@pytest.fixture
def bus(pico):
    return Bus(pico)


def test_found_at_start_each_begins_with_its_own_side(bus):
    bus.plug(0)
    bus.plug(1)
    bus.pico.play("A+5 A+2 OK", 1900)
    for number in (0, 1):
        bus.look(number, READY_MS + SEEN_MS)
        bus.look(number, 2300 + SEEN_MS)
    first, second, after, other_after = bus.run(3000)
    assert first == second == FIRST
    assert after == "A leads by 7 114 to go 121 to go"
    assert other_after == "A leads by 7 121 to go 114 to go"


@pytest.mark.deep
def test_any_board_of_micropython_has_displays(micropython):
    bus = Bus(Pico(micropython, "esp32"))
    bus.plug(0)
    bus.look(0, READY_MS + 1000)
    assert FIRST in bus.run(2500)[0]


def test_a_machine_without_that_bus_plays(board):
    board.run("def refused(*args, **settings):\n    raise ValueError('I2C(0) does not exist')\nmachine.I2C = refused")
    status = board.status(board.play("A+5 OK") + 3000)
    assert status["tracks"]["A"]["front"] == 5
    assert status["notes"] == []


def test_nothing_is_sent_before_the_frame_is_on_its_way(bus):
    """A second press while the first one's frame is on the wire: the displays wait until its own has begun."""
    bus.plug(0)
    # Far along the track a frame is long.
    end = bus.pico.play("A+5 A+5 A+5 A+5 A+5 OK " * 4)
    presses = [end + 97 * i for i in range(8)]
    for ms in presses:
        bus.pico.press("A+1", ms - 1, 30)
        bus.pico.press("B+1", ms, 30)
    bus.run(end + 1000)
    frames = bus.pico.value("[f[0] for f in world.frames]")
    transfers = [us for us, _ in bus.writes(0)]
    waited = 0
    for ms in presses:
        shown = next(us for us in frames if us > 1000 * ms)
        waited += shown - 1000 * ms > 1200
        assert not [us for us in transfers if 1000 * ms + 1100 < us < shown]
    assert waited >= 4


def test_only_what_has_changed_goes_out_in_slices(bus):
    """One more press of a count changes a few letters; a row of the display may be refreshed meanwhile."""
    bus.plug(0)
    bus.pico.play("A+5", 2000)
    bus.pico.press("A+1", 2500)
    bus.run(2900)
    writes = bus.writes(0)
    assert max(length for _, length in writes) * 9 * 1000 / 400 <= SLICE_US
    slices = [us for us, length in writes if 2_500_000 <= us < 2_890_000 and length == 23]
    assert 1 <= len(slices) <= 6 + 8


def test_what_a_display_misheard_is_right_again(bus):
    bus.plug(0)
    bus.pico.at(2000, "lambda: oleds[0].power_on()")
    bus.look(0, 2100)
    bus.look(0, 2000 + REFRESHED_MS)
    dark, mended = bus.run(2100 + REFRESHED_MS)
    assert dark is None
    assert FIRST in mended


FAULTS = {
    "unplugged": lambda bus: bus.unplug(0, 2000),
    "unplugged within a transfer": lambda bus: bus.breaks(0, 2000, 9),
    "clock held low": lambda bus: bus.hold_clock(2000, True),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_costs_one_step_five_milliseconds_and_the_game_goes_on(bus, fault):
    bus.plug(0)
    FAULTS[fault](bus)
    end = bus.pico.play("A+5 A+2 OK B+1 OK", 2100)
    status = bus.pico.status(end + 1200)
    assert (status["tracks"]["A"]["front"], status["tracks"]["B"]["front"]) == (7, 1)
    assert status["notes"] == ["display 1 does not answer"]
    assert status["step_us"]["longest"] <= LONGEST_US + 1000
    assert bus.pico.faults() == []


@pytest.mark.parametrize("fault", ["unplugged within a transfer", "clock held low"])
def test_what_comes_back_is_found_and_the_note_is_gone(bus, fault):
    bus.plug(0)
    FAULTS[fault](bus)
    bus.pico.play("A+5 A+2 OK", 2100)
    bus.pico.at(6000, "lambda: (setattr(oleds[0], 'breaks_after', -1), setattr(world, 'clock_held', False))")
    bus.plug(0, 6000)
    bus.look(0, 6000 + SOUGHT_MS + SEEN_MS)
    bus.pico.send(6100 + SOUGHT_MS + SEEN_MS, id=1, do="status")
    assert "A leads by 7" in bus.run(6500 + SOUGHT_MS + SEEN_MS)[0]
    assert bus.pico.told()[-2 if "ok" in bus.pico.told()[-1] else -1]["notes"] == []


def test_one_that_vanishes_leaves_the_other(bus):
    bus.plug(0)
    bus.plug(1)
    bus.unplug(0, 2000)
    bus.pico.play("A+5 A+2 OK", 2100)
    bus.look(1, 3200)
    assert "A leads by 7" in bus.run(3500)[0]


def test_a_bus_that_hangs_from_the_start_is_tried_every_two_and_a_half_seconds(bus):
    """Each of the two displays every five; and opened again each time, so that the controller aborts."""
    bus.hold_clock(1, True)
    bus.pico.power_on(10_000)
    assert 4 <= bus.pico.value("world.buses") <= 6


STANDBY_MS = 3000


def test_brightness_is_that_of_the_lights_and_standby_is_dark(micropython):
    text = bundle()["firmware/config.py"].replace("STANDBY_MS = const(600000)", f"STANDBY_MS = const({STANDBY_MS})")
    bus = Bus(Pico(micropython, changed={"firmware/config.py": text}))
    bus.plug(0)
    bus.pico.send(1500, id=1, do="configure", brightness=5)
    bus.look(0, 1400)
    bus.look(0, 1900)
    bus.look(0, 1900 + STANDBY_MS)
    bus.pico.press("A+1", 2100 + STANDBY_MS)
    bus.look(0, 2600 + STANDBY_MS)
    read_then = bus.run(3000 + STANDBY_MS)
    contrasts = [contrast for _, _, contrast in bus.seen]
    assert contrasts[0] < contrasts[1] == 255
    assert [text is None for text in read_then] == [False, False, True, False]


def test_french_once_it_is_set_and_after_a_loss_of_power(bus):
    bus.plug(0)
    bus.pico.send(1500, id=1, do="configure", language="fr")
    bus.look(0, 2500)
    assert "puis OK" in bus.run(2700)[0]
    bus.pico.run("notes.clear()")
    bus.look(0, 2500)
    assert "puis OK" in bus.run(2700)[0]


@pytest.mark.parametrize("display", ["", "sh1106"], ids=["told apart", "set"])
def test_an_sh1106_shows_all_columns(pico, display):
    """Its memory has two columns more on each side; what lets itself be read is told apart."""
    pico.hardware(display=display)
    pico.run("from oled import Oled1106\noled = Oled1106()\nworld.bus[0x3C] = oled")
    if display:
        # As a module that does not let itself be read right.
        pico.run("oled.status = 0x46")
    assert pico.power_on(2000) == "running", pico.faults()
    assert "then OK" in read(pico.value("list(oled.shown())"))


def test_a_driver_that_is_not_there_is_noted(pico):
    pico.hardware(display="st7920")
    pico.run("from oled import Oled\nworld.bus[0x3C] = Oled()")
    assert "display: there is no driver for st7920" in pico.status(2000)["notes"]
