"""Receipts of a player's games: whether the result has arrived, when it was committed, whether it counts."""

from dataclasses import dataclass

from host_tools.desk.scoring.score_card_view import CardView
from host_tools.desk.scoring.stored_lines import counting_line, lines_at, usable_lines
from host_tools.desk.store.desk import Desk
from host_tools.results.result_line import CLEARED, REOPENED

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
            of_game = [row for row in lines if row.game == line.game and row.end not in (REOPENED, CLEARED)]
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
