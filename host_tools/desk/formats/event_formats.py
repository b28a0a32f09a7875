"""Registry of the event formats: the dataclass `Format` and FORMATS by id."""

from dataclasses import dataclass
from typing import Literal, get_args

from firmware.rules.preset import Preset
from firmware.rules.presets import PRESET_NAMES, load_preset
from host_tools.desk.formats.movements import AUCLAIR, CIRCLE, LADDER, Movement
from host_tools.desk.formats.purse_model import Purse
from host_tools.desk.formats.registry import Registry
from host_tools.i18n import message

MATCH_PRESETS = {3: "best3", 5: "best5"}
"""Preset of a play-off match, by its largest number of games."""

Criterion = Literal[
    "points", "fewest points", "games won", "skunks", "net spread", "plus points", "head-to-head", "play-off"
]
"""What players are ranked by (`scoring.ranking`)."""

_ACC_RANKING: tuple[Criterion, ...] = ("points", "games won", "net spread", "plus points", "head-to-head", "play-off")

BY_PLACE = Purse(rule=(50, 30, 20))
"""Default division of a fee."""


@dataclass(frozen=True)
class Format:
    """A kind of event.

    `movement`: how rounds are seated; None: free seating. `ranking`: criteria, each for ties that those before leave.
    `rounds`: the usual number (0: until all have met), then the fewest and the most. `medals`: default number of places
    for which ties are played off. `qualify`: the best quarter advances to a bracket.

    `missed_points`: game points of each game of a round that a player missed.
    `min_attendance`: per cent of the event's rounds that a player must take part in to be ranked.
    """

    id: str
    preset: str
    movement: Movement | None
    ranking: tuple[Criterion, ...]
    rounds: tuple[int, int, int]
    pairs: bool = False
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
    def by_result(self) -> bool:
        """Whether a round's seating depends on the results of the round before."""
        return self.movement is not None and self.movement.by_result

    @property
    def fewest_points_win(self) -> bool:
        """Whether the fewest points win."""
        return self.ranking[0] == "fewest points"


_NIGHT = Purse(fee=1000, draw=200, pot=80, rule=(50, 30, 20))
_TOP_QUARTER = Purse(kind="field", rule=25)

MISSED_AUCLAIR = 31
"""Points of a missed game of `auclair`: those of a loss on the skunk line, 121 − 90."""

# fmt: off
_ALL = (
    Format("acc", "acc", CIRCLE, _ACC_RANKING, (9, 1, 22), qualify=True, purse=_TOP_QUARTER),
    Format("bsg", "bsg", LADDER, ("points", "play-off"), (10, 1, 99), pairs=True, medals=1),
    Format("auclair", "auclair", AUCLAIR, ("fewest points", "net spread"), (4, 1, 99),
           min_attendance=75, missed_points=MISSED_AUCLAIR, purse=_NIGHT),
    Format("bondurant", "bondurant", CIRCLE, ("points", "games won", "skunks", "net spread"), (8, 1, 22)),
    Format("wins", "wins", CIRCLE, ("points", "head-to-head"), (9, 1, 99)),
    Format("holes", "holes", CIRCLE, ("points", "play-off"), (9, 1, 99), medals=1),
    Format("robin", "acc", CIRCLE, _ACC_RANKING, (0, 1, 1023)),
    Format("free", "acc", None, _ACC_RANKING, (9, 1, 99)),
)
# fmt: on


def _check(kind: Format) -> None:
    """Raise ValueError for a format of another package that no board or no ranking knows."""
    unknown = [name for name in kind.ranking if name not in get_args(Criterion)]
    if unknown or not kind.ranking:
        raise ValueError(message("desk.plugin.ranking", found=", ".join(unknown), known=", ".join(get_args(Criterion))))
    if kind.preset not in PRESET_NAMES:
        raise ValueError(message("desk.plugin.preset", found=kind.preset, known=", ".join(PRESET_NAMES)))


FORMATS = Registry("formats", Format, _ALL, _check)


def rounds_for(kind: Format, requested: int | None, players: int) -> int:
    """Return the number of rounds of an event: `requested`, or else the format's usual number, which for a round robin
    is until all `players` have met."""
    if requested is not None:
        return requested
    return kind.rounds[0] or players - 1 + players % 2
