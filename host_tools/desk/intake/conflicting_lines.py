"""Find and hold result lines that break their board's hash chain, or contradict the table or another result.

Reasons to hold a line are only ever added: only the director's decision makes a held line count.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable

from sqlalchemy import bindparam, func, select, update
from sqlalchemy.orm import Session

from host_tools.desk.events.round_rules import RoundRules, round_rules
from host_tools.desk.intake.misplaced_boards import (
    ELSEWHERE,
    HoldReasons,
    is_one_of,
    lines_out_of_order,
    moved_boards,
)
from host_tools.desk.scoring.recompute_scores import recompute_scores
from host_tools.desk.scoring.stored_lines import (
    LINES,
    StoredLine,
    TableKey,
    counting_line,
    counts,
    key_batches_by_round,
    lines_at,
    read_lines,
    table_conditions,
    usable_lines,
)
from host_tools.desk.store.model import Event, Line, Score
from host_tools.results.chain_with_gaps import check_chain
from host_tools.results.result_line import CLEARED, REOPENED
from host_tools.results.validation import join_reasons


def hold_lines(session: Session, event: Event, boards: set[str], table_keys: set[TableKey]) -> set[int]:
    """Hold the lines that conflict with others, of these boards or at these tables, and recompute the tables' scores.

    Returns the ids of lines held for a new reason.
    """
    session.flush()
    held = _store_reasons(session, _chain_reasons(session, event, boards))
    held |= _store_reasons(session, moved_boards(session, event))
    table_keys = table_keys | {(row.round, row.table) for row in held}
    differing = _store_reasons(session, _contradicting_lines(session, event, table_keys))
    recompute_scores(session, event, table_keys)
    late = _store_reasons(session, _lines_after_the_match(session, event, table_keys))
    late |= _store_reasons(session, lines_out_of_order(session, event, {table for _, table in table_keys}))
    if late:
        recompute_scores(session, event, {(row.round, row.table) for row in late})
    return {row.id for row in held | differing | late}


def _store_reasons(session: Session, reasons: HoldReasons) -> set[StoredLine]:
    """Store reasons to hold lines, except lines already decided; return the lines that got a new reason."""
    reasons_by_line: dict[StoredLine, list[str]] = defaultdict(list)
    for row, reason in reasons:
        if not row.decision and reason not in row.held.split():
            reasons_by_line[row].append(reason)
    values = [
        {"line": row.id, "now": join_reasons([*row.held.split(), *new_reasons])}
        for row, new_reasons in reasons_by_line.items()
    ]
    if values:
        query = update(Line.__table__).where(LINES.id == bindparam("line"))  # type: ignore[arg-type]
        session.execute(query.values(held=bindparam("now")), values)
    return set(reasons_by_line)


def _chain_reasons(session: Session, event: Event, boards: set[str]) -> HoldReasons:
    """Return the lines of these boards that are out of place in the hash chain, with the reasons."""
    key, by_board = bytes.fromhex(event.key), defaultdict(list)
    for row in read_lines(session, event, is_one_of(LINES.board, boards)):
        if row.board in boards:
            by_board[row.board].append(row)
    checked = (result for rows in by_board.values() for result in check_chain(rows, event.uid, key))
    return [(row, reason) for row, reason in checked if reason]


def _contradicting_lines(session: Session, event: Event, table_keys: Iterable[TableKey]) -> HoldReasons:
    """Return lines of several boards that differ about one game, and lines of one board with two results of one game.

    Lines already held are compared too, unless it is in doubt to which table, round or game they belong.
    """
    reasons: HoldReasons = []
    for batch in key_batches_by_round(table_keys):
        for table_lines in _several_lines_at(session, event, batch).values():
            for lines in _usable_by_game(table_lines).values():
                count_by_board = Counter(line.board for line in lines)
                reasons += [(line, "twice") for line in lines if count_by_board[line.board] > 1]
                if len(count_by_board) > 1 and len({line.sides for line in lines}) > 1:
                    reasons += [(line, "differs") for line in lines]
    return reasons


def _several_lines_at(session: Session, event: Event, table_keys: list[TableKey]) -> dict[TableKey, list[StoredLine]]:
    """Query all lines of the tables that have several lines for one game; `table_keys`: sorted, of one round."""
    query = select(LINES.table).where(*table_conditions(LINES, event, table_keys)).group_by(LINES.table, LINES.game)
    tables = set(session.scalars(query.having(func.count() > 1)))
    several_keys = [(round_number, table) for round_number, table in table_keys if table in tables]
    return lines_at(session, event, several_keys) if several_keys else {}


def _usable_by_game(lines: list[StoredLine]) -> dict[int, list[StoredLine]]:
    """Group a table's lines by game, without lines that are refused, misplaced, or whose game their board reopened."""
    reopened = {(line.board, line.replaces) for line in lines if line.end == REOPENED and counts(line)}
    by_game: dict[int, list[StoredLine]] = defaultdict(list)
    for line in lines:
        misplaced = line.held and ELSEWHERE & set(line.held.split())
        belongs = line.decision == "accepted" or not (line.decision or misplaced)
        if belongs and line.end not in (REOPENED, CLEARED) and (line.board, line.n) not in reopened:
            by_game[line.game].append(line)
    return by_game


def _lines_after_the_match(session: Session, event: Event, table_keys: Iterable[TableKey]) -> HoldReasons:
    """Return lines for games of a match that was already decided by earlier games."""
    rules = round_rules(session, event)
    reasons: HoldReasons = []
    match_rounds = {round_number for round_number, rule in rules.items() if rule.to_win}
    for batch in key_batches_by_round(key for key in table_keys if key[0] in match_rounds):
        round_number, _ = batch[0]
        winners = _winners(session, event, round_number)
        for table_key, table_lines in lines_at(session, event, batch).items():
            first_unplayed = _first_unplayed_game(rules[round_number], winners[table_key])
            for game, usable in usable_lines(table_lines).items():
                counting = counting_line(usable)
                if counting is not None and game >= first_unplayed:
                    reasons += [(line, "game") for line in usable]
    return reasons


def _winners(session: Session, event: Event, round_number: int) -> dict[TableKey, dict[int, str]]:
    """Query the winning side of each game of a round, by table, then game; drawn games are left out."""
    winners: dict[TableKey, dict[int, str]] = defaultdict(dict)
    columns = (Score.round, Score.table, Score.game, Score.side)
    conditions = (Score.event_id == event.id, Score.round == round_number, Score.won == 1)
    for row in session.execute(select(*columns).where(*conditions)):
        winners[row.round, row.table][row.game] = row.side
    return winners


def first_unplayed_game(session: Session, event: Event, table_key: TableKey, rules: RoundRules) -> int:
    """Return the table's first game that is not played because the match is decided; or else `rules.games` + 1."""
    round_number, _ = table_key
    return _first_unplayed_game(rules, _winners(session, event, round_number)[table_key])


def _first_unplayed_game(rules: RoundRules, winners: dict[int, str]) -> int:
    """Return the first game after the match is decided, or `rules.games` + 1; `winners`: winning side by game."""
    won: list[str] = []
    for game in range(1, rules.games + 1):
        if rules.is_over(won):
            return game
        if game not in winners:
            break
        won.append(winners[game])
    return rules.games + 1
