"""The `Purse` dataclass: a fee, its shares for draw and prizes, and how prizes are divided."""

from dataclasses import dataclass

DOLLAR = 100
"""Cents."""

ENTRY = "entry"
"""The purse that everybody pays into."""


@dataclass(frozen=True)
class Purse:
    """A fee of `fee` cents and its division.

    `draw` cents of each fee go to a 50/50 draw: half of it is paid out, half buys supplies. Of the rest `pot` per cent
    are prizes, and the remainder goes to the club; the club adds `added` cents to the prizes.

    One of these fields divides the prizes: `shares`, proportions by place; `field`, the per cent of the players who win
    one, in shares that fall by equal steps; `sums`, cents by place; `qualifiers`, equal prizes for all qualifiers;
    `hands`, proportions by special hand as (count of the hand, proportion), each shared by all players who held it.
    """

    name: str = ENTRY
    fee: int = 0
    draw: int = 0
    pot: int = 100
    added: int = 0
    shares: tuple[int, ...] = ()
    field: int = 0
    sums: tuple[int, ...] = ()
    qualifiers: bool = False
    hands: tuple[tuple[int, int], ...] = ()
