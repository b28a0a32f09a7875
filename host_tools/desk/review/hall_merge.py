"""Merge what a hall has played and decided on a copy of its own into the event: seats, lines, cards, decisions.

Only the hall's own data is taken, and only once, so the copy can be merged whenever there is a connection. What the
event's own desk has decided about the hall meanwhile stays, and is reported.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Set
from dataclasses import asdict, dataclass, field, replace
from typing import Any, TypeVar

from sqlalchemy import select
from sqlalchemy.orm import Session

from host_tools.desk.errors import DeskError
from host_tools.desk.events.audit_log import AuditEntry, detail_text, log_change, newest_change_ids, read_audit_log
from host_tools.desk.events.entrants import PLAYER_CORRECTED, entrants
from host_tools.desk.events.hall_copy import hall_of_copy, read_hall_copy, snapshot
from host_tools.desk.events.lease import Lease
from host_tools.desk.events.location import EventLocation, OpenEvent
from host_tools.desk.intake.board_clocks import CLOCK
from host_tools.desk.intake.disputes import DISPUTED
from host_tools.desk.intake.hold_lines import hold_lines
from host_tools.desk.intake.import_lines import import_lines
from host_tools.desk.intake.late_corrections import CORRECTED, CorrectionRecorder
from host_tools.desk.intake.misplaced_boards import ASSIGNED, PLACED
from host_tools.desk.rounds.correction_impact import CorrectionEffect
from host_tools.desk.rounds.hall_places import HallPlaces, changed_players, replace_hall_seats, tables_of
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import Base, BoardClock, Card, Change, Dispute, Event, Line, Score, Sitting, TableKey
from host_tools.i18n import message
from host_tools.results.result_line import parse_line
from host_tools.table_numbers import hall_id, hall_letter, hall_of, tables_text

TOLD = (
    "admitted", "withdrawn", "readmitted", "seated", "reseated", "swapped", "unseated", "swapped tables",
    "accepted", "refused", "dispute withdrawn", DISPUTED, PLACED, ASSIGNED, CLOCK, CORRECTED,
)  # fmt: skip
"""Kinds of the hall's audit entries that the event's audit log gets."""
_OWN_IDS = ("line", "lines", "dispute", "would", "before")
"""Fields of their details that hold the copy's own ids, which mean nothing in the event."""


def entries_to_tell(desk: Desk, copied: Desk, mark: Lease) -> list[AuditEntry]:
    """Return the entries of the copy's audit log, since the lease `mark` made it a hall's, that the event's log does
    not have."""
    ours = {_key(entry) for entry in read_audit_log(desk, *TOLD)}
    told = [_for_event(entry, mark.hall) for entry in read_audit_log(copied, *TOLD)]
    return [entry for entry in told if entry.id > mark.change and _key(entry) not in ours]


def _for_event(entry: AuditEntry, hall: int) -> AuditEntry:
    detail = {name: value for name, value in entry.detail.items() if name not in _OWN_IDS}
    return replace(entry, detail=detail | {"hall": hall})


def _key(entry: AuditEntry) -> tuple[str, ...]:
    return entry.at, entry.by, entry.what, entry.reason, str(sorted(entry.detail.items()))


def tell(desk: Desk, entries: Iterable[AuditEntry]) -> None:
    """Add these entries to the event's audit log, by whom and when they were."""
    for entry in entries:
        said = {name: getattr(entry, name) for name in ("at", "by", "what", "reason")}
        desk.session.add(Change(event_id=desk.event.id, detail=detail_text(entry.detail), **said))


@dataclass
class MergeReport:
    """What a merge has brought: numbers of `rounds` seated anew, new `lines`, `held` ones, `cards` and `decisions`.

    `kept` names what stayed as it was in the event although it differs in the hall's copy. `waiting`: the hall's
    results at tables where others sit here, which are not taken. `would`: changes of seats, qualifiers and ties that an
    earlier merge would have caused.
    """

    hall: int = 0
    players: int = 0
    rounds: int = 0
    lines: int = 0
    held: int = 0
    cards: int = 0
    decisions: int = 0
    waiting: int = 0
    kept: list[str] = field(default_factory=list)
    would: list[CorrectionEffect] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        """Whether the merge has brought nothing."""
        return not (self.players or self.rounds or self.lines or self.cards or self.decisions)

    @property
    def summary(self) -> str:
        """What it has brought, as text."""
        return message("event.halls.merged", "", **asdict(self) | {"hall": hall_letter(self.hall)})


log = logging.getLogger("cribboard.merge")

_EVERY_S = 30.0


class RepeatedMerge:
    """Merges the hall's copy `copy` into the event of the same name at `main`, by the user `by`.

    Raises DeskError if `copy` is not a hall's.
    """

    def __init__(self, copy: OpenEvent, main: EventLocation, by: str) -> None:
        self._copy, self._main, self._by = copy, main, by
        self._merged: tuple[int | None, ...] = ()
        """The newest changes of the copy that are merged."""
        self._failure = ""
        """Why the last attempt failed; "" if it has not."""
        self._kept: list[str] = []
        """What the last merge that had something to do did not change."""
        log.setLevel(logging.INFO)
        with copy.reading() as desk:
            if not hall_of_copy(desk):
                raise DeskError(message("event.halls.no_copy"))

    async def run(self, _on_change: Callable[[], None]) -> None:
        """Merge what is new every 30 s, until cancelled; log what it has brought, and why it cannot."""
        while True:
            await asyncio.to_thread(self.merge_and_log)
            await asyncio.sleep(_EVERY_S)

    def merge_and_log(self) -> None:
        """Merge once. Log what it has brought, what it has not changed and why it has failed; nothing is logged
        twice."""
        try:
            report = self.merge_new()
        except DeskError as error:
            if str(error) != self._failure:
                log.warning(message("event.halls.not_merged", why=error))
            self._failure = str(error)
        else:
            if report is not None:
                self._log(report)

    def _log(self, report: MergeReport) -> None:
        if self._failure or not report.is_empty:
            log.info(report.summary)
        for text in report.kept:
            if text not in self._kept:
                log.info(text)
        self._failure, self._kept = "", report.kept

    def merge_new(self) -> MergeReport | None:
        """Merge once; return what it has brought, None if the copy has not changed since a merge took all of it. Raises
        DeskError."""
        with self._copy.reading() as copied:
            changes = newest_change_ids(copied)
        if changes == self._merged:
            return None
        with snapshot(self._copy.store) as copied, self._main.writing(self._copy.name) as desk:
            report = merge_hall(desk.acting(self._by), copied)
        # Results that wait for other seats in the event wait though the copy does not change.
        self._merged = () if report.waiting else changes
        return report


MERGED = "hall merged"
"""Kind of the audit entry of a merge."""
_Row = TypeVar("_Row", bound=Base)


def merge_hall(desk: Desk, copied: Session) -> MergeReport:
    """Merge a hall's copy of the event, read by the session `copied`, into the event. Raises DeskError."""
    if hall := hall_of_copy(desk):
        raise DeskError(message("event.halls.into_copy", hall=hall_letter(hall)))
    copy, mark = read_hall_copy(copied, desk.event.uid)
    merge = _Merge(desk, Desk(copied, copy), mark)
    merge.players()
    if _is_newest_copy(desk, mark):
        merge.seats()
    else:
        merge.report.kept.append(message("event.halls.newer_copy", hall=hall_letter(merge.hall)))
    merge.leave_out_other_tables()
    rounds = {line.round for line in merge.lines} | {card.round for card in merge.cards_there}
    correction = CorrectionRecorder(desk, rounds)
    merge.audit_log()
    merge.import_lines(desk.by)
    keys = merge.decisions() | merge.cards() | merge.disputes()
    desk.session.flush()
    merge.clocks()
    hold_lines(desk, {line.board for line in merge.lines}, keys)
    report = merge.report
    report.would = correction.write({"hall": report.hall})
    if not report.is_empty:
        counts = {name: getattr(report, name) for name in ("players", "rounds", "lines", "cards", "decisions")}
        log_change(desk, MERGED, detail={"hall": report.hall, "copied": mark.at, **counts})
    return report


def _is_newest_copy(desk: Desk, mark: Lease) -> bool:
    """Return whether this is the newest copy of the hall that has been merged: two copies would undo each other's
    seats."""
    merges = [entry.detail for entry in read_audit_log(desk, MERGED)]
    copied = [detail.get("copied", "") for detail in merges if detail["hall"] == mark.hall]
    return mark.at >= max(copied, default="")


class _Merge:
    """One merge, step by step: each step takes from the copy what belongs to its hall and is not in the event yet."""

    def __init__(self, desk: Desk, copied: Desk, mark: Lease) -> None:
        self._desk, self._copied = desk, copied
        self.hall: int = mark.hall
        self.report = MergeReport(self.hall)
        of_copy = copied.session.scalars(select(Line).where(Line.event_id == copied.event.id).order_by(Line.id))
        own_id = hall_id(desk.event.uid, self.hall)
        self.lines = [line for line in of_copy if parse_line(line.text).event == own_id or self._is_counted_here(line)]
        self.cards_there = self._cards_of(copied)
        self._places_there = HallPlaces(copied, self.hall)
        self._told = entries_to_tell(desk, copied, mark)
        self._mistaken: set[str] = set()
        """Ids of the hall's players that are other people's in the event."""
        self._other_tables: set[TableKey] = set()
        """Tables where others sit in the event than in the copy."""

    def _is_of_hall(self, table: int) -> bool:
        return hall_of(table) == self.hall

    def _is_counted_here(self, line: Line) -> bool:
        """Return whether the hall's director has said that a line is of this hall, whatever its board says."""
        return line.decision == "accepted" and self._is_of_hall(line.table)

    def players(self) -> None:
        """Add those who have come to the hall, and note those who have left it."""
        changed = {entry.detail["player"] for entry in self._told if entry.what in ("withdrawn", "readmitted")}
        ours = {player.code: player for player in entrants(self._desk).values()}
        corrected = {entry.detail["player"] for entry in read_audit_log(self._desk, PLAYER_CORRECTED)}
        for player in entrants(self._copied).values():
            if player.hall != self.hall:
                continue
            known = ours.get(player.code)
            if known is None:
                self._desk.session.add(
                    _copied_row(
                        player, self._desk.event, number=1 + max(one.number for one in ours.values()), seed=None
                    )
                )
                self._desk.session.flush()
                ours = {one.code: one for one in entrants(self._desk).values()}
                self.report.players += 1
            elif known.name != player.name and player.code not in corrected:
                self._mistaken.add(player.code)
                self.report.kept.append(message("event.halls.kept_player", code=player.code, name=known.name))
            elif player.code in changed and known.hall == self.hall:
                known.left, known.joined = player.left, player.joined
                self.report.players += 1

    def seats(self) -> None:
        """Seat main rounds as the hall's own desk has, unless that changes a table that has a result here."""
        theirs, ours = self._places_there, HallPlaces(self._desk, self.hall)
        for number, places in sorted(theirs.by_round.items()):
            here = ours.by_round.get(number, {})
            if places == here or number > self._desk.event.rounds:
                continue
            tables = tables_of(changed_players(here, places), here, places)
            strangers = places.keys() & (ours.elsewhere[number] | self._mistaken)
            if kept := self._why_kept(number, tables, strangers):
                self.report.kept.append(kept)
                continue
            replace_hall_seats(self._desk, self.hall, number, places, theirs.seated_at[number])
            self.report.rounds += 1

    def _why_kept(self, number: int, tables: set[int], strangers: Set[str]) -> str:
        """Return why a round stays seated as it is here, "" if it does not: `tables` that would change have results, or
        `strangers` among the hall's players sit elsewhere here, or are others."""
        if self._have_results(number, tables):
            return message("event.halls.kept_round", round=number)
        if strangers:
            names = [player.name for player in entrants(self._copied).values() if player.code in strangers]
            return message("event.halls.kept_seats", round=number, names=", ".join(names))
        return ""

    def _have_results(self, number: int, tables: set[int]) -> bool:
        conditions = (Score.event_id == self._desk.event.id, Score.round == number)
        return not tables.isdisjoint(self._desk.session.scalars(select(Score.table).where(*conditions)))

    def leave_out_other_tables(self) -> None:
        """Leave out the results at tables where others sit here than in the copy: they would count for the wrong
        players."""
        ours = HallPlaces(self._desk, self.hall).by_table()
        theirs = self._places_there.by_table()
        mistaken = {key for key, seats in theirs.items() if self._mistaken & {code for code, _ in seats}}
        self._other_tables = {key for key in {*ours, *theirs} if theirs.get(key) != ours.get(key)} | mistaken
        self._name_left_out()
        self.lines = [line for line in self.lines if not self._is_other(line)]
        self.cards_there = [card for card in self.cards_there if not self._is_other(card)]

    def _name_left_out(self) -> None:
        """Report at which tables results were left out that have not been merged before."""
        digests, cards = {line.digest for line in self._ours(Line)}, set(map(_card_key, self._cards_of(self._desk)))
        left_out: list[Line | Card] = [line for line in self.lines if line.digest not in digests]
        left_out += [card for card in self.cards_there if _card_key(card) not in cards]
        places = [(row.round, row.table) for row in left_out if self._is_other(row)]
        self.report.waiting = len(places)
        for number in sorted({number for number, _ in places}):
            tables = tables_text(sorted({table for other, table in places if other == number}))
            self.report.kept.append(message("event.halls.kept_results", round=number, tables=tables))

    def _is_other(self, row: Line | Card | Dispute) -> bool:
        return (row.round, row.table) in self._other_tables

    def audit_log(self) -> None:
        """Add what is new in the hall's log, with who did it and when."""
        tell(self._desk, self._told)

    def import_lines(self, by: str) -> None:
        """Import the hall's lines, as from a file; lines of other halls' boards come with those halls' copies."""
        numbered = [(f"hall {hall_letter(self.hall)}", number, line.text) for number, line in enumerate(self.lines, 1)]
        imported = import_lines(self._desk.acting(by), numbered)
        self.report.lines, self.report.held = imported.new, len(imported.held)

    def decisions(self) -> set[TableKey]:
        """Decide about lines as the hall's director has; a decision made here stays. Returns the tables concerned."""
        keys: set[TableKey] = set()
        ours = {line.digest: line for line in self._ours(Line)}
        for theirs in self.lines:
            own = ours.get(theirs.digest)
            if own is None or not theirs.decision or (own.decision, own.table) == (theirs.decision, theirs.table):
                continue
            if own.decision:
                where = message("desk.error.where", table=theirs.table, round=theirs.round)
                self.report.kept.append(message("event.halls.kept_line", where=where, line=own.id))
                continue
            keys |= {(own.round, own.table), (theirs.round, theirs.table)}
            for name in ("decision", "round", "table", "game", "sides"):
                setattr(own, name, getattr(theirs, name))
            self.report.decisions += 1
        return keys

    def _ours(self, model: Any) -> Iterable[Any]:
        return self._desk.session.scalars(select(model).where(model.event_id == self._desk.event.id)).all()

    def _cards_of(self, desk: Desk) -> list[Card]:
        """Return the cards typed at the hall's tables, oldest first."""
        cards = desk.session.scalars(select(Card).where(Card.event_id == desk.event.id).order_by(Card.id))
        return [card for card in cards if self._is_of_hall(card.table)]

    def cards(self) -> set[TableKey]:
        """Add the cards that the hall has typed; where this desk has typed one of its own, that stays. Returns the
        tables concerned."""
        keys: set[TableKey] = set()
        ours = self._cards_of(self._desk)
        known = {_card_key(card) for card in ours}
        newest = {_place(card): card for card in ours}
        brought = {_card_key(card) for card in self.cards_there}
        for card in self.cards_there:
            before = newest.get(_place(card))
            if _card_key(card) in known:
                continue
            if before is not None and _card_key(before) not in brought:
                where = message("desk.error.where", table=card.table, round=card.round)
                self.report.kept.append(message("event.halls.kept_card", where=where, by=before.by))
                continue
            self._desk.session.add(added := _copied_row(card, self._desk.event, replaces=before.id if before else None))
            self._desk.session.flush()
            newest[_place(card)] = added
            keys.add((card.round, card.table))
            self.report.cards += 1
        for number, table in keys:
            self._desk.session.get_one(
                Sitting, (self._desk.event.id, number, table), populate_existing=True
            ).changes += 1
        return keys

    def disputes(self) -> set[TableKey]:
        """Add the hall's disputes, and decide those that its director has decided. Returns the tables concerned."""
        keys: set[TableKey] = set()
        ours = {(one.digest, one.at, one.by): one for one in self._ours(Dispute)}
        for one in self._copied.session.scalars(select(Dispute).where(Dispute.event_id == self._copied.event.id)):
            own = ours.get((one.digest, one.at, one.by))
            if not self._is_of_hall(one.table) or self._is_other(one) or (own is not None and own.decided):
                continue
            if own is None:
                self._desk.session.add(_copied_row(one, self._desk.event))
            elif one.decided:
                own.decided = one.decided
            keys.add((one.round, one.table))
        return keys

    def clocks(self) -> None:
        """Correct the clocks of the hall's boards as its director has."""
        boards = {line.board for line in self.lines}
        for clock in self._copied.session.scalars(
            select(BoardClock).where(BoardClock.event_id == self._copied.event.id)
        ):
            if clock.board in boards and self._desk.session.get(BoardClock, (self._desk.event.id, clock.board)) is None:
                self._desk.session.add(_copied_row(clock, self._desk.event))


def _copied_row(row: _Row, event: Event, **changes: object) -> _Row:
    """Return a row of the event with the values of another's; `changes` are its own."""
    names = [column.name for column in row.__table__.columns if column.name != "id"]
    return type(row)(**{name: getattr(row, name) for name in names} | {"event_id": event.id, **changes})


def _place(card: Card) -> tuple[int, int, int, str]:
    return card.round, card.table, card.game, card.side


def _card_key(card: Card) -> tuple[object, ...]:
    """Return what tells a card from all others: its place, what it says, and who has typed it when."""
    said = (card.won, card.points, card.column, card.spread, card.level, card.holes, card.against, card.source)
    return *_place(card), *said, card.code, card.by, card.reason, card.at
