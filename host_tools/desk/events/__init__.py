"""An event: create, locate and open it, plan its rounds, change its players, log changes, export and restore it."""

from host_tools.desk.events.archive import ArchiveError, export_event, is_archive, restore_event
from host_tools.desk.events.audit_log import AuditEntry, log_change, read_audit_log
from host_tools.desk.events.entrants import (
    UnknownPlayerError,
    admit_player,
    entrant,
    entrants,
    person_names,
    readmit_player,
    round_has_results,
    withdraw_player,
)
from host_tools.desk.events.event import (
    UnknownEventError,
    create_event,
    find_event,
    format_of,
    new_key,
    rounds_seated,
)
from host_tools.desk.events.event_plan import change_plan, count_main_rounds, end_event
from host_tools.desk.events.location import EventLocation, OpenEvent
from host_tools.desk.events.location_options import DEFAULT_FOLDER, Database, Folder
from host_tools.desk.events.public_scores import (
    MAX_DELAY,
    change_score_delay,
    count_visible_scores,
    score_delay_text,
)
from host_tools.desk.events.roster_csv import (
    Entry,
    RosterError,
    format_roster,
    parse_pasted_roster,
    parse_roster,
    read_roster,
)
from host_tools.desk.events.round_rules import (
    BRACKET,
    MAIN,
    PLAY_OFF,
    RoundRules,
    load_round_rules,
    preset_for,
    round_rules,
    rules_of_round,
)

__all__ = [
    "BRACKET",
    "DEFAULT_FOLDER",
    "MAIN",
    "MAX_DELAY",
    "PLAY_OFF",
    "ArchiveError",
    "AuditEntry",
    "Database",
    "Entry",
    "EventLocation",
    "Folder",
    "OpenEvent",
    "RosterError",
    "RoundRules",
    "UnknownEventError",
    "UnknownPlayerError",
    "admit_player",
    "change_plan",
    "change_score_delay",
    "count_main_rounds",
    "count_visible_scores",
    "create_event",
    "end_event",
    "entrant",
    "entrants",
    "export_event",
    "find_event",
    "format_of",
    "format_roster",
    "is_archive",
    "load_round_rules",
    "log_change",
    "new_key",
    "parse_pasted_roster",
    "parse_roster",
    "person_names",
    "preset_for",
    "read_audit_log",
    "read_roster",
    "readmit_player",
    "restore_event",
    "round_has_results",
    "round_rules",
    "rounds_seated",
    "rules_of_round",
    "score_delay_text",
    "withdraw_player",
]
