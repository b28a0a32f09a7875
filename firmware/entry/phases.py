"""The phases of the table in DESIGN.md section 3: what a key means, and what is asked of whom, depends on which one the
game is in. Lights, displays, voice and page go by them.
"""

from ..interpreter import const
from .menus import MENU_NAMES

PHASE_DEAL = const(0)
PHASE_IDLE = const(1)
PHASE_PENDING = const(2)
PHASE_WARNED = const(3)
"""A count that no hand scores: only OK commits it."""
PHASE_CLAIM = const(4)
PHASE_SIGN = const(5)
PHASE_UNDO = const(6)
PHASE_RETURN = const(7)
"""An undo that would take back a win."""
PHASE_OVER = const(8)
PHASE_ENDED = const(9)
PHASE_ROUND = const(10)
PHASE_CHECK = const(11)
"""A win is claimed in a round that the board was never told: its number is asked about."""

PHASE_NAMES = (
    "deal", "idle", "pending", "pending", "claim", "sign", "undo", "undo", "game-over", "match-over", "round", "check"
)  # fmt: skip
"""By phase: what hosts call it."""


def phase_name(console) -> str:
    """Return the name of the open menu, or, if there is none, of the game's phase: what hosts read."""
    return MENU_NAMES[console.menus.showing] or PHASE_NAMES[console.phase]
