"""Disputes: somebody says that the result which counts for a game is not of that game; list, withdraw and close them.

A dispute is open until the director decides about the game. A disputed line counts meanwhile, or is held: the event's
`hold_disputed` says which. A typed result always counts meanwhile: the director has entered it.
"""

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import select

from host_tools.desk.errors import DeskError
from host_tools.desk.events.audit_log import log_change
from host_tools.desk.events.entrants import entrants
from host_tools.desk.intake.held_line_view import result_text, side_names
from host_tools.desk.intake.hold_lines import hold_lines
from host_tools.desk.intake.late_corrections import CorrectionRecorder
from host_tools.desk.intake.line_validation import read_line
from host_tools.desk.intake.misplaced_boards import ASSIGNED, PLACED, read_places
from host_tools.desk.scoring.recompute_scores import current_cards, seats_at
from host_tools.desk.scoring.stored_lines import counting_line, lines_at, usable_lines
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import Dispute, Event, Line, Score
from host_tools.i18n import message
from host_tools.results.validation import join_reasons

DISPUTED, WITHDRAWN = "disputed", "withdrawn"
DISPUTE_RULE = "disputed lines"
"""Of the audit log."""


@dataclass(frozen=True)
class OpenDispute:
    """A dispute that waits for the director. `line` is the disputed line's id, None for a typed result; `result` its
    text. `players`: a text for each side of the game's table; `who`: the name of the player who disputes it, "" for a
    paper slip or the director, entered `by` them. `held`: it does not count meanwhile."""

    id: int
    line: int | None
    round: int
    table: int
    game: int
    result: str
    players: tuple[str, ...]
    who: str
    by: str
    at: str
    reason: str
    held: bool

    @property
    def said_by(self) -> str:
        """Who disputes it: the player's name, or that it was a paper slip or the director."""
        return self.who or message("desk.found.a_slip", by=self.by)

    @property
    def text(self) -> str:
        """The dispute as one translated sentence."""
        players = message("desk.page.against").join(self.players)
        why = message("desk.found.dispute_reason", reason=self.reason) if self.reason else ""
        key = "desk.found.disputed_held" if self.held else "desk.found.disputed"
        return message(key, result=self.result, players=players, who=self.said_by) + why


def dispute(desk: Desk, round_number: int, table: int, game: int = 1, *, player: int | None = None) -> int:
    """Dispute the result that counts for a game; returns the dispute's id, the same one if the player has an open one.

    `player`: number of the player who says so; None: a paper slip or the director. Raises
    DeskError if no result counts there, the player does not sit there, or the director has decided already.
    """
    sides = seats_at(desk, [(round_number, table)]).get((round_number, table), {})
    where = message("desk.error.where", table=table, round=round_number)
    if player is not None and not any(player in side for side in sides.values()):
        raise DeskError(message("desk.error.dispute_seat", where=where))
    digest = _disputed_digest(desk, round_number, table, game)
    if digest is None:
        raise DeskError(message("desk.error.dispute_nothing", where=where, game=game))
    place = {"round": round_number, "table": table, "game": game}
    for known in _disputes_of_game(desk, round_number, table, game):
        if known.digest == digest and known.decided not in ("", WITHDRAWN) and player is not None:
            raise DeskError(message("desk.error.dispute_decided", where=where))
        if (known.digest, known.player, known.decided) == (digest, player, ""):
            return known.id
    made = Dispute(
        event_id=desk.event.id, digest=digest, player=player, by=desk.by, reason=desk.reason, decided="", **place
    )
    desk.session.add(made)
    desk.session.flush()
    code = entrants(desk)[player].code if player is not None else None
    log_change(desk, DISPUTED, {**place, "dispute": made.id, "player": code})
    _hold_disputed_lines(desk, {digest})
    return made.id


def withdraw_dispute(desk: Desk, dispute_id: int) -> None:
    """Withdraw an open dispute; one that has been withdrawn stays so. Raises DeskError if there is no such dispute, or
    it has been decided."""
    if _dispute(desk, dispute_id, WITHDRAWN):
        return
    found = open_dispute(desk, dispute_id)
    found.decided = WITHDRAWN
    log_change(desk, "dispute withdrawn", {"dispute": found.id})
    _hold_disputed_lines(desk, {found.digest})


def open_dispute(desk: Desk, dispute_id: int) -> Dispute:
    """Load an open dispute by its id. Raises DeskError if there is none."""
    found = _dispute(desk, dispute_id, "")
    if found is None:
        raise DeskError(message("desk.error.no_dispute", event=desk.event.name, dispute=dispute_id))
    return found


def _dispute(desk: Desk, dispute_id: int, decided: str) -> Dispute | None:
    """Load a dispute that has been decided so, None if there is none."""
    query = select(Dispute).where(Dispute.event_id == desk.event.id, Dispute.id == dispute_id)
    return desk.session.scalar(query.where(Dispute.decided == decided))


def change_dispute_rule(desk: Desk, hold: bool) -> None:
    """Set whether a disputed line is held until the director decides; else it counts meanwhile."""
    before, desk.event.hold_disputed = desk.event.hold_disputed, hold
    log_change(desk, DISPUTE_RULE, {"held": before, "now": {"held": hold}})
    _hold_disputed_lines(desk, {one.digest for one in _open_rows(desk)})


def open_disputes(desk: Desk) -> list[OpenDispute]:
    """List the open disputes, by round, table and game."""
    rows = _open_rows(desk)
    if not rows:
        return []
    lines = _lines_by_digest(desk, {row.digest for row in rows})
    people = entrants(desk)
    names = side_names(desk, {(row.round, row.table) for row in rows})
    return [
        OpenDispute(
            row.id,
            line.id if (line := lines.get(row.digest)) else None,
            row.round,
            row.table,
            row.game,
            result_text(line) if line else _typed_text(desk, row),
            names.get((row.round, row.table), ()),
            people[row.player].name if row.player is not None and row.player in people else "",
            row.by,
            row.at,
            row.reason,
            bool(line and DISPUTED in line.held.split()),
        )
        for row in rows
    ]


def close_disputes(desk: Desk, digests: Collection[str], decision: str) -> None:
    """Close the open disputes of these lines by the director's `decision` about them."""
    for row in _open_rows(desk):
        if row.digest in digests and row.digest:
            row.decided = decision


def close_disputes_of_game(desk: Desk, round_number: int, table: int, game: int) -> None:
    """Close the open disputes of a game whose result the director has entered."""
    for row in _disputes_of_game(desk, round_number, table, game):
        row.decided = row.decided or "corrected"


def _open_rows(desk: Desk) -> list[Dispute]:
    query = select(Dispute).where(Dispute.event_id == desk.event.id, Dispute.decided == "")
    return list(desk.session.scalars(query.order_by(Dispute.round, Dispute.table, Dispute.game, Dispute.id)))


def _disputes_of_game(desk: Desk, round_number: int, table: int, game: int) -> list[Dispute]:
    place = (Dispute.round == round_number, Dispute.table == table, Dispute.game == game)
    return list(desk.session.scalars(select(Dispute).where(Dispute.event_id == desk.event.id, *place)))


def _disputed_digest(desk: Desk, round_number: int, table: int, game: int) -> str | None:
    """Return the hash of the line that counts for a game, "" if its result was typed, None if it has none."""
    key = (round_number, table)
    line = counting_line(usable_lines(lines_at(desk, [key])[key]).get(game, ()))
    scored = select(Score.source).where(
        Score.event_id == desk.event.id, Score.round == round_number, Score.table == table, Score.game == game
    )
    source = desk.session.scalar(scored.limit(1))
    if source is None:
        held = _held_for_dispute(desk, round_number, table, game)
        return held.digest if held else None
    return line.digest if line is not None and source == "board" else ""


def _held_for_dispute(desk: Desk, round_number: int, table: int, game: int) -> Line | None:
    """Return the line of a game that does not count because another player has disputed it."""
    place = (Line.round == round_number, Line.table == table, Line.game == game, Line.decision == "")
    query = select(Line).where(Line.event_id == desk.event.id, *place, Line.held == DISPUTED)
    return desk.session.scalar(query.limit(1))


def _lines_by_digest(desk: Desk, digests: Collection[str]) -> dict[str, Line]:
    query = select(Line).where(Line.event_id == desk.event.id, Line.digest.in_(digests))
    return {line.digest: line for line in desk.session.scalars(query)}


def _typed_text(desk: Desk, row: Dispute) -> str:
    """Return a game's typed result as text."""
    cards = current_cards(desk, [(row.round, row.table)])[row.round, row.table][row.game]
    parts = (f"{side} {card.holes if card.holes is not None else card.points}" for side, card in sorted(cards.items()))
    return ", ".join(parts)


def _hold_disputed_lines(desk: Desk, digests: Collection[str]) -> None:
    """Hold these lines if they are disputed and the event holds disputed lines, else release them; recompute scores."""
    desk.session.flush()
    open_digests = {row.digest for row in _open_rows(desk)} if desk.event.hold_disputed else set()
    changed = []
    for line in _lines_by_digest(desk, digests).values():
        reasons = {*line.held.split()} - {DISPUTED} | ({DISPUTED} if line.digest in open_digests else set())
        held = join_reasons(reasons)
        if held != line.held and line.decision != "refused":
            changed.append((line, held))
    if not changed:
        return
    correction = CorrectionRecorder(desk, {line.round for line, _ in changed})
    for line, held in changed:
        line.held = held
        # A dispute reopens what the director has accepted.
        line.decision = "" if DISPUTED in held.split() else line.decision
    keys = {(line.round, line.table) for line, _ in changed}
    hold_lines(desk, {line.board for line, _ in changed}, keys)
    correction.write({"lines": [line.id for line, _ in changed]})


def has_result_code(desk: Desk, round_number: int, table: int) -> bool:
    """Return whether a board's result of this table has a code."""
    query = select(Line.id).where(*_with_code(desk.event, round_number), Line.table == table)
    return desk.session.scalar(query.limit(1)) is not None


def is_code_of_table(desk: Desk, round_number: int, table: int, code: str) -> bool:
    """Return whether the players at a table can have seen this code in a round: on the table's result, or on one of a
    board that has been at this table, even if the result counts at another."""
    query = select(Line.table, Line.board, Line.text).where(*_with_code(desk.event, round_number), Line.code == code)
    rows = desk.session.execute(query).all()
    if any(table in (row.table, read_line(row.text).table) for row in rows):
        return True
    return bool({row.board for row in rows} & _boards_at(desk, table)) if rows else False


def _with_code(event: Event, round_number: int) -> tuple:
    """Return SQL conditions for a round's proven lines that have a code."""
    return (Line.event_id == event.id, Line.round == round_number, Line.code != "", Line.sealed)


def _boards_at(desk: Desk, table: int) -> set[str]:
    """Return the boards that have had a result at a table, or that a desk or the director has put there."""
    placed = read_places(desk, PLACED) | read_places(desk, ASSIGNED)
    query = select(Line.board).where(Line.event_id == desk.event.id, Line.table == table, Line.sealed).distinct()
    return {board for board, at in placed if at == table} | {*desk.session.scalars(query)}
