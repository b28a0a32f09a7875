"""Validates and scores the cards a judge asks about: a hand, a crib or a pegging run. Raises CardError."""

from .counting import count, total
from .deck import RANKS, CardError, card_of, name, rank_of, rank_of_name, sizes
from .pegging import score_sequence


def score_hand(speech, words: list, starter: str, crib: bool = False, game: str = "six") -> dict:
    """What a hand or crib scores with its starter; `game` is six, five or seven. Raises CardError.

    Gives `cards`, `starter`, `combinations` (see `_combinations`), `total` and `said`, the whole count in one sentence.
    """
    cards = [card_of(word) for word in words]
    _hold_size("size_crib" if crib else "size_hand", game, len(cards), sizes(game)[crib])
    turned = card_of(starter)
    _hold_once(cards)
    if turned in cards:
        raise CardError("both", card=name(turned))
    found = count(cards, turned, crib)
    return {
        "cards": [name(card) for card in cards],
        "starter": name(turned),
        "crib": crib,
        "game": game,
        "combinations": _combinations(speech, found, name),
        "total": total(found),
        "said": speech.sentence(found),
    }


def score_pegging(speech, words: list) -> dict:
    """What each card played scores, in turn. A word may be a rank alone. Raises CardError.

    Gives `cards`, each with its `rank`, the `count` it makes, its `combinations`, `points` and what is `said`.
    """
    if not words:
        raise CardError("no_play")
    _hold_once([card_of(word) for word in words if rank_of_name(word) < 0])
    ranks = [rank_of_name(word) if rank_of_name(word) >= 0 else rank_of(card_of(word)) for word in words]
    return {"cards": [_card(speech, rank, reached, found) for rank, reached, found in score_sequence(ranks)]}


def _card(speech, rank: int, reached: int, found: list) -> dict:
    answer = {"rank": RANKS[rank], "count": reached, "combinations": _combinations(speech, found, _rank_name)}
    answer["points"] = total(found)
    answer["said"] = speech.sentence(found)
    return answer


def _rank_name(rank: int) -> str:
    return RANKS[rank]


def _hold_size(wrong: str, game: str, number: int, size: int) -> None:
    if number != size:
        raise CardError(wrong, game=game, size=size, number=number)


def _hold_once(cards: list) -> None:
    for card in cards:
        if cards.count(card) > 1:
            raise CardError("twice", card=name(card))


def _combinations(speech, found: list, named) -> list:
    """Each combination: `kind`, `cards`, `points`, the `total` so far, and what is `said`."""
    steps = []
    counted = 0
    for (kind, cards, points), said in zip(found, speech.phrases(found)):
        counted += points
        names = [named(card) for card in cards]
        steps.append({"kind": kind, "cards": names, "points": points, "total": counted, "said": said})
    return steps
