"""Validates and scores cards for a judge: a hand, a crib, or cards played one after another. Raises CardError."""

from .counting import count, total
from .deck import RANKS, CardError, hand_and_crib_size, name, parse_card, parse_rank, rank_of
from .pegging import score_sequence


def score_hand(speech, words: list, starter: str, crib: bool = False, game: str = "six") -> dict:
    """Score a hand or crib with its starter, given as card names; `game` is six, five or seven. Raises CardError.

    Returns a dict of `cards`, `starter`, `crib`, `game`, `combinations` (see `_combinations`), `total`, and `said`, the
    whole count in one sentence by `speech` (a SpokenCount).
    """
    cards = [parse_card(word) for word in words]
    _check_size("size_crib" if crib else "size_hand", game, len(cards), hand_and_crib_size(game)[crib])
    turn_up = parse_card(starter)
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
    """Score cards played one after another, given as names of cards or ranks. Raises CardError.

    Returns a dict with `cards`: for each its `rank`, the `count` reached, its `combinations`, `points` and `said`.
    """
    if not words:
        raise CardError("no_play")
    _check_distinct([parse_card(word) for word in words if parse_rank(word) < 0])
    ranks = [parse_rank(word) if parse_rank(word) >= 0 else rank_of(parse_card(word)) for word in words]
    return {"cards": [_card(speech, rank, count, combinations) for rank, count, combinations in score_sequence(ranks)]}


def _card(speech, rank: int, count: int, combinations: list) -> dict:
    """Return the dict for one of the cards played: rank, count reached, combinations, points, sentence."""
    answer = {"rank": RANKS[rank], "count": count, "combinations": _combinations(speech, combinations, _rank_name)}
    answer["points"] = total(combinations)
    answer["said"] = speech.sentence(combinations)
    return answer


def _rank_name(rank: int) -> str:
    return RANKS[rank]


def _check_size(key: str, game: str, number: int, size: int) -> None:
    """Raise CardError(key) if the number of cards is not `size`."""
    if number != size:
        raise CardError(key, game=game, size=size, number=number)


def _check_distinct(cards: list) -> None:
    """Raise CardError if a card occurs twice."""
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
