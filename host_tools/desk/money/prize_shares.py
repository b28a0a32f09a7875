"""Divide money in whole cents so that the parts always add up to the whole."""

from collections.abc import Sequence

from host_tools.desk.formats.purse_model import DOLLAR
from host_tools.i18n import message


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


def award_prizes(prizes: Sequence[int], ranks: Sequence[int]) -> list[int]:
    """Compute the cents for each of `ranks` (ascending, from 1) from `prizes`, the cents of each place.

    Players of equal rank share the prizes of their places in equal parts, to the cent; what cannot be shared so is not
    awarded, nor are prizes of places beyond the last rank.
    """
    amounts = []
    for rank in sorted(set(ranks)):
        tied = ranks.count(rank)
        pooled = sum(prizes[rank - 1 : rank - 1 + tied])
        amounts += [pooled // tied] * tied
    return amounts


def dollars(cents: int) -> str:
    """Format an amount in cents as dollars, as the reader's language writes them."""
    whole, part = divmod(cents, DOLLAR)
    return message("event.money.cents" if part else "event.money.dollars", whole=whole, part=f"{part:02}")
