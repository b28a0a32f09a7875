"""`Preset`: the parameters of the rules by which a match is played."""

from ..interpreter import const

_BEST_CARD = const(15)
"""The most one card can score in the play (RULES.md section 2)."""
_BEST_HAND = const(29)
"""The most four cards and a starter score. A higher `highest` means hands of five cards: the seven-card game."""
WARNED_AMOUNTS = (19, 25, 26, 27)
"""Counts that nothing in the four- and the five-card game scores (RULES.md section 2)."""
WARNED_SEVEN_CARD = (35, 41, 42, 43, 44, 45)
"""Counts that nothing in the seven-card game scores."""
SERIES = ("single", "best_of", "first_to", "fixed")
LOW_WINS = ("no", "game", "points")
FIRST_DEALS = ("cut", "loser", "alternate")
"""Who deals first from the second game on: a new cut decides, the last game's loser, each side in turn."""
PRESET_FIELDS = (
    "target",
    "start",
    "skunk",
    "double",
    "triple",
    "win",
    "loss",
    "outright",
    "spread",
    "low_wins",
    "series",
    "games",
    "highest",
    "sign_off",
    "idle_ms",
    "stink_hole",
    "heels_limit",
    "first_deal",
)
PRESET_LINES = ("skunk", "double", "triple")
CUSTOM = const(255)
DEFAULT_PRESET = "acc"
"""The preset of a new board."""


class Preset:
    """A preset, with attributes for its PRESET_FIELDS; `name` is the id, or "custom".

    `place` is a built-in preset's index in `presets.PRESET_NAMES`, CUSTOM for any other. `warned` are the counts that
    no hand, crib or card of its game scores.
    """

    def __init__(self, name: str, fields: dict, place: int = CUSTOM) -> None:
        self.name = name
        self.place = place
        self.fields = fields
        self.target: int = fields["target"]
        self.start: int = fields["start"]
        self.lines = tuple(fields[line] for line in PRESET_LINES)
        self.win = fields["win"]
        self.loss = fields["loss"]
        self.outright: int = fields["outright"]
        self.spread: bool = fields["spread"]
        self.low_game: bool = fields["low_wins"] == "game"
        self.low_points: bool = fields["low_wins"] == "points"
        self.series: str = fields["series"]
        self.games: int = fields["games"]
        self.highest: int = fields["highest"]
        self.sign_off: bool = fields["sign_off"]
        self.idle_ms: int = fields["idle_ms"]
        self.stink_hole: bool = fields["stink_hole"]
        self.heels_limit = fields["heels_limit"]
        self.first_deal: str = fields["first_deal"]
        self.warned = WARNED_SEVEN_CARD if self.highest > _BEST_HAND else WARNED_AMOUNTS

    def limit(self, front: int) -> int:
        """Return the highest single count a side with its front peg on `front` may enter."""
        if self.stink_hole and front == self.target - 1:
            return min(self.highest, _BEST_CARD)
        return self.highest

    def warns(self, count: int, front: int) -> bool:
        """Return whether a side with its front peg on `front` can hardly mean this count; then OK must confirm it."""
        return count in self.warned or self.heels_limit is not None and count == 2 and front >= self.heels_limit
