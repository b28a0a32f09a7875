"""What an organiser chooses for a board: checked, kept in one file, replaced in one stroke.

The file is one JSON object that ends in `sum`, the first eight hex digits of the SHA-256 of all before it: a bit that
has turned over changes no key and no PIN unseen.
"""

import binascii
import hashlib
import json

from .interpreter import forget
from .rules import preset as presets
from .rules.preset import DEFAULT

FILE = "settings.json"
NEWER = "settings.newer"
"""Where a file of a format of the future goes when this firmware has something to keep."""
VERSION = 1
_SUM = b', "sum": "'

_DEFAULTS: dict = {
    "name": "",
    "event": "",
    "table": 0,
    "preset": DEFAULT,
    "teams": 2,
    "idle_ms": None,
    "sign_off": None,
    "brightness": 3,
    "pin": "",
    "key": "",
}


class SettingsError(ValueError):
    """A value that cannot be taken; the message begins with the name of its field."""


class Settings:
    """The values in force, by name in `values`; `preset` is the checked Preset. `tracks` limits the teams.

    `idle_ms` and `sign_off` are the organiser's where set, else the preset's. `notes` says what was wrong with the
    file at start, if anything.
    """

    def __init__(self, disk, tracks: int) -> None:
        self._disk = disk
        self.tracks = tracks
        self.notes: list = []
        self._newer = False
        self.values = dict(_DEFAULTS)
        self.preset = presets.load(DEFAULT)
        self._load()
        self._derive()

    def _load(self) -> None:
        try:
            file = self._disk.open(FILE, "rb")
        except OSError:
            return
        try:
            self.values, self.preset = self._checked(self._read(file.read()))
        except (ValueError, TypeError, RuntimeError) as error:
            self.notes.append("%s: %s; defaults taken" % (FILE, error))
        finally:
            file.close()

    def _read(self, data: bytes) -> dict:
        kept = json.loads(data)
        version = kept.pop("v", 0) if isinstance(kept, dict) else 0
        if version != VERSION:
            self._newer = isinstance(version, int) and version > VERSION
            raise ValueError("format %s; this firmware reads format %d" % (version, VERSION))
        body = data[: data.rfind(_SUM)]
        if kept.pop("sum", None) != _sum(body):
            raise ValueError("damaged: its sum does not agree")
        return kept

    def _derive(self) -> None:
        values = self.values
        self.idle_ms: int = self.preset.idle_ms if values["idle_ms"] is None else values["idle_ms"]
        self.sign_off: bool = self.preset.sign_off if values["sign_off"] is None else values["sign_off"]
        self.brightness: int = values["brightness"]
        self.teams: int = values["teams"]

    def change(self, fields: dict) -> None:
        """Take new values for some fields, all or none, and keep them.

        Raises SettingsError for a bad value, and where flash does not take them.
        """
        values, preset = self._checked(fields)
        try:
            self._save(values)
        except OSError as error:
            raise SettingsError("%s: not kept: %s" % (FILE, error)) from None
        self.values, self.preset = values, preset
        self._derive()

    def adopt(self, preset, teams: int) -> None:
        """Take what a match was found to be played under, where the settings say otherwise."""
        self.preset = preset
        self.values["preset"] = preset.fields if preset.name == "custom" else preset.name
        self.values["teams"] = teams
        self._derive()

    def _checked(self, fields: dict) -> tuple:
        values = dict(self.values)
        # Settings change seldom: the memory is given back.
        from .settings_check import wrong

        fault = wrong(fields, values, self.tracks)
        del wrong
        forget("firmware.settings_check")
        if fault:
            raise SettingsError(fault)
        values.update(fields)
        try:
            return values, presets.load(values["preset"])
        except presets.PresetError as error:
            raise SettingsError(str(error)) from None

    def _save(self, values: dict) -> None:
        if self._newer:
            self._disk.rename(FILE, NEWER)
            self._newer = False
        kept = dict(values)
        kept["v"] = VERSION
        body = json.dumps(kept).encode()[:-1]
        file = self._disk.open(FILE + ".new", "wb")
        file.write(body + _SUM + _sum(body).encode() + b'"}')
        file.close()
        self._disk.rename(FILE + ".new", FILE)


def _sum(body: bytes) -> str:
    return binascii.hexlify(hashlib.sha256(body).digest()).decode()[:8]
