"""Find result lines whose round does not follow from earlier lines of the same board and table."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from operator import attrgetter

from sqlalchemy import func, select

from host_tools.desk.events.round_rules import RoundRules
from host_tools.desk.intake.misplaced_boards import ELSEWHERE, IN_ONE_QUERY, HoldReasons, is_one_of
from host_tools.desk.scoring.stored_lines import LINES, StoredLine, TableKey, counts, read_lines, weighs
from host_tools.desk.store.base import batches
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import Score, Sitting
from host_tools.results.result_line import CLEARED, REOPENED, parse_line, unpack_sides
from host_tools.results.validation import OTHER_EVENT

_SCORES, _SITTINGS = Score.__table__.c, Sitting.__table__.c
_DOUBTS = ELSEWHERE - {"game"} | {"twice"}
"""Reasons that put in doubt the round or table that the line's board is set to."""


def lines_out_of_order(
    desk: Desk, tables: set[int], settled: Collection[int], rules: Mapping[int, RoundRules]
) -> HoldReasons:
    """Return the lines at these tables that skip a round, and the later lines of their boards, with the reason "order".

    A line skips a round if the same board has no line of its table's round before, and that round is incomplete there
    or has a typed result that is the line's: the board may have shown a round too many. `settled`: ids of lines that
    follow from a decision; `rules`: those of all rounds by number.
    """
    complete = _complete_tables(desk, tables, rules)
    lines = _lines_at_tables(desk, tables)
    typed = _typed_results(desk, tables)
    doubtful = _doubtful_lines(lines, _relocated_lines(desk, lines), settled)
    reported: set[tuple[int, int, str]] = set()
    reasons: HoldReasons = []
    for row in lines:
        previous = (row.round - 1, row.table)
        repeats = not complete.get(previous, True) or _result_of(row) in typed.get(previous, ())
        skips = previous in complete and repeats and (*previous, row.board) not in reported
        if counts(row) and not row.decision and row.id not in settled and (skips or row.id in doubtful):
            reasons.append((row, "order"))
            complete[row.round, row.table] = False
        elif row.decision or not (row.held and _DOUBTS & set(row.held.split())):
            reported.add((row.round, row.table, row.board))
    return reasons


TypedResult = tuple[tuple[int | None, int, int], ...]
"""(won, points, spread) of each side of a game."""


def _result_of(row: StoredLine) -> TypedResult:
    """Return a line's result in the form of `_typed_results`."""
    sides = unpack_sides(row.sides)
    return tuple((None if side.won is None else int(side.won), side.points, side.spread) for side in sides)


def _typed_results(desk: Desk, tables: set[int]) -> dict[TableKey, list[TypedResult]]:
    """Query the results of games at these tables that count as they were typed, by (round, table)."""
    columns = (_SCORES.round, _SCORES.table, _SCORES.game, _SCORES.side, _SCORES.won, _SCORES.points, _SCORES.spread)
    typed = (
        _SCORES.event_id == desk.event.id,
        is_one_of(_SCORES.table, tables),
        _SCORES.source.in_(("cards", "director")),
    )
    games: dict[tuple[int, int, int], dict[str, tuple[int | None, int, int]]] = defaultdict(dict)
    for row in desk.session.execute(select(*columns).where(*typed)):
        games[row.round, row.table, row.game][row.side] = (row.won, row.points, row.spread)
    results: dict[TableKey, list[TypedResult]] = defaultdict(list)
    for (round_number, table, _), sides in games.items():
        results[round_number, table].append(tuple(sides[side] for side in sorted(sides)))
    return results


def _doubtful_lines(lines: list[StoredLine], relocated: set[int], settled: Collection[int]) -> set[int]:
    """Return the ids of lines that follow, on the same board, a line of a later round, a doubtful or a relocated line.

    A line that the director has accepted as it is ends the doubt, and so does a `settled` one, which follows from that.
    `relocated`: ids of lines moved by the director.
    """
    latest: dict[str, int] = {}
    doubts: set[str] = set()
    doubtful: set[int] = set()
    for row in sorted(lines, key=attrgetter("log", "n")):
        if row.decision or row.id in settled:
            (doubts.add if row.id in relocated else doubts.discard)(row.board)
            latest[row.board] = row.round
        elif row.held and _DOUBTS & set(row.held.split()):
            if not OTHER_EVENT & set(row.held.split()):
                doubts.add(row.board)
        elif row.board in doubts or row.round < latest.get(row.board, 0):
            doubts.add(row.board)
            doubtful.add(row.id)
        else:
            latest[row.board] = row.round
    return doubtful


def _relocated_lines(desk: Desk, lines: list[StoredLine]) -> set[int]:
    """Return the ids of accepted lines that the director has moved to another round."""
    accepted = [row.id for row in lines if row.decision]
    relocated: set[int] = set()
    for batch in batches(accepted, IN_ONE_QUERY):
        for row in desk.session.execute(select(LINES.id, LINES.round, LINES.text).where(LINES.id.in_(batch))):
            if parse_line(row.text).round != row.round:
                relocated.add(row.id)
    return relocated


def _lines_at_tables(desk: Desk, tables: set[int]) -> list[StoredLine]:
    """Query the games' lines at these tables that weigh and are not refused, by round, table, game and number."""
    conditions = (LINES.decision != "refused", LINES.end.not_in((REOPENED, CLEARED)))
    lines = read_lines(desk, *conditions, is_one_of(LINES.table, tables))
    at_tables = [row for row in lines if row.table in tables and weighs(row)]
    return sorted(at_tables, key=attrgetter("round", "table", "game", "log", "n"))


def _complete_tables(desk: Desk, tables: set[int], rules: Mapping[int, RoundRules]) -> dict[TableKey, bool]:
    """Return whether a table has all results of a round, for these tables and all rounds they were seated in."""
    conditions = (_SITTINGS.event_id == desk.event.id, is_one_of(_SITTINGS.table, tables))
    seated = desk.session.execute(select(_SITTINGS.round, _SITTINGS.table).where(*conditions)).all()
    played = _count_results(desk, tables)
    complete = {(number, table): played[number, table] >= rules[number].games for number, table in seated}
    matches = [round_number for round_number, rule in rules.items() if rule.to_win]
    for (round_number, table), winners in _winners_of_matches(desk, tables, matches).items():
        won = [winners[game] for game in sorted(winners)]
        complete[round_number, table] = complete[round_number, table] or rules[round_number].is_over(won)
    return complete


def _count_results(desk: Desk, tables: set[int]) -> Counter[TableKey]:
    """Query the number of games with a score at these tables, by (round, table)."""
    conditions = (_SCORES.event_id == desk.event.id, is_one_of(_SCORES.table, tables))
    games = select(_SCORES.round, _SCORES.table, func.count(_SCORES.game.distinct())).where(*conditions)
    rows = desk.session.execute(games.group_by(_SCORES.round, _SCORES.table)).all()
    return Counter({(round_number, table): count for round_number, table, count in rows})


def _winners_of_matches(desk: Desk, tables: set[int], rounds: list[int]) -> dict[TableKey, dict[int, str]]:
    """Query the winning sides at these tables in these rounds, by table and game; "" for a drawn game."""
    winners: dict[TableKey, dict[int, str]] = defaultdict(dict)
    conditions = (_SCORES.event_id == desk.event.id, _SCORES.round.in_(rounds), is_one_of(_SCORES.table, tables))
    query = select(_SCORES.round, _SCORES.table, _SCORES.game, _SCORES.side, _SCORES.won).where(*conditions)
    for row in desk.session.execute(query) if rounds else ():
        if row.table in tables:
            games = winners[row.round, row.table]
            games[row.game] = row.side if row.won else games.get(row.game, "")
    return winners
