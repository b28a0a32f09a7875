"""Without a cable, on a Pico's pins: a cell's voltage at GP28, pulses that keep a power bank on; the heap is locked."""

import pytest

from host_tools.sim.python_bundle import bundle
from tests.hal.fake_pico import READY_MS, Pico

STANDBY_MS = 3000
"""In place of ten minutes."""


def test_of_an_empty_cell_light_is_saved_without_a_fault(pico):
    pico.hardware(battery=True)
    pico.at(READY_MS, "lambda: setattr(world, 'cell_mv', 2700)")
    pico.play("A+5 OK", READY_MS)
    status = pico.status(10_000)
    assert status["battery"]["low"]
    assert [note["code"] for note in status["note_codes"]] == ["battery-low"]
    assert status["tracks"]["A"]["front"] == 5
    assert status["faults"] == 0
    sums = [sum(frame) for ms, track, frame in pico.frames() if track == 0]
    assert sums[-1] < 0.6 * max(sums)


def test_cell_is_measured_at_half_its_voltage_by_the_pin_that_a_voice_gives_up(pico):
    pico.hardware(battery=True, voice=True, port_ma=1500)
    status = pico.status(5000)
    assert status["battery"]["mv"] == pytest.approx(3900, abs=10)
    assert status["faults"] == 0


def test_a_pulse_switches_the_rail_and_lets_all_leds_glow(micropython):
    text = bundle()["firmware/config.py"].replace("STANDBY_MS = const(600000)\n", f"STANDBY_MS = const({STANDBY_MS})\n")
    pico = Pico(micropython, changed={"firmware/config.py": text})
    pico.hardware(keep_alive_s=5)
    pico.run("rail = []\nfor ms in range(4000, 18000, 100):\n"
             "    world.at(ms, lambda: rail.append(world.outputs.get(2, 0)))")  # fmt: skip
    assert pico.power_on(18_000) == "running", pico.faults()
    levels = pico.value("rail")
    pulses = sum(1 for before, now in zip(levels, levels[1:], strict=False) if now > before)
    assert pulses >= 2
    glows = [frame for _, _, frame in pico.frames() if set(frame) == {1}]
    assert len(glows) == 2 * pulses, "each track, each pulse"
