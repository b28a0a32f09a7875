"""Divide money in whole cents so that the parts always add up to the whole."""

from collections.abc import Sequence
from dataclasses import dataclass

from host_tools.desk.formats.purse_model import DOLLAR, Purse


@dataclass(frozen=True)
class Division:
    """A purse's money in cents: `taken` from the players and `added` by the club equal the sum of the other fields.

    `prizes` are by place, or for special hands in the order of `Purse.hands`.
    """

    taken: int
    added: int
    draw: int
    supplies: int
    club: int
    prizes: tuple[int, ...]


def share_out(total: int, weights: Sequence[int], unit: int = DOLLAR) -> list[int]:
    """Split `total` cents in proportion to `weights`, in multiples of `unit` cents, by the largest-remainder method.

    Returns a part for each weight; the last one includes the cents left over, so that the parts add up to `total`.
    """
    units, remainder = divmod(total, unit)
    total_weight = sum(weights)
    shares = [units * weight // total_weight for weight in weights]
    by_remainder = sorted(range(len(weights)), key=lambda i: (-(units * weights[i] % total_weight), i))
    for i in by_remainder[: units - sum(shares)]:
        shares[i] += 1
    parts = [share * unit for share in shares]
    parts[-1] += remainder
    return parts


def divide_fees(purse: Purse, players: int, qualified: int = 0) -> Division:
    """Divide the fees that `players` players have paid into a purse; `qualified`: how many of them have qualified.

    Prizes are whole dollars, or the purse's fixed sums; the club takes what is left over, or pays what is missing.
    """
    taken, drawn = purse.fee * players, purse.draw * players
    draw, supplies = share_out(drawn, (1, 1))
    pot, club = share_out(taken - drawn, (purse.pot, 100 - purse.pot))
    pot += purse.added
    if purse.sums:
        prizes, shortfall = list(purse.sums), max(sum(purse.sums) - pot, 0)
        return Division(taken, purse.added + shortfall, draw, supplies, club + max(pot - sum(prizes), 0), tuple(prizes))
    whole_dollars = pot // DOLLAR * DOLLAR
    weights = _prize_weights(purse, players, qualified)
    prizes = share_out(whole_dollars, weights) if weights else []
    return Division(taken, purse.added, draw, supplies, club + pot - sum(prizes), tuple(prizes))


def _prize_weights(purse: Purse, players: int, qualified: int) -> Sequence[int]:
    """Return the proportions of the prizes, by place, equal for each of `qualified` players, or by special hand."""
    if purse.field:
        return range(-(-players * purse.field // 100), 0, -1)
    if purse.qualifiers:
        return [1] * qualified
    return [weight for _, weight in purse.hands] or purse.shares


def award_prizes(prizes: Sequence[int], ranks: Sequence[int]) -> list[int]:
    """Compute the cents for each of `ranks` (ascending, from 1) from `prizes`, the cents of each place.

    Players of equal rank share the prizes of their places in whole dollars; odd dollars go to those listed first.
    Prizes of places beyond the last rank are not awarded.
    """
    amounts = []
    for rank in sorted(set(ranks)):
        tied = ranks.count(rank)
        pooled = sum(prizes[rank - 1 : rank - 1 + tied])
        amounts += share_out(pooled, [1] * tied)
    return amounts
