"""The seats of a round as texts for QR codes on its printed list, from which the captain's page tells boards who plays.

A text is PREFIX and JSON: `event` (id), `round`, `preset` and `tables`, which has the names of a table's sides by its
number. Letters beyond ASCII are escaped, as readers of QR codes differ about them.
"""

import json
from itertools import islice

from host_tools.desk.live.assignment_messages import fitting_names
from host_tools.desk.rounds.round_view import RoundView

PREFIX = "CRIBBAGE-SEATING-1:"
"""The number is the format's version."""
TABLES_PER_CODE = 12
"""So few that a phone reads the code from paper at arm's length."""


def seating_codes(event: str, view: RoundView) -> list[str]:
    """Return the texts for a round of the event with this id, each of up to TABLES_PER_CODE tables."""
    tables = iter(view.tables)
    texts = []
    while some := list(islice(tables, TABLES_PER_CODE)):
        names = {str(one.table): fitting_names([" & ".join(side) for side in one.sides.values()]) for one in some}
        fields = {"event": event, "round": view.round, "preset": view.preset, "tables": names}
        texts.append(PREFIX + json.dumps(fields, separators=(",", ":")))
    return texts
