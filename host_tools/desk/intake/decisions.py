"""Accept or refuse result lines that the desk holds, as the director decides; log each decision in the audit log."""

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from firmware.rules.outcome import END_FORFEIT, END_NAMES, NOBODY
from firmware.rules.preset import Preset
from host_tools.desk.events import log_change, round_rules
from host_tools.desk.intake.late_corrections import CorrectionRecorder
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
from host_tools.i18n import message
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
class DecisionResult:
    """Result of a decision about `lines`. `refused`: other lines of the same game refused by it; `moved`: changes of
    the standings; `would`: effects it would have had besides had it come in time."""

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
) -> DecisionResult:
    """Accept or refuse `lines`, by their ids at the desk. Raises DeskError, and changes none, where one cannot count.

    Accepting one of several lines that differ about a game refuses the others.
    """
    if place and len(lines) != 1:
        raise DeskError(message("desk.error.one_line"))
    before = compute_standings(session, event)
    decided = [_load_line(session, event, number) for number in sorted(lines)]
    rounds = {line.round for line in decided} | ({place.round} if place.round else set())
    correction = CorrectionRecorder(session, event, rounds)
    keys: set[Key] = set()
    others: list[Line] = []
    for line in decided:
        old_place = {"decision": line.decision, "round": line.round, "table": line.table, "game": line.game}
        keys.add((line.round, line.table))
        if decision == ACCEPTED:
            _accept(session, event, line, place)
            others += _refuse_others(session, event, line)
        line.decision = decision
        keys.add((line.round, line.table))
        log_change(session, event, by, decision, reason, {"line": line.id, "before": old_place})
    for other in others:
        log_change(session, event, by, REFUSED, reason or "another line was accepted", {"line": other.id})
    recompute_scores(session, event, keys)
    moved = changed_places(before, compute_standings(session, event))
    effects = correction.write(by, "", {"lines": sorted(lines)})
    return DecisionResult(sorted(lines), [other.id for other in others], moved, effects)


def held_line_ids(session: Session, event: Event, reason: str) -> list[int]:
    """Return the ids of all lines held for `reason`. Raises DeskError where there is none."""
    query = select(Line.id, Line.held).where(Line.event_id == event.id, Line.held != "", Line.decision == "")
    ids = [row.id for row in session.execute(query) if reason in row.held.split()]
    if not ids:
        raise DeskError(message("desk.error.none_held", event=event.name, reason=reason))
    return ids


def _load_line(session: Session, event: Event, number: int) -> Line:
    """Load the line with this number at the desk. Raises DeskError."""
    line = session.scalar(select(Line).where(Line.event_id == event.id, Line.id == number))
    if line is None:
        raise DeskError(message("desk.error.no_line", event=event.name, line=number))
    return line


def _accept(session: Session, event: Event, line: Line, place: Place) -> None:
    """Store where the line counts and what it is worth there. Raises DeskError where it cannot count."""
    if line.end in (REOPENED, CLEARED):
        if place:
            raise DeskError(message("desk.error.stays"))
        return
    number, table, game = place.round or line.round, place.table or line.table, place.game or line.game
    where = message("desk.error.where", table=table, round=number)
    sides = seats_at(session, event, [(number, table)]).get((number, table))
    if not sides:
        raise DeskError(message("desk.error.line_nobody", line=line.id, where=where))
    rules = round_rules(session, event)[number]
    if not 1 <= game <= rules.games:
        raise DeskError(message("desk.error.line_game", line=line.id, game=game, where=where, games=rules.games))
    _check_not_taken_back(session, event, line)
    if len(unpack_sides(line.sides)) != len(sides):
        side_count = len(unpack_sides(line.sides))
        raise DeskError(message("desk.error.line_sides", line=line.id, sides=side_count, where=where, count=len(sides)))
    line.sides = pack_sides(_sides_under_preset(line, rules.preset))
    line.round, line.table, line.game = number, table, game


def _check_not_taken_back(session: Session, event: Event, line: Line) -> None:
    """Raise DeskError where a reopened game of the same board has taken the line back."""
    conditions = (Line.event_id == event.id, Line.board == line.board, Line.end == REOPENED, Line.replaces == line.n)
    counts = (Line.decision == ACCEPTED) | ((Line.decision == "") & (Line.held == ""))
    number = session.scalar(select(Line.n).where(*conditions, counts))
    if number is not None:
        raise DeskError(message("desk.error.line_taken_back", line=line.id, n=number))


def _sides_under_preset(line: Line, preset: Preset) -> tuple[Side, ...]:
    """Compute the line's sides under the round's preset, which may not be the one it was played under.

    Raises DeskError where the scores are impossible under it.
    """
    parsed = parse_line(line.text)
    if parsed.preset == preset.name:
        return parsed.sides
    forfeits = next((i for i, side in enumerate(parsed.sides) if side.won is False), NOBODY)
    holes = [side.holes for side in parsed.sides]
    try:
        return tuple(
            game_value(preset, holes, parsed.end, forfeits if parsed.end == END_NAMES[END_FORFEIT] else NOBODY)
        )
    except ScoreError as error:
        raise DeskError(message("desk.error.line_preset", line=line.id, preset=preset.name, why=error)) from None


def _refuse_others(session: Session, event: Event, line: Line) -> list[Line]:
    """Refuse the other lines of the game that count or are held for differing. Returns them."""
    session.flush()
    query = select(Line).where(
        *(Line.event_id == event.id, Line.round == line.round, Line.table == line.table, Line.game == line.game),
        *(Line.id != line.id, Line.sides != line.sides, Line.decision != REFUSED),
        Line.end.not_in((REOPENED, CLEARED)),
    )
    others = [
        other for other in session.scalars(query) if other.decision or not other.held or "differs" in other.held.split()
    ]
    for other in others:
        other.decision = REFUSED
    return others
