"""Answers a judge who asks what cards are worth. Whatever cannot be is told as a CardError."""

from .counting import count, total
from .deck import RANKS, CardError, card_of, name, rank_named, rank_of, sizes
from .pegging import played
from .spoken import phrases, sentence


def of_hand(words: list, starter: str, crib: bool = False, game: str = "six") -> dict:
    """What a hand or crib scores with its starter; `game` is six, five or seven. Raises CardError.

    Gives `cards`, `starter`, `combinations` (see `_told`), `total` and `said`, the whole count in one sentence.
    """
    cards = [card_of(word) for word in words]
    _hold_size("crib" if crib else "hand", game, len(cards), sizes(game)[crib])
    turned = card_of(starter)
    _hold_once(cards)
    if turned in cards:
        raise CardError("%s cannot be in the hand and the starter too" % name(turned))
    found = count(cards, turned, crib)
    return {
        "cards": [name(card) for card in cards],
        "starter": name(turned),
        "crib": crib,
        "game": game,
        "combinations": _told(found, name),
        "total": total(found),
        "said": sentence(found),
    }


def of_play(words: list) -> dict:
    """What each card played scores, in turn. A word may be a rank alone. Raises CardError.

    Gives `cards`, each with its `rank`, the `count` it makes, its `combinations`, `points` and what is `said`.
    """
    if not words:
        raise CardError("the play needs the cards played, such as 8 7 7 6")
    _hold_once([card_of(word) for word in words if rank_named(word) < 0])
    ranks = [rank_named(word) if rank_named(word) >= 0 else rank_of(card_of(word)) for word in words]
    return {"cards": [_card(rank, reached, found) for rank, reached, found in played(ranks)]}


def _card(rank: int, reached: int, found: list) -> dict:
    told = {"rank": RANKS[rank], "count": reached, "combinations": _told(found, RANKS.__getitem__)}
    told["points"] = total(found)
    told["said"] = sentence(found)
    return told


def _hold_size(what: str, game: str, number: int, size: int) -> None:
    if number != size:
        raise CardError("a %s of the %s-card game has %d cards and the starter, not %d" % (what, game, size, number))


def _hold_once(cards: list) -> None:
    for card in cards:
        if cards.count(card) > 1:
            raise CardError("%s is there twice: every card is in the pack once" % name(card))


def _told(found: list, named) -> list:
    """Each combination: `kind`, `cards`, `points`, the `total` so far, and what is `said`."""
    told = []
    counted = 0
    for (kind, cards, points), said in zip(found, phrases(found)):
        counted += points
        names = [named(card) for card in cards]
        told.append({"kind": kind, "cards": names, "points": points, "total": counted, "said": said})
    return told
