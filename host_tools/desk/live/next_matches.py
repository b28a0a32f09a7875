"""Determine each board's next match, from the store; record which board is assigned to which table."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from sqlalchemy import and_, func, select

from host_tools.desk.errors import DeskError
from host_tools.desk.events.audit_log import log_change
from host_tools.desk.events.event import rounds_seated
from host_tools.desk.events.round_rules import round_rules
from host_tools.desk.intake.misplaced_boards import ASSIGNED, PLACED, read_places
from host_tools.desk.live.board_messages import PayloadError, check_uid
from host_tools.desk.rounds.missing_results import games_to_play
from host_tools.desk.scoring.stored_lines import IS_GAME
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import ENTRANTS, LINES, SEATS, Entrant, Seat, TableKey, is_one_of
from host_tools.i18n import message
from host_tools.results.validation import OTHER_EVENT

NETWORK = "network"
"""Name of the desk in the audit log, where it imports and assigns by itself."""


class NextMatch(NamedTuple):
    """A table's match in one round; `names` has one name a side."""

    round: int
    table: int
    preset: str
    teams: int
    names: tuple[str, ...]


def assign_table(desk: Desk, board: str, table: int) -> str:
    """Record the director's assignment of a board to a table, 0 for none. Returns the board's uid. Raises DeskError.

    `board` is the uid, or the end of the uid of a board that has sent results.
    """
    uid = _find_uid(desk, board.lower())
    log_change(desk, PLACED, detail={"board": uid, "table": table})
    return uid


def _find_uid(desk: Desk, board: str) -> str:
    """Return `board` if it is a uid, else the uid in stored results that ends so. Raises DeskError unless one does."""
    try:
        check_uid(board)
        return board
    except PayloadError:
        known = desk.session.scalars(select(LINES.board).distinct().where(LINES.event_id == desk.event.id)).all()
    matches = [uid for uid in known if board and uid.endswith(board)]
    if len(matches) != 1:
        raise DeskError(message("live.assign.unknown", board=board)) from None
    return matches[0]


def next_matches(desk: Desk, places: Mapping[str, int], exchanged: Collection[int]) -> dict[str, NextMatch]:
    """Return each board's next match, by uid: the first at its table that is not over and whose games it has not sent.

    `places` are the boards' tables by uid; boards without a next match are left out. At the tables `exchanged` boards
    have changed places: results of a round that a board has played elsewhere may wait on the board that was at its
    table then.
    """
    rules, open_at = round_rules(desk), _open_rounds(desk, set(places.values()))
    open_rounds = {number for numbers in open_at.values() for number in numbers}
    sent = _count_games_sent(desk, places.keys(), open_rounds)
    tables_of = defaultdict(set)
    for uid, round_number, table in sent:
        tables_of[uid, round_number].add(table)
    next_keys: dict[str, TableKey] = {}
    for uid, table in places.items():
        for round_number in open_at.get(table, ()):
            was_elsewhere = table in exchanged and tables_of[uid, round_number] - {table}
            if sent.get((uid, round_number, table), 0) < rules[round_number].games and not was_elsewhere:
                next_keys[uid] = (round_number, table)
                break
    names = _side_names(desk, next_keys.values())
    presets = {round_.number: round_.preset for round_ in rounds_seated(desk)}
    matches = {}
    for uid, (round_number, table) in next_keys.items():
        side_names = names[round_number, table]
        matches[uid] = NextMatch(round_number, table, presets[round_number], len(side_names), side_names)
    return matches


def _open_rounds(desk: Desk, tables: Collection[int]) -> dict[int, list[int]]:
    """Return, by table, the rounds for which results are missing there, in order, for these tables at least."""
    open_rounds = defaultdict(list)
    for number, table in sorted(games_to_play(desk, tables=tables)):
        open_rounds[table].append(number)
    return open_rounds


def _count_games_sent(desk: Desk, boards: Collection[str], rounds: Collection[int]) -> dict[tuple[str, int, int], int]:
    """Count the games sent, by (board's uid, round, table), in these rounds, of these boards at least.

    Held results count too, unless they may be of another event (a board may still have those of last week).
    """
    not_foreign = and_(LINES.sealed, *(~LINES.held.contains(reason) for reason in OTHER_EVENT))
    sent = (LINES.decision == "accepted") | ((LINES.decision == "") & not_foreign)
    conditions = (LINES.event_id == desk.event.id, sent, IS_GAME, LINES.round.in_(rounds))
    place = (LINES.board, LINES.round, LINES.table)
    query = select(*place, func.count(LINES.game.distinct())).where(*conditions, is_one_of(LINES.board, boards))
    rows = desk.session.execute(query.group_by(*place)).all()
    return {(board, number, table): games for board, number, table, games in rows}


def record_assigned(desk: Desk, places: Collection[tuple[str, int]]) -> None:
    """Log each (board, table) that a desk assigns for the first time: results from elsewhere are held."""
    for board, table in sorted(set(places) - read_places(desk, ASSIGNED)):
        log_change(desk.acting(NETWORK), ASSIGNED, detail={"board": board, "table": table})


def newest_results(desk: Desk, boards: Collection[str]) -> dict[str, int]:
    """Query the number of the last stored result in the newest log of each board, by uid, for these boards at least.
    Results that another may have written are left out."""
    conditions = (LINES.event_id == desk.event.id, LINES.sealed, is_one_of(LINES.board, boards))
    query = select(LINES.board, LINES.log, func.max(LINES.n)).where(*conditions).group_by(LINES.board, LINES.log)
    return {board: newest for board, _, newest in sorted(map(tuple, desk.session.execute(query).all()))}


def _side_names(desk: Desk, keys: Iterable[TableKey]) -> dict[TableKey, tuple[str, ...]]:
    """Return the names at these tables (round, table), one for each side; partners are joined by " & "."""
    wanted_keys = set(keys)
    rounds, tables = {number for number, _ in wanted_keys}, {table for _, table in wanted_keys}
    player = (SEATS.event_id == ENTRANTS.event_id) & (SEATS.player == ENTRANTS.number)
    query = select(SEATS.round, SEATS.table, SEATS.side, ENTRANTS.name).join_from(Seat, Entrant, player)
    seated = query.where(SEATS.event_id == desk.event.id, SEATS.round.in_(rounds), is_one_of(SEATS.table, tables))
    names_by_key: dict[TableKey, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    # `all`: rows fetched one by one take twice as long.
    for number, table, side, name in desk.session.execute(seated.order_by(SEATS.side, SEATS.player)).all():
        if (number, table) in wanted_keys:
            names_by_key[number, table][side].append(name)
    return {key: tuple(" & ".join(names) for names in sides.values()) for key, sides in names_by_key.items()}
