"""Rounds: seat and reseat them, draw and seat the bracket and play-offs of ties, read models of seating and bracket."""

from host_tools.desk.rounds.bracket_view import BracketView, bracket_view
from host_tools.desk.rounds.change_qualifiers import redraw_bracket, replace_qualifier, seat_extra_game
from host_tools.desk.rounds.consolation_roster import consolation_roster
from host_tools.desk.rounds.correction_impact import (
    ADVANCES,
    QUALIFIED,
    SEATS,
    TIED,
    CorrectionEffect,
    Outcome,
    compare_outcomes,
    may_have_effects,
    outcome_of_rounds,
)
from host_tools.desk.rounds.missing_results import tables_missing_results, tables_text, tables_without_results
from host_tools.desk.rounds.movement_input import NotReadyError, seating_of
from host_tools.desk.rounds.play_off import bracket_seeds, draw_bracket
from host_tools.desk.rounds.reseat import newest_round, reseat_round, swap_seats, unseat_round
from host_tools.desk.rounds.round_view import GameView, RoundView, TableView, round_view, seats_by_name, table_versions
from host_tools.desk.rounds.seating import Offer, SeatedRound, next_seating, offer_next, seat_next, seat_table
from host_tools.desk.rounds.tie_play_offs import unresolved_ties

__all__ = [
    "ADVANCES",
    "QUALIFIED",
    "SEATS",
    "TIED",
    "BracketView",
    "CorrectionEffect",
    "GameView",
    "NotReadyError",
    "Offer",
    "Outcome",
    "RoundView",
    "SeatedRound",
    "TableView",
    "bracket_seeds",
    "bracket_view",
    "compare_outcomes",
    "consolation_roster",
    "draw_bracket",
    "may_have_effects",
    "newest_round",
    "next_seating",
    "offer_next",
    "outcome_of_rounds",
    "redraw_bracket",
    "replace_qualifier",
    "reseat_round",
    "round_view",
    "seat_extra_game",
    "seat_next",
    "seat_table",
    "seating_of",
    "seats_by_name",
    "swap_seats",
    "table_versions",
    "tables_missing_results",
    "tables_text",
    "tables_without_results",
    "unresolved_ties",
    "unseat_round",
]
