"""Chooses a simulated player's cards, for discards and for the play, from what that player can see."""

from .counting import count, fifteens, pairs, total
from .deck import FIVE, RANKS, pips, rank_of
from .pegging import MOST, count_of, score

_HAND_WEIGHT = 2
"""Weight of a point in hand or crib; each five kept counts 1."""
_PEGGING_WEIGHT = 100
"""Weight of a point pegged now; `_risk` and the card's pips count 1."""
_DANGEROUS = (5, 21)
"""Counts from which any of sixteen cards (tens and court cards) makes fifteen or thirty-one."""


def choose_hand(hand: list, size: int, own_crib: bool, score_sign: int) -> tuple:
    """Return the `size` cards of `hand` to keep, and the discards to the crib, which is `own_crib` or not.

    `score_sign` is 1, or -1 if the lowest score wins.
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
    """Return all combinations of `size` of the cards, as tuples."""
    if size == 0:
        return [()]
    if size > len(cards):
        return []
    return [cards[:1] + choice for choice in _choices(cards[1:], size - 1)] + _choices(cards[1:], size)


def _crib_value(discards: tuple) -> int:
    """Return a value of the discards in a crib: the points of their fifteens and pairs, and one for each five."""
    groups = [[card for card in discards if rank_of(card) == rank] for rank in range(len(RANKS))]
    return total(fifteens(discards) + pairs(groups)) + sum([rank_of(card) == FIVE for card in discards])


def choose_card(hand: list, pile: list, score_sign: int):
    """Return the card of `hand` to play on a pile of ranks, or None if none fits. `score_sign`: see `choose_hand`."""
    best = None
    for card in hand:
        next_pile = pile + [rank_of(card)]
        if count_of(next_pile) <= MOST:
            value = score_sign * (_PEGGING_WEIGHT * total(score(next_pile)) - _risk(next_pile)) + pips(rank_of(card))
            if best is None or value > best[0]:
                best = (value, card)
    return best and best[1]


def _risk(pile: list) -> int:
    """Return a penalty for the next player's chances on a pile: 50 at a count of 5 or 21, 20 for a lead above four."""
    if count_of(pile) in _DANGEROUS:
        return 50
    return 20 if len(pile) == 1 and pips(pile[0]) > 4 else 0
