"""A request takes little memory at a time, however much is on flash: play leaves no large block of the heap free."""

import json

import pytest

from firmware.link.dispatch import HANDLERS
from host_tools.sim.python_bundle import bundle
from tests.every_request import every_request

RESULTS = 600
TOGETHER = 4096
"""Bytes that all allocations of a piece of a reply may come to; each has to fit into what play leaves free in a row."""
OLD_BOARD = """
import gc
import json
import os
from firmware.board import Board
from firmware.link.dispatch import reply_pieces
from virtual.hal import VirtualHal

os.mkdir("/flash")
board = Board(VirtualHal(2, "/flash"))
while not board.loaded:
    board.step(0)
for n in range(1, 601):
    for _ in board.results.append(n, '"v":2,"n":%d,"event":"%s"' % (n, 350 * "x"), bytes(32)):
        pass
# As while flash was full: nothing closed it.
with open("/flash/present/00000000", "ab") as present:
    present.write(bytes(12000))
with open("/flash/archive/00000037", "wb") as archive:
    archive.write(bytes(30000))

def ask(request):
    pieces = reply_pieces(board, request.encode())
    text, most = [], 0
    gc.disable()
    while len(text) < 30:
        before = gc.mem_alloc()
        piece = next(pieces, None)
        most = max(most, gc.mem_alloc() - before)
        if piece is None:
            break
        text.append(piece)
        # What the request has put off.
        while board.work_due():
            board._go_on()
    gc.enable()
    gc.collect()
    return json.dumps([most, "".join(text)])
"""
REQUESTS = every_request(RESULTS)


@pytest.fixture(scope="module")
def old_board(_interpreter):
    _interpreter.restart(bundle())
    _interpreter.run(OLD_BOARD)
    return _interpreter


def test_every_verb_is_asked():
    assert {fields["do"] for fields in REQUESTS} == set(HANDLERS)


@pytest.mark.parametrize("request_fields", REQUESTS, ids=str)
def test_no_piece_of_a_reply_takes_much_memory_on_a_board_of_600_results(old_board, request_fields):
    """The first thirty pieces: where to begin has been found by then."""
    most, text = json.loads(old_board.call("ask", json.dumps(request_fields)))
    assert most <= TOGETHER
    assert text
