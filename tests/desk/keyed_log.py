"""Result lines that the firmware writes: each game is played by the keys of a virtual board."""

from pathlib import Path

from host_tools.sim.virtual.board import EDGES_MS, VirtualBoard, new_board

KEY = "5eed" * 8


def board_at(folder: Path, table: int) -> VirtualBoard:
    """A board of the event `Night` at a table, in its first round."""
    machine = {"uid": f"{table:016x}"}
    return new_board(folder, step_ms=EDGES_MS, machine=machine, event="Night", table=table, key=KEY, round=1)


class KeyedLog:
    """A virtual board that stands in for a BoardLog: each result is played by keys and written by the firmware."""

    version = 2

    def __init__(self, folder, name, event, key):
        self._board = new_board(folder, step_ms=EDGES_MS, machine={"uid": name})
        self.event, self.key, self.preset = event, key, "acc"

    @property
    def lines(self):
        return self._board.lines()

    def game(self, number, table, *pegs, game=1, at=None, began=None):
        """One game that ends on these pegs, begun at `began`, or `at` (seconds since 1970; None: it has no clock)."""
        board = self._board
        settings = {"event": self.event, "key": self.key.hex(), "table": table, "preset": self.preset}
        board.configure(round=number, **settings)
        if at is not None:
            board.board.clock.set_time(at if began is None else began)
        assert board.phase == "round"
        board.press("OK")
        winner = pegs.index(121)
        self._peg_to("AB"[1 - winner], pegs[1 - winner])
        self._peg_to("AB"[winner], 121)
        board.sign("AB"[1 - winner])
        board.press("OK")
        board.press("OK")
        return self.lines[-1]

    def _peg_to(self, team, hole):
        """Peg until the front peg stands on a hole, by counts that a deal can bring."""
        for count in [24] * (hole // 24) + ([10, 9] if hole % 24 == 19 else [hole % 24] if hole % 24 else []):
            self._board.peg(team, count)
