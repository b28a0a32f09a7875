"""A virtual board with a modelled sound module, whose clips have the lengths of speech."""

import pytest

from firmware.settings import Settings
from host_tools.sim.virtual.board import VirtualBoard
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


class SpokenBench(VirtualBoard):
    """`model` is the module; `begin_ms` and `answers` are its own."""

    def __init__(self, root, begin_ms=100, answers=True, tracks=2, **settings):
        self.begin_ms = begin_ms
        self._answers = answers
        root.mkdir(exist_ok=True)
        super().__init__(lambda: self._hal(tracks, str(root)))
        self.configure(voice=True, port_ma=1500)
        if settings:
            self.configure(**settings)
        self.cut()
        self.wait(GREETED_MS)

    def _hal(self, tracks, root):
        hal = VirtualHal(tracks, root, port_ma=1500)
        self.model = None
        if hal.voice:
            files = len(clips(Settings(hal.disk, tracks).values["language"])) if self._answers else None
            self.model = hal.voice_port = ModuleModel(length_ms, files, self.begin_ms)
        self.powered_at = self.now
        return hal

    def step(self):
        if self.model:
            self.model.advance(self.now - self.powered_at)
        super().step()

    def said(self):
        """The words of all clips that have ended since the last call, and forget them."""
        language = self.board.settings.values["language"]
        words = [" ".join(clips(language)[one.clip]) for one in self.model.heard]
        self.model.heard.clear()
        return words


@pytest.fixture
def spoken(tmp_path):
    def make(**settings):
        bench = SpokenBench(tmp_path, **settings)
        bench.said()
        return bench

    return make
