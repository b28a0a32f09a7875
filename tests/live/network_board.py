"""A virtual board with a network, behind a serial port."""

import os
import select
import threading
import time
from contextlib import contextmanager

from host_tools.sim.serial.ptys import open_pty
from host_tools.sim.virtual.board import network_board
from host_tools.usb.ports import Port


@contextmanager
def plugged_in(folder, uid):
    """The board, its firmware running, and its port; until the cable is pulled."""
    board = network_board(folder, uid)
    end, slave, path = open_pty()
    ended = threading.Event()

    def run():
        began = time.monotonic()
        while not ended.is_set():
            if select.select([end], [], [], 0.005)[0]:
                board.hal.receive(os.read(end, 4096).decode())
            board.step(1 + int((time.monotonic() - began) * 1000))
            for line in board.hal.take_sent_lines():
                os.write(end, line.encode() + b"\n")

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield board, Port(path, uid)
    finally:
        ended.set()
        thread.join()
        board.power_off()
        os.close(end)
        os.close(slave)
