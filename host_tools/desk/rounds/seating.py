"""Seat the next round by the format's movement, and store the seats."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete

from firmware.config import TEAMS
from host_tools.desk.errors import ConflictError, DeskError
from host_tools.desk.events.audit_log import log_change, read_audit_log
from host_tools.desk.events.entrants import shown_names
from host_tools.desk.events.event import format_of, rounds_seated
from host_tools.desk.events.hall_rows import newest_rounds
from host_tools.desk.events.round_rules import BRACKET, MAIN, PLAY_OFF, preset_for
from host_tools.desk.formats.movements import Seating, Table
from host_tools.desk.rounds.movement_input import RESEATED, NotReadyError, main_seating, seated_in, seating_of
from host_tools.desk.rounds.play_off import bracket_seating
from host_tools.desk.rounds.round_view import present_view
from host_tools.desk.rounds.tie_play_offs import store_ties, tie_seating
from host_tools.desk.scoring.recompute_scores import recompute_scores
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import BYE_TABLE, Event, Round, Score, Seat, Sitting, add_rows, now
from host_tools.i18n import message


@dataclass(frozen=True)
class SeatedRound:
    """A round that has just been seated."""

    round: int
    kind: str
    seating: Seating
    note: str


def seat_next(desk: Desk, expected: int | None = None, hall: int = 0) -> SeatedRound:
    """Seat the next round, main, of the bracket or of a play-off of ties; with `hall`, in that one alone. Raises
    NotReadyError, DeskError.

    Raises ConflictError if its number is not `expected` (None: any), as when another desk has seated a round.
    """
    round_number, halls = next_round(desk, hall)
    if expected is not None and expected != round_number:
        raise ConflictError(message("desk.error.next", round=round_number, event=desk.event.name, expected=expected))
    kind, seating = _seating(desk, round_number, halls)
    note = repeats_text(desk, seating)
    if kind == PLAY_OFF:
        store_ties(desk, round_number)
    write_seating(desk, round_number, kind, seating, note)
    detail = {"round": round_number, "kind": kind, "note": note} | ({"halls": halls} if halls else {})
    log_change(desk, "seated", detail=detail)
    return SeatedRound(round_number, kind, seating, note)


def next_round(desk: Desk, hall: int = 0) -> tuple[int, list[int]]:
    """Return the number of the next round, and of the halls that are to be seated in it: `hall`, or else those that are
    furthest behind; [] for a round of the whole event. Raises DeskError."""
    newest = {number: last for number, last in newest_rounds(desk).items() if hall in (0, number)}
    if hall and not newest:
        raise DeskError(message("event.halls.together", round=len(rounds_seated(desk)) + 1))
    behind = min(newest.values(), default=desk.event.rounds)
    if behind < desk.event.rounds:
        return behind + 1, [number for number, last in newest.items() if last == behind]
    if hall:
        raise DeskError(message("event.halls.finished", rounds=desk.event.rounds))
    return len(rounds_seated(desk)) + 1, []


def next_seating(desk: Desk, hall: int = 0) -> tuple[int, str, Seating]:
    """Compute the next round, with `hall` that of one hall: (number, kind, seating). Nothing is stored.

    Raises NotReadyError; DeskError if there is nothing to seat.
    """
    round_number, halls = next_round(desk, hall)
    return round_number, *_seating(desk, round_number, halls)


def _seating(desk: Desk, round_number: int, halls: Sequence[int]) -> tuple[str, Seating]:
    """Compute the next round, as `next_round` gives it: (kind, seating). Raises NotReadyError, DeskError."""
    if round_number <= desk.event.rounds:
        seated = seated_in(desk, round_number) if halls else ()
        return MAIN, main_seating(desk, round_number, seated, halls)
    if desk.event.best_of:
        return BRACKET, bracket_seating(desk)
    return PLAY_OFF, tie_seating(desk)


@dataclass(frozen=True)
class Offer:
    """The next round: `number` is None if there is none; `kind` is "" if it cannot be seated yet. `waits`: what is
    missing for it, or why there is none, as text."""

    number: int | None
    kind: str
    waits: str


def offer_next(desk: Desk, hall: int = 0) -> Offer:
    """Return the next round, with `hall` that of one hall, and whether it can be seated, or why there is none. Nothing
    is stored."""
    try:
        round_number, _ = next_round(desk, hall)
    except DeskError as error:
        return Offer(None, "", str(error))
    if round_number <= desk.event.rounds and format_of(desk.event).movement and not format_of(desk.event).by_result:
        return Offer(round_number, MAIN, "")
    try:
        round_number, kind, _ = next_seating(desk, hall)
    except NotReadyError as error:
        return Offer(round_number, "", str(error))
    except DeskError as error:
        return Offer(None, "", str(error))
    return Offer(round_number, kind, "")


def round_to_play(desk: Desk, hall: int = 0) -> int:
    """Return the number of the round that is played now, in one hall or with 0 in all: the newest that is seated, the
    one after it once all its results are in, 1 before the first."""
    view = present_view(desk, hall)
    if view is None:
        return 1
    if any(table.waiting is not None for table in view.tables):
        return view.round
    return offer_next(desk, hall if newest_rounds(desk) else 0).number or view.round


def repeats_text(desk: Desk, seating: Seating) -> str:
    """Return the repeated partners and meetings of a seating as text; "" for none."""
    names = shown_names(desk) if seating.repeats else {}
    repeats = [message("desk.found.again", a=names[a], b=names[b], times=n) for a, b, n in seating.repeats]
    key = "desk.found.partners" if format_of(desk.event).by_result else "event.seats.opponents"
    return message(key, partners=", ".join(repeats)) if repeats else ""


def write_seating(desk: Desk, round_number: int, kind: str, seating: Seating, note: str = "") -> None:
    """Store a round and its seating, with scores of its byes, and of results already stored for its tables; of a round
    that other halls play already, further tables."""
    stored = desk.session.get(Round, (desk.event.id, round_number))
    if stored is None:
        preset = preset_for(desk.event, kind)
        desk.session.add(Round(event_id=desk.event.id, number=round_number, kind=kind, preset=preset, note=note))
    elif note:
        stored.note = "; ".join(filter(None, (stored.note, note)))
    desk.session.flush()
    write_tables(desk, round_number, seating)
    if kind == MAIN and (stored or seating.out):
        write_byes(desk, round_number, seating_of(desk, round_number).out)


def write_byes(desk: Desk, round_number: int, byes: Sequence[int]) -> None:
    """Replace the scores of a round's byes: the players `byes` get what a bye is worth in the event."""
    byes_of_round = (Score.event_id == desk.event.id, Score.round == round_number, Score.table == BYE_TABLE)
    desk.session.execute(delete(Score).where(*byes_of_round, Score.source == "bye"))
    points = desk.event.bye_worth
    if points and byes:
        add_rows(desk.session, Score, list(_bye_rows(desk.event, round_number, byes, points)))


def write_tables(desk: Desk, round_number: int, seating: Seating) -> None:
    """Store the seats of `seating` at further tables of a stored round, and recompute the tables' scores."""
    # A table that is seated again gets a higher version than before, so that entries begun earlier are refused.
    version = 1 + len(read_audit_log(desk, *RESEATED))
    place = {"event_id": desk.event.id, "round": round_number}
    rows = [
        {**place, "player": player, "table": table.number, "side": TEAMS[i]}
        for table in seating.tables
        for i, side in enumerate(table.sides)
        for player in side
    ]
    rows += [{**place, "player": player, "table": BYE_TABLE, "side": ""} for player in seating.out]
    add_rows(desk.session, Seat, rows)
    tables = [
        {**place, "table": table.number, "at": now(), "changes": 0, "version": version} for table in seating.tables
    ]
    add_rows(desk.session, Sitting, tables)
    recompute_scores(desk, {(round_number, table.number) for table in seating.tables})


def _bye_rows(event: Event, round_number: int, byes: Sequence[int], points: int) -> Iterator[dict[str, Any]]:
    """Yield the score rows of the players with a bye: `points` for each game of the round."""
    for player in byes:
        for game in range(1, format_of(event).games + 1):
            row = {"event_id": event.id, "round": round_number, "table": BYE_TABLE, "game": game, "player": player}
            worth = {"won": None, "points": points, "spread": 0, "level": 0, "holes": points}
            yield {**row, **worth, "side": "", "source": "bye", "disputed": False, "since": ""}


def seat_table(desk: Desk, round_number: int, table: int, sides: list[list[int]]) -> None:
    """Seat players at a table, in a format with free seating; `sides`: numbers of each side's players. Raises
    DeskError."""
    if format_of(desk.event).movement is not None:
        raise DeskError(message("desk.error.not_free", event=desk.event.name))
    if not 1 <= round_number <= desk.event.rounds:
        raise DeskError(
            message("desk.error.no_round", event=desk.event.name, rounds=desk.event.rounds, round=round_number)
        )
    seated_players = {player for seated in seating_of(desk, round_number).tables for player in seated.players}
    already_seated = [player for side in sides for player in side if player in seated_players]
    if already_seated:
        name = shown_names(desk)[already_seated[0]]
        raise DeskError(message("desk.error.sits", name=name, round=round_number))
    for missing in range(len(rounds_seated(desk)) + 1, round_number + 1):
        desk.session.add(Round(event_id=desk.event.id, number=missing, kind=MAIN, preset=preset_for(desk.event, MAIN)))
    desk.session.flush()
    write_tables(desk, round_number, Seating((Table(table, tuple(map(tuple, sides))),)))
    log_change(desk, "seated", detail={"round": round_number, "table": table})
