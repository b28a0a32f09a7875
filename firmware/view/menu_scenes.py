"""What a track shows while a menu is open; loaded when the first one is."""

from ..interpreter import const
from .layout import STREET
from .palette import DIM, FAINT, MID, WHITE
from .scenes import BLINK

_HALF = const(3)
"""The first beats of a turn that make its bright half."""


class MenuScenes:
    """`draw`: the scenes of `scenes` from STATUS on, in their order. No method is kept by name: that takes memory."""

    def __init__(self, scenes) -> None:
        self._scenes = scenes
        self.draw = (self._status, self._setup, self._judge, self._judged)

    def _status(self, strip, look) -> None:
        """Street 1: games won. Street 2: tens of points, street 3: their ones; street 4 lit at its start: below 0."""
        self._scenes.number(strip, look.team, MID, 0, look.front)
        self._scenes.number(strip, look.team, MID, 1, look.back // 10)
        self._scenes.number(strip, look.team, MID, 2, look.back % 10)
        self._scenes.number(strip, look.team, MID, 3, look.amount)
        strip.run(STREET, STREET, 4, WHITE, FAINT)

    def _setup(self, strip, look) -> None:
        """Street 1: number of the preset. Street 2: teams. Street 3: brightness."""
        self._scenes.number(strip, look.team, MID, 0, look.front)
        self._scenes.number(strip, look.team, MID, 1, look.back)
        self._scenes.number(strip, look.team, MID, 2, look.amount)
        self._corners(strip, DIM)

    def _judge(self, strip, look) -> None:
        """Street 1: number of the decision, or the digit so far. Street 2: digits of the PIN that are in."""
        self._scenes.number(strip, look.team, MID, 0, look.front)
        self._scenes.number(strip, look.team, MID, 1, look.back)
        self._corners(strip, MID if look.beat < _HALF else FAINT)

    def _judged(self, strip, look) -> None:
        """The track a decision is about: its peg, and where it would go."""
        self._scenes.mark(strip, look.amount, WHITE, BLINK[look.beat])
        self._scenes.pair(strip, look)
        self._corners(strip, MID if look.beat < _HALF else FAINT)

    def _corners(self, strip, level: int) -> None:
        """The first and last hole of each street."""
        strip.run(1, STREET, 4, WHITE, level)
        strip.run(STREET, STREET, 4, WHITE, level)
