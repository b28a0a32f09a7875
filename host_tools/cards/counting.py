"""Scores a hand or a crib (RULES.md section 9): every combination, in the order in which players count them.

A combination is a tuple: kind, cards, points. Kinds are those below.
"""

from .deck import JACK, RANKS, pips, rank_of, suit_of

FIFTEEN = "fifteen"
PAIRS = (None, None, "pair", "pair-royal", "double-pair-royal")
"""By the number of cards."""
RUN = "run"
FLUSH = "flush"
NOBS = "nobs"


def count(cards, starter=None, crib: bool = False) -> list:
    """The combinations of the kept `cards`: fifteens, pairs, runs, flush, nobs.

    Without a starter it counts what the cards hold by themselves.
    """
    cards = tuple(cards)
    together = cards if starter is None else cards + (starter,)
    groups = [[card for card in together if rank_of(card) == rank] for rank in range(len(RANKS))]
    found = fifteens(together) + pairs(groups) + _runs(groups) + _flush(cards, starter, crib)
    return found + [(NOBS, (card,), 1) for card in cards if _is_nobs(card, starter)]


def total(combinations) -> int:
    """The points of all combinations together."""
    return sum([points for _, _, points in combinations])


def fifteens(cards) -> list:
    """Every choice of cards that adds up to fifteen."""
    choices: list = [((), 0)]
    for card in cards:
        worth = pips(rank_of(card))
        choices += [(chosen + (card,), added + worth) for chosen, added in choices if added + worth <= 15]
    return [(FIFTEEN, chosen, 2) for chosen, added in choices if added == 15]


def pairs(groups) -> list:
    """Two, three or four of a kind; `groups` are the cards of each rank."""
    return [(PAIRS[len(group)], tuple(group), len(group) * (len(group) - 1)) for group in groups if len(group) > 1]


def _runs(groups: list) -> list:
    """Every distinct run: a card of each of three ranks or more that follow one another, with none before or after."""
    found: list = []
    first = 0
    for rank in range(len(groups) + 1):
        if rank < len(groups) and groups[rank]:
            continue
        if rank - first >= 3:
            found += [(RUN, chosen, rank - first) for chosen in _one_of_each(groups[first:rank])]
        first = rank + 1
    return found


def _one_of_each(groups: list) -> list:
    chosen: list = [()]
    for group in groups:
        chosen = [others + (card,) for others in chosen for card in group]
    return chosen


def _flush(cards: tuple, starter, crib: bool) -> list:
    suit = suit_of(cards[0])
    for card in cards:
        if suit_of(card) != suit:
            return []
    if starter is not None and suit_of(starter) == suit:
        cards += (starter,)
    elif crib:
        return []
    return [(FLUSH, cards, len(cards))]


def _is_nobs(card: int, starter) -> bool:
    return starter is not None and rank_of(card) == JACK and suit_of(card) == suit_of(starter)
