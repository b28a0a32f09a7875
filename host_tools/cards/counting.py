"""Scores a hand or a crib (RULES.md section 9): every combination, in the order in which players count them.

A combination is a tuple: kind, cards, points. Kinds are those below.
"""

from .deck import JACK, RANKS, pips, rank_of, suit_of

FIFTEEN = "fifteen"
PAIRS = (None, None, "pair", "pair-royal", "double-pair-royal")
"""Kinds by the number of cards of one rank."""
RUN = "run"
FLUSH = "flush"
NOBS = "nobs"


def count(cards, starter=None, crib: bool = False) -> list:
    """Return the combinations (kind, cards, points) of a hand or crib: fifteens, pairs, runs, flush, nobs.

    `cards` are without the starter; with `starter` None they are counted alone. `crib`: by the crib's rule for flushes.
    """
    cards = tuple(cards)
    all_cards = cards if starter is None else cards + (starter,)
    groups = [[card for card in all_cards if rank_of(card) == rank] for rank in range(len(RANKS))]
    combinations = fifteens(all_cards) + pairs(groups) + _runs(groups) + _flush(cards, starter, crib)
    return combinations + [(NOBS, (card,), 1) for card in cards if _is_nobs(card, starter)]


def total(combinations) -> int:
    """Return the sum of the points of all combinations."""
    return sum([points for _, _, points in combinations])


def fifteens(cards) -> list:
    """Return every choice of cards that adds up to fifteen, as combinations."""
    choices: list = [((), 0)]
    for card in cards:
        value = pips(rank_of(card))
        choices += [(choice + (card,), points + value) for choice, points in choices if points + value <= 15]
    return [(FIFTEEN, choice, 2) for choice, points in choices if points == 15]


def pairs(groups) -> list:
    """Return pairs, threes and fours of a kind as combinations; `groups`: the cards by rank, a list for each."""
    return [(PAIRS[len(group)], tuple(group), len(group) * (len(group) - 1)) for group in groups if len(group) > 1]


def _runs(groups: list) -> list:
    """Return every run as a combination: a card of each rank in a series of three or more; `groups`: cards by rank."""
    runs: list = []
    first = 0
    for rank in range(len(groups) + 1):
        if rank < len(groups) and groups[rank]:
            continue
        if rank - first >= 3:
            runs += [(RUN, run, rank - first) for run in _card_of_each(groups[first:rank])]
        first = rank + 1
    return runs


def _card_of_each(groups: list) -> list:
    """Return every choice of one card from each group, as tuples."""
    choices: list = [()]
    for group in groups:
        choices = [choice + (card,) for choice in choices for card in group]
    return choices


def _flush(cards: tuple, starter, crib: bool) -> list:
    """Return a list of the flush as one combination, or []; in a crib the starter must be of the same suit too."""
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
    """Return whether a card is the jack of the starter's suit."""
    return starter is not None and rank_of(card) == JACK and suit_of(card) == suit_of(starter)
