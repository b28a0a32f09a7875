"""The `Purse` dataclass: a fee, its shares for draw and prizes, and the rule that divides the prizes."""

from dataclasses import dataclass
from typing import Any

DOLLAR = 100
"""Cents."""

ENTRY = "entry"
"""The purse that everybody pays into."""

LEAGUE, FIRST = "league", "first"
"""Whose the cents are that players who share a prize cannot divide: the league's, or one each of the first of them."""


@dataclass(frozen=True)
class Purse:
    """A fee of `fee` cents and its division.

    `draw` cents of each fee go to a 50/50 draw: half of it is paid out, half buys supplies. Of the rest `pot` per cent
    are prizes, and the remainder goes to the club; the club adds `added` cents to the prizes. With `play_off` prizes by
    place are won in the order in which a play-off ends, once one has been drawn; else by the standings. `odd_cents`:
    LEAGUE or FIRST.

    With `rolls_over` prizes are to the cent, and what nobody wins goes to the purse of the next night, where it is
    `carried`, in cents, with the id of the event that it is from (`carried_from`); else it goes to the club.

    `kind` is the id of the kind of purse (`money.PURSE_KINDS`) that divides the prizes by `rule`, a value of JSON such
    as a list of proportions. `package`: the installed package that has the kind, "" for this program.
    """

    name: str = ENTRY
    fee: int = 0
    draw: int = 0
    pot: int = 100
    added: int = 0
    kind: str = "shares"
    rule: Any = ()
    package: str = ""
    play_off: bool = True
    odd_cents: str = LEAGUE
    rolls_over: bool = False
    carried: int = 0
    carried_from: str = ""
