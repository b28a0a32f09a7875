"""A board's flash in memory: littlefs as MicroPython has it, on a chip whose power can be cut.

`Chip` and `LittleDisk` are for measuring scripts outside this repository too.
"""

from host_tools.littlefs.chip import Chip
from host_tools.littlefs.disk import LittleDisk

__all__ = ["Chip", "LittleDisk"]
