"""What this board is built with, read once at each start, before the HAL: boot.py switches a pin already.

`fields`: those of hardware.json; `notes`: what is wrong with that file; `kind`: the file of this kind of board; `pins`:
its pins.
"""

import io
import sys

from ..hardware_config import kind_of
from ..hardware_file import read_hardware

notes: list = []
# What a HAL's Disk opens, without the code for it: files are in the top folder.
fields = read_hardware(io, notes, sys.platform)
kind = kind_of(fields)
pins: dict = kind["pins"]
