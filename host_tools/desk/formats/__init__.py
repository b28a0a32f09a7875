"""Event formats as data, and a pure function for each movement of players between tables."""

from host_tools.desk.formats.auclair import seat_auclair, table_sizes
from host_tools.desk.formats.bracket import Meeting, bracket, bracket_size, qualifiers
from host_tools.desk.formats.circle import most_rounds, seat_circle
from host_tools.desk.formats.event_formats import FORMATS, MATCH_PRESETS, Criterion, Format, rounds_for
from host_tools.desk.formats.ladder import seat_ladder
from host_tools.desk.formats.movement_types import (
    Field,
    FinishedTable,
    Movement,
    MovementError,
    Seating,
    Table,
    number_tables,
)
from host_tools.desk.formats.purse_model import DOLLAR, ENTRY, Purse
from host_tools.desk.formats.registry import MissingRowError, Registry

__all__ = [
    "DOLLAR",
    "ENTRY",
    "FORMATS",
    "MATCH_PRESETS",
    "Criterion",
    "Field",
    "FinishedTable",
    "Format",
    "Meeting",
    "MissingRowError",
    "Movement",
    "MovementError",
    "Purse",
    "Registry",
    "Seating",
    "Table",
    "bracket",
    "bracket_size",
    "most_rounds",
    "number_tables",
    "qualifiers",
    "rounds_for",
    "seat_auclair",
    "seat_circle",
    "seat_ladder",
    "table_sizes",
]
