"""The load switch and the port's thresholds, calculated again from the data sheets' numbers."""

from itertools import product

import pytest

from host_tools.hardware import load_switch, power

PICO_MA = 100


@pytest.fixture(scope="module")
def rows(parameters):
    return {build.id: power.row(parameters, build.tracks, build.form, build.port) for build in parameters.builds}


def test_equations_give_the_data_sheet_s_table(parameters):
    """SLVS841F, electrical characteristics: the limits at 15, 20, 49.9 and 210 kilohm, within a twentieth."""
    for kohm, typical in ((15, 1700), (20, 1295), (49.9, 520), (210, 130)):
        parameters.power.limit_low_kohm, own_kohm = kohm, parameters.power.limit_low_kohm
        limit = load_switch.limit(parameters.power, 500)
        parameters.power.limit_low_kohm = own_kohm
        assert limit.typical == pytest.approx(typical, rel=0.05)
        assert limit.least < limit.typical < limit.most


def test_limits_lie_between_what_is_taken_and_what_a_supply_gives(parameters, rows):
    for build in parameters.builds:
        limit = load_switch.limit(parameters.power, build.port)
        assert rows[build.id].worst - PICO_MA < limit.least
        supply = 3000 if build.port == 1500 else build.port * 1.25
        assert limit.most + PICO_MA < supply, "a fault is limited before the supply gives in"


def test_resistors_are_those_the_part_allows(parameters):
    for port in (500, 1500):
        assert load_switch.LEAST_KOHM < load_switch.limit_kohm(parameters.power, port) < load_switch.MAX_KOHM


def test_a_fault_gets_less_than_the_fifteen_watts_that_burned_on(parameters):
    for build in parameters.builds:
        assert load_switch.fault_w(parameters.power, build.port) < 8.5
    assert parameters.power.response_us < 10


def test_a_start_by_steps_is_as_long_as_calculated(parameters, rows):
    """The capacitors' voltage in steps of 10 us: the limit's least current less the dark LEDs'."""
    for build in parameters.builds:
        dark = (rows[build.id].dark - PICO_MA) / 1000
        charge, volts, steps = load_switch.limit(parameters.power, build.port).least / 1000 - dark, 0.0, 0
        while volts < 5:
            volts += charge * 1e-5 / (parameters.power.bulk_uf * 1e-6)
            steps += 1
        assert load_switch.rise_ms(parameters.power, build.port, dark * 1000) == pytest.approx(steps / 100, abs=0.02)
        assert steps / 100 < parameters.power.limit_surge_ms


def test_switch_stays_cool_enough(parameters, rows):
    """125 C at its junction, 50 C in the case."""
    for build in parameters.builds:
        assert 50 + load_switch.heat_c(parameters.power, rows[build.id].worst - PICO_MA) < 105


def test_last_led_has_its_voltage_in_the_worst_case(parameters, rows):
    """The sum for each build, written out again."""
    for build in parameters.builds:
        row = rows[build.id]
        led = (row.worst - PICO_MA) / 1000
        rail = 4.75 - build.cable_mohm / 1000 * row.worst / 1000 - (0.135 + 0.040) * led
        track = min(led, (build.port - PICO_MA) / 1000 / build.tracks)
        copper = 0.0
        if build.form == "street":
            metre = 35 * 0.2430 / 35
            copper = 4 * 1.86e-8 * metre / 35e-6 * (1 / 1.2e-3 + 1 / 10e-3)
        feed = 0.053 * 1.2 + (copper or 0.3 * 36 / 144)
        assert power.last_volts(parameters, build, row) == pytest.approx(rail - feed * track, abs=0.005)
        assert rail >= 4.4
        assert rail - feed * track >= 4.2


def test_thresholds_hold_at_every_tolerance(parameters):
    """Type-C: the lines are below 0.61 V at default, 0.70 to 1.16 V at 1.5 A, above 1.31 V at 3 A."""
    for supply, a, b, c in product((0.97, 1.03), (0.99, 1.01), (0.99, 1.01), (0.99, 1.01)):
        top, middle, bottom = (v * k for v, k in zip(parameters.power.cc_ladder, (a, b, c), strict=True))
        whole = top + middle + bottom
        low, high = 3.3 * supply * bottom / whole, 3.3 * supply * (middle + bottom) / whole
        assert 0.61 + 0.009 < low < 0.70 - 0.009
        assert 1.16 + 0.009 < high < 1.31 - 0.009


def test_copper_width_by_ipc_2221():
    """1 A, 10 K, 35 um: 0.30 mm, as calculators of that standard say."""
    assert power.ipc_width(1.0) == pytest.approx(0.30, abs=0.01)
    assert power.ipc_width(1.53) == pytest.approx(0.54, abs=0.02)
