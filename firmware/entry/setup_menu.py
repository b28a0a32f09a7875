"""The setup menu: preset, number of teams and brightness, selected by keys; in an event the round's number, too."""

from ..config import BRIGHTNESS_LEVELS, KEY_OK
from ..rules.presets import PRESET_NAMES
from .counting import renumber
from .menus import DONE, LEFT, REFUSED, STAY


class SetupMenu:
    """The choices shown: `preset`, `teams`, `brightness`, at first those in force. OK applies them.

    `preset` is an index in PRESET_NAMES, or their number for the custom preset in use. `on_round`: the page of the
    round's number is open, on which each key takes effect at once.
    """

    def __init__(self, settings, match, actions) -> None:
        self._settings = settings
        self._match = match
        self._actions = actions
        self.open()

    def open(self) -> None:
        """Begin with the settings in force."""
        self.preset = min(self._match.preset.place, len(PRESET_NAMES))
        self.teams = self._match.teams
        self.brightness = self._settings.brightness
        self.on_round = False

    @property
    def muggins(self) -> bool:
        """Whether muggins is agreed: only shown here, set over the link."""
        return self._settings.muggins

    def press(self, key: int, now: int) -> int:
        """Handle a key: +1 next preset, +2 teams, +5 brightness, BACK leaves, OK applies. STAY, REFUSED, LEFT or DONE.

        On the round's page score keys and BACK change its number, OK leaves.
        """
        if self.on_round:
            if key == KEY_OK:
                return LEFT
            return STAY if renumber(self._match, self._actions, key) else REFUSED
        if key == KEY_OK:
            self._actions.defer_setup()
            return DONE
        return self._advance(key & 3)

    def _advance(self, score_key: int) -> int:
        """Advance the choice of a team's key, 0 preset, 1 teams, 2 brightness, and return STAY; LEFT for BACK."""
        if score_key == 0:
            self.preset = (self.preset + 1) % len(PRESET_NAMES) if self.preset < len(PRESET_NAMES) else 0
        elif score_key == 1:
            self.teams = self.teams + 1 if self.teams < self._settings.tracks else 2
        elif score_key == 2:
            self.brightness = self.brightness % BRIGHTNESS_LEVELS + 1
        else:
            return LEFT
        return STAY
