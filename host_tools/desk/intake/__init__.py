"""Enter results: import boards' result lines, store typed results and cards, carry out the director's decisions."""

from host_tools.desk.intake.board_clocks import DoubtfulClock, correct_clock, doubtful_clocks
from host_tools.desk.intake.decisions import (
    ACCEPTED,
    REFUSED,
    DecisionResult,
    Place,
    decide_dispute,
    decide_lines,
    held_line_ids,
)
from host_tools.desk.intake.disputes import (
    OpenDispute,
    change_dispute_rule,
    dispute,
    open_disputes,
    withdraw_dispute,
)
from host_tools.desk.intake.exchanged_tables import Exchange, likely_exchanges, swap_tables
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
from host_tools.desk.intake.misplaced_boards import PLACED
from host_tools.desk.intake.parse_cards import CardEntry, cards_from_scores, parse_card, parse_code, parse_scores
from host_tools.desk.intake.result_codes import has_result_code, is_code_of_round
from host_tools.desk.intake.swap_players import RestatedResults, swap_players
from host_tools.desk.intake.usb_boards import BoardSetup, read_boards, set_boards_to_event

__all__ = [
    "ACCEPTED",
    "EXTRA",
    "LEAVE",
    "PLACED",
    "REDRAW",
    "REFUSED",
    "AlreadyEnteredError",
    "BoardSetup",
    "CardEntry",
    "DecisionResult",
    "DoubtfulClock",
    "Exchange",
    "HeldLine",
    "ImportReport",
    "OpenCorrection",
    "OpenDispute",
    "Place",
    "RestatedResults",
    "SourceLine",
    "cards_from_scores",
    "change_dispute_rule",
    "correct_clock",
    "decide_dispute",
    "decide_lines",
    "describe_entries",
    "dispute",
    "doubtful_clocks",
    "enter_result",
    "has_result_code",
    "held_line_ids",
    "held_lines",
    "import_lines",
    "is_code_of_round",
    "likely_exchanges",
    "open_corrections",
    "open_disputes",
    "parse_card",
    "parse_code",
    "parse_scores",
    "preview_lines",
    "read_boards",
    "result_text",
    "set_boards_to_event",
    "settle_correction",
    "swap_players",
    "swap_tables",
    "withdraw_dispute",
]
