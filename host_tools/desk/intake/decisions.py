"""Accept or refuse held result lines by the director's decision, and log each decision in the audit log."""

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import select

from firmware.rules.outcome import END_FORFEIT, END_NAMES, NOBODY
from firmware.rules.preset import Preset
from host_tools.desk.errors import DeskError
from host_tools.desk.events.audit_log import log_change
from host_tools.desk.events.round_rules import round_rules
from host_tools.desk.intake.conflicting_lines import contradicted_by_cards
from host_tools.desk.intake.disputes import close_disputes, open_dispute
from host_tools.desk.intake.hold_lines import hold_lines
from host_tools.desk.intake.late_corrections import CorrectionRecorder
from host_tools.desk.rounds.correction_impact import CorrectionEffect
from host_tools.desk.scoring.recompute_scores import current_cards, seats_at
from host_tools.desk.scoring.standings import ChangedPlace, changed_places, compute_standings
from host_tools.desk.scoring.stored_lines import COUNTS, IS_GAME, NO_GAME, lines_at
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import Line, TableKey
from host_tools.i18n import message
from host_tools.results.game_value import ScoreError, Side, game_value
from host_tools.results.result_line import REOPENED, pack_sides, parse_line, unpack_sides

ACCEPTED, REFUSED = "accepted", "refused"


@dataclass(frozen=True)
class Place:
    """Where an accepted line is to count; None leaves its round, table or game unchanged."""

    round: int | None = None
    table: int | None = None
    game: int | None = None

    def __bool__(self) -> bool:
        return any((self.round, self.table, self.game))


@dataclass(frozen=True)
class DecisionResult:
    """Result of a decision about `lines`. `refused`: other lines of the same games that it refused; `moved`: changes of
    the standings; `would`: changes of seats, qualifiers and ties that an earlier decision would have caused."""

    lines: list[int]
    refused: list[int]
    moved: list[ChangedPlace]
    would: list[CorrectionEffect]


def decide_lines(desk: Desk, line_ids: Collection[int], decision: str, *, place: Place = Place()) -> DecisionResult:
    """Accept or refuse lines by the director's decision, ACCEPTED or REFUSED; `place`: where a single line is to count.

    Accepting one of several lines that differ about a game refuses the others. Raises DeskError if a line cannot count.
    """
    if place and len(line_ids) != 1:
        raise DeskError(message("desk.error.one_line"))
    before = compute_standings(desk)
    decided = [_load_line(desk, line_id) for line_id in sorted(line_ids)]
    rounds = {line.round for line in decided} | ({place.round} if place.round else set())
    correction = CorrectionRecorder(desk, rounds)
    table_keys: set[TableKey] = set()
    others: list[Line] = []
    for line in decided:
        old_place = {"decision": line.decision, "round": line.round, "table": line.table, "game": line.game}
        table_keys.add((line.round, line.table))
        if decision == ACCEPTED:
            _accept(desk, line, place)
            others += _refuse_others(desk, line)
        line.decision = decision
        table_keys.add((line.round, line.table))
        log_change(desk, decision, {"line": line.id, "before": old_place})
    for other in others:
        log_change(desk.because(desk.reason or "another line was accepted"), REFUSED, {"line": other.id})
    close_disputes(desk, {line.digest for line in decided}, decision)
    hold_lines(desk, {line.board for line in (*decided, *others)}, table_keys)
    moved = changed_places(before, compute_standings(desk))
    effects = correction.write({"lines": sorted(line_ids)})
    return DecisionResult(sorted(line_ids), [other.id for other in others], moved, effects)


def decide_dispute(desk: Desk, dispute_id: int, stands: bool) -> DecisionResult:
    """Decide an open dispute: its result stands, or does not count; a typed result that does not stand is to be
    corrected. Raises DeskError."""
    found = open_dispute(desk, dispute_id)
    line = desk.session.scalar(select(Line.id).where(Line.event_id == desk.event.id, Line.digest == found.digest))
    if line is not None:
        return decide_lines(desk, [line], ACCEPTED if stands else REFUSED)
    if not stands:
        raise DeskError(message("desk.error.dispute_typed", table=found.table, round=found.round))
    found.decided = ACCEPTED
    log_change(desk, ACCEPTED, {"dispute": found.id})
    return DecisionResult([], [], [], [])


def held_line_ids(desk: Desk, reason: str) -> list[int]:
    """Return the ids of all lines held for `reason`. Raises DeskError if there is none."""
    query = select(Line.id, Line.held).where(Line.event_id == desk.event.id, Line.held != "", Line.decision == "")
    ids = [row.id for row in desk.session.execute(query) if reason in row.held.split()]
    if not ids:
        raise DeskError(message("desk.error.none_held", event=desk.event.name, reason=reason))
    return ids


def _load_line(desk: Desk, line_id: int) -> Line:
    """Load the line with this id. Raises DeskError if the event has none."""
    line = desk.session.scalar(select(Line).where(Line.event_id == desk.event.id, Line.id == line_id))
    if line is None:
        raise DeskError(message("desk.error.no_line", event=desk.event.name, line=line_id))
    return line


def _accept(desk: Desk, line: Line, place: Place) -> None:
    """Set the round, table and game where the line counts, and its sides under that round's preset.

    A line that reopens a game or clears the log stays as it is. Raises DeskError if the line cannot count there.
    """
    if line.end in NO_GAME:
        if place:
            raise DeskError(message("desk.error.stays"))
        return
    round_number, table, game = place.round or line.round, place.table or line.table, place.game or line.game
    where = message("desk.error.where", table=table, round=round_number)
    sides = seats_at(desk, [(round_number, table)]).get((round_number, table))
    if not sides:
        raise DeskError(message("desk.error.line_nobody", line=line.id, where=where))
    rules = round_rules(desk)[round_number]
    if not 1 <= game <= rules.games:
        raise DeskError(message("desk.error.line_game", line=line.id, game=game, where=where, games=rules.games))
    _check_not_reopened(desk, line)
    if len(unpack_sides(line.sides)) != len(sides):
        side_count = len(unpack_sides(line.sides))
        raise DeskError(message("desk.error.line_sides", line=line.id, sides=side_count, where=where, count=len(sides)))
    line.sides = pack_sides(_sides_under_preset(line, rules.preset))
    line.round, line.table, line.game = round_number, table, game
    desk.session.flush()
    _check_typed(desk, line, where)


def _check_typed(desk: Desk, line: Line, where: str) -> None:
    """Raise DeskError if the line contradicts a result that the director has entered with a reason."""
    key = (line.round, line.table)
    cards = current_cards(desk, [key])[key].get(line.game, {})
    stored = next((row for row in lines_at(desk, [key])[key] if row.id == line.id), None)
    if all(card.source == "director" for card in cards.values()) and stored and contradicted_by_cards(stored, cards):
        raise DeskError(message("desk.error.line_typed", line=line.id, where=where))


def _check_not_reopened(desk: Desk, line: Line) -> None:
    """Raise DeskError if the line's board has reopened the line's game."""
    in_log = (Line.event_id == desk.event.id, Line.board == line.board, Line.log == line.log)
    conditions = (*in_log, Line.end == REOPENED, Line.replaces == line.n)
    reopening = desk.session.scalar(select(Line.n).where(*conditions, COUNTS))
    if reopening is not None:
        raise DeskError(message("desk.error.line_taken_back", line=line.id, n=reopening))


def _sides_under_preset(line: Line, preset: Preset) -> tuple[Side, ...]:
    """Compute the line's sides under `preset`, which may differ from the preset of the board.

    Raises DeskError if the scores are impossible under it.
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


def _refuse_others(desk: Desk, line: Line) -> list[Line]:
    """Refuse the lines of the same game that differ from `line`, and count or are held for differing. Returns them."""
    desk.session.flush()
    query = select(Line).where(
        Line.event_id == desk.event.id,
        Line.round == line.round,
        Line.table == line.table,
        Line.game == line.game,
        Line.id != line.id,
        Line.sides != line.sides,
        Line.decision != REFUSED,
        IS_GAME,
    )
    others = [
        other
        for other in desk.session.scalars(query)
        if other.decision or not other.held or "differs" in other.held.split()
    ]
    for other in others:
        other.decision = REFUSED
    return others
