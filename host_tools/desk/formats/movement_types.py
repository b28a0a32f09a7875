"""A movement and its input and output: Movement, Field, Seating, Table. Players are numbered from 1 in roster order."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from host_tools.desk.store.database import DeskError


class MovementError(DeskError):
    """A round that cannot be seated; the message says why, and what would help."""


@dataclass(frozen=True)
class Table:
    """A table in one round: `sides` are A, B, … as tuples of the players on each."""

    number: int
    sides: tuple[tuple[int, ...], ...]

    @property
    def players(self) -> tuple[int, ...]:
        return tuple(player for side in self.sides for player in side)


@dataclass(frozen=True)
class FinishedTable:
    """A table that has been played: `order` has the indexes of its sides in `table.sides`, best result first."""

    table: Table
    order: tuple[int, ...]

    def side(self, place: int) -> tuple[int, ...]:
        """Return the players of the side that finished at `place`, 0 for the winners."""
        return self.table.sides[self.order[place]]


@dataclass(frozen=True)
class Seating:
    """A round: its tables, the players with a bye (`out`), and `repeats`: players who are partners again, or opponents
    more often than they should be, as (player, player, times before)."""

    tables: tuple[Table, ...]
    out: tuple[int, ...] = ()
    repeats: tuple[tuple[int, int, int], ...] = ()


@dataclass(frozen=True)
class Field:
    """Input of a movement: all players in the order drawn, absent players, results (`last`) and byes (`out`) of the
    round before.

    `round` counts from 1. Counts of earlier rounds: `partners`: how often two players were partners, `met`: opponents;
    `rested`: each player's byes. `met` and `rested` are empty unless the movement has been disturbed.
    """

    players: tuple[int, ...]
    round: int = 1
    absent: frozenset[int] = frozenset()
    last: tuple[FinishedTable, ...] = ()
    out: tuple[int, ...] = ()
    partners: Mapping[frozenset[int], int] = field(default_factory=Counter)
    met: Mapping[frozenset[int], int] = field(default_factory=Counter)
    rested: Mapping[int, int] = field(default_factory=Counter)

    @property
    def present(self) -> tuple[int, ...]:
        return tuple(player for player in self.players if player not in self.absent)

    @property
    def arrived(self) -> list[int]:
        """Players who are present and took no part in the round before."""
        before = {player for finished in self.last for player in finished.table.players} | set(self.out)
        return [player for player in self.present if player not in before]

    def present_of(self, players: tuple[int, ...]) -> list[int]:
        """Return `players` without absent ones."""
        return [player for player in players if player not in self.absent]


@dataclass(frozen=True)
class Movement:
    """A way to seat rounds. `seat` computes the seating of a round; raises MovementError.

    `by_result`: it depends on the results of the round before. `tables`: how many tables so many players (or pairs)
    take. `most_rounds`: how many rounds they can play at most; None: any number.
    """

    seat: Callable[[Field], Seating]
    by_result: bool = False
    tables: Callable[[int], int] = field(default=lambda players: players // 2)
    most_rounds: Callable[[int], int] | None = None


def number_tables(sides_by_table: Sequence[tuple[tuple[int, ...], ...]]) -> tuple[Table, ...]:
    """Build tables with these sides, numbered from 1 in this order."""
    return tuple(Table(number, sides) for number, sides in enumerate(sides_by_table, 1))
