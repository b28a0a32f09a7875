"""Desk subprocess that reports when it has sent a given number of SQL statements, and can be killed there.

Run as: desk_process.py URL import|seat COUNT LINES, where LINES is a file of result lines.
"""

import sys
from pathlib import Path

from sqlalchemy import event as listen

from host_tools.desk.events.event import open_event
from host_tools.desk.intake.import_lines import import_lines
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.store.database import Store


def main(url, command, count, path):
    store = Store(url)
    left = [int(count)]

    def count_down(*_):
        left[0] -= 1
        if left[0] == 0:
            print("there", flush=True)
            sys.stdin.read()

    listen.listen(store.engine, "after_cursor_execute", count_down)
    with store.write() as session:
        desk = open_event(session, "Night", lock=True)
        if command == "seat":
            seat_next(desk.acting("child"))
        else:
            lines = Path(path).read_text().splitlines()
            import_lines(desk.acting("child"), [("child", i, line) for i, line in enumerate(lines, 1)])
    print("done", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
