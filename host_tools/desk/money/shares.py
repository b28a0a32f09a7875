"""Money, in whole cents, shared out so that the parts always add up to the whole."""

from collections.abc import Sequence
from dataclasses import dataclass

from host_tools.desk.formats import DOLLAR, Fee


@dataclass(frozen=True)
class Purse:
    """A night's money in cents: all but `taken` add up to `taken`."""

    taken: int
    draw: int
    supplies: int
    club: int
    prizes: tuple[int, ...]


def share_out(total: int, weights: Sequence[int], unit: int = DOLLAR) -> list[int]:
    """Share `total` cents in proportion to `weights`, in whole `unit`s, by the largest remainder.

    The parts add up to `total`. Cents that make no whole unit go to the last part.
    """
    units, loose = divmod(total, unit)
    whole = sum(weights)
    shares = [units * weight // whole for weight in weights]
    by_remainder = sorted(range(len(weights)), key=lambda i: (-(units * weights[i] % whole), i))
    for i in by_remainder[: units - sum(shares)]:
        shares[i] += 1
    parts = [share * unit for share in shares]
    parts[-1] += loose
    return parts


def purse(fee: Fee, players: int) -> Purse:
    """What `players` fees come to: prizes are whole dollars, the club's part takes what is left over."""
    taken = fee.whole * players
    drawn = fee.draw * players
    draw, supplies = share_out(drawn, (1, 1))
    pot, club = share_out(taken - drawn, (fee.pot, 100 - fee.pot))
    whole_pot = pot // DOLLAR * DOLLAR
    prizes = share_out(whole_pot, fee.places)
    return Purse(taken, draw, supplies, club + pot - whole_pot, tuple(prizes))


def award_prizes(prizes: Sequence[int], ranks: Sequence[int]) -> list[int]:
    """Cents for each of `ranks` (ascending, from 1; equal ranks share the prizes of their places).

    Shares are whole dollars; odd ones go to those listed first. The sum is that of the prizes while there are ranks
    enough; prizes nobody is there to win stay undivided.
    """
    won = []
    for rank in sorted(set(ranks)):
        tied = ranks.count(rank)
        pooled = sum(prizes[rank - 1 : rank - 1 + tied])
        won += share_out(pooled, [1] * tied)
    return won
