"""A table of virtual boards on real ptys."""

from host_tools.sim.serial import table
from host_tools.usb.line import Line, SilentError

TRIES = 30


def answer(port, do, **fields):
    """Ask a board that may be restarting: what is sent then is lost."""
    for _ in range(TRIES):
        try:
            with Line(port, silence=1) as line:
                return line.ask(do, **fields)
        except SilentError:
            pass
    raise AssertionError(f"{port} does not answer")


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
        return answer(self.boards[number].port, do, **fields)

    def pull(self, number):
        """The cable is pulled: power and port are gone at once."""
        self.boards[number].cut()
