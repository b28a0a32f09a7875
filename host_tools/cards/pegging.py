"""Scores the play, or pegging (RULES.md section 9): the points of the last card played. A pile is a list of ranks."""

from .counting import FIFTEEN, PAIRS, RUN
from .deck import RANKS, CardError, pips

THIRTY_ONE = "thirty-one"
GO = "go"
LAST = "last"
MOST = 31


def count_of(pile) -> int:
    """Return the count of a pile of ranks, court cards counting ten."""
    return sum([pips(rank) for rank in pile])


def score(pile) -> list:
    """Return the combinations (kind, ranks, points) that the last card of a pile scores.

    The pile holds the ranks played since the last thirty-one or go.
    """
    pile = tuple(pile)
    total = count_of(pile)
    combinations = []
    if total == 15:
        combinations.append((FIFTEEN, pile, 2))
    if total == MOST:
        combinations.append((THIRTY_ONE, pile, 2))
    equal = _equal_ranks(pile)
    if equal > 1:
        combinations.append((PAIRS[equal], pile[-equal:], equal * (equal - 1)))
    run = _run(pile)
    if run:
        combinations.append((RUN, pile[-run:], run))
    return combinations


def _equal_ranks(pile: tuple) -> int:
    """Return how many cards at the end of a pile are of the same rank."""
    number = 1
    while number < len(pile) and pile[-number - 1] == pile[-1]:
        number += 1
    return number


def _run(pile: tuple) -> int:
    """Return the length of the longest run at the end of a pile, in any order; 0 if there is none."""
    for length in range(len(pile), 2, -1):
        tail = sorted(pile[-length:])
        if [rank - tail[0] for rank in tail] == list(range(length)):
            return length
    return 0


def score_sequence(ranks) -> list:
    """Score ranks played one after another; return [rank, count, combinations] for each.

    The count starts again after thirty-one, and with a card that would exceed it: the card before then scores the go.
    The last card scores no point for being last, as more may follow. Raises CardError for a fifth card of a rank.
    """
    steps: list = []
    pile: list = []
    for rank in ranks:
        if [step[0] for step in steps].count(rank) == 4:
            raise CardError("fifth", rank=RANKS[rank])
        total = count_of(pile)
        if total + pips(rank) > MOST:
            if total < MOST:
                steps[-1][2].append((GO, (), 1))
            pile = []
        pile.append(rank)
        steps.append([rank, count_of(pile), score(pile)])
    return steps
