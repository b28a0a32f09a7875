"""A virtual board with a modelled sound module, whose clips have the lengths of speech."""

import pytest
from bench_board import BenchBoard

from firmware.board import Board
from firmware.board_operations import configure
from host_tools.sim.virtual.hal import VirtualHal
from host_tools.voice.clip_table import clips
from host_tools.voice.module_model import ModuleModel

LETTER_MS = 70
SHORTEST_MS = 300
GREETED_MS = 9000
"""After power on: the card's number and the score are said, whatever the module."""


def length_ms(clip):
    """As long as speech takes for so many letters."""
    return max(SHORTEST_MS, LETTER_MS * sum(map(len, clips("en")[clip])))


class SpokenBench(BenchBoard):
    """`model` is the module; `begin_ms` and `answers` are its own."""

    def __init__(self, root, begin_ms=100, answers=True, **settings):
        self._begin_ms = begin_ms
        self._answers = answers
        tracks = settings.pop("tracks", 2)
        super().__init__(root, tracks=tracks, port_ma=1500)
        configure(self.board, {"voice": True, "port_ma": 1500}, None)
        if settings:
            configure(self.board, settings, None)
        self.power_on()
        self.wait(GREETED_MS)

    def power_on(self, held=()):
        super().power_on(held)
        if not self.hal.voice:
            self.model = None
            return
        files = len(clips(self.board.settings.values["language"])) if self._answers else None
        self.model = ModuleModel(length_ms, files, self._begin_ms)
        self._powered_at = self.now
        self.hal = VirtualHal(*self._machine)
        self.hal.voice_port = self.model
        self.board = Board(self.hal)
        self.step()

    def step(self):
        if self.model:
            self.model.advance(self.now - self._powered_at)
        super().step()

    def said(self):
        """The words of all clips that have ended since the last call, and forget them."""
        language = self.board.settings.values["language"]
        words = [" ".join(clips(language)[one.clip]) for one in self.model.heard]
        self.model.heard.clear()
        return words

    model = None


@pytest.fixture
def spoken(tmp_path):
    def make(**settings):
        bench = SpokenBench(tmp_path, **settings)
        bench.said()
        return bench

    return make
