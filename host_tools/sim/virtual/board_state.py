"""State of a virtual board as one dictionary (DESIGN.md section 5, scenario)."""

import json
import sys

from firmware.link.read_handlers import board_state


def state(board) -> dict:
    """Return a board's preset, phase, game, round, winner, refused, tracks, won, points and spread."""
    return dict(board_state(board.match, board.console))


def full_state(board, sent_lines: list) -> dict:
    """Return the state with the runtime's name, all results and the lines that the board has sent, decoded."""
    fields: dict = {"runtime": sys.implementation.name}
    fields.update(state(board))
    fields["results"] = [json.loads(line) for line in board.results.lines_after(0)]
    fields["link"] = [json.loads(line) for line in sent_lines]
    return fields
