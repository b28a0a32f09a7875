"""`auclair` movement: individual entries; winners move on and partner the losers who stayed (RULES.md section 6)."""

from itertools import islice

from host_tools.desk.formats.movement import Field, MovementError, Seating, numbered
from host_tools.words import word

Pairing = tuple[tuple[int, ...], ...]


def table_sizes(players: int) -> list[int]:
    """How many sit at each table: fours, then a three, then a two, as the number needs. Raises MovementError."""
    if players < 2:
        raise MovementError(word("desk.error.two_players"))
    threes, twos = ((0, 0), (1, 1), (0, 1), (1, 0))[players % 4]
    return [4] * ((players - 3 * threes - 2 * twos) // 4) + [3] * threes + [2] * twos


def seat_auclair(field: Field) -> Seating:
    """Compute the seating of a round, with as few repeated partners as the movement allows."""
    tables = [_least_repeated(field, choices(*group)) for group in _groups(field)]
    pairs = [side for sides in tables for side in sides if len(side) == 2]
    before = [(a, b, field.partners.get(frozenset((a, b)), 0)) for a, b in pairs]
    return Seating(numbered(tables), repeats=tuple(pair for pair in before if pair[2]))


def _groups(field: Field) -> list[tuple[list[int], list[int]]]:
    """For each table (players who stayed, players who came); all came where tables are newly formed."""
    if not field.last:
        return _split_into_tables(list(field.present))
    up = [_movers(finished) for finished in field.last]
    moved = zip(field.last, up[-1:] + up[:-1], strict=True)
    groups = [(field.present_of(_stayers(finished)), field.present_of(mover)) for finished, mover in moved]
    sizes = [len(stayed) + len(come) for stayed, come in groups]
    if sizes == [len(finished.table.players) for finished in field.last] and not field.arrived:
        return groups
    return _split_into_tables([player for group in groups for player in group[0] + group[1]] + field.arrived)


def _split_into_tables(players: list[int]) -> list[tuple[list[int], list[int]]]:
    """Split players into tables of `table_sizes`, as (stayed, came) with nobody who stayed."""
    following = iter(players)
    return [([], list(islice(following, size))) for size in table_sizes(len(players))]


def _movers(finished) -> tuple[int, ...]:
    if len(finished.table.players) == 4:
        return finished.side(0)
    return finished.side(0) + finished.side(1)


def _stayers(finished) -> tuple[int, ...]:
    return tuple(player for player in finished.table.players if player not in _movers(finished))


def choices(stayed: list[int], come: list[int]) -> list[Pairing]:
    """All ways to partner a table: each who came with one who stayed; singles at tables of three and two."""
    players = stayed + come
    if len(players) < 4:
        return [tuple((player,) for player in players)]
    if len(stayed) == 2:
        (s, t), (c, d) = stayed, come
        return [((s, c), (t, d)), ((s, d), (t, c))]
    a, b, c, d = players
    return [((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))]


def _least_repeated(field: Field, ways: list[Pairing]) -> Pairing:
    """The pairing with the fewest repeated partners."""
    return min(ways, key=lambda sides: repeats(field, sides))


def repeats(field: Field, sides: Pairing) -> int:
    """How many times the partners of these sides have been partners before, summed."""
    return sum(field.partners.get(frozenset(side), 0) for side in sides if len(side) == 2)
