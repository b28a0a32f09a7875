"""JSON API for the page's web worker (MicroPython in the browser): the pack, hand sizes, scoring, a whole game."""

import json

from .deck import PACK, face, hand_and_crib_size, name
from .game import CardGame
from .judge_answer import score_hand, score_pegging
from .scenario_writer import scenario
from .spoken_count import SpokenCount


def pack() -> str:
    """Return all cards in order, each with its name, 5H, and how it looks, 5♥."""
    return json.dumps([[name(card), face(card)] for card in range(PACK)])


def count(texts: str, request: str) -> str:
    """Score a hand (`cards`, `starter`, `crib`, `game`) or, without a starter, `cards` played in turn; return JSON.

    Both parameters are JSON: the catalogue's texts by key, and the fields of the request. Raises CardError.
    """
    speech = SpokenCount(json.loads(texts))
    fields = json.loads(request)
    if "starter" in fields:
        return json.dumps(score_hand(speech, fields["cards"], fields["starter"], fields["crib"], fields["game"]))
    return json.dumps(score_pegging(speech, fields["cards"]))


def needed(game: str) -> str:
    """Return how many cards a hand and a crib have without the starter, as JSON; `game` is six, five or seven."""
    return json.dumps(hand_and_crib_size(game))


def deal(texts: str, request: str) -> str:
    """Return a whole game as the text of a scenario; parameters as for `count`.

    Fields of the request: `seed`, `players`, `preset`, `muggins`.
    """
    fields = json.loads(request)
    game = CardGame(fields["seed"], fields["players"], fields["preset"], fields["muggins"])
    return scenario(game, SpokenCount(json.loads(texts)))
