"""What an organiser chooses for a board. Reading, changing and keeping it is `settings_file`'s."""

from .interpreter import forget


class SettingsError(ValueError):
    """A value that cannot be taken; the message begins with the name of its field."""


class Settings:
    """The values in force, by name in `values`; `preset` is the checked Preset. `tracks` limits the teams.

    `idle_ms` and `sign_off` are the organiser's where set, else the preset's. `notes` says what was wrong with the
    file at start, if anything; `newer`, that it is of a format of the future, and not to be written over.
    """

    def __init__(self, disk, tracks: int) -> None:
        self.disk = disk
        self.tracks = tracks
        self.notes: list = []
        self.newer = False
        self._load()

    def _load(self) -> None:
        # Settings are read once: the memory is given back.
        from .settings_file import load

        load(self)
        forget("firmware.settings_file", "firmware.settings_check", "firmware.rules.presets")

    def take(self, values: dict, preset) -> None:
        """These are in force from now on: checked values, and the Preset that one of them means."""
        self.values = values
        self.preset = preset
        self.idle_ms: int = preset.idle_ms if values["idle_ms"] is None else values["idle_ms"]
        self.sign_off: bool = preset.sign_off if values["sign_off"] is None else values["sign_off"]
        self.brightness: int = values["brightness"]
        self.teams: int = values["teams"]

    def adopt(self, preset, teams: int) -> None:
        """Take what a match was found to be played under, where the settings say otherwise."""
        self.values["preset"] = preset.fields if preset.name == "custom" else preset.name
        self.values["teams"] = teams
        self.take(self.values, preset)
