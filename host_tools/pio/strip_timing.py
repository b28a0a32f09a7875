"""Assembles the firmware's LED strip program and measures its bit times."""

import runpy
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from firmware.boards.carrier import BOARD
from host_tools.pio.assembler import PIO, Program, asm_pio
from host_tools.pio.state_machine import wave

_FILE = Path(__file__).parents[2] / "firmware/hal/pio.py"
_NOUGHT, _ONE = b"\x00", b"\xff"


def assemble_strip(led_ns: Sequence[int] = BOARD["led_ns"]) -> dict[str, Any]:
    """Run firmware/hal/pio.py with the simulated assembler; return its globals, FREQUENCY in Hz among them, and the
    Program `strip` for bits of `led_ns`."""
    stand_in = ModuleType("rp2")
    stand_in.PIO, stand_in.asm_pio = PIO, asm_pio  # type: ignore[attr-defined]
    real = sys.modules.get("rp2")
    sys.modules["rp2"] = stand_in
    try:
        symbols = runpy.run_path(str(_FILE))
        return {**symbols, "strip": symbols["strip_program"](led_ns)}
    finally:
        del sys.modules["rp2"]
        if real is not None:
            sys.modules["rp2"] = real


def bit_cycles(program: Program) -> dict[str, int]:
    """Return the cycles high and low of a 0 bit (t0h, t0l) and a 1 bit (t1h, t1l), measured in a run of equal bits."""
    t0h, t0l = wave(program, _NOUGHT)[0]
    t1h, t1l = wave(program, _ONE)[0]
    return {"t0h": t0h, "t0l": t0l, "t1h": t1h, "t1l": t1l}


def frame_cycles(program: Program, frame: bytes) -> int:
    """Return the cycles from the first bit's rise to the end of the last bit."""
    bits = wave(program, frame + _NOUGHT)[: 8 * len(frame)]
    return sum(high + low for high, low in bits)
