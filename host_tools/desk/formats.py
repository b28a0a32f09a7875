"""The kinds of event, as data; where players move differently, a function of `movement` is named."""

from collections.abc import Callable
from dataclasses import dataclass

from firmware.rules.preset import Preset
from firmware.rules.presets import load
from host_tools.desk.money import Fee
from host_tools.desk.movement import auclair, circle, ladder
from host_tools.desk.movement.seating import Field, Seating

_ACC_RANKING = ("points", "games won", "net spread", "plus points", "head-to-head", "play-off")


@dataclass(frozen=True)
class Format:
    """A kind of event.

    `seat` moves players on, None where they sit as they like. `rounds`: the usual number, then the fewest and the
    most. `by_result`: who sits where depends on how the round before went. `bye`: game points of a round sat out.
    `play_off`: a tie for first is played off. `qualify`: a quarter goes on to a bracket.
    """

    id: str
    preset: str
    seat: Callable[[Field], Seating] | None
    ranking: tuple[str, ...]
    rounds: tuple[int, int, int]
    pairs: bool = False
    by_result: bool = False
    bye: int = 0
    play_off: bool = False
    qualify: bool = False
    fee: Fee | None = None

    @property
    def worth(self) -> Preset:
        """What games are worth: the preset its boards play."""
        return load(self.preset)

    @property
    def games(self) -> int:
        """Games at each table in a round."""
        worth = self.worth
        return worth.games if worth.series == "fixed" else 1

    @property
    def low(self) -> bool:
        """Whether the fewest points win."""
        return self.ranking[0] == "fewest points"


_NIGHT = Fee(1000, draw=200, pot=80)

# fmt: off
_ALL = (
    Format("acc", "acc", circle.seat, _ACC_RANKING, (9, 1, 22), qualify=True),
    Format("bsg", "bsg", ladder.seat, ("points", "play-off"), (10, 10, 99), pairs=True, by_result=True, play_off=True),
    Format("auclair", "auclair", auclair.seat, ("fewest points", "net spread"), (4, 1, 99), by_result=True, fee=_NIGHT),
    Format("bondurant", "bondurant", circle.seat, ("points", "games won", "skunks", "net spread"), (8, 1, 22)),
    Format("wins", "wins", circle.seat, ("games won", "head-to-head"), (9, 1, 99)),
    Format("holes", "holes", circle.seat, ("points", "play-off"), (9, 1, 99), bye=115, play_off=True),
    Format("robin", "acc", circle.seat, _ACC_RANKING, (0, 1, 1023)),
    Format("free", "acc", None, _ACC_RANKING, (9, 1, 99)),
)
# fmt: on

FORMATS = {kind.id: kind for kind in _ALL}


def rounds_for(kind: Format, asked: int | None, players: int) -> int:
    """How many rounds an event has: as asked, else the usual number; a round robin lasts until all have met."""
    if asked is not None:
        return asked
    return kind.rounds[0] or players - 1 + players % 2
