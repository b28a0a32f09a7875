"""Merge what a hall has played and decided on a copy of its own into the event: seats, lines, cards, decisions.

Only what is of the hall is taken, and only once, so it can be merged as often as the line is there. What the event's
own desk has decided about the hall meanwhile stays, and is named.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sqlalchemy import select
from sqlalchemy.orm import Session

from host_tools.desk.events.audit_log import AuditEntry, log_change, read_audit_log
from host_tools.desk.events.entrants import entrants
from host_tools.desk.events.event import rounds_seated
from host_tools.desk.events.hall_copy import read_hall_copy
from host_tools.desk.events.round_rules import MAIN
from host_tools.desk.intake.board_clocks import CLOCK
from host_tools.desk.intake.disputes import DISPUTED
from host_tools.desk.intake.hold_lines import hold_lines
from host_tools.desk.intake.import_lines import import_lines
from host_tools.desk.intake.late_corrections import CORRECTED, CorrectionRecorder
from host_tools.desk.intake.misplaced_boards import ASSIGNED, PLACED
from host_tools.desk.rounds.correction_impact import CorrectionEffect
from host_tools.desk.rounds.hall_places import HallPlaces, replace_hall_seats
from host_tools.desk.scoring.stored_lines import TableKey
from host_tools.desk.store.base import Base
from host_tools.desk.store.model import BoardClock, Card, Change, Dispute, Event, Line, Score, Sitting
from host_tools.i18n import message
from host_tools.results.result_line import parse_line
from host_tools.table_numbers import board_event, event_table, hall_of

MERGED = "hall merged"
"""Kind of the audit entry of a merge."""
_TOLD = (
    *("admitted", "withdrawn", "readmitted", "seated", "reseated", "swapped", "unseated", "swapped tables"),
    *("accepted", "refused", "dispute withdrawn", DISPUTED, PLACED, ASSIGNED, CLOCK, CORRECTED),
)
"""Kinds of the hall's audit entries that the event's audit log gets."""
_OWN_IDS = ("line", "lines", "dispute", "would", "before")
"""Fields of their details that only the copy's own ids give a meaning."""


_Row = TypeVar("_Row", bound=Base)


@dataclass
class MergeReport:
    """What a merge has brought: numbers of `rounds` seated anew, new `lines`, `held` ones, `cards` and `decisions`.

    `kept` says what of the event stayed as it was, though the hall had it otherwise. `would`: changes of seats,
    qualifiers and ties that an earlier merge would have caused.
    """

    hall: int = 0
    players: int = 0
    rounds: int = 0
    lines: int = 0
    held: int = 0
    cards: int = 0
    decisions: int = 0
    kept: list[str] = field(default_factory=list)
    would: list[CorrectionEffect] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        """Whether the merge has brought nothing."""
        return not (self.players or self.rounds or self.lines or self.cards or self.decisions)


def merge_hall(session: Session, event: Event, copied: Session, by: str) -> MergeReport:
    """Merge a hall's copy of the event, read by the session `copied`, into the event. Raises DeskError."""
    copy, mark = read_hall_copy(copied, event.uid)
    merge = _Merge(session, event, copied, copy, mark)
    merge.players()
    merge.seats()
    rounds = {line.round for line in merge.lines} | {card.round for card in merge.cards_of(copied, copy)}
    correction = CorrectionRecorder(session, event, rounds)
    merge.audit_log()
    merge.import_lines(by)
    keys = merge.decisions() | merge.cards() | merge.disputes()
    session.flush()
    merge.clocks()
    hold_lines(session, event, {line.board for line in merge.lines}, keys)
    report = merge.report
    report.would = correction.write(by, "", {"hall": report.hall})
    if not report.is_empty:
        counts = {name: getattr(report, name) for name in ("players", "rounds", "lines", "cards", "decisions")}
        log_change(session, event, by, MERGED, detail={"hall": report.hall, **counts})
    return report


class _Merge:
    """One merge, step by step: each takes from the copy what is of its hall and not in the event yet."""

    def __init__(self, session: Session, event: Event, copied: Session, copy: Event, mark: AuditEntry) -> None:
        self._session, self._event, self._copied, self._copy, self._mark = session, event, copied, copy, mark
        self.hall: int = mark.detail["hall"]
        self.report = MergeReport(self.hall)
        of_copy = copied.scalars(select(Line).where(Line.event_id == copy.id).order_by(Line.id))
        own_id = board_event(event.uid, event_table(self.hall, 1))
        self.lines = [line for line in of_copy if parse_line(line.text).event == own_id or self._is_counted_here(line)]

    def _is_of_hall(self, table: int) -> bool:
        return hall_of(table) == self.hall

    def _is_counted_here(self, line: Line) -> bool:
        """Return whether the hall's director has said that a line is of this hall, whatever its board says."""
        return line.decision == "accepted" and self._is_of_hall(line.table)

    def players(self) -> None:
        """Add those who have come to the hall, and note those who have left it."""
        ours = {player.code: player for player in entrants(self._session, self._event).values()}
        for player in entrants(self._copied, self._copy).values():
            if player.hall != self.hall:
                continue
            known = ours.get(player.code)
            if known is None:
                self._session.add(
                    _copied_row(player, self._event, number=1 + max(one.number for one in ours.values()), seed=None)
                )
                self._session.flush()
                ours = {one.code: one for one in entrants(self._session, self._event).values()}
                self.report.players += 1
            elif known.name != player.name:
                self.report.kept.append(message("event.halls.kept_player", code=player.code, name=known.name))
            elif (known.left, known.joined) != (player.left, player.joined) and known.hall == self.hall:
                known.left, known.joined = player.left, player.joined
                self.report.players += 1

    def seats(self) -> None:
        """Seat the hall as its own desk has, in each main round in which it has no result here."""
        theirs = HallPlaces(self._copied, self._copy, self.hall)
        ours = HallPlaces(self._session, self._event, self.hall)
        kinds = {round_.number: round_.kind for round_ in rounds_seated(self._session, self._event)}
        for number, places in sorted(theirs.by_round.items()):
            if places == ours.by_round.get(number) or number > self._event.rounds:
                continue
            if kinds.get(number, MAIN) != MAIN or self._has_results(number):
                self.report.kept.append(message("event.halls.kept_round", round=number))
                continue
            replace_hall_seats(self._session, self._event, self.hall, number, places, theirs.seated_at[number])
            self.report.rounds += 1

    def _has_results(self, number: int) -> bool:
        conditions = (Score.event_id == self._event.id, Score.round == number)
        return any(map(self._is_of_hall, self._session.scalars(select(Score.table).where(*conditions))))

    def audit_log(self) -> None:
        """Copy what the hall's log tells since the copy was made, by whom and when."""
        ours = {_entry_key(one) for one in read_audit_log(self._session, self._event, *_TOLD)}
        for entry in read_audit_log(self._copied, self._copy, *_TOLD):
            detail = {name: value for name, value in entry.detail.items() if name not in _OWN_IDS}
            told = AuditEntry(0, entry.at, entry.by, entry.what, entry.reason, detail | {"hall": self.hall})
            if entry.id > self._mark.id and _entry_key(told) not in ours:
                said = {name: getattr(told, name) for name in ("at", "by", "what", "reason")}
                text = json.dumps(detail | {"hall": self.hall}, ensure_ascii=False)
                self._session.add(Change(event_id=self._event.id, detail=text, **said))

    def import_lines(self, by: str) -> None:
        """Import the hall's lines, as from a file; those of boards of another hall are the other's to bring."""
        numbered = [(self._mark.what, number, line.text) for number, line in enumerate(self.lines, 1)]
        imported = import_lines(self._session, self._event, numbered, by)
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
        return self._session.scalars(select(model).where(model.event_id == self._event.id)).all()

    def cards_of(self, session: Session, event: Event) -> list[Card]:
        """Return the cards typed at the hall's tables, oldest first."""
        cards = session.scalars(select(Card).where(Card.event_id == event.id).order_by(Card.id))
        return [card for card in cards if self._is_of_hall(card.table)]

    def cards(self) -> set[TableKey]:
        """Add the cards that the hall has typed; where this desk has typed one of its own, that stays. Returns the
        tables concerned."""
        keys: set[TableKey] = set()
        ours = self.cards_of(self._session, self._event)
        known = {_card_key(card) for card in ours}
        newest = {_place(card): card for card in ours}
        theirs = self.cards_of(self._copied, self._copy)
        brought = {_card_key(card) for card in theirs}
        for card in theirs:
            before = newest.get(_place(card))
            if _card_key(card) in known:
                continue
            if before is not None and _card_key(before) not in brought:
                where = message("desk.error.where", table=card.table, round=card.round)
                self.report.kept.append(message("event.halls.kept_card", where=where, by=before.by))
                continue
            self._session.add(added := _copied_row(card, self._event, replaces=before.id if before else None))
            self._session.flush()
            newest[_place(card)] = added
            keys.add((card.round, card.table))
            self.report.cards += 1
        for number, table in keys:
            self._session.get_one(Sitting, (self._event.id, number, table), populate_existing=True).changes += 1
        return keys

    def disputes(self) -> set[TableKey]:
        """Add the hall's disputes, and decide those that its director has decided. Returns the tables concerned."""
        keys: set[TableKey] = set()
        ours = {(one.digest, one.at, one.by): one for one in self._ours(Dispute)}
        for one in self._copied.scalars(select(Dispute).where(Dispute.event_id == self._copy.id)):
            own = ours.get((one.digest, one.at, one.by))
            if not self._is_of_hall(one.table) or (own is not None and own.decided):
                continue
            if own is None:
                self._session.add(_copied_row(one, self._event))
            elif one.decided:
                own.decided = one.decided
            keys.add((one.round, one.table))
        return keys

    def clocks(self) -> None:
        """Correct the clocks of the hall's boards as its director has."""
        boards = {line.board for line in self.lines}
        for clock in self._copied.scalars(select(BoardClock).where(BoardClock.event_id == self._copy.id)):
            if clock.board in boards and self._session.get(BoardClock, (self._event.id, clock.board)) is None:
                self._session.add(_copied_row(clock, self._event))


def _copied_row(row: _Row, event: Event, **changes: object) -> _Row:
    """Return a row of the event with the values of another's; `changes` are its own."""
    names = [column.name for column in row.__table__.columns if column.name != "id"]
    return type(row)(**{name: getattr(row, name) for name in names} | {"event_id": event.id, **changes})


def _entry_key(entry: AuditEntry) -> tuple[str, ...]:
    return entry.at, entry.by, entry.what, entry.reason, str(sorted(entry.detail.items()))


def _place(card: Card) -> tuple[int, int, int, str]:
    return card.round, card.table, card.game, card.side


def _card_key(card: Card) -> tuple[object, ...]:
    """Return what tells a card from all others: its place, what it says, and who has typed it when."""
    said = (card.won, card.points, card.column, card.spread, card.level, card.holes, card.against, card.source)
    return *_place(card), *said, card.code, card.by, card.reason, card.at
