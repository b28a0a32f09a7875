"""The printed parts as solids, where build123d is installed."""

import pytest

from host_tools.hardware import case, params
from host_tools.hardware.geometry import Plate
from host_tools.hardware.params import ParamsError


@pytest.mark.parametrize("tracks", [2, 3, 4])
def test_solids_are_valid_and_their_files_the_committed_ones(folder, found, tracks):
    parts = case.printed(Plate(found, tracks))
    for part in parts:
        assert part.solid.is_valid
        assert part.solid.volume > 10_000
        kept = folder / f"case/{tracks}-tracks/{part.name}_x{part.quantity}.stl"
        assert case.stl(part) == kept.read_bytes()
    assert case.step(parts[1:]) == (folder / f"case/{tracks}-tracks/walls.step").read_bytes()


def test_part_larger_than_the_printer_is_named(change):
    small = params.load(change("printer_bed = [220, 220, 220]", "printer_bed = [120, 120, 120]"))
    with pytest.raises(ParamsError, match="printer_bed: baffle is 125 x 25 x 9 mm"):
        case.printed(Plate(small, 2))
