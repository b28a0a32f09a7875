"""The kinds of event a match is made of. Their numbers are in the journal: never change one, only add."""

MOVE = 1
"""A peg move of `amount` holes entered by keys; at the target the game ends, unsigned."""
SIGNED = 2
"""A move into the game hole that the other sides have signed."""
UNDO = 3
DEAL = 4
"""The team deals first."""
NEXT = 5
"""OK after a game: the next game, match over, or the next round."""
AWARD = 6
RETRACT = 7
FALSE_CLAIM = 8
"""`amount` is the claimant's true hole."""
REOPEN = 9
TIMED_OUT = 10
FORFEIT = 11
