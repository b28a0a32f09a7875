"""What a board is given is what its MicroPython, by its own word, can run."""

import pytest

from host_tools.firmware_build.mpy_compiler import compile_mpy
from host_tools.sim.python_bundle import bundle
from host_tools.usb.sans_io.deploy_steps import architecture
from host_tools.usb.sans_io.problem import Problem

FILL = "firmware/view/lights/strip.py"
BYTECODE, RV32 = 0, 11
"""MicroPython's numbers of processors; beyond the last there is no compiler for its machine code."""


def reported(number, of_code=3, version=6):
    """`sys.implementation._mpy` of a MicroPython on this processor."""
    return number << 10 | of_code << 8 | version


@pytest.mark.parametrize("number", range(16))
def test_a_board_gets_machine_code_of_its_own_processor_or_none(number):
    """The third byte of a .mpy file is laid out as what a board says."""
    mpy = compile_mpy(FILL, bundle()[FILL], architecture(reported(number)))
    assert mpy[2] >> 2 == (number if number <= RV32 else BYTECODE)
    assert mpy[2] in (reported(number) >> 8, BYTECODE)


@pytest.mark.parametrize("of_code", [0, 1, 2])
def test_a_micropython_that_refuses_today_s_machine_code_gets_bytecode(of_code):
    """1.19 to 1.22 refuse a whole file for it."""
    assert architecture(reported(4, of_code)) == ""


def test_a_micropython_that_runs_no_file_of_today_is_refused():
    with pytest.raises(Problem, match=r"format") as caught:
        architecture(reported(4, version=5))
    assert "runs .mpy format 5, not 6: put a newer MicroPython on it (cribboard flash --uf2 FILE)" in str(caught.value)
