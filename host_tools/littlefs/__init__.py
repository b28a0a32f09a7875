"""A board's flash in memory: littlefs as MicroPython has it, on a chip whose power can be cut."""

from host_tools.littlefs.chip import PAGE, SECTOR, Chip, program
from host_tools.littlefs.disk import LittleDisk

__all__ = ["PAGE", "SECTOR", "Chip", "LittleDisk", "program"]
