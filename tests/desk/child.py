"""A desk in a process of its own, which says when it has sent a number of statements, and can be killed there.

Run as: child.py URL import|seat COUNT LINES, where LINES is a file of result lines.
"""

import sys
from pathlib import Path

from sqlalchemy import event as listen

from host_tools.desk import event as events
from host_tools.desk.reading import take
from host_tools.desk.seating import seat_next
from host_tools.desk.store import Store


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
        found = events.find(session, "Night", lock=True)
        if command == "seat":
            seat_next(session, found, "child")
        else:
            lines = Path(path).read_text().splitlines()
            take(session, found, [("child", i, line) for i, line in enumerate(lines, 1)], "child")
    print("done", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
