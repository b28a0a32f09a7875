"""A VirtualBoard in a MicroPython for Unix, whose caller is another process (`host_tools.sim.unix_board`).

Run as: micropython served.py SOURCES FOLDER UID NOW. A line of JSON on standard input names a method and its arguments;
one on standard output has what that returns, the board's time, and what it shows.
"""

import json
import sys


def serve(board) -> None:
    """Do what standard input says, to its end."""
    for line in sys.stdin:
        name, arguments, fields = json.loads(line)
        value = getattr(board, name)(*arguments, **fields)
        board.hal.take_sent_lines()
        print(json.dumps([value, board.now, board.shown()]))


if __name__ == "__main__":
    sys.path.insert(0, sys.argv[1])
    from virtual.board import network_board

    serve(network_board(sys.argv[2], sys.argv[3], now=int(sys.argv[4])))
