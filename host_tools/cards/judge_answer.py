"""Validates and scores the cards a judge asks about: a hand, a crib or a pegging run. Raises CardError."""

from .counting import count, total
from .deck import RANKS, CardError, card_of, name, rank_of, rank_of_name, sizes
from .pegging import score_sequence


def score_hand(speech, words: list, starter: str, crib: bool = False, game: str = "six") -> dict:
    """Return what a hand or crib scores with its starter; `game` is six, five or seven. Raises CardError.

    Gives `cards`, `starter`, `combinations` (see `_combinations`), `total` and `said`, the whole count in one sentence.
    """
    cards = [card_of(word) for word in words]
    _check_size("size_crib" if crib else "size_hand", game, len(cards), sizes(game)[crib])
    turn_up = card_of(starter)
    _check_distinct(cards)
    if turn_up in cards:
        raise CardError("both", card=name(turn_up))
    combinations = count(cards, turn_up, crib)
    return {
        "cards": [name(card) for card in cards],
        "starter": name(turn_up),
        "crib": crib,
        "game": game,
        "combinations": _combinations(speech, combinations, name),
        "total": total(combinations),
        "said": speech.sentence(combinations),
    }


def score_pegging(speech, words: list) -> dict:
    """Return what each card played scores, in turn. A word may be a rank alone. Raises CardError.

    Gives `cards`, each with its `rank`, the `count` it makes, its `combinations`, `points` and what is `said`.
    """
    if not words:
        raise CardError("no_play")
    _check_distinct([card_of(word) for word in words if rank_of_name(word) < 0])
    ranks = [rank_of_name(word) if rank_of_name(word) >= 0 else rank_of(card_of(word)) for word in words]
    return {"cards": [_card(speech, rank, count, combinations) for rank, count, combinations in score_sequence(ranks)]}


def _card(speech, rank: int, count: int, combinations: list) -> dict:
    """Return the answer for one card of a pegging sequence."""
    answer = {"rank": RANKS[rank], "count": count, "combinations": _combinations(speech, combinations, _rank_name)}
    answer["points"] = total(combinations)
    answer["said"] = speech.sentence(combinations)
    return answer


def _rank_name(rank: int) -> str:
    return RANKS[rank]


def _check_size(key: str, game: str, number: int, size: int) -> None:
    """Raise CardError(key) where the number of cards is not `size`."""
    if number != size:
        raise CardError(key, game=game, size=size, number=number)


def _check_distinct(cards: list) -> None:
    """Raise CardError where a card occurs twice."""
    for card in cards:
        if cards.count(card) > 1:
            raise CardError("twice", card=name(card))


def _combinations(speech, combinations: list, name_of) -> list:
    """Return a dict per combination: `kind`, `cards` (names), `points`, running `total`, and the phrase `said`."""
    steps = []
    total_so_far = 0
    for (kind, cards, points), phrase in zip(combinations, speech.phrases(combinations)):
        total_so_far += points
        names = [name_of(card) for card in cards]
        steps.append({"kind": kind, "cards": names, "points": points, "total": total_so_far, "said": phrase})
    return steps
