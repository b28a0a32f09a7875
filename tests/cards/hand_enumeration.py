"""Enumerate all cribbage hands, and count them by the counter and by an independent second one.

Neither shares code with the other.
"""

from collections import Counter
from itertools import combinations, combinations_with_replacement, product
from math import comb, prod

from host_tools.cards.counting import count, total
from host_tools.cards.deck import JACK, RANKS

SUITS = range(4)


def by_kind(size, crib=False):
    """How often each amount comes in all hands of `size` cards with a starter: a Counter of amounts.

    Points depend on ranks, and on suits only through flush and nobs. So one hand stands for all of the same ranks of
    hand and starter that are alike in these, and counts for as many as there are.
    """
    amounts = Counter()
    for ranks in combinations_with_replacement(range(len(RANKS)), size):
        held = Counter(ranks)
        if max(held.values()) > 4:
            continue
        for starter in range(len(RANKS)):
            for cards, turned, number in _kinds(held, starter):
                amounts[total(count(cards, turned, crib))] += number
    return amounts


def _kinds(held, starter):
    """(hand, starter, how many such there are) for each way in which suits can matter."""
    every = prod(comb(4, number) for number in held.values()) * (4 - held[starter])
    flushes = _flushes(held, starter)
    agreeing = flushes["agreeing"]
    with_nobs = _with_nobs(held, starter)
    nobs_in_flush = agreeing if with_nobs else 0
    numbers = {
        ("flush", "agreeing"): agreeing,
        ("flush", ""): flushes["other"],
        ("mixed", "nobs"): with_nobs - nobs_in_flush,
        ("mixed", ""): every - agreeing - flushes["other"] - (with_nobs - nobs_in_flush),
    }
    for kind, number in numbers.items():
        if number:
            yield *_example(held, starter, *kind), number


def _flushes(held, starter):
    """How many hands of these ranks are of one suit, with the starter of that suit or of another."""
    if max(held.values()) > 1:
        return {"agreeing": 0, "other": 0}
    return {"agreeing": 0 if held[starter] else 4, "other": 12}


def _with_nobs(held, starter):
    """How many have the jack of the starter's suit."""
    if not held[JACK] or starter == JACK:
        return 0
    others = prod(comb(4, number) for rank, number in held.items() if rank not in (JACK, starter))
    return 4 * comb(3, held[JACK] - 1) * comb(3, held[starter]) * others


def _example(held, starter, suits, more):
    """One such hand."""
    for chosen in product(*(combinations(SUITS, number) for number in held.values())):
        cards = [4 * rank + suit for rank, of_rank in zip(held, chosen, strict=True) for suit in of_rank]
        for suit in SUITS:
            turned = 4 * starter + suit
            if turned not in cards and _alike(cards, suit, starter) == (suits, more):
                return cards, turned
    raise AssertionError(f"no {suits} hand of {held}, starter {starter} {more}")


def _alike(cards, suit, starter):
    if len({card & 3 for card in cards}) == 1:
        return "flush", "agreeing" if cards[0] & 3 == suit else ""
    return "mixed", "nobs" if starter != JACK and 4 * JACK + suit in cards else ""


# -- the second opinion ------------------------------------------------------------------------------------------


def second_opinion(hand, starter, crib=False):
    """What any hand is worth."""
    return rank_points([card // 4 for card in (*hand, starter)]) + suit_points(hand, starter, crib)


def rank_points(ranks):
    """Fifteens, pairs and runs."""
    values = [min(rank + 1, 10) for rank in ranks]
    sets = range(1 << len(values))
    fifteens = sum(sum(value for index, value in enumerate(values) if one >> index & 1) == 15 for one in sets)
    pairs = sum(one == other for one, other in combinations(ranks, 2))
    return 2 * fifteens + 2 * pairs + _run_points(ranks)


def _run_points(ranks):
    points = length = times = 0
    for rank in range(14):
        number = ranks.count(rank)
        if number:
            length, times = length + 1, number * (times or 1)
        else:
            points += length * times if length >= 3 else 0
            length = times = 0
    return points


def suit_points(hand, starter, crib=False):
    """Flush and nobs."""
    suits = {card % 4 for card in hand}
    agrees = suits == {starter % 4}
    flush = len(hand) + agrees if len(suits) == 1 and (agrees or not crib) else 0
    return flush + (40 + starter % 4 in hand)
