"""The supply as a circuit in ngspice: start, last LED's voltage and a short circuit, beside the stated arithmetic."""

import re
import subprocess

import pytest

from host_tools.hardware import load_switch, power
from tests.installed import program

PICO_MA = 100
CIRCUIT = """supply, cable, load switch, capacitors, feed, strips
vport port 0 {port}
rcable port inlet {cable}
ipico inlet 0 {pico}
* The load switch: its resistance, and no more current than its limit.
bswitch inlet rail i = max(min((v(inlet) - v(rail)) / {switch}, {limit}), 0)
cbulk rail 0 {bulk} ic=0
rfeed rail last {feed}
* LEDs take no current below 3 V, all of it above.
bled last 0 i = {led} * min(max((v(last) - 3) / 0.2, 0), 1)
{fault}
.control
tran 20u 200m uic
meas tran up when v(rail)=4.4 rise=1
meas tran rail find v(rail) at=190m
meas tran last find v(last) at=190m
meas tran surge max i(vsense)
quit
.endc
.end
"""


def simulated(folder, params, build, led_ma, limit_ma, volts, fault=""):
    """What ngspice measures: `up` in s, `rail` and `last` in V, `surge` in A out of the port."""
    values = {
        "port": volts, "cable": max(build.cable_mohm, 1) / 1000, "pico": PICO_MA / 1000, "limit": limit_ma / 1000,
        "switch": (params.power.switch_mohm + params.power.contact_mohm) / 1000, "bulk": params.power.bulk_uf * 1e-6,
        "feed": power.feed_mohm(params, build) / 1000, "led": led_ma / 1000, "fault": fault,
    }  # fmt: skip
    sensed = CIRCUIT.replace("vport port 0 {port}", "vport source 0 {port}\nvsense source port 0")
    path = folder / "supply.cir"
    path.write_text(sensed.format(**values), encoding="utf-8")
    done = subprocess.run([program("ngspice"), "-b", str(path)], capture_output=True, text=True, cwd=folder)
    measured = re.findall(r"^(up|rail|last|surge)\s+=\s+(\S+)", done.stdout, re.MULTILINE)
    assert measured, done.stdout + done.stderr
    return {name: float(value) for name, value in measured}


@pytest.fixture(scope="module")
def examples(parameters):
    """A build for each port and number of tracks, with its row."""
    found = {(build.port, build.tracks): build for build in parameters.builds}
    return [(build, power.row(parameters, build.tracks, build.form, build.port)) for build in found.values()]


@pytest.mark.deep
def test_start_with_every_led_dark(parameters, examples, tmp_path):
    """The least limit: up no later than reckoned, which charges to 5 V with the LEDs dark from the start."""
    for build, row in examples:
        dark = row.dark - PICO_MA
        limit = load_switch.limit(parameters.power, build.port)
        seen = simulated(tmp_path, parameters, build, dark, limit.least, parameters.power.rail)
        most = load_switch.rise_ms(parameters.power, build.port, dark) / 1000
        assert 0.4 * most < seen["up"] < most
        most = simulated(tmp_path, parameters, build, dark, limit.most, parameters.power.rail)["surge"]
        assert most == pytest.approx(load_switch.start_ma(parameters.power, build.port) / 1000, rel=0.02)


@pytest.mark.deep
def test_last_led_in_the_worst_scene(parameters, examples, tmp_path):
    """One track's share at its far end; the others are taken from the rail."""
    for build, row in examples:
        led = row.worst - PICO_MA
        track = min(led, (build.port - PICO_MA) / build.tracks)
        others = f"bothers rail 0 i = {(led - track) / 1000} * min(max((v(rail) - 3) / 0.2, 0), 1)"
        limit = load_switch.limit(parameters.power, build.port).least
        seen = simulated(tmp_path, parameters, build, track, limit, parameters.power.port_volts, others)
        assert seen["rail"] == pytest.approx(power.rail_volts(parameters, build, row), abs=0.01)
        assert seen["last"] == pytest.approx(power.last_volts(parameters, build, row), abs=0.01)


@pytest.mark.deep
def test_short_circuit_takes_the_limit_and_no_more(parameters, examples, tmp_path):
    for build, _ in examples:
        limit = load_switch.limit(parameters.power, build.port).most
        seen = simulated(tmp_path, parameters, build, 0, limit, parameters.power.most_volts, "rshort rail 0 0.05")
        assert "up" not in seen
        assert seen["surge"] == pytest.approx((limit + PICO_MA) / 1000, rel=0.02)
        watts = limit / 1000 * parameters.power.most_volts
        assert watts == pytest.approx(load_switch.fault_w(parameters.power, build.port))
