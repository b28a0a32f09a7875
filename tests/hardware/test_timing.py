"""The timing report against windows typed in from the data sheets' table a second time."""

import re

import pytest

from host_tools.hardware import params, timing

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


@pytest.mark.parametrize(
    ("old", "new", "chip"), [("t1l = 600", "t1l = 620", "WS2812B"), ("t0h = 350", "t0h = 400", "WS2812B-V5")]
)
def test_time_outside_a_window_is_found(change, old, new, chip):
    assert [m.chip for m in timing.outside(params.load(change(old, new)))] == [chip]
