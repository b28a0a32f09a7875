"""The board behind the page, as the page's worker runs it: what people do is the one board's, over `page_board`."""

import json
from pathlib import Path
from typing import Any

import pytest

from host_tools.sim.virtual import page_board
from host_tools.sim.virtual.board import KeyedBoard, key_mask


class WorkerBoard(KeyedBoard):
    """A board of so many teams, in the place of the last one: a page has one. `news`: what `advance` told, all bits."""

    def __init__(self, root: Path, patch: pytest.MonkeyPatch, teams: int = 2) -> None:
        patch.setattr(page_board, "ROOT", str(root))
        page_board.power_on(json.dumps({"tracks": teams}))
        self.now = self.news = self._mask = 0

    def configure(self, **settings: Any) -> None:
        page_board.send_to_board(json.dumps({"id": 1, "do": "configure", **settings}) + "\n")
        self.advance(10)

    def hold(self, *keys: str | int) -> None:
        self._mask = key_mask(*keys)
        self.advance(0)

    def wait(self, ms: int, every: int = 10) -> None:
        """Let time pass in slices, or in one while nothing can happen."""
        end = self.now + ms
        while self.now < end:
            left = end - self.now
            self.advance(left if not self._mask and page_board.idle_ms() >= left else min(every, left))

    def advance(self, ms: int) -> None:
        self.now += ms
        self.news |= page_board.advance(ms, self._mask)

    @property
    def state(self) -> dict[str, Any]:
        return json.loads(page_board.state_json())

    @property
    def phase(self) -> str:
        return str(self.state["phase"])

    @property
    def last_result(self) -> str:
        """The newest result line, as JSON; null if there is none."""
        return (page_board.results_since(0).splitlines() or ["null"])[-1]
