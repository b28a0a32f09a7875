"""A pack of cards: numbering, notation, cards dealt in each game, and shuffling from a seed.

A card is a number from 0 to 51: four times its rank (ace 0 … king 12), plus its suit. Everything in this folder runs
the same on CPython and on MicroPython.
"""

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "CDHS"
SIGNS = "♣♦♥♠"
PACK = 52
FIVE = 4
JACK = 10

DEALS = {
    ("six", 2): (6, 2, 0),
    ("six", 3): (5, 1, 1),
    ("six", 4): (5, 1, 0),
    ("five", 2): (5, 2, 0),
    ("seven", 2): (7, 2, 1),
}
"""By game and players: cards dealt to each player, discarded by each, and added to the crib from the pack."""


class CardError(ValueError):
    """Cards that cannot be counted: `key` is that of the message (under `wrong` in the catalogue), `values` fill it."""

    def __init__(self, key: str, **values) -> None:
        super().__init__(key, values)
        self.key = key
        self.values = values


def hand_and_crib_size(game: str) -> tuple:
    """Return how many cards a hand and a crib have without the starter; `game` is six, five or seven."""
    hand, discards, from_pack = DEALS[(game, 2)]
    return hand - discards, 2 * discards + from_pack


def rank_of(card: int) -> int:
    """Return the rank of a card, 0 (ace) to 12 (king)."""
    return card >> 2


def suit_of(card: int) -> int:
    """Return the suit of a card, 0 to 3, in the order of SUITS."""
    return card & 3


def pips(rank: int) -> int:
    """Return the points of a card of that rank towards fifteen and thirty-one: ace 1, court cards 10."""
    return min(rank + 1, 10)


def name(card: int) -> str:
    """Return the card in plain letters, such as 5H."""
    return RANKS[card >> 2] + SUITS[card & 3]


def face(card: int) -> str:
    """Return the card with its suit's symbol, such as 5♥."""
    return RANKS[card >> 2] + SIGNS[card & 3]


def faces(cards) -> str:
    """Return several cards with their suits' symbols."""
    return " ".join([face(card) for card in cards])


def parse_card(word: str) -> int:
    """Return the card (0 to 51) written as 5H, 10s, TD or J♣. Raises CardError."""
    suit = SIGNS.find(word[-1:]) if word[-1:] in SIGNS else SUITS.find(word[-1:].upper())
    rank = parse_rank(word[:-1])
    if suit < 0 or rank < 0:
        raise CardError("no_card", word=word)
    return 4 * rank + suit


def parse_rank(word: str) -> int:
    """Return the rank (0 to 12) written as 7, T or J, or -1 if it is none."""
    word = "10" if word in ("T", "t") else word.upper()
    return RANKS.index(word) if word in RANKS else -1


class Chance:
    """Random numbers from a seed (0 to 2³²−1), the same on every interpreter: Marsaglia's xorshift."""

    def __init__(self, seed: int) -> None:
        self._state = (seed * 2654435761 + 2463534242) & 0xFFFFFFFF or 1
        for _ in range(8):
            self.below(2)

    def below(self, number: int) -> int:
        """Return a random number from 0 to `number` - 1."""
        state = self._state
        state ^= (state << 13) & 0xFFFFFFFF
        state ^= state >> 17
        state ^= (state << 5) & 0xFFFFFFFF
        self._state = state
        return (state >> 8) % number

    def shuffled(self) -> list:
        """Return a new pack in random order."""
        pack = list(range(PACK))
        for last in range(PACK - 1, 0, -1):
            chosen = self.below(last + 1)
            pack[last], pack[chosen] = pack[chosen], pack[last]
        return pack
