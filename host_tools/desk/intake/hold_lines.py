"""Hold the result lines that contradict others, and release those that no longer do.

Whether a line is held follows from all lines, cards and decisions, in whatever order they came. Reasons that concern
the line alone stay as they were when it came: a table that had not been seated, a wrong seal, a clock.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from operator import attrgetter

from sqlalchemy import bindparam, func, select, update
from sqlalchemy.orm import Session

from host_tools.desk.events.round_rules import RoundRules, round_rules
from host_tools.desk.intake.board_logs import FAULTS_OF_LOGS, faults_of_boards, in_their_logs
from host_tools.desk.intake.conflicting_lines import contradicting_lines, lines_after_the_match
from host_tools.desk.intake.line_validation import LineValidator, changed_line, read_line
from host_tools.desk.intake.misplaced_boards import ELSEWHERE, HoldReasons, moved_boards
from host_tools.desk.scoring.recompute_scores import recompute_scores
from host_tools.desk.scoring.stored_lines import (
    IS_GAME,
    StoredLine,
    counts,
    key_batches_by_round,
    lines_with_reopenings,
    read_lines,
    weighing_lines,
)
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import (
    IN_ONE_QUERY,
    LINES,
    SCORES,
    SITTINGS,
    Line,
    TableKey,
    batches,
    is_one_of,
)
from host_tools.results.result_line import REOPENED, ResultLine, parse_line, unpack_sides
from host_tools.results.validation import OTHER_EVENT, join_reasons

Game = tuple[int, int]
"""(round, game)."""

_NOT_ABOUT_THE_ROUND = {"broken", "doubled", "moved", "differs", "disputed"}
"""Reasons to hold a line that do not depend on its round."""


def move_following_lines(desk: Desk, boards: Collection[str]) -> tuple[set[TableKey], set[int]]:
    """Move the undecided lines that follow from an accepted line of their board, and move them back if they no longer
    do. Each of these boards has an accepted line.

    Returns (the tables whose lines have changed, the ids of lines that follow from a decision).
    """
    changed: set[TableKey] = set()
    settled: set[int] = set()
    relocated = _boards_with_moved_lines(desk, boards) if boards else {}
    if relocated:
        validator, rules = LineValidator(desk), round_rules(desk)
        for lines in relocated.values():
            for line, named, place in _places(lines, rules, validator):
                changed |= _move(line, place) if place else _move_back(line, named, validator)
                settled |= {line.id} if place else set()
        desk.session.flush()
    return changed, settled


def _boards_with_moved_lines(desk: Desk, boards: Collection[str]) -> dict[str, list[Line]]:
    """Load the games' lines, by number, of those boards that have a line moved by the director or by a decision."""
    by_board: dict[str, list[Line]] = defaultdict(list)
    query = select(Line).where(Line.event_id == desk.event.id, Line.board.in_(boards), IS_GAME)
    for line in sorted(desk.session.scalars(query), key=attrgetter("log", "n", "id")):
        by_board[line.board].append(line)
    return {board: lines for board, lines in by_board.items() if any(map(_is_moved, lines))}


def _is_moved(line: Line) -> bool:
    """Return whether a line counts at another round than it names."""
    return read_line(line.text).round != line.round


def _places(
    lines: list[Line], rules: dict[int, RoundRules], validator: LineValidator
) -> Iterator[tuple[Line, ResultLine, Game | None]]:
    """Yield each undecided line of a board, and the game it is by the accepted line before it, None if unknown."""
    shift, last = 0, None
    for line in lines:
        named = read_line(line.text)
        if line.decision == "accepted":
            shift, last = line.round - named.round, (line.round, line.game)
        elif not line.decision and line.sealed and not OTHER_EVENT & set(line.held.split()):
            place = _next_place(last, shift, named, rules) if last else None
            if place and validator.reasons(changed_line(named, round=place[0], game=place[1])):
                place = None
            shift, last = (place[0] - named.round, place) if place else (0, None)
            yield line, named, place


def _next_place(last: Game, shift: int, named: ResultLine, rules: dict[int, RoundRules]) -> Game | None:
    """Return the game a line is if it follows `last`: as it names it, or `shift` rounds from that; else None."""
    followers = {(last[0], last[1] + 1), (last[0] + 1, 1)}
    for place in ((named.round, named.game), (named.round + shift, named.game)):
        if place in followers and place[0] in rules and place[1] <= rules[place[0]].games:
            return place
    return None


def _move(line: Line, place: Game) -> set[TableKey]:
    """Set a line's round and game, and keep the reasons that are not about these; return the tables that this
    changes."""
    before, held = (line.round, line.table), line.held.split()
    kept = [reason for reason in held if reason in _NOT_ABOUT_THE_ROUND]
    if (line.round, line.game) == place and kept == held:
        return set()
    (line.round, line.game), line.held = place, " ".join(kept)
    return {before, (line.round, line.table)}


def _move_back(line: Line, named: ResultLine, validator: LineValidator) -> set[TableKey]:
    """Move a line that follows from no decision back to the place that it names; return the tables that this
    changes."""
    if line.round == named.round:
        return set()
    before = (line.round, line.table)
    line.round, line.game = named.round, named.game
    line.held = validator.reasons(named)
    return {before, (line.round, line.table)}


_DOUBTS = ELSEWHERE - {"game"} | {"twice"}
"""Reasons that put in doubt the round or table that the line's board is set to."""


def lines_out_of_order(
    desk: Desk, tables: set[int], settled: Collection[int], rules: Mapping[int, RoundRules]
) -> HoldReasons:
    """Return the lines at these tables that skip a round, and the later lines of their boards, with the reason "order".

    A line skips a round if the board has no line of the round before at its table, and that round is incomplete there
    or has the line's result, typed: the board may have shown the wrong round number. `settled`: ids of lines that
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
    columns = (SCORES.round, SCORES.table, SCORES.game, SCORES.side, SCORES.won, SCORES.points, SCORES.spread)
    typed = (
        SCORES.event_id == desk.event.id,
        is_one_of(SCORES.table, tables),
        SCORES.source.in_(("cards", "director")),
    )
    games: dict[tuple[int, int, int], dict[str, tuple[int | None, int, int]]] = defaultdict(dict)
    for row in desk.session.execute(select(*columns).where(*typed)):
        games[row.round, row.table, row.game][row.side] = (row.won, row.points, row.spread)
    results: dict[TableKey, list[TypedResult]] = defaultdict(list)
    for (round_number, table, _), sides in games.items():
        results[round_number, table].append(tuple(sides[side] for side in sorted(sides)))
    return results


def _doubtful_lines(lines: list[StoredLine], relocated: set[int], settled: Collection[int]) -> set[int]:
    """Return the ids of lines that come after a line of a later round, a doubtful or a relocated line of the same
    board.

    The doubt ends with a line that the director has accepted as it is, or with a `settled` line. `relocated`: ids of
    lines moved by the director.
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
    lines = [row for row in weighing_lines(desk, is_one_of(LINES.table, tables)) if row.table in tables]
    return sorted(lines, key=attrgetter("round", "table", "game", "log", "n"))


def _complete_tables(desk: Desk, tables: set[int], rules: Mapping[int, RoundRules]) -> dict[TableKey, bool]:
    """Return whether a table has all results of a round, for these tables and all rounds they were seated in."""
    conditions = (SITTINGS.event_id == desk.event.id, is_one_of(SITTINGS.table, tables))
    seated = desk.session.execute(select(SITTINGS.round, SITTINGS.table).where(*conditions)).all()
    played = _count_results(desk, tables)
    complete = {(number, table): played[number, table] >= rules[number].games for number, table in seated}
    matches = [round_number for round_number, rule in rules.items() if rule.to_win]
    for (round_number, table), winners in _winners_of_matches(desk, tables, matches).items():
        won = [winners[game] for game in sorted(winners)]
        complete[round_number, table] = complete[round_number, table] or rules[round_number].is_over(won)
    return complete


def _count_results(desk: Desk, tables: set[int]) -> Counter[TableKey]:
    """Query the number of games with a score at these tables, by (round, table)."""
    conditions = (SCORES.event_id == desk.event.id, is_one_of(SCORES.table, tables))
    games = select(SCORES.round, SCORES.table, func.count(SCORES.game.distinct())).where(*conditions)
    rows = desk.session.execute(games.group_by(SCORES.round, SCORES.table)).all()
    return Counter({(round_number, table): count for round_number, table, count in rows})


def _winners_of_matches(desk: Desk, tables: set[int], rounds: list[int]) -> dict[TableKey, dict[int, str]]:
    """Query the winning sides at these tables in these rounds, by table and game; "" for a drawn game."""
    winners: dict[TableKey, dict[int, str]] = defaultdict(dict)
    conditions = (SCORES.event_id == desk.event.id, SCORES.round.in_(rounds), is_one_of(SCORES.table, tables))
    query = select(SCORES.round, SCORES.table, SCORES.game, SCORES.side, SCORES.won).where(*conditions)
    for row in desk.session.execute(query) if rounds else ():
        if row.table in tables:
            games = winners[row.round, row.table]
            games[row.game] = row.side if row.won else games.get(row.game, "")
    return winners


def hold_lines(desk: Desk, boards: Collection[str], table_keys: Collection[TableKey]) -> set[int]:
    """Hold or release the lines of these boards and at these tables, and all that follows; recompute scores.

    Returns the ids of lines held for a new reason.
    """
    desk.session.flush()
    keys, tables = set(table_keys), {table for _, table in table_keys}
    boards = {*boards, *_boards_at(desk, tables)}
    if not boards:
        recompute_scores(desk, keys)
        return set()
    update_ = _HeldUpdate(desk.session)
    of_boards = _lines_of(desk, boards)
    moved_keys, settled = move_following_lines(desk, {row.board for row in of_boards if row.decision == "accepted"})
    if moved_keys:
        of_boards = _lines_of(desk, boards)
    of_boards, broken, relogged = in_their_logs(desk.event, of_boards)
    changed = update_.store_logs(relogged)
    changed |= update_.replace(FAULTS_OF_LOGS, of_boards, faults_of_boards(of_boards, broken))
    if changed:
        of_boards = _lines_of(desk, boards)
    keys |= moved_keys | changed | _tables_of_reopened(of_boards)
    keys |= update_.replace({"moved"}, *moved_boards(desk, of_boards, tables))
    for batch in key_batches_by_round(keys):
        rows = lines_with_reopenings(desk, batch)
        update_.replace({"twice", "differs"}, rows, contradicting_lines(desk, batch, rows))
    connected = _tables_to_order(desk, {table for _, table in keys}, tables, of_boards)
    after_match = _hold_out_of_order(desk, update_, keys, connected, settled)
    # A line held for this reason no longer tells where its board was.
    return update_.held | (hold_lines(desk, (), after_match) if after_match else set())


def _lines_of(desk: Desk, boards: Collection[str]) -> list[StoredLine]:
    return [row for row in read_lines(desk, is_one_of(LINES.board, boards)) if row.board in boards]


class _HeldUpdate:
    """Stores reasons to hold lines; `held`: ids of the lines that got a new one."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.held: set[int] = set()

    def store_logs(self, rows: Collection[StoredLine]) -> set[TableKey]:
        """Store of which of their boards' logs these lines are. Returns their tables."""
        self._store("log", {row: row.log for row in rows})
        return {(row.round, row.table) for row in rows}

    def replace(self, names: set[str], rows: Iterable[StoredLine], found: HoldReasons) -> set[TableKey]:
        """Of the reasons `names`, store for the undecided lines of `rows` those that were `found`, and remove the
        others.

        Returns the tables of the lines that changed.
        """
        reasons: dict[StoredLine, set[str]] = {row: set(row.held.split()) - names for row in rows}
        for row, reason in found:
            reasons.setdefault(row, set(row.held.split()) - names).add(reason)
        changed = {row: join_reasons(now) for row, now in reasons.items() if not row.decision}
        changed = {row: held for row, held in changed.items() if held != row.held}
        self._store("held", changed)
        self.held |= {row.id for row, held in changed.items() if set(held.split()) - set(row.held.split())}
        return {(row.round, row.table) for row in changed}

    def _store(self, column: str, changed: Mapping[StoredLine, int | str]) -> None:
        """Store a column's new values of lines."""
        if changed:
            query = update(Line.__table__).where(LINES.id == bindparam("line"))  # type: ignore[arg-type]
            values = [{"line": row.id, "now": value} for row, value in changed.items()]
            self._session.execute(query.values({column: bindparam("now")}), values)
            self._session.expire_all()


def _boards_at(desk: Desk, tables: Collection[int]) -> set[str]:
    """Query the boards that have a line at one of these tables, in any round."""
    query = select(LINES.board, LINES.table).where(LINES.event_id == desk.event.id, is_one_of(LINES.table, tables))
    return {row.board for row in desk.session.execute(query.distinct()) if row.table in tables}


def _tables_of_reopened(rows: list[StoredLine]) -> set[TableKey]:
    """Return the tables of the lines that a line of their board takes back."""
    taken_back = {(row.board, row.log, row.replaces) for row in rows if row.end == REOPENED}
    return {(row.round, row.table) for row in rows if (row.board, row.log, row.n) in taken_back}


def _hold_out_of_order(
    desk: Desk, update_: _HeldUpdate, table_keys: set[TableKey], tables: set[int], settled: set[int]
) -> set[TableKey]:
    """Hold or release lines at `tables` that skip a round, or lines at `table_keys` of a match that is over, and
    recompute scores. Returns the tables whose lines are newly held as of a match that is over.

    This needs the scores of all lines that may count, so lines held for this reason before count meanwhile.
    """
    rules = round_rules(desk)
    held_for_it = read_lines(desk, is_one_of(LINES.table, tables), LINES.held.contains("order"))
    before = [row for row in held_for_it if row.table in tables]
    held_before = update_.held.copy()
    recompute_scores(desk, table_keys | update_.replace({"order"}, before, []), rules)
    after_match = update_.replace(set(), [], lines_after_the_match(desk, table_keys, rules))
    late = update_.replace(set(), [], lines_out_of_order(desk, tables, settled, rules))
    update_.held -= {row.id for row in before} - held_before
    recompute_scores(desk, after_match | late, rules)
    return after_match


def _tables_to_order(desk: Desk, tables: set[int], known: set[int], of_boards: list[StoredLine]) -> set[int]:
    """Return these tables, and all others where a board that has a line at one of them has a line. `of_boards` has all
    lines of the boards at the `known` ones of these tables."""
    if tables == known:
        at_tables = {row.board for row in of_boards if row.table in tables}
        return tables | {row.table for row in of_boards if row.board in at_tables}
    boards = _boards_at(desk, tables)
    query = select(LINES.table, LINES.board).where(LINES.event_id == desk.event.id, is_one_of(LINES.board, boards))
    return tables | {row.table for row in desk.session.execute(query.distinct()) if row.board in boards}
