"""Accept or refuse boards' held lines on the director's decision, with an entry in the audit log."""

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from firmware.rules.outcome import END_FORFEIT, END_NAMES, NOBODY
from host_tools.desk.events import log_change, round_rules
from host_tools.desk.intake.corrections import CorrectionRecorder
from host_tools.desk.rounds import CorrectionEffect
from host_tools.desk.scoring import (
    ChangedPlace,
    Key,
    changed_places,
    compute_standings,
    recompute_scores,
    seats_at,
)
from host_tools.desk.store import DeskError, Event, Line
from host_tools.results import (
    CLEARED,
    REOPENED,
    ScoreError,
    Side,
    game_value,
    pack_sides,
    parse_line,
    unpack_sides,
)
from host_tools.words import word

ACCEPTED, REFUSED = "accepted", "refused"


@dataclass(frozen=True)
class Place:
    """Where an accepted line is to count; None: round, table or game as its board has it."""

    round: int | None = None
    table: int | None = None
    game: int | None = None

    def __bool__(self) -> bool:
        return any((self.round, self.table, self.game))


@dataclass(frozen=True)
class Decided:
    """What a decision did: `lines` are those it was about, `refused` others that say otherwise about the same game;
    `moved` is who stands differently now, `would` what that would have changed besides had it come in time."""

    lines: list[int]
    refused: list[int]
    moved: list[ChangedPlace]
    would: list[CorrectionEffect]


def decide_lines(
    session: Session,
    event: Event,
    lines: Collection[int],
    decision: str,
    *,
    by: str,
    reason: str = "",
    place: Place = Place(),
) -> Decided:
    """Accept or refuse `lines`, by their ids at the desk. Raises DeskError, and changes none, where one cannot count.

    Accepting one of several lines that differ about a game refuses the others.
    """
    if place and len(lines) != 1:
        raise DeskError(word("desk.error.one_line"))
    before = compute_standings(session, event)
    chosen = [_line(session, event, number) for number in sorted(lines)]
    rounds = {line.round for line in chosen} | ({place.round} if place.round else set())
    correction = CorrectionRecorder(session, event, rounds)
    keys: set[Key] = set()
    others: list[Line] = []
    for line in chosen:
        was = {"decision": line.decision, "round": line.round, "table": line.table, "game": line.game}
        keys.add((line.round, line.table))
        if decision == ACCEPTED:
            _accept(session, event, line, place)
            others += _refuse_others(session, event, line)
        line.decision = decision
        keys.add((line.round, line.table))
        log_change(session, event, by, decision, reason, {"line": line.id, "before": was})
    for other in others:
        log_change(session, event, by, REFUSED, reason or "another line was accepted", {"line": other.id})
    recompute_scores(session, event, keys)
    moved = changed_places(before, compute_standings(session, event))
    would = correction.write(by, "", {"lines": sorted(lines)})
    return Decided(sorted(lines), [other.id for other in others], moved, would)


def held_for(session: Session, event: Event, reason: str) -> list[int]:
    """The ids of all lines held for `reason`. Raises DeskError where there is none."""
    query = select(Line.id, Line.held).where(Line.event_id == event.id, Line.held != "", Line.decision == "")
    found = [row.id for row in session.execute(query) if reason in row.held.split()]
    if not found:
        raise DeskError(word("desk.error.none_held", event=event.name, reason=reason))
    return found


def _line(session: Session, event: Event, number: int) -> Line:
    line = session.scalar(select(Line).where(Line.event_id == event.id, Line.id == number))
    if line is None:
        raise DeskError(word("desk.error.no_line", event=event.name, line=number))
    return line


def _accept(session: Session, event: Event, line: Line, place: Place) -> None:
    """Store where the line counts and what it is worth there. Raises DeskError where it cannot count."""
    if line.end in (REOPENED, CLEARED):
        if place:
            raise DeskError(word("desk.error.stays"))
        return
    number, table, game = place.round or line.round, place.table or line.table, place.game or line.game
    where = word("desk.error.where", table=table, round=number)
    sides = seats_at(session, event, [(number, table)]).get((number, table))
    if not sides:
        raise DeskError(word("desk.error.line_nobody", line=line.id, where=where))
    rules = round_rules(session, event)[number]
    if not 1 <= game <= rules.games:
        raise DeskError(word("desk.error.line_game", line=line.id, game=game, where=where, games=rules.games))
    _check_not_taken_back(session, event, line)
    if len(unpack_sides(line.sides)) != len(sides):
        said = len(unpack_sides(line.sides))
        raise DeskError(word("desk.error.line_sides", line=line.id, sides=said, where=where, count=len(sides)))
    line.sides = pack_sides(_value(line, rules.preset))
    line.round, line.table, line.game = number, table, game


def _check_not_taken_back(session: Session, event: Event, line: Line) -> None:
    mine = (Line.event_id == event.id, Line.board == line.board, Line.end == REOPENED, Line.replaces == line.n)
    counts = (Line.decision == ACCEPTED) | ((Line.decision == "") & (Line.held == ""))
    by = session.scalar(select(Line.n).where(*mine, counts))
    if by is not None:
        raise DeskError(word("desk.error.line_taken_back", line=line.id, n=by))


def _value(line: Line, preset) -> tuple[Side, ...]:
    """The sides of a line under the round's preset, which may not be the one it was played under."""
    read = parse_line(line.text)
    if read.preset == preset.name:
        return read.sides
    forfeits = next((i for i, side in enumerate(read.sides) if side.won is False), NOBODY)
    holes = [side.holes for side in read.sides]
    try:
        return tuple(game_value(preset, holes, read.end, forfeits if read.end == END_NAMES[END_FORFEIT] else NOBODY))
    except ScoreError as error:
        raise DeskError(word("desk.error.line_preset", line=line.id, preset=preset.name, why=error)) from None


def _refuse_others(session: Session, event: Event, line: Line) -> list[Line]:
    """Refuse the other lines of its game that count or are held for differing. Returns them."""
    session.flush()
    query = select(Line).where(
        *(Line.event_id == event.id, Line.round == line.round, Line.table == line.table, Line.game == line.game),
        *(Line.id != line.id, Line.sides != line.sides, Line.decision != REFUSED),
        Line.end.not_in((REOPENED, CLEARED)),
    )
    others = [one for one in session.scalars(query) if one.decision or not one.held or "differs" in one.held.split()]
    for one in others:
        one.decision = REFUSED
    return others
