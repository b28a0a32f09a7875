"""Movements: how players move from table to table between rounds (RULES.md section 6).

A `Movement` seats a round: its function computes a `Seating` of `Table`s from a `Field`. Players are numbered from 1 in
roster order.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from host_tools.desk.errors import DeskError
from host_tools.i18n import message, plural


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
class Shares:
    """What players do not share equally: `told`, as text, "" if nothing. `even`: numbers of rounds in which all would
    play equally many, and how many that is."""

    told: str = ""
    even: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Movement:
    """A way to seat rounds. `seat` computes the seating of a round; raises MovementError.

    `by_result`: it depends on the results of the round before. `tables`: how many tables so many players (or pairs)
    take. `most_rounds`: how many rounds they can play at most; None: any number. `shares`: what so many players (or
    pairs) do not share equally in so many rounds.
    """

    seat: Callable[[Field], Seating]
    by_result: bool = False
    tables: Callable[[int], int] = field(default=lambda players: players // 2)
    most_rounds: Callable[[int], int] | None = None
    shares: Callable[[int, int], Shares] = field(default=lambda players, rounds: Shares())


def number_tables(sides_by_table: Sequence[tuple[tuple[int, ...], ...]]) -> tuple[Table, ...]:
    """Build tables with these sides, numbered from 1 in this order."""
    return tuple(Table(number, sides) for number, sides in enumerate(sides_by_table, 1))


MAX_MEETINGS = 2


def most_rounds(players: int) -> int:
    """Return the largest number of rounds (with byes if `players` is odd) in which no two players meet a third time."""
    return MAX_MEETINGS * (players - 1 + players % 2)


def seat_circle(field: Field) -> Seating:
    """Compute a round of the `circle` movement, a round robin: one seat is fixed, the rest rotate; all meet once a lap.

    Of players whose opponents are absent or missing, two meet each other, and an odd one has a bye. Raises
    MovementError. After a disturbance it continues at the turn with the fewest repeated meetings and byes.
    """
    if field.round > most_rounds(len(field.players)):
        raise MovementError(_too_many_rounds(len(field.players)))
    # With an odd number of players a lap has one turn more, and each of them has the bye once.
    turns_per_lap = len(field.players) - 1 + len(field.players) % 2
    turns = range(field.round, field.round + turns_per_lap) if field.met else [field.round]
    candidates = [_split_by_presence(field, _pairs_of_turn(field.players, turn)) for turn in turns]
    pairs, byes = min(candidates, key=lambda candidate: _repeat_cost(field, *candidate))
    repeats = [(a, b, times) for a, b in pairs if (times := field.met.get(frozenset((a, b)), 0)) >= MAX_MEETINGS]
    return Seating(number_tables([((a,), (b,)) for a, b in pairs]), tuple(byes), tuple(repeats))


def _split_by_presence(field: Field, pairs: list[tuple[int, ...]]) -> tuple[list[tuple[int, int]], list[int]]:
    """Return (pairs of players present, players with a bye)."""
    groups = [field.present_of(pair) for pair in pairs]
    complete = [(group[0], group[1]) for group in groups if len(group) == 2]
    paired, byes = _pair_alone(field, [group[0] for group in groups if len(group) == 1])
    return complete + paired, byes


def _pair_alone(field: Field, players: list[int]) -> tuple[list[tuple[int, int]], list[int]]:
    """Pair players without opponents, each with whom they have met least; of an odd number, who has rested least is
    left over."""
    waiting = sorted(players, key=lambda player: field.rested.get(player, 0), reverse=True)
    pairs = []
    while len(waiting) > 1:
        one = waiting.pop(0)
        other = min(waiting, key=lambda player: field.met.get(frozenset((one, player)), 0))
        waiting.remove(other)
        pairs.append((one, other))
    return pairs, waiting


def _repeat_cost(field: Field, pairs: list[tuple[int, int]], byes: list[int]) -> tuple[int, int]:
    """Return the cost of a turn: (meetings beyond the limit, sum of these players' earlier meetings and byes)."""
    times = [field.met.get(frozenset(pair), 0) for pair in pairs]
    return sum(n >= MAX_MEETINGS for n in times), sum(times) + sum(field.rested.get(player, 0) for player in byes)


def _too_many_rounds(players: int) -> str:
    most = most_rounds(players)
    return message("desk.error.meetings", players=players, meetings=MAX_MEETINGS, rounds=most)


def _pairs_of_turn(players: tuple[int, ...], round_number: int) -> list[tuple[int, ...]]:
    """Return the pairs of a turn by the circle method; with an odd number of players one is a tuple of one."""
    seats: list[int | None] = [*players, *([None] if len(players) % 2 else [])]
    lap, turn = divmod(round_number - 1, len(seats) - 1)
    ring = seats[1:]
    circle = [seats[0], *ring[len(ring) - turn :], *ring[: len(ring) - turn]]
    opposite = zip(circle[: len(circle) // 2], reversed(circle), strict=False)
    # Places shift by one a round, so swapping every other place balances the sides.
    return [_sides(pair, swapped=(lap + (place or turn)) % 2 == 1) for place, pair in enumerate(opposite)]


def _sides(pair: tuple[int | None, ...], swapped: bool) -> tuple[int, ...]:
    """Return the pair as (side A, side B), in reverse order if `swapped`, without a missing opponent."""
    return tuple(player for player in (pair[::-1] if swapped else pair) if player is not None)


def circle_shares(players: int, rounds: int) -> Shares:
    """Return what is unequal in the `circle` movement: of an odd number of players each rests once a lap."""
    laps, over = divmod(rounds, players)
    if players % 2 == 0 or players < 3 or not over:
        return Shares()
    more = rounds - laps
    told = plural("event.byes.unequal", players - over, players=players, rounds=rounds, more=more, fewer=more - 1)
    even = [number for number in (laps * players, (laps + 1) * players) if number and number <= most_rounds(players)]
    return Shares(told, {number: number - number // players for number in even})


CIRCLE = Movement(seat_circle, most_rounds=most_rounds, shares=circle_shares)


def seat_ladder(field: Field) -> Seating:
    """Compute a round of the `bsg` movement, a ladder: winning pairs move up a table, losers stay, the top table's
    winners go to table 1.

    With an odd number of pairs the top table's winner has a bye, and then returns at table 1. Raises MovementError.
    """
    if len(field.present) < 2:
        raise MovementError(message("desk.error.two_pairs"))
    if not field.last:
        return _pair_off(list(field.present))
    groups = _moved_groups(field)
    others = _next_bye(field) + field.arrived
    if all(len(group) == 2 for group in groups) and len(others) < 2:
        return _seating(groups, tuple(others))
    return _pair_off([player for group in groups for player in group] + others)


def _moved_groups(field: Field) -> list[list[int]]:
    """Return for each table its loser and the winner who moves there; the pair that had the bye moves to table 1."""
    winners = [finished.side(0) for finished in field.last]
    arriving = [*([field.out] if field.out else winners[-1:]), *winners[:-1]]
    pairs = zip(field.last, arriving, strict=True)
    return [field.present_of(finished.side(1) + mover) for finished, mover in pairs]


def _next_bye(field: Field) -> list[int]:
    """Return the top table's winner, who has the next bye, if there was a bye in the round before; else []."""
    return field.present_of(field.last[-1].side(0)) if field.out else []


def _pair_off(players: list[int]) -> Seating:
    """Seat pairs two by two in this order; a last one without opponents has a bye."""
    pairs = [players[i : i + 2] for i in range(0, len(players) - 1, 2)]
    return _seating(pairs, tuple(players[len(pairs) * 2 :]))


def _seating(groups: list[list[int]], byes: tuple[int, ...]) -> Seating:
    return Seating(number_tables([tuple((pair,) for pair in group) for group in groups]), byes)


def ladder_shares(pairs: int, rounds: int) -> Shares:
    """Return what is unequal in the `bsg` movement: of an odd number of pairs one rests in each round.

    Results decide which. A pair that always loses never rests; one that always wins rests again after it has won at
    each table.
    """
    if pairs % 2 == 0 or pairs < 3:
        return Shares()
    fewest = rounds - 1 - (rounds - 1) // (pairs // 2 + 1)
    told = plural("event.byes.ladder", rounds, pairs=pairs, fewest=fewest, fewer=pairs - 1, more=pairs + 1)
    return Shares(told)


LADDER = Movement(seat_ladder, by_result=True, shares=ladder_shares)


Pairing = tuple[tuple[int, ...], ...]


def table_sizes(players: int) -> list[int]:
    """Return the number of players at each table: fours, then a three, then a two. Raises MovementError."""
    if players < 2:
        raise MovementError(message("desk.error.two_players"))
    # The fewest small tables that leave a multiple of four: 3 + 2 for one player over, 2 for two, 3 for three.
    threes, twos = ((0, 0), (1, 1), (0, 1), (1, 0))[players % 4]
    return [4] * ((players - 3 * threes - 2 * twos) // 4) + [3] * threes + [2] * twos


def seat_auclair(field: Field) -> Seating:
    """Compute a round of the `auclair` movement, of individual entries: winners move on, and partner the losers who
    stayed, with as few repeated partners as that allows."""
    tables = [_fewest_repeats(field, possible_pairings(*group)) for group in _groups(field)]
    pairs = [side for sides in tables for side in sides if len(side) == 2]
    partner_counts = [(a, b, field.partners.get(frozenset((a, b)), 0)) for a, b in pairs]
    return Seating(number_tables(tables), repeats=tuple(pair for pair in partner_counts if pair[2]))


def _groups(field: Field) -> list[tuple[list[int], list[int]]]:
    """Return (players who stay, players who move there) for each table; if tables are formed anew, nobody stays."""
    if not field.last:
        return _split_into_tables(list(field.present))
    movers_by_table = [_movers(finished) for finished in field.last]
    pairs = zip(field.last, movers_by_table[-1:] + movers_by_table[:-1], strict=True)
    groups = [(field.present_of(_stayers(finished)), field.present_of(movers)) for finished, movers in pairs]
    sizes = [len(stayers) + len(movers) for stayers, movers in groups]
    if sizes == [len(finished.table.players) for finished in field.last] and not field.arrived:
        return groups
    return _split_into_tables([player for group in groups for player in group[0] + group[1]] + field.arrived)


def _split_into_tables(players: list[int]) -> list[tuple[list[int], list[int]]]:
    """Split players into tables of `table_sizes`, as (stayers, movers) without stayers."""
    following = iter(players)
    return [([], list(islice(following, size))) for size in table_sizes(len(players))]


def _movers(finished: FinishedTable) -> tuple[int, ...]:
    """Return the players who move on from a table: of four the winning pair, else the first two by result."""
    if len(finished.table.players) == 4:
        return finished.side(0)
    return finished.side(0) + finished.side(1)


def _stayers(finished: FinishedTable) -> tuple[int, ...]:
    return tuple(player for player in finished.table.players if player not in _movers(finished))


def possible_pairings(stayers: list[int], movers: list[int]) -> list[Pairing]:
    """Return all ways to partner a table: each mover with a stayer; singles at tables of three and two."""
    players = stayers + movers
    if len(players) < 4:
        return [tuple((player,) for player in players)]
    if len(stayers) == 2:
        (s, t), (c, d) = stayers, movers
        return [((s, c), (t, d)), ((s, d), (t, c))]
    a, b, c, d = players
    return [((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))]


def _fewest_repeats(field: Field, pairings: list[Pairing]) -> Pairing:
    """Return the pairing with the fewest repeated partners."""
    return min(pairings, key=lambda sides: count_repeats(field, sides))


def count_repeats(field: Field, sides: Pairing) -> int:
    """Return how many times the partners of these sides have been partners before, summed."""
    return sum(field.partners.get(frozenset(side), 0) for side in sides if len(side) == 2)


def auclair_shares(players: int, rounds: int) -> Shares:
    """Return what is unequal in the `auclair` movement: nobody rests, but at tables of three and two nobody has a
    partner."""
    over = players % 4
    if not over:
        return Shares()
    fewer, more = players - over, players - over + 4
    return Shares(message(f"event.byes.auclair.{over}", players=players, rounds=rounds, fewer=fewer, more=more))


AUCLAIR = Movement(
    seat_auclair, by_result=True, tables=lambda players: len(table_sizes(players)), shares=auclair_shares
)
