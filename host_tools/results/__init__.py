"""Results of games: winner and points, a board's authenticated result line, hash chain and validation."""

from .chain_with_gaps import check_chain, follows
from .game_value import TEAMS, ScoreError, Side, game_value, level_for_spread, points_for_spread
from .log_verification import verify_log
from .result_line import (
    CLEARED,
    REOPENED,
    LineError,
    ResultLine,
    bare_line,
    pack_sides,
    parse_line,
    unpack_sides,
)
from .validation import (
    CLOCK_ERROR_S,
    REASONS,
    STRANGE,
    TableInRound,
    explain,
    is_sealed_by,
    join_reasons,
    seal_fault,
    validate_game,
    validate_origin,
)

__all__ = [
    "CLEARED",
    "CLOCK_ERROR_S",
    "REASONS",
    "REOPENED",
    "STRANGE",
    "TEAMS",
    "LineError",
    "ResultLine",
    "ScoreError",
    "Side",
    "TableInRound",
    "bare_line",
    "check_chain",
    "explain",
    "follows",
    "game_value",
    "is_sealed_by",
    "join_reasons",
    "level_for_spread",
    "pack_sides",
    "parse_line",
    "points_for_spread",
    "seal_fault",
    "unpack_sides",
    "validate_game",
    "validate_origin",
    "verify_log",
]
