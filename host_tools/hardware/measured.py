"""Reads `hardware/measured.toml`: what a builder has measured on real parts. Drawings and sums are made from that."""

import tomllib
from datetime import date
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

from host_tools.i18n import labelled, message
from host_tools.os_errors import os_reason

from .errors import ParamsError

FILE = "measured.toml"
_FIELDS: dict[str, Any] = {"what": str, "value": (int, float), "by": str, "on": date}


class Fact(NamedTuple):
    """A quantity that can be measured: its place in params.toml, what it is, and its unit."""

    place: str
    text: str
    unit: str = "mm"


FACTS = {
    "pitch": Fact("board.leds_per_metre", "pitch of the strip’s LEDs, over a whole metre"),
    "strip-width": Fact("strip.width", "width of the strip"),
    "strip-height": Fact("strip.height", "height of strip and LED together"),
    "faceplate": Fact("plate.thickness", "thickness of the faceplate"),
    "kerf": Fact("plate.kerf", "width of the laser’s cut"),
    "baffle": Fact("case.baffle", "thickness of the baffle’s three sheets, stacked"),
    "diffuser": Fact("case.diffuser", "thickness of the diffuser"),
    "strip-plate": Fact("case.strip_plate", "thickness of the strip plate"),
    "base": Fact("case.base", "thickness of the base"),
    "street-board": Fact("street.thickness", "thickness of the street boards"),
    "street-led": Fact("street.led_height", "height of the street boards’ LEDs"),
    "dark-strip": Fact("power.kinds.strip.dark", "dark current of an LED of SK6812 strip", "mA"),
    "dark-street": Fact("power.kinds.street.dark", "dark current of an LED of the street boards", "mA"),
    "load-switch": Fact("power.switch_mohm", "resistance of the load switch, warm", "mΩ"),
    "strip-resistance": Fact("power.strip_mohm_per_metre", "resistance of a metre of strip, 5 V and ground", "mΩ"),
}
"""By the names that measured.toml may use."""


class Measurement(NamedTuple):
    """A measured value, who measured it, and the day."""

    what: str
    value: float
    by: str
    on: date


def read(folder: Path) -> list[Measurement]:
    """Return the measurements of a folder, none where the file is not there. Raises ParamsError."""
    path = folder / FILE
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return []
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ParamsError(labelled(path, os_reason(error))) from None
    entries = raw.get("measured", [])
    if set(raw) - {"measured"} or not isinstance(entries, list):
        raise ParamsError(message("cli.hardware.measured_tables", path=path))
    found = [_measurement(path, entry) for entry in entries]
    for measurement in found:
        if sum(other.what == measurement.what for other in found) > 1:
            raise ParamsError(message("cli.hardware.measured_twice", path=path, what=measurement.what))
    return found


def _measurement(path: Path, entry: Any) -> Measurement:
    """Return a table of the file as a measurement. Raises ParamsError."""
    if not isinstance(entry, dict) or set(entry) != set(_FIELDS):
        raise ParamsError(message("cli.hardware.measured_fields", path=path, names=" ".join(_FIELDS)))
    for name, kind in _FIELDS.items():
        if not isinstance(entry[name], kind) or isinstance(entry[name], bool):
            given = repr(entry[name])
            raise ParamsError(message("cli.hardware.measured_kind", path=path, name=name, value=given))
    if entry["what"] not in FACTS:
        known = " ".join(FACTS)
        raise ParamsError(message("cli.hardware.measured_unknown", path=path, what=entry["what"], names=known))
    if not 0 < entry["value"] < inf:
        raise ParamsError(message("cli.hardware.measured_range", path=path, what=entry["what"], value=entry["value"]))
    return Measurement(**entry)


def apply(raw: dict, measurements: list[Measurement]) -> None:
    """Put measured values into the parameters as they are read, in place of those of data sheets."""
    for measurement in measurements:
        *sections, name = FACTS[measurement.what].place.split(".")
        table = raw
        for section in sections:
            table = table[section]
        table[name] = round(1000 / measurement.value, 3) if measurement.what == "pitch" else measurement.value


def unchecked(measurements: list[Measurement]) -> str:
    """Return the Markdown lists of what was measured, by whom and when, and of what nobody has."""
    names = {measurement.what for measurement in measurements}
    left = "; ".join(fact.text for name, fact in FACTS.items() if name not in names)
    lines = [
        f"- measured: {FACTS[m.what].text}: {m.value:g} {FACTS[m.what].unit} ({m.by}, {m.on:%Y-%m-%d})"
        for m in measurements
    ]
    return "\n".join([*lines, *([f"- never measured: {left}"] if left else [])])
