"""JSON API for the page's web worker (MicroPython in the browser): the pack, hand sizes, scoring, dealing a game."""

import json

from .deck import PACK, face, name, sizes
from .game import CardGame
from .judge_answer import score_hand, score_pegging
from .scenario_writer import scenario
from .spoken_count import SpokenCount


def pack() -> str:
    """Return all cards in order, each with its name, 5H, and how it looks, 5♥."""
    return json.dumps([[name(card), face(card)] for card in range(PACK)])


def count(words: str, request: str) -> str:
    """Score a hand (`cards`, `starter`, `crib`, `game`) or, without a starter, `cards` played; both texts are JSON."""
    speech = SpokenCount(json.loads(words))
    fields = json.loads(request)
    if "starter" in fields:
        return json.dumps(score_hand(speech, fields["cards"], fields["starter"], fields["crib"], fields["game"]))
    return json.dumps(score_pegging(speech, fields["cards"]))


def needed(game: str) -> str:
    """Return how many cards a hand and a crib have."""
    return json.dumps(sizes(game))


def deal(words: str, request: str) -> str:
    """Return a whole game as a scenario: `seed`, `players`, `preset` and `muggins` go in."""
    fields = json.loads(request)
    game = CardGame(fields["seed"], fields["players"], fields["preset"], fields["muggins"])
    return scenario(game, SpokenCount(json.loads(words)))
