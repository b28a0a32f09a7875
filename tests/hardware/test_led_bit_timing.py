"""The timing report against windows typed in from the data sheets' table a second time."""

import re
from copy import deepcopy
from functools import cache

import pytest

from host_tools.hardware import led_bit_timing
from host_tools.pio.state_machine import wave
from host_tools.pio.strip_timing import assemble_strip
from tests.measure import led_signal_timing

PARTS = ("T0H", "T0L", "T1H", "T1L", "RESET")
WINDOWS = {
    "WS2812B": [(250, 550), (700, 1000), (650, 950), (300, 600), (50000, None)],
    "WS2812B-V5": [(220, 380), (580, 1000), (580, 1000), (580, 1000), (280000, None)],
    "WS2813": [(300, 450), (300, 100000), (750, 1000), (300, 100000), (300000, None)],
    "SK6812": [(150, 450), (750, 1050), (450, 750), (450, 750), (80000, None)],
}


@pytest.fixture
def report(folder):
    text = (folder / "DESIGN.md").read_text(encoding="utf-8")
    block = re.search(r"<!-- begin timing -->\n(.*?)<!-- end timing -->", text, re.DOTALL).group(1)
    lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in block.splitlines()]
    heads = lines[0][1:]
    return {line[0]: dict(zip(heads, line[1:], strict=True)) for line in lines[2:]}


def test_margins_are_distances_to_the_windows_ends(report):
    sent = {part: int(value) for part, value in report.pop("*sent*").items()}
    assert set(report) == set(WINDOWS)
    for chip, parts in report.items():
        for part, cell in parts.items():
            least, most = WINDOWS[chip][PARTS.index(part)]
            end = "no end" if most is None else f"+{most - sent[part]}"
            assert cell == f"−{sent[part] - least} / {end}"
            assert sent[part] >= least
            assert most is None or sent[part] <= most


@pytest.mark.parametrize(("part", "value", "chip"), [("t1l", 620, "WS2812B"), ("t0h", 400, "WS2812B-V5")])
def test_time_outside_a_window_is_found(parameters, part, value, chip):
    changed = deepcopy(parameters)
    setattr(changed.timing, part, value)
    assert [m.chip for m in led_bit_timing.outside(changed)] == [chip]


def test_chosen_times_are_what_the_program_sends(parameters):
    names = assemble_strip()
    ns = 1_000_000_000 // names["FREQUENCY"]
    t = parameters.timing
    bits = [tuple(ns * cycles for cycles in bit) for bit in wave(names["strip"], b"\x0f\xf0\x55\xaa")[:-1]]
    assert set(bits) == {(t.t0h, t.t0l), (t.t1h, t.t1l)}


@cache
def measured():
    return led_signal_timing.measure()


def test_guide_s_frame_is_as_long_as_the_program_s(folder, parameters):
    longest = measured().frames[0].longest_ms
    assert f"at most {longest:.2f} ms on the wire" in (folder / "DESIGN.md").read_text(encoding="utf-8")


def test_bench_measures_the_program():
    wire = measured()
    assert wire.words == 4
    assert wire.cycles == {"t0h": 7, "t0l": 18, "t1h": 15, "t1l": 12}
    times = {frame.leds: (frame.shortest_ms, frame.longest_ms) for frame in wire.frames}
    assert times == {leds: pytest.approx((leds * 24 * 0.00125, leds * 24 * 0.00135)) for leds in (141, 121)}
    margins = {(m.chip, m.part): (m.below, m.above) for m in wire.margins}
    assert set(margins) == {(chip, part) for chip in WINDOWS for part in ("t0h", "t0l", "t1h", "t1l")}
    assert margins["WS2813", "t1h"] == (0, 250)
    assert margins["WS2812B", "t1l"] == (300, 0)


def test_bench_s_table_has_every_margin():
    wire = measured()
    rows = {name: figure for name, figure, _ in led_signal_timing.report_rows(wire)}
    assert rows["instructions of the PIO program"] == "4"
    assert rows["frame of 121 LEDs"] == "3.63 to 3.92 ms"
    assert rows["WS2812B-V5 T0H, margins"] == "−130 / +30 ns"
    assert len(rows) == 3 + len(wire.frames) + len(wire.margins)
