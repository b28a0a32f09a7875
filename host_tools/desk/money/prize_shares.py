"""Divide money in whole cents so that the parts always add up to the whole."""

from collections.abc import Sequence
from dataclasses import dataclass

from host_tools.desk.formats import DOLLAR, Purse


@dataclass(frozen=True)
class Division:
    """A purse's money in cents: `taken` from the players and `added` by the club are what all the others add up to.

    `prizes` are by place, or for special hands in the order of the purse's rules.
    """

    taken: int
    added: int
    draw: int
    supplies: int
    club: int
    prizes: tuple[int, ...]


def share_out(total: int, weights: Sequence[int], unit: int = DOLLAR) -> list[int]:
    """Share `total` cents in proportion to `weights`, in whole `unit`s, by the largest remainder.

    The parts add up to `total`. Cents that make no whole unit go to the last part.
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


def divide(rules: Purse, players: int, qualified: int = 0) -> Division:
    """Divide the fees of `players`, of whom `qualified` have qualified.

    Prizes are whole dollars, or the purse's fixed sums; the club takes what is left over, and adds what is lacking.
    """
    taken, drawn = rules.fee * players, rules.draw * players
    draw, supplies = share_out(drawn, (1, 1))
    pot, club = share_out(taken - drawn, (rules.pot, 100 - rules.pot))
    pot += rules.added
    if rules.sums:
        prizes, shortfall = list(rules.sums), max(sum(rules.sums) - pot, 0)
        return Division(taken, rules.added + shortfall, draw, supplies, club + max(pot - sum(prizes), 0), tuple(prizes))
    whole_dollars = pot // DOLLAR * DOLLAR
    weights = _weights(rules, players, qualified)
    prizes = share_out(whole_dollars, weights) if weights else []
    return Division(taken, rules.added, draw, supplies, club + pot - sum(prizes), tuple(prizes))


def _weights(rules: Purse, players: int, qualified: int) -> Sequence[int]:
    """Return the proportions of the prizes, by place or by special hand."""
    if rules.field:
        return range(-(-players * rules.field // 100), 0, -1)
    if rules.qualifiers:
        return [1] * qualified
    return [part for _, part in rules.hands] or rules.shares


def award_prizes(prizes: Sequence[int], ranks: Sequence[int]) -> list[int]:
    """Compute the cents for each of `ranks` (ascending, from 1; equal ranks share the prizes of their places).

    Shares are whole dollars; odd ones go to those listed first. The sum is that of the prizes while there are ranks
    enough; prizes nobody is there to win stay undivided.
    """
    amounts = []
    for rank in sorted(set(ranks)):
        tied = ranks.count(rank)
        pooled = sum(prizes[rank - 1 : rank - 1 + tied])
        amounts += share_out(pooled, [1] * tied)
    return amounts
