"""Event kinds of a match. Their numbers are in the journal: never change one, only add."""

from ..interpreter import const

EVENT_MOVE = const(1)
"""A peg move of `amount` holes entered by keys; at the target the game ends, unsigned."""
EVENT_SIGNED = const(2)
"""A move into the game hole that the other sides have signed."""
EVENT_UNDO = const(3)
EVENT_DEAL = const(4)
"""The team deals first."""
EVENT_NEXT = const(5)
"""OK after a game: the next game, match over, or the next round. Before a round: it begins; with `amount` FRIENDLY a
friendly begins instead, or one that nobody has pegged in is given up."""
EVENT_AWARD = const(6)
EVENT_RETRACT = const(7)
EVENT_FALSE_CLAIM = const(8)
"""`amount` is the claimant's true hole."""
EVENT_REOPEN = const(9)
"""`amount` 0: a judge reopens the game. Else the players take a win back: REOPEN_UNSIGNED or REOPEN_SIGNED."""
EVENT_TIMED_OUT = const(10)
EVENT_FORFEIT = const(11)
EVENT_OVERPEG = const(12)
"""The team goes back and another one pegs as many holes: `amount` is `pack_overpeg` of both."""
EVENT_ROUND = const(13)
"""Before a round, its number goes up by `amount`, or down by one where that is 0."""
LAST_EVENT = EVENT_ROUND

FRIENDLY = const(1)
REOPEN_UNSIGNED = const(1)
REOPEN_SIGNED = const(2)
OVERPEG_BITS = const(6)
"""An overpeg has at most 60 holes, the most that one count may have."""
OVERPEG_HOLES = const(63)


def pack_overpeg(to: int, holes: int) -> int:
    """Encode the amount of an OVERPEG event: team `to` pegs `holes`, 1 to 63."""
    return (to << OVERPEG_BITS) | holes
