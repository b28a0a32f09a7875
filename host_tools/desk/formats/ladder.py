"""`bsg` movement, a ladder: winning pairs move up a table, losers stay, the top table's winners go to table 1."""

from host_tools.desk.formats.movement_types import Field, Movement, MovementError, Seating, number_tables
from host_tools.i18n import message


def seat_ladder(field: Field) -> Seating:
    """Compute the seating of a round. With an odd number of pairs the top table's winner has a bye, and then returns at
    table 1. Raises MovementError."""
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


LADDER = Movement(seat_ladder, by_result=True)
