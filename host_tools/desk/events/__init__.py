"""An event: create it, find it in a folder or a database, its roster and diary, export and import."""

from host_tools.desk.events.archive import ArchiveError, export_event, is_archive, restore_event
from host_tools.desk.events.event import (
    UnknownEventError,
    create_event,
    entrant,
    entrants,
    find_event,
    format_of,
    new_key,
    rounds_seated,
    withdraw_player,
    write_diary,
)
from host_tools.desk.events.location import EventLocation, OpenEvent
from host_tools.desk.events.options import HERE, Database, Folder
from host_tools.desk.events.roster import Entry, RosterError, parse_roster, read_roster
from host_tools.desk.events.round_rules import (
    BRACKET,
    MAIN,
    PLAY_OFF,
    RoundRules,
    preset_for,
    round_rules,
    rules_in,
    rules_of,
)

__all__ = [
    "BRACKET",
    "HERE",
    "MAIN",
    "PLAY_OFF",
    "ArchiveError",
    "Database",
    "Entry",
    "EventLocation",
    "Folder",
    "OpenEvent",
    "RosterError",
    "RoundRules",
    "UnknownEventError",
    "create_event",
    "entrant",
    "entrants",
    "export_event",
    "find_event",
    "format_of",
    "is_archive",
    "new_key",
    "parse_roster",
    "preset_for",
    "read_roster",
    "restore_event",
    "round_rules",
    "rounds_seated",
    "rules_in",
    "rules_of",
    "withdraw_player",
    "write_diary",
]
