"""Desk process of the soak test, which crashes at random between a commit and its ack.

Run as: python -m tests.measure.soak_desk DATABASE EVENT BROKER [DEATHS [PORT]]: BROKER is a folder of `cribboard live
init`, DEATHS the chance of that, PORT that of the desk's pages; without them it never crashes, at a free port.
"""

import os
import random
import signal
import sys
from pathlib import Path
from typing import Any

from host_tools.desk.events.location import EventLocation
from host_tools.desk.live import desk_client
from host_tools.desk.live.board_registry import LiveTables
from host_tools.desk.live.broker_address import find_brokers
from host_tools.desk.live.broker_connection import run_live_everywhere
from host_tools.desk.web import serving
from host_tools.desk.web.director_credentials import Director


def main(database: str, event_name: str, folder: str, chance: str = "0", port: str = "0") -> None:
    _die_before_acks(float(chance))
    event, tables, brokers = EventLocation(Path(), database).open(event_name), LiveTables(), find_brokers(folder)
    works = [lambda _: lambda changed: run_live_everywhere(brokers, event, tables, changed)]
    director = Director(Path(folder, "director.json"))
    serving.listen(event, director, "0.0.0.0", int(port), False, event.location, tables, works).serve_until_closed()


def _die_before_acks(chance: float) -> None:
    """Patch the desk so that it is killed with this probability (0 to 1) after a commit, before it sends acks."""
    patched: Any = desk_client
    import_lines = patched.import_received_lines

    def import_and_perhaps_die(*args: Any) -> Any:
        outcome = import_lines(*args)
        if random.random() < chance:
            os.kill(os.getpid(), signal.SIGKILL)
        return outcome

    patched.import_received_lines = import_and_perhaps_die


if __name__ == "__main__":
    main(*sys.argv[1:])
