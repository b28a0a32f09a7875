"""The `Purse` dataclass: a fee, its shares for draw and prizes, and how prizes are divided."""

from dataclasses import dataclass

DOLLAR = 100
"""Cents."""

ENTRY = "entry"
"""The purse that everybody pays into."""


@dataclass(frozen=True)
class Purse:
    """A fee of `fee` cents and what becomes of it.

    `draw` cents of each fee go to a 50/50 draw: half of it is paid out, half buys supplies. Of the rest `pot` per cent
    are prizes, and what is not is the club's; `added` cents are put in besides.

    Prizes go by one of: `shares` by place, in proportion; `field`, the per cent of the field that is paid, in shares
    that fall by equal steps; `sums` by place, in cents; `qualifiers`, to all who qualify alike; `hands`, parts of the
    pot as (count of the hand, part), each shared by all who held one.
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
