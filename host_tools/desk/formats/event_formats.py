"""Registry of the event formats: the dataclass `Format` and FORMATS by id."""

from collections.abc import Callable
from dataclasses import dataclass

from firmware.rules.preset import Preset
from firmware.rules.presets import load_preset
from host_tools.desk.formats.auclair import seat_auclair
from host_tools.desk.formats.circle import seat_circle
from host_tools.desk.formats.ladder import seat_ladder
from host_tools.desk.formats.movement_types import Field, Seating
from host_tools.desk.formats.purse_model import Purse

BYE_HOLES = 115
"""Points of a bye in the format `holes` (RULES.md section 4)."""

MATCH_PRESETS = {3: "best3", 5: "best5"}
"""Preset of a play-off match, by its largest number of games."""

_ACC_RANKING = ("points", "games won", "net spread", "plus points", "head-to-head", "play-off")


BY_PLACE = Purse(shares=(50, 30, 20))
"""Default division of a fee."""


@dataclass(frozen=True)
class Format:
    """A kind of event.

    `movement` computes the seating of a round; None: free seating. `ranking`: criteria, as in `scoring.ranking`.
    `rounds`: the usual number, then the fewest and the most. `by_result`: the seating depends on the results of the
    round before. `medals`: default number of places for which ties are played off. `qualify`: the best quarter advances
    to a bracket.

    `bye_points` and `missed_points`: game points of each game of a bye, and of a round that a player missed.
    `min_attendance`: per cent of the event's rounds that a player must take part in to be ranked.
    """

    id: str
    preset: str
    movement: Callable[[Field], Seating] | None
    ranking: tuple[str, ...]
    rounds: tuple[int, int, int]
    pairs: bool = False
    by_result: bool = False
    bye_points: int = 0
    medals: int = 0
    qualify: bool = False
    min_attendance: int = 50
    missed_points: int = 0
    purse: Purse = BY_PLACE

    @property
    def loaded_preset(self) -> Preset:
        """The preset named `preset`, under which the boards play."""
        return load_preset(self.preset)

    @property
    def games(self) -> int:
        """The number of games at each table in a round."""
        preset = self.loaded_preset
        return preset.games if preset.series == "fixed" else 1

    @property
    def fewest_points_win(self) -> bool:
        """Whether the fewest points win."""
        return self.ranking[0] == "fewest points"


_NIGHT = Purse(fee=1000, draw=200, pot=80, shares=(50, 30, 20))
_TOP_QUARTER = Purse(field=25)

MISSED_AUCLAIR = 31
"""Points of a missed game of `auclair`: those of a loss on the skunk line, 121 − 90."""

# fmt: off
_ALL = (
    Format("acc", "acc", seat_circle, _ACC_RANKING, (9, 1, 22), qualify=True, purse=_TOP_QUARTER),
    Format("bsg", "bsg", seat_ladder, ("points", "play-off"), (10, 1, 99), pairs=True, by_result=True, medals=1),
    Format("auclair", "auclair", seat_auclair, ("fewest points", "net spread"), (4, 1, 99), by_result=True,
           min_attendance=75, missed_points=MISSED_AUCLAIR, purse=_NIGHT),
    Format("bondurant", "bondurant", seat_circle, ("points", "games won", "skunks", "net spread"), (8, 1, 22)),
    Format("wins", "wins", seat_circle, ("games won", "head-to-head"), (9, 1, 99)),
    Format("holes", "holes", seat_circle, ("points", "play-off"), (9, 1, 99), bye_points=BYE_HOLES, medals=1),
    Format("robin", "acc", seat_circle, _ACC_RANKING, (0, 1, 1023)),
    Format("free", "acc", None, _ACC_RANKING, (9, 1, 99)),
)
# fmt: on

FORMATS = {kind.id: kind for kind in _ALL}


def rounds_for(kind: Format, requested: int | None, players: int) -> int:
    """Return the number of rounds of an event: `requested`, or else the format's usual number, which for a round robin
    is until all `players` have met."""
    if requested is not None:
        return requested
    return kind.rounds[0] or players - 1 + players % 2
