"""Processor time and memory of other processes, as Linux tells them."""

import os
from pathlib import Path
from typing import NamedTuple


class ProcessUse(NamedTuple):
    """Processor seconds so far, and megabytes of memory that no other process shares, of a process and its children."""

    processor_s: float
    memory_mb: float


def use_of(pid: int) -> ProcessUse:
    """Return the use of a process and its children, also of those that have ended. Raises OSError without one."""
    folder = Path(f"/proc/{pid}")
    # The name in parentheses may contain spaces.
    fields = (folder / "stat").read_text().rpartition(")")[2].split()
    ticks = sum(map(int, fields[11:15]))
    kilobytes = sum(
        int(line.split()[1])
        for line in (folder / "smaps_rollup").read_text().splitlines()
        if line.startswith(("Private_Clean", "Private_Dirty"))
    )
    own = ProcessUse(ticks / os.sysconf("SC_CLK_TCK"), kilobytes / 1024)
    children = (folder / "task" / str(pid) / "children").read_text().split()
    uses = [own, *(use_of(int(child)) for child in children)]
    return ProcessUse(sum(use.processor_s for use in uses), sum(use.memory_mb for use in uses))
