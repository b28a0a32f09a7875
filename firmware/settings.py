"""The organiser's settings of a board: loads, validates and stores them in one file on flash.

The file's checksum (see `json_file`) keeps a flipped bit from changing a key or a PIN.
"""

from .config import BRIGHTNESS_LEVELS, LOUDEST, SPOKEN
from .json_file import NewerFormatError, read_json, replace_json
from .messages import CodedError, reason
from .rules.preset import DEFAULT_PRESET
from .rules.presets import load_preset

SETTINGS_FILE = "settings.json"
NEWER_SETTINGS_FILE = "settings.newer"
"""A settings file of a newer format is renamed to this before this firmware writes settings."""
SETTINGS_VERSION = 4
LANGUAGES = ("en", "fr")
"""Languages of the displays and of the voice."""

DEFAULTS: dict = {
    "name": "",
    "event": "",
    "table": 0,
    "preset": DEFAULT_PRESET,
    "teams": 2,
    "idle_ms": None,
    "sign_off": None,
    "muggins": False,
    "partners": False,
    "brightness": 3,
    "language": "en",
    "volume": 6,
    "spoken": "pegs",
    "pin": "",
    "key": "",
}
"""Each setting's value on a new board."""


def is_encodable(text: str) -> bool:
    """Return whether UTF-8 can encode the text: JSON may contain half a surrogate pair, which it cannot."""
    return not any(0xD800 <= ord(c) <= 0xDFFF for c in text)


class Settings:
    """The settings in force: `values` by field, `preset` the Preset. `tracks` is the highest number of teams.

    `idle_ms` and `sign_off` are the organiser's if set, else the preset's. `notes`: messages on what was wrong with the
    file at start; `newer`: it has a newer format, and must not be overwritten.
    """

    def __init__(self, disk, tracks: int) -> None:
        self.disk = disk
        self.tracks = tracks
        self.notes: list = []
        self.newer = False
        self._stored: dict = {}
        self._load()

    def apply(self, values: dict, preset) -> None:
        """Put validated values into force; `preset` is the Preset of `values["preset"]`."""
        self.values = values
        self.preset = preset
        self.idle_ms: int = preset.idle_ms if values["idle_ms"] is None else values["idle_ms"]
        self.sign_off: bool = preset.sign_off if values["sign_off"] is None else values["sign_off"]
        self.brightness: int = values["brightness"]
        self.teams: int = values["teams"]
        self.muggins: bool = values["muggins"]

    def adopt(self, preset, teams: int) -> None:
        """Put preset and teams of a restored match into force, without storing them."""
        self.values = dict(self.values)
        self.values["preset"] = preset.fields if preset.name == "custom" else preset.name
        self.values["teams"] = teams
        self.apply(self.values, preset)

    def change(self, fields: dict):
        """Validate, store and apply new values for some fields, all or none: in the last piece, after whose end they
        are in force and on flash. Yields after each piece of work but the last.

        Raises CodedError for an invalid value, or if the file cannot be written.
        """
        values = self._changed(fields)
        yield
        preset = load_preset(values["preset"])
        yield
        # Flash wears.
        if values != self._stored:
            try:
                yield from self._write(values)
            except OSError as error:
                raise CodedError("not-kept", file=SETTINGS_FILE, why=str(error)) from None
        self.apply(values, preset)

    def _load(self) -> None:
        """Load the settings from their file; the defaults if there is none, or, with a note, if it is invalid."""
        self.apply(dict(DEFAULTS), load_preset(DEFAULT_PRESET))
        try:
            values = read_json(self.disk, SETTINGS_FILE, SETTINGS_VERSION)
            teams = values.get("teams")
            if isinstance(teams, int) and teams > self.tracks:
                self.notes.append({"code": "teams-over-tracks", "teams": teams, "tracks": self.tracks})
                values["teams"] = self.tracks
            values = self._changed(values)
            self.apply(values, load_preset(values["preset"]))
            self._stored = self.values
        except OSError:
            return
        except (ValueError, TypeError, RuntimeError) as error:
            self.newer = isinstance(error, NewerFormatError)
            self.notes.append({"code": "settings-damaged", "why": reason(error)})

    def _changed(self, fields: dict) -> dict:
        """Return a copy of the values with `fields`, which are validated, changed. Raises CodedError."""
        values = dict(self.values)
        check_fields(fields, values, self.tracks)
        values.update(fields)
        return values

    def _write(self, values: dict):
        """Replace the settings file, in pieces; keep one of a newer format under another name. Raises OSError."""
        if self.newer:
            self.disk.rename(SETTINGS_FILE, NEWER_SETTINGS_FILE)
            self.newer = False
            yield
        yield from replace_json(self.disk, SETTINGS_FILE, values, SETTINGS_VERSION)
        self._stored = values


def check_fields(fields: dict, values: dict, tracks: int) -> None:
    """Raise CodedError, naming the field, unless all fields are valid.

    `values` has all known fields; `tracks` limits the teams. The preset is checked elsewhere (`rules.preset_check`).
    """
    for field in fields:
        value = fields[field]
        if field not in values:
            raise CodedError("unknown-field", field=field, known=" ".join(sorted(values)))
        if field == "teams" and not _is_within(value, 2, tracks):
            raise CodedError("too-many-teams", tracks=tracks)
        if field in _ALLOWED and not _ALLOWED[field][0](value):
            _, code, allowed = _ALLOWED[field]
            raise CodedError(code, field=field, **allowed)


def _is_within(value, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _is_pin(value) -> bool:
    return isinstance(value, str) and (not value or 4 <= len(value) <= 8) and all(c in "0123456789" for c in value)


def _is_text(value, longest: int) -> bool:
    if not isinstance(value, str) or len(value) > longest:
        return False
    return all(c >= " " for c in value) and is_encodable(value)


def is_key(value) -> bool:
    """Return whether a value is a key: up to 64 bytes in lower-case hex, "" for none."""
    if not isinstance(value, str) or len(value) > 128:
        return False
    return len(value) % 2 == 0 and all(c in "0123456789abcdef" for c in value)


_ALLOWED: dict = {
    "name": (lambda v: _is_text(v, 20), "text-too-long", {"limit": 20}),
    "event": (lambda v: _is_text(v, 40), "text-too-long", {"limit": 40}),
    "table": (lambda v: _is_within(v, 0, 999), "not-within", {"low": 0, "high": 999}),
    "idle_ms": (
        lambda v: v is None or _is_within(v, 0, 0) or _is_within(v, 500, 60000),
        "bad-idle",
        {"low": 500, "high": 60000},
    ),
    "sign_off": (lambda v: v is None or isinstance(v, bool), "bad-sign-off", {}),
    "muggins": (lambda v: isinstance(v, bool), "no-boolean", {}),
    "partners": (lambda v: isinstance(v, bool), "no-boolean", {}),
    "brightness": (
        lambda v: _is_within(v, 1, BRIGHTNESS_LEVELS),
        "not-within",
        {"low": 1, "high": BRIGHTNESS_LEVELS},
    ),
    "language": (lambda v: isinstance(v, str) and v in LANGUAGES, "not-one-of", {"known": " ".join(LANGUAGES)}),
    "volume": (lambda v: _is_within(v, 0, LOUDEST), "not-within", {"low": 0, "high": LOUDEST}),
    "spoken": (lambda v: isinstance(v, str) and v in SPOKEN, "not-one-of", {"known": " ".join(SPOKEN)}),
    "pin": (_is_pin, "bad-pin", {}),
    "key": (is_key, "bad-key", {}),
}
"""By field: a check of its value, the code of a refusal, and the refusal's values."""
