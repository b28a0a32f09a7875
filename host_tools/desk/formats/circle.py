"""`circle` movement, a round robin: one seat fixed, the rest rotate; all meet once a lap (RULES.md section 6)."""

from host_tools.desk.formats.movement_types import Field, Movement, MovementError, Seating, number_tables
from host_tools.i18n import message

MAX_MEETINGS = 2


def most_rounds(players: int) -> int:
    """Return the largest number of rounds (with byes if `players` is odd) in which no two players meet a third time."""
    return MAX_MEETINGS * (players - 1 + players % 2)


def seat_circle(field: Field) -> Seating:
    """Compute the seating of a round; of players whose opponents are absent or missing, two meet each other, and an odd
    one has a bye. Raises MovementError.

    After a disturbance it continues at the turn with the fewest repeated meetings and byes.
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


CIRCLE = Movement(seat_circle, most_rounds=most_rounds)
