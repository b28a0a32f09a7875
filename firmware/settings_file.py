"""Settings on flash: checked, kept in one file, replaced in one stroke. Loaded when it is wanted.

The file is one JSON object that ends in `sum`, the first eight hex digits of the SHA-256 of all before it: a bit that
has turned over changes no key and no PIN unseen.
"""

import binascii
import hashlib
import json

from .rules import presets
from .rules.preset import DEFAULT, PresetError
from .settings import SettingsError
from .settings_check import wrong

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


def load(settings) -> None:
    """Have `settings` take what the file says; the defaults, and a note, where it cannot be taken."""
    settings.take(dict(_DEFAULTS), presets.load(DEFAULT))
    try:
        file = settings.disk.open(FILE, "rb")
    except OSError:
        return
    try:
        settings.take(*_checked(settings, _values(settings, file.read())))
    except (ValueError, TypeError, RuntimeError) as error:
        settings.notes.append("%s: %s; defaults taken" % (FILE, error))
    finally:
        file.close()


def _values(settings, data: bytes) -> dict:
    kept = json.loads(data)
    version = kept.pop("v", 0) if isinstance(kept, dict) else 0
    if version != VERSION:
        settings.newer = isinstance(version, int) and version > VERSION
        raise ValueError("format %s; this firmware reads format %d" % (version, VERSION))
    body = data[: data.rfind(_SUM)]
    if kept.pop("sum", None) != _sum(body):
        raise ValueError("damaged: its sum does not agree")
    return kept


def change(settings, fields: dict) -> None:
    """Have `settings` take new values for some fields, all or none, and keep them.

    Raises SettingsError for a bad value, and where flash does not take them.
    """
    values, preset = _checked(settings, fields)
    try:
        _write(settings, values)
    except OSError as error:
        raise SettingsError("%s: not kept: %s" % (FILE, error)) from None
    settings.take(values, preset)


def _checked(settings, fields: dict) -> tuple:
    values = dict(settings.values)
    fault = wrong(fields, values, settings.tracks)
    if fault:
        raise SettingsError(fault)
    values.update(fields)
    try:
        return values, presets.load(values["preset"])
    except PresetError as error:
        raise SettingsError(str(error)) from None


def _write(settings, values: dict) -> None:
    disk = settings.disk
    if settings.newer:
        disk.rename(FILE, NEWER)
        settings.newer = False
    kept = dict(values)
    kept["v"] = VERSION
    body = json.dumps(kept).encode()[:-1]
    file = disk.open(FILE + ".new", "wb")
    file.write(body + _SUM + _sum(body).encode() + b'"}')
    file.close()
    disk.rename(FILE + ".new", FILE)


def _sum(body: bytes) -> str:
    return binascii.hexlify(hashlib.sha256(body).digest()).decode()[:8]
