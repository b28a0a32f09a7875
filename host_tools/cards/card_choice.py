"""Chooses cards for a simulated player, discards and pegging, from what that player can see.

`aim` is 1 where points are good and -1 where they are not: in a game that the first to the target loses.
"""

from .counting import count, fifteens, pairs, total
from .deck import FIVE, RANKS, pips, rank_of
from .pegging import MOST, count_of, score

_DANGEROUS = (5, 21)
"""Counts from which any of sixteen cards makes fifteen or thirty-one."""


def keep(hand: list, size: int, mine: bool, aim: int) -> tuple:
    """The `size` cards to keep and those to lay away into the crib, which is one's own or not."""
    best = None
    for kept in _choices(tuple(hand), size):
        laid = tuple([card for card in hand if card not in kept])
        worth = aim * (2 * total(count(kept)) + (2 if mine else -2) * _worth_in_crib(laid))
        worth += sum([rank_of(card) == FIVE for card in kept]) * aim
        if best is None or worth > best[0]:
            best = (worth, kept, laid)
    assert best
    return best[1], best[2]


def _choices(cards: tuple, size: int) -> list:
    if size == 0:
        return [()]
    if size > len(cards):
        return []
    return [cards[:1] + others for others in _choices(cards[1:], size - 1)] + _choices(cards[1:], size)


def _worth_in_crib(laid: tuple) -> int:
    groups = [[card for card in laid if rank_of(card) == rank] for rank in range(len(RANKS))]
    return total(fifteens(laid) + pairs(groups)) + sum([rank_of(card) == FIVE for card in laid])


def choose(hand: list, pile: list, aim: int):
    """The card of `hand` to play on a pile of ranks, or None where none fits."""
    best = None
    for card in hand:
        after = pile + [rank_of(card)]
        if count_of(after) <= MOST:
            worth = aim * (100 * total(score(after)) - _risk(after)) + pips(rank_of(card))
            if best is None or worth > best[0]:
                best = (worth, card)
    return best and best[1]


def _risk(pile: list) -> int:
    """What the next player may make of it: a lead above four can be made fifteen."""
    if count_of(pile) in _DANGEROUS:
        return 50
    return 20 if len(pile) == 1 and pips(pile[0]) > 4 else 0
