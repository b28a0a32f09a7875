"""Files of `cribboard prove` in hardware/proofs: what boards have shown goes from the list of what nobody has."""

import json

import pytest

from host_tools.hardware import proofs
from host_tools.hardware.errors import ParamsError
from host_tools.usb.sans_io.figures import entry
from host_tools.usb.sans_io.proof import new_proof


@pytest.fixture
def keep(tmp_path):
    """Put a proof into the folder, and read all."""

    def keep(board, machine="Raspberry Pi Pico", **values):
        proof = new_proof({"board": board, "build": ""}, {}, {"machine": machine, "firmware": "0.1.0"}, "2027-01-31")
        proof["rungs"]["bare"] = {name: entry(name, value) for name, value in values.items()}
        (tmp_path / "proofs").mkdir(exist_ok=True)
        (tmp_path / "proofs" / f"proof-{board}.json").write_text(json.dumps(proof))
        return proofs.read(tmp_path)

    return keep


def test_a_figure_that_boards_have_shown_is_told_and_no_longer_missed(keep, tmp_path):
    assert "- proved" not in proofs.unproved(proofs.read(tmp_path))
    keep("a1", erase_ms_longest=61.5)
    shown, missed = proofs.unproved(keep("b2", erase_ms_longest=48, start_ms=700)).splitlines()[1:]
    assert shown == "- proved: erase of a sector, longest: 48 to 61.5 ms (2 boards; relied on: at most 400)"
    assert missed.startswith("- never proved: ")
    assert "erase of a sector, longest" not in missed
    assert "erase of a sector, median" in missed


def test_no_virtual_board_proves_a_part(keep):
    with pytest.raises(ParamsError, match=r"proof-v1\.json: a virtual board"):
        keep("v1", machine="Virtual board, MicroPython 1.27.0", start_ms=700)


def test_what_is_no_proof_is_named(tmp_path):
    (tmp_path / "proofs").mkdir()
    (tmp_path / "proofs" / "other.json").write_text("{}")
    with pytest.raises(ParamsError, match=r"other\.json: this is no file"):
        proofs.read(tmp_path)
