"""Cards for a carrier that is not Python: the page. Only JSON texts go in and out."""

import json

from .answer import of_hand, of_play
from .deck import PACK, CardError, face, name
from .game import CardGame, GameError
from .scenario import scenario


def pack() -> str:
    """All cards, in order: their names, 5H, and how they look, 5♥."""
    return json.dumps([[name(card), face(card)] for card in range(PACK)])


def count(request: str) -> str:
    """Cards counted: `cards`, `starter`, `crib` and `game` of a hand, or `cards` alone of the play.

    Gives the answer of `answer`, or the `error` in what was asked.
    """
    asked = json.loads(request)
    try:
        if "starter" in asked:
            return json.dumps(of_hand(asked["cards"], asked["starter"], asked["crib"], asked["game"]))
        return json.dumps(of_play(asked["cards"]))
    except CardError as error:
        return json.dumps({"error": str(error)})


def deal(request: str) -> str:
    """A game as a scenario: `seed`, `players`, `preset` and `muggins` go in; its `text` comes out, or an `error`."""
    asked = json.loads(request)
    try:
        game = CardGame(asked["seed"], asked["players"], asked["preset"], asked["muggins"])
    except GameError as error:
        return json.dumps({"error": str(error)})
    return json.dumps({"text": scenario(game)})
