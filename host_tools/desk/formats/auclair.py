"""`auclair` movement: individual entries; winners move on and partner the losers who stayed (RULES.md section 6)."""

from itertools import islice

from host_tools.desk.formats.movement_types import Field, FinishedTable, Movement, MovementError, Seating, number_tables
from host_tools.i18n import message

Pairing = tuple[tuple[int, ...], ...]


def table_sizes(players: int) -> list[int]:
    """Return the number of players at each table: fours, then a three, then a two. Raises MovementError."""
    if players < 2:
        raise MovementError(message("desk.error.two_players"))
    # The fewest small tables that leave a multiple of four: 3 + 2 for one player over, 2 for two, 3 for three.
    threes, twos = ((0, 0), (1, 1), (0, 1), (1, 0))[players % 4]
    return [4] * ((players - 3 * threes - 2 * twos) // 4) + [3] * threes + [2] * twos


def seat_auclair(field: Field) -> Seating:
    """Compute the seating of a round, with as few repeated partners as the movement allows."""
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


AUCLAIR = Movement(seat_auclair, by_result=True, tables=lambda players: len(table_sizes(players)))
