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
"""What a game without an opponent is worth where holes count (RULES.md section 4)."""

MATCH_PRESETS = {3: "best3", 5: "best5"}
"""What a match of a play-off is played under, by its number of games."""

_ACC_RANKING = ("points", "games won", "net spread", "plus points", "head-to-head", "play-off")


BY_PLACE = Purse(shares=(50, 30, 20))
"""What becomes of a fee unless the format says otherwise."""


@dataclass(frozen=True)
class Format:
    """A kind of event.

    `seat` is the movement by which players change tables; None: free seating. `rounds`: the usual number, then the
    fewest and the most. `by_result`: the seating depends on the results of the round before. `bye`: game points of a
    bye. `medals`: the places for which ties are played off, unless the event says otherwise. `qualify`: a quarter
    advances to a bracket.

    `least`: per cent of the event's rounds that a player takes part in to be ranked; `missed`: game points of each game
    of a round without them.
    """

    id: str
    preset: str
    seat: Callable[[Field], Seating] | None
    ranking: tuple[str, ...]
    rounds: tuple[int, int, int]
    pairs: bool = False
    by_result: bool = False
    bye: int = 0
    medals: int = 0
    qualify: bool = False
    least: int = 50
    missed: int = 0
    purse: Purse = BY_PLACE

    @property
    def worth(self) -> Preset:
        """The preset that the boards play, which gives what games are worth."""
        return load_preset(self.preset)

    @property
    def games(self) -> int:
        """The number of games at each table in a round."""
        worth = self.worth
        return worth.games if worth.series == "fixed" else 1

    @property
    def fewest_points_win(self) -> bool:
        """Whether the fewest points win."""
        return self.ranking[0] == "fewest points"


_NIGHT = Purse(fee=1000, draw=200, pot=80, shares=(50, 30, 20))
_TOP_QUARTER = Purse(field=25)

MISSED_AUCLAIR = 31
"""What a missed game of `auclair` costs: a loss on the skunk line, 121 − 90."""

# fmt: off
_ALL = (
    Format("acc", "acc", seat_circle, _ACC_RANKING, (9, 1, 22), qualify=True, purse=_TOP_QUARTER),
    Format("bsg", "bsg", seat_ladder, ("points", "play-off"), (10, 1, 99), pairs=True, by_result=True, medals=1),
    Format("auclair", "auclair", seat_auclair, ("fewest points", "net spread"), (4, 1, 99), by_result=True,
           least=75, missed=MISSED_AUCLAIR, purse=_NIGHT),
    Format("bondurant", "bondurant", seat_circle, ("points", "games won", "skunks", "net spread"), (8, 1, 22)),
    Format("wins", "wins", seat_circle, ("games won", "head-to-head"), (9, 1, 99)),
    Format("holes", "holes", seat_circle, ("points", "play-off"), (9, 1, 99), bye=BYE_HOLES, medals=1),
    Format("robin", "acc", seat_circle, _ACC_RANKING, (0, 1, 1023)),
    Format("free", "acc", None, _ACC_RANKING, (9, 1, 99)),
)
# fmt: on

FORMATS = {kind.id: kind for kind in _ALL}


def rounds_for(kind: Format, requested: int | None, players: int) -> int:
    """Return the number of rounds of an event: `requested`, or the format's usual number; a round robin lasts until all
    have met."""
    if requested is not None:
        return requested
    return kind.rounds[0] or players - 1 + players % 2
