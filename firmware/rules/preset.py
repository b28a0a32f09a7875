"""A preset under which a match is played: checked before use, then read only."""

from ..interpreter import const

_BEST_CARD = const(15)
"""The most one card can score in the play (RULES.md section 2)."""
SERIES = ("single", "best_of", "first_to", "fixed")
LOW_WINS = ("no", "game", "points")
_LINES = ("skunk", "double", "triple")
CUSTOM = 255
DEFAULT = "acc"
"""What a new board plays."""


class PresetError(ValueError):
    """A preset that cannot be played; the message begins with the name of the field at fault."""


class Preset:
    """One attribute for each field of `presets.FIELDS`; `name` is the id, or "custom".

    `place` is where a built-in preset stands in `presets.NAMES`, CUSTOM for any other.
    """

    def __init__(self, name: str, fields: dict, place: int = CUSTOM) -> None:
        self.name = name
        self.place = place
        self.fields = fields
        self.target: int = fields["target"]
        self.start: int = fields["start"]
        self.lines = tuple(fields[line] for line in _LINES)
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

    def limit(self, front: int) -> int:
        """Highest single count a side with its front peg on `front` may enter."""
        if self.stink_hole and front == self.target - 1:
            return min(self.highest, _BEST_CARD)
        return self.highest
