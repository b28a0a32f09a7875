"""Enter results: import boards' result lines, store typed results and cards, carry out the director's decisions."""

from host_tools.desk.intake.decisions import ACCEPTED, REFUSED, DecisionResult, Place, decide_lines, held_line_ids
from host_tools.desk.intake.held_line_view import HeldLine, held_lines, result_text
from host_tools.desk.intake.import_lines import ImportReport, SourceLine, import_lines, preview_lines
from host_tools.desk.intake.late_corrections import (
    EXTRA,
    LEAVE,
    REDRAW,
    OpenCorrection,
    open_corrections,
    settle_correction,
)
from host_tools.desk.intake.manual_entry import AlreadyEnteredError, describe_entries, enter_result
from host_tools.desk.intake.misplaced_boards import ASSIGNED, PLACED, read_places
from host_tools.desk.intake.parse_cards import CardEntry, cards_from_scores, parse_card, parse_code, parse_scores
from host_tools.desk.intake.swap_players import RestatedResults, swap_players
from host_tools.desk.intake.usb_boards import read_boards

__all__ = [
    "ACCEPTED",
    "ASSIGNED",
    "EXTRA",
    "LEAVE",
    "PLACED",
    "REDRAW",
    "REFUSED",
    "AlreadyEnteredError",
    "CardEntry",
    "DecisionResult",
    "HeldLine",
    "ImportReport",
    "OpenCorrection",
    "Place",
    "RestatedResults",
    "SourceLine",
    "cards_from_scores",
    "decide_lines",
    "describe_entries",
    "enter_result",
    "held_line_ids",
    "held_lines",
    "import_lines",
    "open_corrections",
    "parse_card",
    "parse_code",
    "parse_scores",
    "preview_lines",
    "read_boards",
    "read_places",
    "result_text",
    "settle_correction",
    "swap_players",
]
