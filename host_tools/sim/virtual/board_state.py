"""State of a virtual board as one dictionary (DESIGN.md section 5, scenario)."""

import json
import sys

from firmware.link.status import board_state


def state(board) -> dict:
    """Return preset, phase, game, round, winner, refused, tracks, won, points, spread of a board."""
    return dict(board_state(board.match, board.console))


def full(board, link: list) -> dict:
    """Return the state with the runtime's name, all result lines and the lines the board sent, as objects."""
    fields: dict = {"runtime": sys.implementation.name}
    fields.update(state(board))
    fields["results"] = [json.loads(line) for line in board.results.lines_after(0)]
    fields["link"] = [json.loads(line) for line in link]
    return fields
