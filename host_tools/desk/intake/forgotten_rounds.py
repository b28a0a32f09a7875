"""Find tables whose board may have stayed at another round, as what it says of that round was typed for this one."""

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from host_tools.desk.intake.exchanged_tables import tables_by_result
from host_tools.desk.scoring.stored_lines import LINES, StoredLine, read_lines, weighs
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import Score
from host_tools.i18n import message
from host_tools.results.result_line import CLEARED, REOPENED


class ForgottenRound(NamedTuple):
    """A typed result of a game, and the undecided line `line` of the same table, game and pegs that counts in the round
    `line_round`. It may be the same game; to accept or refuse the line decides it."""

    round: int
    table: int
    game: int
    line: int
    line_round: int

    @property
    def text(self) -> str:
        """The finding as one translated sentence."""
        return message("desk.found.forgotten_round", line=self.line, round=self.line_round)


def forgotten_rounds(desk: Desk) -> Iterator[ForgottenRound]:
    """Yield each typed result of a table without a line that may be of the game that counts there in another round."""
    typed = tables_by_result(desk, Score.source != "board")
    at_typed = Score.table.in_({table for tables in typed.values() for table in tables})
    rounds_of_board = defaultdict(list)
    from_boards = tables_by_result(desk, Score.source == "board", at_typed)
    for (round_number, game, pegs), tables in from_boards.items():
        for table in tables:
            rounds_of_board[table, game, pegs].append(round_number)
    for (round_number, game, pegs), tables in typed.items():
        for table in tables:
            if rounds := rounds_of_board.get((table, game, pegs)):
                yield from _found(_lines(desk, table, game), round_number, rounds)


def _found(lines: list[StoredLine], round_number: int, rounds: list[int]) -> Iterator[ForgottenRound]:
    """Yield what may be the same game as that typed in a round, in which none of the table's lines is."""
    if any(line.round == round_number for line in lines):
        return
    for line in lines:
        if line.round in rounds and not (line.decision or line.held):
            yield ForgottenRound(round_number, line.table, line.game, line.id, line.round)


def _lines(desk: Desk, table: int, game: int) -> list[StoredLine]:
    """Query the lines that weigh of a table's game in all rounds, without refused ones."""
    conditions = (LINES.table == table, LINES.game == game, LINES.decision != "refused")
    return list(filter(weighs, read_lines(desk, *conditions, LINES.end.not_in((REOPENED, CLEARED)))))
