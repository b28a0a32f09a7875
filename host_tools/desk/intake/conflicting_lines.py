"""Find and hold result lines that conflict: with their board's hash chain, their table, or another result of the game.

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
    KeptLine,
    Key,
    at_tables,
    counting_line,
    counts,
    keys_by_round,
    lines_at,
    read_lines,
    recompute_scores,
    usable_lines,
)
from host_tools.desk.store import Event, Line, Score
from host_tools.results import CLEARED, REOPENED, check_chain, join_reasons


def hold_lines(session: Session, event: Event, boards: set[str], keys: set[Key]) -> set[int]:
    """Hold the lines of these boards and tables that conflict with others, and recompute the tables' scores.

    Returns the ids of lines held for a new reason.
    """
    session.flush()
    held = _add(session, _chain_reasons(session, event, boards))
    held |= _add(session, moved_boards(session, event))
    keys = keys | {(row.round, row.table) for row in held}
    differing = _add(session, _contradictions(session, event, keys))
    recompute_scores(session, event, keys)
    late = _add(session, _games_after_the_match(session, event, keys))
    late |= _add(session, rounds_out_of_order(session, event, {table for _, table in keys}))
    if late:
        recompute_scores(session, event, {(row.round, row.table) for row in late})
    return {row.id for row in held | differing | late}


def _add(session: Session, found: Reasons) -> set[KeptLine]:
    """Store new reasons to hold lines; return the lines that got one. Lines already decided about keep their
    decision."""
    reasons: dict[KeptLine, list[str]] = defaultdict(list)
    for row, reason in found:
        if not row.decision and reason not in row.held.split():
            reasons[row].append(reason)
    values = [{"line": row.id, "now": join_reasons([*row.held.split(), *more])} for row, more in reasons.items()]
    if values:
        query = update(Line.__table__).where(LINES.id == bindparam("line"))  # type: ignore[arg-type]
        session.execute(query.values(held=bindparam("now")), values)
    return set(reasons)


def _chain_reasons(session: Session, event: Event, boards: set[str]) -> Reasons:
    key, by_board = bytes.fromhex(event.key), defaultdict(list)
    for row in read_lines(session, event, among(LINES.board, boards)):
        if row.board in boards:
            by_board[row.board].append(row)
    checked = (one for rows in by_board.values() for one in check_chain(rows, event.uid, key))
    return [(row, reason) for row, reason in checked if reason]


def _contradictions(session: Session, event: Event, keys: Iterable[Key]) -> Reasons:
    """Lines of several boards that say different things about one game, and lines of one board that has two results of
    it. A line that is held already contradicts others where only what it says is in doubt, not where it belongs."""
    found: Reasons = []
    for part in keys_by_round(keys):
        for came in _several_lines_at(session, event, part).values():
            for lines in _by_game(came).values():
                of_board = Counter(line.board for line in lines)
                found += [(line, "twice") for line in lines if of_board[line.board] > 1]
                if len(of_board) > 1 and len({line.sides for line in lines}) > 1:
                    found += [(line, "differs") for line in lines]
    return found


def _several_lines_at(session: Session, event: Event, part: list[Key]) -> dict[Key, list[KeptLine]]:
    """All lines of those of these tables of one round for which several have come about one game."""
    lines = select(LINES.table).where(*at_tables(LINES, event, part)).group_by(LINES.table, LINES.game)
    tables = set(session.scalars(lines.having(func.count() > 1)))
    several = [key for key in part if key[1] in tables]
    return lines_at(session, event, several) if several else {}


def _by_game(came: list[KeptLine]) -> dict[int, list[KeptLine]]:
    """A table's usable lines by game: neither refused nor taken back by their board."""
    back = {(line.board, line.replaces) for line in came if line.end == REOPENED and counts(line)}
    found: dict[int, list[KeptLine]] = defaultdict(list)
    for line in came:
        elsewhere = line.held and ELSEWHERE & set(line.held.split())
        belongs = line.decision == "accepted" or not (line.decision or elsewhere)
        if belongs and line.end not in (REOPENED, CLEARED) and (line.board, line.n) not in back:
            found[line.game].append(line)
    return found


def _games_after_the_match(session: Session, event: Event, keys: Iterable[Key]) -> Reasons:
    """Lines for games of a match that had been won before them."""
    rules = round_rules(session, event)
    found: Reasons = []
    for part in keys_by_round(key for key in keys if key[0] in rules and rules[key[0]].to_win):
        winners = _winners(session, event, part)
        for key, came in lines_at(session, event, part).items():
            over = _over_from(rules[key[0]], winners[key])
            for game, stand in usable_lines(came).items():
                line = counting_line(stand)
                if line is not None and game >= over:
                    found += [(one, "game") for one in stand]
    return found


def _winners(session: Session, event: Event, part: list[Key]) -> dict[Key, dict[int, str]]:
    """The side that has won each game at these tables of one round."""
    found: dict[Key, dict[int, str]] = defaultdict(dict)
    columns = (Score.round, Score.table, Score.game, Score.side)
    mine = (Score.event_id == event.id, Score.round == part[0][0], Score.won == 1)
    for row in session.execute(select(*columns).where(*mine)):
        found[row.round, row.table][row.game] = row.side
    return found


def first_game_too_many(session: Session, event: Event, key: Key, rules: RoundRules) -> int:
    """The first game after a table's match has been decided, which is not played."""
    return _over_from(rules, _winners(session, event, [key])[key])


def _over_from(rules: RoundRules, winners: dict[int, str]) -> int:
    won: list[str] = []
    for game in range(1, rules.games + 1):
        if rules.is_over(won):
            return game
        if game not in winners:
            break
        won.append(winners[game])
    return rules.games + 1
