"""Find tables whose boards look exchanged, and swap the results of two tables from a game on."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from sqlalchemy import ColumnElement, select

from host_tools.desk.errors import DeskError
from host_tools.desk.events.audit_log import log_change
from host_tools.desk.intake.conflicting_lines import contradicted_by_cards
from host_tools.desk.intake.decisions import ACCEPTED, DecisionResult
from host_tools.desk.intake.disputes import close_disputes, open_disputes
from host_tools.desk.intake.hold_lines import hold_lines
from host_tools.desk.intake.late_corrections import CorrectionRecorder
from host_tools.desk.intake.misplaced_boards import PLACED
from host_tools.desk.scoring.recompute_scores import current_cards, seats_at
from host_tools.desk.scoring.standings import changed_places, compute_standings
from host_tools.desk.scoring.stored_lines import IS_GAME, StoredLine, read_lines, weighing_lines, weighs
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import BYE_TABLE, LINES, Line, Score
from host_tools.i18n import message
from host_tools.results.result_line import unpack_sides
from host_tools.table_numbers import table_text


@dataclass(frozen=True)
class Exchange:
    """Two tables of a round whose boards look exchanged: their results from `game` of `round` on may be swapped.

    `sure`: a card typed at one table equals the line of the other's board; else the results of both are disputed or
    contradicted.
    """

    round: int
    game: int
    tables: tuple[int, int]
    sure: bool

    @property
    def text(self) -> str:
        """The finding as one translated sentence."""
        one, other = self.tables
        key = "desk.found.exchanged_sure" if self.sure else "desk.found.exchanged"
        return message(key, one=one, other=other, game=self.game, round=self.round)


def likely_exchanges(desk: Desk) -> list[Exchange]:
    """Find pairs of tables that look exchanged: a table's typed card or a dispute contradicts its board's line, or it
    has no line, and another table's line of the same game fits. The surest come first; each table of a round is in one
    pair at most."""
    suspects = _suspect_games(desk)
    found = [exchange for place, tables in suspects.items() for exchange in _pairs(desk, *place, tables)]
    found += _borrowed_boards(desk)
    named: set[tuple[int, int]] = set()
    exchanges = []
    for exchange in sorted(found, key=lambda one: (not one.sure, one.round, one.game, one.tables)):
        places = {(exchange.round, table) for table in exchange.tables}
        if not places & named:
            named |= places
            exchanges.append(exchange)
    return exchanges


def _suspect_games(desk: Desk) -> dict[tuple[int, int], set[int]]:
    """Return the tables whose line is disputed or contradicts its typed cards, by (round, game)."""
    suspects: dict[tuple[int, int], set[int]] = {}
    for one in open_disputes(desk):
        suspects.setdefault((one.round, one.game), set()).add(one.table)
    held = read_lines(desk, LINES.held.contains("differs"), LINES.decision == "")
    for line in held:
        suspects.setdefault((line.round, line.game), set()).add(line.table)
    return suspects


def _borrowed_boards(desk: Desk) -> Iterator[Exchange]:
    """Yield an exchange for each typed result of a table without a line that is, peg for peg, what counts undecided at
    another table of that round by its board: it may be the same game."""
    typed = tables_by_result(desk, Score.source != "board")
    if not typed:
        return
    boards = tables_by_result(desk, Score.source == "board", Score.round.in_({place[0] for place in typed}))
    found = [(place, own, other) for place, own in typed.items() for other in boards.get(place, ())]
    for (round_number, game, _), own, other in found:
        lines = _lines_of_game(desk, round_number, game)
        if any(line.table == other and not (line.decision or line.held) for line in lines):
            yield Exchange(round_number, game, _in_order(own[0], other), True)


def tables_by_result(desk: Desk, *conditions: ColumnElement[bool]) -> dict[tuple[int, int, tuple[int, ...]], list[int]]:
    """Query the tables with scores that meet the conditions, by (round, game, front pegs by side): those of games with
    all pegs known."""
    columns = (Score.round, Score.table, Score.game, Score.side, Score.holes)
    pegs: dict[tuple[int, int, int], dict[str, int]] = defaultdict(dict)
    at_tables = (Score.event_id == desk.event.id, Score.table > BYE_TABLE, Score.holes > 0)
    for row in desk.session.execute(select(*columns).where(*at_tables, *conditions)):
        pegs[row.round, row.table, row.game][row.side] = row.holes
    tables: dict[tuple[int, int, tuple[int, ...]], list[int]] = defaultdict(list)
    for (round_number, table, game), sides in sorted(pegs.items()):
        if len(sides) > 1:
            tables[round_number, game, tuple(holes for _, holes in sorted(sides.items()))].append(table)
    return tables


def _pairs(desk: Desk, round_number: int, game: int, tables: set[int]) -> Iterator[Exchange]:
    """Yield the exchanges that explain the suspect tables of one game of a round."""
    lines = _lines_of_game(desk, round_number, game)
    for table in sorted(tables):
        cards = current_cards(desk, [(round_number, table)])[round_number, table][game]
        for line in lines:
            is_other = line.table != table and bool(cards)
            if is_other and not contradicted_by_cards(line, cards) and len(cards) == len(unpack_sides(line.sides)):
                yield Exchange(round_number, game, _in_order(table, line.table), True)
    with_line = {line.table for line in lines}
    for one, other in combinations(sorted(tables & with_line), 2):
        if len(tables & with_line) == 2:
            yield Exchange(round_number, game, (one, other), False)


def _in_order(one: int, other: int) -> tuple[int, int]:
    return min(one, other), max(one, other)


def _lines_of_game(desk: Desk, round_number: int, game: int) -> list[StoredLine]:
    """Query the lines that weigh of one game of a round at all tables, without refused ones."""
    return weighing_lines(desk, LINES.round == round_number, LINES.game == game)


def swap_tables(
    desk: Desk, round_number: int, tables: tuple[int, int], *, game: int = 1, until_round: int | None = None
) -> DecisionResult:
    """Swap the lines of two tables' boards, from `game` of a round on: each line then counts at the other table.

    `until_round`: the last round in which the boards were exchanged. None: up to the newest line; lines that are read
    later are held until the director says where the boards are. Typed results stay where they are; a line that
    contradicts one there is held. Raises DeskError if there is no such line, or a table has another number of sides.
    """
    lines = _lines_from(desk, round_number, game, until_round, tables)
    if not lines or tables[0] == tables[1]:
        raise DeskError(
            message(
                "desk.error.swap_nothing", one=table_text(tables[0]), other=table_text(tables[1]), round=round_number
            )
        )
    _check_sides(desk, lines, tables)
    before = compute_standings(desk)
    correction = CorrectionRecorder(desk, {line.round for line in lines})
    ids = sorted(line.id for line in lines)
    detail = {"round": round_number, "game": game, "until": until_round, "tables": list(tables), "lines": ids}
    log_change(desk, "swapped tables", detail)
    _move(desk, lines, tables, until_round is not None)
    close_disputes(desk, {line.digest for line in lines}, ACCEPTED)
    keys = {(line.round, table) for line in lines for table in tables}
    hold_lines(desk, {line.board for line in lines}, keys)
    effects = correction.write({"lines": ids})
    return DecisionResult(ids, [], changed_places(before, compute_standings(desk)), effects)


def _move(desk: Desk, lines: list[Line], tables: tuple[int, int], back: bool) -> None:
    """Move lines to the other table, and log that their boards are there; with `back`, that they are back since."""
    placed = {(line.board, sum(tables) - line.table) for line in lines}
    placed_back = {(line.board, line.table) for line in lines} if back else set()
    for line in lines:
        line.table = sum(tables) - line.table
    for board, table in [*sorted(placed), *sorted(placed_back)]:
        log_change(desk, PLACED, detail={"board": board, "table": table})
    desk.session.flush()


def _lines_from(
    desk: Desk, round_number: int, game: int, until_round: int | None, tables: tuple[int, int]
) -> list[Line]:
    """Load the games' lines that weigh at these tables from a game of a round on, without refused ones."""
    later = (Line.round > round_number) | ((Line.round == round_number) & (Line.game >= game))
    if until_round is not None:
        later &= Line.round <= until_round
    kinds = (IS_GAME, Line.decision != "refused", Line.table.in_(tables))
    return list(filter(weighs, desk.session.scalars(select(Line).where(Line.event_id == desk.event.id, later, *kinds))))


def _check_sides(desk: Desk, lines: list[Line], tables: tuple[int, int]) -> None:
    """Raise DeskError unless each line has as many sides as the table to which it is moved."""
    for line in lines:
        table = tables[0] + tables[1] - line.table
        sides = seats_at(desk, [(line.round, table)]).get((line.round, table), {})
        if len(sides) != len(unpack_sides(line.sides)):
            where = message("desk.error.where", table=table, round=line.round)
            raise DeskError(message("desk.error.swap_sides", line=line.id, where=where))
