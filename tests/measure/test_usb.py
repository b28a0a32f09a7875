"""What boards on USB take is measured; how long that is, is asserted nowhere."""

import json

import pytest
from typer.testing import CliRunner

from firmware.link.read_handlers import READ_HANDLERS
from tests.measure import usb_boards
from tests.measure.__main__ import app


@pytest.mark.deep
@pytest.mark.slow
def test_flashing_reading_and_the_link_s_heap_are_measured(monkeypatch):
    monkeypatch.setattr(usb_boards, "RESULTS", 12)
    done = CliRunner().invoke(app, ["usb", "--boards", "1", "--json"])
    assert done.exit_code == 0, done.output
    figures = json.loads(done.stdout)
    assert [(pace["boards"], pace["results"]) for pace in figures["paces"]] == [(1, 12)]
    for pace in figures["paces"]:
        assert min(pace["first_s"], pace["again_s"], pace["read_s"]) > 0
    heap = figures["heap"]
    assert heap["verb"] in READ_HANDLERS
    assert min(heap["rest"], heap["verbs"], heap["reply"]) > 480, "a line's buffer, code, and the objects of a reply"


def test_figures_stand_in_a_table_with_what_was_measured():
    heap = usb_boards.Heap(3808, 12720, 3248, "status")
    usb = usb_boards.Usb(0.94, (usb_boards.Pace(20, 17.81, 3.4, 6000, 10.0),), heap)
    figures = {name: figure for name, figure, _ in usb_boards.report_rows(usb)}
    assert figures["20 boards flashed, no firmware before"] == "17.8 s"
    assert figures["20 boards read, 6,000 results"] == "600 results/s"
    assert figures["extra heap of the largest reply (status)"] == "3,248 B"
