"""Setup by keys, before a round begins: preset, number of teams, brightness."""

from ..config import BRIGHTNESS_LEVELS, KEY_OK
from ..rules.presets import NAMES
from .answers import DONE, LEFT, STAY


class SetupMenu:
    """What is being chosen: `preset` (index in NAMES; beyond it, the custom preset in use), `teams`, `brightness`."""

    def __init__(self, settings, match, sink) -> None:
        self._settings = settings
        self._match = match
        self._sink = sink
        self.preset = 0
        self.teams = 2
        self.brightness = 1

    def open(self) -> None:
        """Begin from what is in force."""
        name = self._match.preset.name
        self.preset = len(NAMES)
        for i in range(len(NAMES)):
            if NAMES[i] == name:
                self.preset = i
        self.teams = self._match.teams
        self.brightness = self._settings.brightness

    def press(self, key: int, now: int) -> int:
        """+1 next preset, +2 teams, +5 brightness, BACK leaves, OK takes."""
        if key == KEY_OK:
            self._sink.choose()
            return DONE
        return self._turn(key & 3)

    def _turn(self, which: int) -> int:
        if which == 0:
            self.preset = (self.preset + 1) % len(NAMES) if self.preset < len(NAMES) else 0
        elif which == 1:
            self.teams = self.teams + 1 if self.teams < self._settings.tracks else 2
        elif which == 2:
            self.brightness = self.brightness % BRIGHTNESS_LEVELS + 1
        else:
            return LEFT
        return STAY
