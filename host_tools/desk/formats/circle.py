"""The circle: one seat fixed, the rest rotate; each lap meets everyone once (RULES.md section 6)."""

from host_tools.desk.formats.movement import Field, MovementError, Seating, numbered
from host_tools.words import word

MOST_MEETINGS = 2


def most_rounds(players: int) -> int:
    """How many rounds `players` can play without meeting anybody a third time; an odd one sits out each round."""
    return MOST_MEETINGS * (players - 1 + players % 2)


def seat_circle(field: Field) -> Seating:
    """Seat a round; whoever would meet someone who has left, or nobody, sits out. Raises MovementError."""
    if field.round > most_rounds(len(field.players)):
        raise MovementError(_too_many(len(field.players)))
    tables, out = [], []
    for pair in _pairs(field.players, field.round):
        here = field.present_of(pair)
        if len(here) == 2:
            tables.append(tuple((player,) for player in here))
        else:
            out += here
    return Seating(numbered(tables), tuple(out))


def _too_many(players: int) -> str:
    most = most_rounds(players)
    return word("desk.error.meetings", players=players, meetings=MOST_MEETINGS, rounds=most)


def _pairs(players: tuple[int, ...], round_number: int) -> list[tuple[int, ...]]:
    seats: list[int | None] = [*players, *([None] if len(players) % 2 else [])]
    lap, turn = divmod(round_number - 1, len(seats) - 1)
    ring = seats[1:]
    circle = [seats[0], *ring[len(ring) - turn :], *ring[: len(ring) - turn]]
    met = zip(circle[: len(circle) // 2], reversed(circle), strict=False)
    return [_sides(pair, turned=(lap + (place or turn)) % 2 == 1) for place, pair in enumerate(met)]


def _sides(pair: tuple[int | None, ...], turned: bool) -> tuple[int, ...]:
    """Who is side A and who B. Places change by one a round, so turning every other place shares the sides out."""
    return tuple(player for player in (pair[::-1] if turned else pair) if player is not None)
