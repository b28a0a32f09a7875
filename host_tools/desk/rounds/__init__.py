"""Rounds: seat the next one, draw and seat a play-off, show who sits where."""

from host_tools.desk.rounds.bracket_view import BracketView, bracket_view
from host_tools.desk.rounds.play_off import draw_bracket
from host_tools.desk.rounds.round_view import GameView, RoundView, round_view, table_versions
from host_tools.desk.rounds.seating import NotReadyError, seat_next, seat_table, seating_of

__all__ = [
    "BracketView",
    "GameView",
    "NotReadyError",
    "RoundView",
    "bracket_view",
    "draw_bracket",
    "round_view",
    "seat_next",
    "seat_table",
    "seating_of",
    "table_versions",
]
