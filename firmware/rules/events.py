"""Kinds of the events that change a match. Their numbers are in the journal: never change one, only add.

A judge's decisions are in `decisions.DECISIONS`; the next one's number is 17, at most 31 (`journal.record` says which
mean a judge's alone). Numbers below 16 are used up: 0 is none, 14 and 15 are records that are no events.
"""

from ..interpreter import const

EVENT_MOVE = const(1)
"""A peg move of `amount` holes entered by keys; at the target it ends the game, unsigned."""
EVENT_SIGNED = const(2)
"""A peg move into the game hole that the other sides have signed."""
EVENT_UNDO = const(3)
EVENT_DEAL = const(4)
"""The team deals first. With `amount`: it is the deal of the player in seat `amount` - 1; NO_POINTS: a hand or crib
of the team scores nothing."""
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
"""The team goes back the holes that it pegged too far, and another team pegs them: `amount` is from `pack_other`."""
EVENT_ROUND = const(13)
"""The round's number goes up by `amount`, or down by one if `amount` is 0; ROUND_CONFIRMED: it is right. The board has
then been told it."""
EVENT_EXCHANGE = const(16)
"""The team has pegged on another team's track, and that one on its: their pegs change places. `amount` is from
`pack_other`, with no holes."""
LAST_EVENT = EVENT_EXCHANGE

FRIENDLY = const(1)
NO_POINTS = const(255)
ROUND_CONFIRMED = const(255)
REOPEN_UNSIGNED = const(1)
REOPEN_SIGNED = const(2)
_HOLES_BITS = const(6)
"""An overpeg has at most 60 holes, the most that one count may have."""
_HOLES_MASK = const(63)


def is_decision(kind: int) -> bool:
    """Return whether events of this kind are a judge's decisions."""
    return EVENT_AWARD <= kind <= EVENT_OVERPEG or kind >= EVENT_EXCHANGE


def pack_other(team: int, holes: int) -> int:
    """Encode the amount of a decision that concerns another team: its number (0 to 3), and 0 to 63 holes."""
    return (team << _HOLES_BITS) | holes


def unpack_team(amount: int) -> int:
    """Return the number of the other team in an amount from `pack_other`."""
    return amount >> _HOLES_BITS


def unpack_holes(amount: int) -> int:
    """Return the holes in an amount from `pack_other`."""
    return amount & _HOLES_MASK
