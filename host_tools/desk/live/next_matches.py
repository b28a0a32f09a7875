"""Determine each board's table and its next match, from the store and from what boards report."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from sqlalchemy import and_, func, select
from sqlalchemy.orm import Session

from host_tools.desk.events.audit_log import log_change, read_audit_log
from host_tools.desk.events.event import rounds_seated
from host_tools.desk.events.hall_rows import halls_of
from host_tools.desk.events.round_rules import round_rules
from host_tools.desk.intake.misplaced_boards import ASSIGNED, PLACED, read_places
from host_tools.desk.live.board_messages import PayloadError, State, check_uid
from host_tools.desk.rounds.round_view import round_view
from host_tools.desk.scoring.stored_lines import TableKey
from host_tools.desk.store.database import DeskError
from host_tools.desk.store.model import BYE_TABLE, Entrant, Event, Line, Score, Seat
from host_tools.i18n import message
from host_tools.results.result_line import CLEARED, REOPENED
from host_tools.results.validation import STRANGE
from host_tools.table_numbers import board_event, hall_of

_LINES, _SCORES, _SEATS = Line.__table__.c, Score.__table__.c, Seat.__table__.c


NETWORK = "network"
"""Who imports and assigns, in the audit log."""


class NextMatch(NamedTuple):
    """A table's match in one round; `names` has one name a side."""

    round: int
    table: int
    preset: str
    teams: int
    names: tuple[str, ...]


class Places(NamedTuple):
    """The table of each board, and the uids of boards without one: they report another board's table, or none."""

    tables: dict[str, int]
    boards_without_table: list[str]


def assign_table(session: Session, event: Event, board: str, table: int, by: str) -> str:
    """Record the director's assignment of a board to a table, 0 for none. Returns the board's uid. Raises DeskError.

    `board` is the uid, or the end of the uid of a board that has sent results; `by` is who assigns, for the audit log.
    """
    uid = _find_uid(session, event, board.lower())
    log_change(session, event, by, PLACED, detail={"board": uid, "table": table})
    return uid


def _find_uid(session: Session, event: Event, board: str) -> str:
    """Return `board` if it is a uid, else the uid in stored results that ends so. Raises DeskError unless one does."""
    try:
        check_uid(board)
        return board
    except PayloadError:
        known = session.scalars(select(_LINES.board).distinct().where(_LINES.event_id == event.id)).all()
    matches = [uid for uid in known if board and uid.endswith(board)]
    if len(matches) != 1:
        raise DeskError(message("live.assign.unknown", board=board)) from None
    return matches[0]


def find_places(session: Session, event: Event, states: Mapping[str, State]) -> Places:
    """Return the table of each board: the director's assignment, else its last result's, else the one it reports.

    A table that another board has by an earlier of these rules, or that several boards report, is not given out; nor
    one in a hall that is not the board's, for it takes only what is of the event whose id it has.
    """
    placements = _director_placements(session, event)
    results = _tables_by_results(session, event)
    for uid, state in states.items():
        for known in (placements, results):
            if known.get(uid) and board_event(event.uid, known[uid]) != state.event:
                del known[uid]
    claims = Counter(state.table for state in states.values())
    halls = {hall.number for hall in halls_of(session, event)}
    alone = {uid: state.table for uid, state in states.items() if claims[state.table] == 1}
    reported = {uid: table for uid, table in alone.items() if hall_of(table) in (halls or {0})}
    tables = {uid: table for uid, table in placements.items() if table}
    for source in (results, reported):
        taken = {0, *tables.values()}
        known = placements | tables
        tables |= {uid: table for uid, table in source.items() if uid not in known and table not in taken}
    return Places(tables, sorted(uid for uid in states if uid not in tables))


def _director_placements(session: Session, event: Event) -> dict[str, int]:
    """Return the table that the director has assigned to each board, by uid; 0 if another board has got it since."""
    placements: dict[str, int] = {}
    for entry in read_audit_log(session, event, PLACED):
        board, table = entry.detail["board"], entry.detail["table"]
        others = {uid: 0 if placed_at == table else placed_at for uid, placed_at in placements.items()}
        placements = others | {board: table}
    return placements


def _tables_by_results(session: Session, event: Event) -> dict[str, int]:
    """Query the table of each board's last result that counts, by uid; of several boards at a table only the last."""
    counts = (_LINES.decision == "accepted") | ((_LINES.decision == "") & (_LINES.held == ""))
    conditions = (_LINES.event_id == event.id, _LINES.end.not_in((REOPENED, CLEARED)), counts)
    last = select(func.max(_LINES.id)).where(*conditions).group_by(_LINES.board)
    rows = session.execute(select(_LINES.board, _LINES.table).where(_LINES.id.in_(last)).order_by(_LINES.id)).all()
    board_by_table = {row.table: row.board for row in rows}
    return {board: table for table, board in board_by_table.items()}


def next_matches(session: Session, event: Event, places: Mapping[str, int]) -> dict[str, NextMatch]:
    """Return each board's next match, by uid: the first at its table that is not over and whose games it has not sent.

    `places` are the boards' tables by uid; boards without a next match are left out. Where boards have changed places,
    the results of a round that a board has played elsewhere may wait on the one that was at its table then.
    """
    open_at, sent = _open_rounds(session, event), _count_games_sent(session, event)
    rules, exchanged = round_rules(session, event), _exchanged_tables(session, event)
    tables_of = defaultdict(set)
    for uid, round_number, table in sent:
        tables_of[uid, round_number].add(table)
    next_keys: dict[str, TableKey] = {}
    for uid, table in places.items():
        for round_number in open_at.get(table, ()):
            was_elsewhere = table in exchanged and tables_of[uid, round_number] - {table}
            if sent[uid, round_number, table] < rules[round_number].games and not was_elsewhere:
                next_keys[uid] = (round_number, table)
                break
    names = _side_names(session, event, next_keys.values())
    presets = {round_.number: round_.preset for round_ in rounds_seated(session, event)}
    matches = {}
    for uid, (round_number, table) in next_keys.items():
        side_names = names[round_number, table]
        matches[uid] = NextMatch(round_number, table, presets[round_number], len(side_names), side_names)
    return matches


def _exchanged_tables(session: Session, event: Event) -> set[int]:
    """Return the tables where a board was, by a desk's word or the director's, that the director has put elsewhere
    since."""
    placements = _director_placements(session, event)
    places = read_places(session, event, ASSIGNED) | read_places(session, event, PLACED)
    return {table for board, table in places if table and placements.get(board, 0) not in (0, table)}


def _open_rounds(session: Session, event: Event) -> dict[int, list[int]]:
    """Return, by table, the rounds for which results are missing there, in order."""
    rules = round_rules(session, event)
    seats = select(_SEATS.round, _SEATS.table, func.count(_SEATS.side.distinct()))
    seats = seats.where(_SEATS.event_id == event.id, _SEATS.table > BYE_TABLE).group_by(_SEATS.round, _SEATS.table)
    score_sides = select(_SCORES.round, _SCORES.table, _SCORES.game, _SCORES.side).distinct()
    scored_sides = score_sides.where(_SCORES.event_id == event.id, _SCORES.table > BYE_TABLE).subquery()
    at_table = (scored_sides.c.round, scored_sides.c.table)
    count = select(*at_table, func.count()).group_by(*at_table)
    score_counts = {(number, table): scores for number, table, scores in session.execute(count).all()}
    matches_won = _matches_won(session, event, [number for number, rule in rules.items() if rule.to_win])
    open_rounds = defaultdict(list)
    for number, table, sides in sorted(map(tuple, session.execute(seats).all())):
        complete = score_counts.get((number, table), 0) >= sides * rules[number].games
        if not complete and (number, table) not in matches_won:
            open_rounds[table].append(number)
    return open_rounds


def _matches_won(session: Session, event: Event, rounds: Iterable[int]) -> set[TableKey]:
    """Return (round, table) of all matches in these rounds in which no game is left to be played."""
    views = [round_view(session, event, number) for number in rounds]
    return {(view.round, table.table) for view in views if view for table in view.tables if table.waiting is None}


def _count_games_sent(session: Session, event: Event) -> Counter[tuple[str, int, int]]:
    """Count the games sent, by (board's uid, round, table): held results too, unless they may be of another event (a
    board may still have those of last week)."""
    not_foreign = and_(*(~_LINES.held.contains(reason) for reason in STRANGE))
    sent = (_LINES.decision == "accepted") | ((_LINES.decision == "") & not_foreign)
    conditions = (_LINES.event_id == event.id, sent, _LINES.end.not_in((REOPENED, CLEARED)))
    place = (_LINES.board, _LINES.round, _LINES.table)
    query = select(*place, func.count(_LINES.game.distinct())).where(*conditions).group_by(*place)
    return Counter({(board, number, table): games for board, number, table, games in session.execute(query).all()})


def record_assigned(session: Session, event: Event, places: Collection[tuple[str, int]]) -> None:
    """Log each (board, table) that a desk assigns for the first time: results from elsewhere are held."""
    for board, table in sorted(set(places) - read_places(session, event, ASSIGNED)):
        log_change(session, event, NETWORK, ASSIGNED, detail={"board": board, "table": table})


def newest_results(session: Session, event: Event) -> dict[str, int]:
    """Query the number of each board's last stored result, by uid, without those that another may have written."""
    conditions = (_LINES.event_id == event.id, ~_LINES.held.contains("seal"))
    query = select(_LINES.board, func.max(_LINES.n)).where(*conditions).group_by(_LINES.board)
    return dict(map(tuple, session.execute(query).all()))


def _side_names(session: Session, event: Event, keys: Iterable[TableKey]) -> dict[TableKey, tuple[str, ...]]:
    """Return the names at these tables (round, table), one for each side; partners are joined by " & "."""
    wanted_keys, people = set(keys), _entrant_names(session, event)
    rounds = {number for number, _ in wanted_keys}
    query = select(_SEATS.round, _SEATS.table, _SEATS.side, _SEATS.player).where(_SEATS.event_id == event.id)
    names_by_key: dict[TableKey, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    order = (_SEATS.side, _SEATS.player)
    # `all`: rows fetched one by one take twice as long.
    for number, table, side, player in session.execute(query.where(_SEATS.round.in_(rounds)).order_by(*order)).all():
        if (number, table) in wanted_keys:
            names_by_key[number, table][side].append(people[player])
    return {key: tuple(" & ".join(names) for names in sides.values()) for key, sides in names_by_key.items()}


def _entrant_names(session: Session, event: Event) -> dict[int, str]:
    """Query the names of all players, by number."""
    query = select(Entrant.number, Entrant.name).where(Entrant.event_id == event.id)
    return {row.number: row.name for row in session.execute(query).all()}
