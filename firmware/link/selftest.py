"""What a board tells of itself when it is asked to test itself."""

from ..config import VERSION
from ..entry.names import names_of
from .measured import told


def report(board) -> dict:
    """Versions, machine, keys down, current, rail, flash, and all that is measured; `notes`: what is wrong."""
    hal = board.hal
    found = told(hal, board.measures)
    free, whole = hal.flash()
    found.update(
        {
            "firmware": VERSION,
            "machine": hal.about,
            "tracks": hal.tracks,
            "leds": hal.leds,
            "keys_down": names_of(hal.keys()),
            "ma": board.office().estimate_ma(),
            "port_ma": hal.port_ma,
            "rail_mv": hal.rail_mv(),
            "flash": {"free": free, "whole": whole, "failed": board.journal.faults, "events": board.journal.sequence},
            "notes": board.notes,
        }
    )
    return found
