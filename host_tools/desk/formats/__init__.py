"""Event formats as data, and a pure function for each movement of players between tables."""

from host_tools.desk.formats.auclair import seat_auclair, table_sizes
from host_tools.desk.formats.bracket import Meeting, bracket, bracket_size, qualifiers
from host_tools.desk.formats.circle import most_rounds, seat_circle
from host_tools.desk.formats.event_formats import FORMATS, MATCH_PRESETS, Format, rounds_for
from host_tools.desk.formats.ladder import seat_ladder
from host_tools.desk.formats.movement_types import Field, FinishedTable, MovementError, Seating, Table
from host_tools.desk.formats.purse_model import DOLLAR, ENTRY, Purse

__all__ = [
    "DOLLAR",
    "ENTRY",
    "FORMATS",
    "MATCH_PRESETS",
    "Field",
    "FinishedTable",
    "Format",
    "Meeting",
    "MovementError",
    "Purse",
    "Seating",
    "Table",
    "bracket",
    "bracket_size",
    "most_rounds",
    "qualifiers",
    "rounds_for",
    "seat_auclair",
    "seat_circle",
    "seat_ladder",
    "table_sizes",
]
