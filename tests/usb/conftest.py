"""Virtual boards on real ptys, found by the tools as boards on USB are."""

import contextlib

import pytest

from host_tools.sim.serial import table
from host_tools.usb.line import Line


@pytest.fixture(autouse=True)
def _own_sockets(tmp_path_factory, monkeypatch):
    """No test sees the boards of another."""
    folder = tmp_path_factory.mktemp("runtime")
    folder.chmod(0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))


class Table:
    """Boards that are plugged in, by number from 1; `plug` begins one on the flash it had."""

    def __init__(self, stack, root):
        self._stack = stack
        self._root = root
        self.boards = {}

    def folder(self, number):
        return self._root / table.uid(number)

    def plug(self, number):
        board = self._stack.enter_context(table.running(self.folder(number), table.uid(number)))
        self.boards[number] = board
        return board

    def ask(self, number, do, **fields):
        with Line(self.boards[number].port, silence=10) as line:
            return line.ask(do, **fields)

    def pull(self, number):
        """The cable is pulled: power and port are gone at once."""
        self.boards[number].cut()


@pytest.fixture
def boards(tmp_path):
    """A table, empty; whatever is plugged in is gone afterwards."""
    with contextlib.ExitStack() as stack:
        yield Table(stack, tmp_path / "boards")
