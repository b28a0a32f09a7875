"""The seats of a round as texts for QR codes on its printed list, from which the captain's page tells boards who plays.

A text is PREFIX and JSON: `event` (id), `round`, `preset` and `tables`, which has the names of a table's sides by its
number. Letters beyond ASCII are escaped, as readers of QR codes differ about them.
"""

import json
from itertools import groupby

from host_tools.desk.live.assignment_messages import fitting_names
from host_tools.desk.rounds.round_view import RoundView, TableView
from host_tools.desk.store.base import batches
from host_tools.table_numbers import board_event, hall_of, number_in_hall

PREFIX = "CRIBBAGE-SEATING-1:"
"""The number is the format's version."""
TABLES_PER_CODE = 12
"""So few that a phone reads the code from paper at arm's length."""


def seating_codes(event: str, view: RoundView) -> list[str]:
    """Return the texts for a round of the event with this id, each of the tables of `tables_by_code`."""
    return [_code_text(board_event(event, some[0].table), view, some) for some in tables_by_code(view)]


def tables_by_code(view: RoundView) -> list[list[TableView]]:
    """Return the tables of each code: up to TABLES_PER_CODE, of one hall."""
    halls = groupby(view.tables, key=lambda one: hall_of(one.table))
    return [some for _, tables in halls for some in batches(list(tables), TABLES_PER_CODE)]


def _code_text(event: str, view: RoundView, tables: list[TableView]) -> str:
    names = {
        str(number_in_hall(one.table)): fitting_names(tuple(" & ".join(side) for side in one.sides.values()))
        for one in tables
    }
    fields = {"event": event, "round": view.round, "preset": view.preset, "tables": names}
    return PREFIX + json.dumps(fields, separators=(",", ":"))
