"""The phases of the table in DESIGN.md section 3: what a key means depends on which one the game is in."""

from ..interpreter import const

PHASE_DEAL = const(0)
PHASE_IDLE = const(1)
PHASE_PENDING = const(2)
PHASE_CLAIM = const(3)
PHASE_SIGN = const(4)
PHASE_UNDO = const(5)
PHASE_OVER = const(6)
PHASE_ENDED = const(7)
PHASE_ROUND = const(8)
PHASE_CHECK = const(9)
"""A win is claimed in a round that the board was never told: its number is asked about."""

PHASE_NAMES = ("deal", "idle", "pending", "claim", "sign", "undo", "game-over", "match-over", "round", "check")
