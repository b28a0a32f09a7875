"""Run several virtual boards on real ptys."""

from contextlib import ExitStack

from firmware.config import HOLD_MS
from host_tools.sim.serial import command
from host_tools.usb.protocol_client import BoardLink, BoardLinkError
from tests.patience import PATIENCE_S

TRIES = PATIENCE_S
AGREED = f"A+1:{HOLD_MS + 100} B+1:{HOLD_MS + 100} wait 100"
"""Keys by which two teams agree to a decision over the cable."""


def answer(port, do, **fields):
    """Ask a board that may be restarting: what is sent then is lost, or answered late. It is asked only once."""
    for _ in range(TRIES):
        try:
            with BoardLink(port, silence=1) as line:
                line.request("hello")
        except BoardLinkError as error:
            if not error.is_silent:
                raise
            continue
        with BoardLink(port, silence=PATIENCE_S) as line:
            return line.request(do, **fields)
    raise AssertionError(f"{port} does not answer")


class Table:
    """Boards that are plugged in, by number from 1; `plug` begins one on the flash it had."""

    def __init__(self, stack, root):
        self._stack = stack
        self._root = root
        self._cables = {}
        self.boards = {}

    def folder(self, number):
        return self._root / command.uid(number)

    def plug(self, number):
        cable = self._stack.enter_context(ExitStack())
        self._cables[number] = cable
        self.boards[number] = cable.enter_context(command.running_board(self.folder(number), command.uid(number)))
        return self.boards[number]

    def ask(self, number, do, **fields):
        return answer(self.boards[number].port, do, **fields)

    def judge(self, number, op, **fields):
        """A decision over the cable, to which both teams agree at the board."""
        self.ask(number, "judge", op=op, **fields)
        self.boards[number].play(AGREED)

    def to_phase(self, number, phase):
        """OK, pressed until the board, one of many on a busy machine, has heard it."""
        for _ in range(TRIES):
            if self.ask(number, "status")[0]["phase"] == phase:
                break
            self.boards[number].play("OK:100 wait 100")

    def pull(self, number):
        """The cable is pulled: power and port are gone at once."""
        self._cables[number].close()
