"""Find and hold result lines that break their board's hash chain, or contradict the table or another result.

A reason to hold a line is added here and never taken away: only the director's decision makes a held line count.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable

from sqlalchemy import bindparam, func, select, update
from sqlalchemy.orm import Session

from host_tools.desk.events import RoundRules, round_rules
from host_tools.desk.intake.misplaced_boards import (
    ELSEWHERE,
    Reasons,
    among,
    moved_boards,
    rounds_out_of_order,
)
from host_tools.desk.scoring import (
    LINES,
    Key,
    StoredLine,
    counting_line,
    counts,
    keys_by_round,
    lines_at,
    read_lines,
    recompute_scores,
    table_conditions,
    usable_lines,
)
from host_tools.desk.store import Event, Line, Score
from host_tools.results import CLEARED, REOPENED, check_chain, join_reasons


def hold_lines(session: Session, event: Event, boards: set[str], keys: set[Key]) -> set[int]:
    """Hold the lines of these boards and tables that conflict with others, and recompute the tables' scores.

    Returns the ids of lines held for a new reason.
    """
    session.flush()
    held = _store_reasons(session, _chain_reasons(session, event, boards))
    held |= _store_reasons(session, moved_boards(session, event))
    keys = keys | {(row.round, row.table) for row in held}
    differing = _store_reasons(session, _contradicting_lines(session, event, keys))
    recompute_scores(session, event, keys)
    late = _store_reasons(session, _games_after_the_match(session, event, keys))
    late |= _store_reasons(session, rounds_out_of_order(session, event, {table for _, table in keys}))
    if late:
        recompute_scores(session, event, {(row.round, row.table) for row in late})
    return {row.id for row in held | differing | late}


def _store_reasons(session: Session, reasons: Reasons) -> set[StoredLine]:
    """Store reasons to hold lines; return the lines for which one is new. Decided lines get none."""
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


def _chain_reasons(session: Session, event: Event, boards: set[str]) -> Reasons:
    """Return the lines of these boards whose hash chain or HMAC is wrong, with the reasons."""
    key, by_board = bytes.fromhex(event.key), defaultdict(list)
    for row in read_lines(session, event, among(LINES.board, boards)):
        if row.board in boards:
            by_board[row.board].append(row)
    checked = (result for rows in by_board.values() for result in check_chain(rows, event.uid, key))
    return [(row, reason) for row, reason in checked if reason]


def _contradicting_lines(session: Session, event: Event, keys: Iterable[Key]) -> Reasons:
    """Return lines of several boards that differ about one game, and lines of one board with two results of it.

    A line that is held already contradicts others where only what it says is in doubt, not where it belongs.
    """
    reasons: Reasons = []
    for part in keys_by_round(keys):
        for table_lines in _several_lines_at(session, event, part).values():
            for lines in _usable_by_game(table_lines).values():
                count_by_board = Counter(line.board for line in lines)
                reasons += [(line, "twice") for line in lines if count_by_board[line.board] > 1]
                if len(count_by_board) > 1 and len({line.sides for line in lines}) > 1:
                    reasons += [(line, "differs") for line in lines]
    return reasons


def _several_lines_at(session: Session, event: Event, part: list[Key]) -> dict[Key, list[StoredLine]]:
    """Query all lines of those of these tables of one round that have several lines for one game."""
    query = select(LINES.table).where(*table_conditions(LINES, event, part)).group_by(LINES.table, LINES.game)
    tables = set(session.scalars(query.having(func.count() > 1)))
    keys = [(number, table) for number, table in part if table in tables]
    return lines_at(session, event, keys) if keys else {}


def _usable_by_game(lines: list[StoredLine]) -> dict[int, list[StoredLine]]:
    """Group a table's lines by game, without those that are refused, misplaced or taken back by their board."""
    taken_back = {(line.board, line.replaces) for line in lines if line.end == REOPENED and counts(line)}
    by_game: dict[int, list[StoredLine]] = defaultdict(list)
    for line in lines:
        misplaced = line.held and ELSEWHERE & set(line.held.split())
        belongs = line.decision == "accepted" or not (line.decision or misplaced)
        if belongs and line.end not in (REOPENED, CLEARED) and (line.board, line.n) not in taken_back:
            by_game[line.game].append(line)
    return by_game


def _games_after_the_match(session: Session, event: Event, keys: Iterable[Key]) -> Reasons:
    """Return lines for games of a match that had been won before them."""
    rules = round_rules(session, event)
    reasons: Reasons = []
    for part in keys_by_round((number, table) for number, table in keys if number in rules and rules[number].to_win):
        number, _ = part[0]
        winners = _winners(session, event, number)
        for key, table_lines in lines_at(session, event, part).items():
            first_unplayed = _first_unplayed_game(rules[number], winners[key])
            for game, usable in usable_lines(table_lines).items():
                counting = counting_line(usable)
                if counting is not None and game >= first_unplayed:
                    reasons += [(line, "game") for line in usable]
    return reasons


def _winners(session: Session, event: Event, number: int) -> dict[Key, dict[int, str]]:
    """Query the side that has won each game of round `number`, by table, then game."""
    winners: dict[Key, dict[int, str]] = defaultdict(dict)
    columns = (Score.round, Score.table, Score.game, Score.side)
    conditions = (Score.event_id == event.id, Score.round == number, Score.won == 1)
    for row in session.execute(select(*columns).where(*conditions)):
        winners[row.round, row.table][row.game] = row.side
    return winners


def first_game_too_many(session: Session, event: Event, key: Key, rules: RoundRules) -> int:
    """Return the number of the first game after a table's match has been decided, which is not played."""
    number, _ = key
    return _first_unplayed_game(rules, _winners(session, event, number)[key])


def _first_unplayed_game(rules: RoundRules, winners: dict[int, str]) -> int:
    """Return the number of the first game after the match is decided; one more than the round has where it is open."""
    won: list[str] = []
    for game in range(1, rules.games + 1):
        if rules.is_over(won):
            return game
        if game not in winners:
            break
        won.append(winners[game])
    return rules.games + 1
