"""A board on MicroPython for Unix, with this computer's network (`micropython_board`).

A line of JSON on standard input says what happens to it; one on standard output answers what it shows.
"""

import json
import os
import sys

sys.path.insert(0, sys.argv[1])

from virtual.hal import VirtualHal

from firmware.board import Board
from firmware.board_operations import configure
from firmware.hal.sockets import SystemNetwork
from firmware.net.network_settings import store_network
from firmware.ticks import MASK


def make_board(root: str, uid: str, now: int) -> tuple:
    try:
        os.mkdir(root)
    except OSError:
        pass  # It starts again.
    hal, network = VirtualHal(2, root), SystemNetwork()
    hal.uid = uid
    hal.open_network = lambda ssid, password: network
    board = Board(hal)
    board.step(now & MASK)
    return board, network


def obey(board: Board, network: SystemNetwork, command: dict) -> None:
    if "step" in command:
        board.step(command["step"] & MASK)
        board.hal.take_sent_lines()
    elif "keys" in command:
        board.hal.keys_down(command["keys"])
    elif "configure" in command:
        configure(board, command["configure"], command["round"])
    elif "network" in command:
        store_network(board, command["network"])
    elif "away" in command:
        network.state = "joining" if command["away"] else "joined"


def shown(board: Board) -> list:
    """As `Snapshot` has it."""
    live = board.network_loader.live
    connected = live is not None and live.state == "connected"
    waiting = live.waiting if live is not None else 0
    settled = connected and waiting == 0 and live._connection.ready()
    place = [board.console.phase, board.match.tally.round, board.settings.values["table"]]
    return place + [list(board.match.game.front), board.console.team, board.results.count, waiting, connected, settled]


def main() -> None:
    board, network = make_board(sys.argv[2], sys.argv[3], int(sys.argv[4]))
    for line in sys.stdin:
        command = json.loads(line)
        obey(board, network, command)
        print(json.dumps(list(board.results.lines_after(0)) if "results" in command else shown(board)))


main()
