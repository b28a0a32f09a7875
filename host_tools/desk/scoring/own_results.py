"""A player's results of the newest round that has one, as the player would tell them, and its receipts."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select

from host_tools.desk.scoring.score_card_view import CardLine, CardView
from host_tools.desk.scoring.stored_lines import NO_GAME, counting_line, lines_at, usable_lines
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import SCORES

COUNTS, HELD, MISSING = "counts", "held", "missing"


@dataclass(frozen=True)
class Receipt:
    """A game's receipt. `status` is COUNTS, HELD or MISSING; `at` the time at which its score was committed (ISO 8601
    in UTC, "" if unknown), `code` the digits that the board showed ("": no board's line, or not sealed)."""

    status: str
    at: str = ""
    code: str = ""


def find_receipts(desk: Desk, card: CardView) -> dict[tuple[int, int], Receipt]:
    """Return the receipts of the games on a player's card, by (round, game); byes have none."""
    receipts = {}
    for line in card.lines:
        if line.table:
            lines = lines_at(desk, [(line.round, line.table)])[line.round, line.table]
            of_game = [row for row in lines if row.game == line.game and row.end not in NO_GAME]
            counting = counting_line(usable_lines(lines).get(line.game, []))
            waiting = sorted((row for row in of_game if row.held and not row.decision), key=lambda row: not row.sealed)
            held = waiting[0] if waiting else None
            receipts[line.round, line.game] = Receipt(MISSING)
            if line.result:
                code = counting.code if counting else ""
                receipts[line.round, line.game] = Receipt(COUNTS, line.since, code)
            elif held:
                receipts[line.round, line.game] = Receipt(HELD, code=held.code)
    return receipts


@dataclass(frozen=True)
class OwnResult:
    """A game of a player. `won`: 1, 0, or None if drawn; `pegs`: the own front peg and the others', such as 121–97, ""
    if unknown."""

    round: int
    table: int
    game: int
    won: int | None
    points: int
    pegs: str
    opponents: Sequence[str]


def own_results(desk: Desk, card: CardView) -> list[OwnResult]:
    """Return the results that the session can see of the newest round in which the player has one, by game."""
    played = [line for line in card.lines if line.result in ("W", "L", "D") and line.table]
    newest = [line for line in played if line.round == played[-1].round]
    holes = _holes_by_game(desk, newest[0].round, newest[0].table) if newest else {}
    return [_own_result(line, holes.get(line.game, {})) for line in newest]


def _holes_by_game(desk: Desk, round_number: int, table: int) -> dict[int, dict[str, int]]:
    """Query the front pegs of a table by game and side."""
    place = (SCORES.event_id == desk.event.id, SCORES.round == round_number, SCORES.table == table)
    holes: dict[int, dict[str, int]] = {}
    for row in desk.session.execute(select(SCORES.game, SCORES.side, SCORES.holes).where(*place).order_by(SCORES.side)):
        holes.setdefault(row.game, {})[row.side] = row.holes
    return holes


def _own_result(line: CardLine, holes: dict[str, int]) -> OwnResult:
    won = {"W": 1, "L": 0, "D": None}[line.result]
    own = holes.get(line.side, 0)
    others = [pegs for side, pegs in holes.items() if side != line.side]
    known = bool(own or any(others)) and bool(others)
    pegs = "–".join(str(count) for count in (own, *others)) if known else ""
    return OwnResult(line.round, line.table, line.game, won, line.points, pegs, line.opponents)
