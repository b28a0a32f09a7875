"""Chooses cards for a simulated player, discards and pegging, from what that player can see."""

from .counting import count, fifteens, pairs, total
from .deck import FIVE, RANKS, pips, rank_of
from .pegging import MOST, count_of, score

_HAND_WEIGHT = 2
"""Weight of a point in hand or crib; a five that is kept weighs 1."""
_PEGGING_WEIGHT = 100
"""Weight of a point pegged now; `_risk` and the card's pips weigh 1."""
_DANGEROUS = (5, 21)
"""Counts from which any of sixteen cards makes fifteen or thirty-one."""


def keep(hand: list, size: int, own_crib: bool, score_sign: int) -> tuple:
    """Return the `size` cards to keep and the discards to the crib.

    `score_sign` is 1, or -1 where the lowest score wins.
    """
    best = None
    for hold in _choices(tuple(hand), size):
        discards = tuple([card for card in hand if card not in hold])
        crib_weight = _HAND_WEIGHT if own_crib else -_HAND_WEIGHT
        value = score_sign * (_HAND_WEIGHT * total(count(hold)) + crib_weight * _crib_value(discards))
        value += sum([rank_of(card) == FIVE for card in hold]) * score_sign
        if best is None or value > best[0]:
            best = (value, hold, discards)
    assert best
    return best[1], best[2]


def _choices(cards: tuple, size: int) -> list:
    """Return all choices of `size` cards."""
    if size == 0:
        return [()]
    if size > len(cards):
        return []
    return [cards[:1] + choice for choice in _choices(cards[1:], size - 1)] + _choices(cards[1:], size)


def _crib_value(discards: tuple) -> int:
    """Return what two discards are worth in a crib: points of fifteens and pairs, and one per five."""
    groups = [[card for card in discards if rank_of(card) == rank] for rank in range(len(RANKS))]
    return total(fifteens(discards) + pairs(groups)) + sum([rank_of(card) == FIVE for card in discards])


def choose(hand: list, pile: list, score_sign: int):
    """Return the card of `hand` to play on a pile of ranks, or None where none fits. `score_sign`: see `keep`."""
    best = None
    for card in hand:
        next_pile = pile + [rank_of(card)]
        if count_of(next_pile) <= MOST:
            value = score_sign * (_PEGGING_WEIGHT * total(score(next_pile)) - _risk(next_pile)) + pips(rank_of(card))
            if best is None or value > best[0]:
                best = (value, card)
    return best and best[1]


def _risk(pile: list) -> int:
    """Return a weight for what the next player may score on a pile: high at 5 and 21, lower for a lead above four."""
    if count_of(pile) in _DANGEROUS:
        return 50
    return 20 if len(pile) == 1 and pips(pile[0]) > 4 else 0
