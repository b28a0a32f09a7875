"""Kinds of the events that change a match. Their numbers are in the journal: never change one, only add.

What a judge's decision needs is in `judge.DECISIONS`; the next decision's number is 14, behind LAST_EVENT.
"""

from ..interpreter import const

EVENT_MOVE = const(1)
"""A peg move of `amount` holes entered by keys; at the target it ends the game, unsigned."""
EVENT_SIGNED = const(2)
"""A peg move into the game hole that the other sides have signed."""
EVENT_UNDO = const(3)
EVENT_DEAL = const(4)
"""The team deals first."""
EVENT_NEXT = const(5)
"""OK after a game: begins the next game or round, or ends the match. Before a round: begins it; with `amount` FRIENDLY
begins a friendly game instead, or gives up one in which no peg has moved."""
EVENT_AWARD = const(6)
EVENT_RETRACT = const(7)
EVENT_FALSE_CLAIM = const(8)
"""`amount` is the claimant's true hole."""
EVENT_REOPEN = const(9)
"""Restores the state before the last game's end. `amount` 0: by a judge; REOPEN_UNSIGNED or REOPEN_SIGNED: players take
back their win."""
EVENT_TIMED_OUT = const(10)
EVENT_FORFEIT = const(11)
EVENT_OVERPEG = const(12)
"""The team goes back the holes that it pegged too far, and another team pegs them: `amount` is from `pack_overpeg`."""
EVENT_ROUND = const(13)
"""Before a round: its number goes up by `amount`, or down by one if `amount` is 0."""
LAST_EVENT = EVENT_ROUND

FRIENDLY = const(1)
REOPEN_UNSIGNED = const(1)
REOPEN_SIGNED = const(2)
OVERPEG_BITS = const(6)
"""An overpeg has at most 60 holes, the most that one count may have."""
OVERPEG_HOLES = const(63)


def pack_overpeg(to: int, holes: int) -> int:
    """Encode the amount of an overpeg event: team `to` pegs the `holes` (1 to 63) that another team loses."""
    return (to << OVERPEG_BITS) | holes
