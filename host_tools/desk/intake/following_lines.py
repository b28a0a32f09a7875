"""Move the lines that follow from a decision: a board known to be a round behind stays so until it is set right.

A director who counts a line at another round than it names has said how far the board's round is off. The board's next
line is that much off too, if it then is the next game of its table, and fits there in every other way.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator
from operator import attrgetter

from sqlalchemy import select

from host_tools.desk.events.round_rules import RoundRules, round_rules
from host_tools.desk.intake.line_validation import LineValidator, changed_line, read_line
from host_tools.desk.scoring.stored_lines import TableKey
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import Line
from host_tools.results.result_line import CLEARED, REOPENED, ResultLine
from host_tools.results.validation import OTHER_EVENT

Game = tuple[int, int]
"""(round, game)."""

_NOT_ABOUT_THE_ROUND = {"broken", "doubled", "moved", "differs", "disputed"}
"""Reasons to hold a line that do not depend on its round."""


def move_following_lines(desk: Desk, boards: Collection[str]) -> tuple[set[TableKey], set[int]]:
    """Move the undecided lines of these boards, each with an accepted one, that follow from it; and back if they no
    longer do.

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
    query = select(Line).where(
        Line.event_id == desk.event.id, Line.board.in_(boards), Line.end.not_in((REOPENED, CLEARED))
    )
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
    """Set a line's round and game, and leave of its reasons those that are not about them; return the tables that this
    changes."""
    before, held = (line.round, line.table), line.held.split()
    kept = [reason for reason in held if reason in _NOT_ABOUT_THE_ROUND]
    if (line.round, line.game) == place and kept == held:
        return set()
    (line.round, line.game), line.held = place, " ".join(kept)
    return {before, (line.round, line.table)}


def _move_back(line: Line, named: ResultLine, validator: LineValidator) -> set[TableKey]:
    """Put a line that follows from no decision where it says, if it stood elsewhere; return the tables that this
    changes."""
    if line.round == named.round:
        return set()
    before = (line.round, line.table)
    line.round, line.game = named.round, named.game
    line.held = validator.reasons(named)
    return {before, (line.round, line.table)}
