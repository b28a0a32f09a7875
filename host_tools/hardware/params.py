"""Load and validate `hardware/params.toml`: required names, positive numbers, ranges, agreement with the firmware."""

import tomllib
from math import isfinite
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from firmware import config
from firmware.boards.carrier import BOARD
from firmware.view.lights import hole_led_map
from host_tools.i18n import message

from . import builds, fit_checks, measured, proofs
from .battery_bay import BANK, CELL
from .errors import ParamsError

FILE = "params.toml"

_SECTIONS = {
    "board": "holes street group leds_per_metre track_gap row_gap teams tracks reverse",
    "strip": "leds rows metre spare width led window height",
    "plate": "thickness hole margin corner bed least_web kerf tolerance seam_column small_bed",
    "keys": "cutout cap pitch group_gap above below faces shared",
    "screws": "hole inset head post standoff washers hex through head_height inner_columns seam_offset",
    "case": "diffuser baffle cell least_wall gap strip_plate electronics base wall printer_bed usb usb_plug usb_middle "
    "light foot foot_inset",
    "tolerance": "least standoff washer sheet diffuser baffle strip street led wall socket screw speaker foot foot_sag "
    "strap",
    "power": "controller full ports divider bulk_uf inlet_uf rail least_rail least_led port_volts most_volts "
    "switch_mohm contact_mohm limit_low_kohm limit_high_kohm limit_tolerance limit_surge_ms response_us cc_ladder "
    "strip_mohm_per_metre wire_mohm_per_metre feed_metres kinds",
    "bank": "mah cell_volts efficiency size grams left rail_length strap_at pulse_ms every_s keeps_on_ma pico_ma "
    "asleep asleep_saves_ma",
    "bay": "play rail strap",
    "cell": "mah volts low_left size grams left rail_length strap_at",
    "charger": "ma efficiency idle_ma module thickness high socket socket_high header hole hole_inset screw_hole "
    "at tap plug rest rest_at switch switch_hole switch_at cable_at",
    "street": "width thickness led_height led_width screw_hole screw_columns rail_width plug plug_depth plug_column",
    "carrier": "width height at spacer thickness hole hole_inset usb_x pico_x pico_stack tallest plugged "
    "light_x tracks",
    "display": "from_side edge frame frame_depth depth play pico_3v3 bus kinds",
    "voice": "ma idle least_volts most_volts drop fuse_ohm rows module stack module_high width height at hole_inset "
    "speaker speaker_at grille grille_radius ring play",
    "timing": "bits chips",
}
_BUILD = "kept cable_mohm bank_cable_mohm tracks options"
_OPTION = "adds has excludes"
_DISPLAY = "name module window above ma"
_BIT_PARTS = ("t0h", "t0l", "t1h", "t1l")
_ZERO_ALLOWED = {"cable_mohm", "washers"}
_NO_NUMBERS = {"teams", "reverse", "faces", "shared", "kinds", "chips", "name"}
"""Texts, booleans and tables: checked by other functions."""

_RANGES = {
    "board.leds_per_metre": (60, 160, "strip is sold with 60 to 160"),
    "board.track_gap": (9, 30, "a strip and a finger fit between rows"),
    "board.row_gap": (12, 60, "the standoffs stand in this gap"),
    "plate.thickness": (1.3, 1.7, "MX keys clip into 1.5"),
    "plate.margin": (11, 40, "screws and case posts stand in it, beside the strip plate"),
    "plate.corner": (2, 20, "of the plate's corners"),
    "plate.least_web": (1, 5, "thinner breaks, thicker leaves no room for holes"),
    "plate.kerf": (0.01, 0.5, "what lasers cut"),
    "plate.tolerance": (0.05, 0.5, "what laser cutters promise"),
    "plate.hole": (1, 5, "light comes through it"),
    "keys.cutout": (13.8, 14.2, "MX keys clip into 14"),
    "keys.cap": (15, 20, "a keycap of one unit"),
    "keys.group_gap": (0.1, 60, "between a team's keys and the shared ones"),
    "screws.hole": (3.3, 3.8, "M3 passes through it"),
    "screws.standoff": (8, 20, "baffle, diffuser and LEDs lie within it"),
    "screws.hex": (4.5, 7, "M3 standoffs, across flats"),
    "screws.inset": (4, 10, "of M3 screws from the edge"),
    "case.wall": (1.6, 3.6, "thinner is soft, thicker reaches the carrier"),
    "case.electronics": (12, 40, "the Pico on its sockets is this high"),
    "case.gap": (0.1, 3, "more lets light through to the neighbour"),
    "screws.washers": (0, 3, "a stack of M3 washers"),
    "power.limit_tolerance": (0.001, 0.05, "of resistors"),
    "power.most_volts": (5, 5.5, "the LEDs' highest voltage is 5.5"),
    "power.port_volts": (4.4, 5.25, "what USB allows a port"),
    "bank.efficiency": (0.5, 1, "of a converter"),
    "bank.cell_volts": (3, 4.2, "of a lithium cell"),
    "cell.volts": (3, 4.2, "of a lithium cell"),
    "charger.efficiency": (0.5, 1, "of a converter"),
    "cell.low_left": (0.01, 0.5, "a share of the cell"),
    "street.screw_hole": (2, 3, "M2 or M2.5"),
}
"""Lowest and highest value, and the reason, of numbers that are not derived from others."""


def load(folder: Path) -> Any:
    """Load the parameters of `folder` by section and name: `params.plate.hole` and so on.

    `kinds`, `chips` and `options` are dicts; `builds` are the examples of the guides' tables. Raises ParamsError.
    """
    path = folder / FILE
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError:
        raise ParamsError(message("cli.hardware.no_params", path=path, file=FILE)) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ParamsError(f"{path}: {error}") from None
    measurements = measured.read(folder)
    try:
        measured.apply(raw, measurements)
        params = _validate(raw, folder)
        params.measurements = measurements
        params.proofs = proofs.read(folder)
        return params
    except ParamsError as error:
        raise ParamsError(f"{path}: {error}") from None
    except (TypeError, KeyError, AttributeError, IndexError, ValueError) as error:
        reason = "a value has another type, or a list another length, than in the file of the repository"
        raise ParamsError(f"{path}: {reason} ({error})") from None


def _validate(raw: dict, folder: Path) -> Any:
    """Convert the file's tables to parameters, and check them. Raises ParamsError."""
    params = SimpleNamespace(folder=folder)
    for section, names in _SECTIONS.items():
        setattr(params, section, _table(raw.get(section), names, f"[{section}]"))
    params.power.kinds = {name: _table(kind, "name dark", f"[power.kinds.{name}]") for name, kind in _kinds(raw)}
    params.display.kinds = {
        name: _table(kind, _DISPLAY, f"[display.kinds.{name}]") for name, kind in raw["display"]["kinds"].items()
    }
    params.timing.chips = dict(raw["timing"]["chips"])
    params.pins = SimpleNamespace(**BOARD["pins"])
    for part, ns in zip(_BIT_PARTS, BOARD["led_ns"], strict=True):
        setattr(params.timing, part, ns)
    params.timing.reset = 1000 * BOARD["led_reset_us"]
    params.build = _table(raw.get("build"), _BUILD, "[build]")
    params.build.options = {
        name: _table(option, _OPTION, f"[build.options.{name}]") for name, option in params.build.options.items()
    }
    _check_numbers(params)
    _check_firmware(params)
    _check_displays(params.display.kinds)
    _check_builds(params)
    _check_strip(params)
    fit_checks.check(params)
    return params


def _kinds(raw: dict) -> list[tuple[str, Any]]:
    return list(raw["power"]["kinds"].items())


def _table(table: Any, names: str, place: str) -> SimpleNamespace:
    """Convert a TOML table that must have exactly `names` (separated by blanks); `place` names it in errors.

    Raises ParamsError.
    """
    required = set(names.split())
    present = set(table or {})
    if missing := sorted(required - present):
        raise ParamsError(f"{place}: {missing[0]} is missing")
    if extra := sorted(present - required):
        raise ParamsError(f"{place}: {extra[0]} is unknown; names are {' '.join(sorted(required))}")
    return SimpleNamespace(**table)


def _check_numbers(params: Any) -> None:
    """Check that every number is finite and above 0, and those of `_RANGES` in range. Raises ParamsError."""
    for section in _SECTIONS:
        for name, value in vars(getattr(params, section)).items():
            _check_values(f"[{section}] {name}", name, value, name in _ZERO_ALLOWED)
    for place, (low, high, reason) in _RANGES.items():
        section, name = place.split(".")
        value = getattr(getattr(params, section), name)
        if not low <= value <= high:
            raise ParamsError(f"[{section}] {name}: {low:g} to {high:g}, not {value}: {reason}")


def _check_values(place: str, name: str, value: Any, zero_allowed: bool) -> None:
    """Check a number, or each number of a list, unless `name` is one of _NO_NUMBERS. Raises ParamsError."""
    if name not in _NO_NUMBERS:
        for number in value if isinstance(value, list) else [value]:
            _check_number(place, number, zero_allowed)


def _check_number(place: str, value: Any, zero_allowed: bool) -> None:
    """Raise ParamsError unless `value` is a finite number above 0, or 0 if `zero_allowed`."""
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not isfinite(value) or value < 0 or (value == 0 and not zero_allowed):
        raise ParamsError(f"{place}: a number above 0, not {value!r}")


def _check_firmware(params: Any) -> None:
    """Check that values which the firmware has as constants are equal to them. Raises ParamsError."""
    board, keys, power = params.board, params.keys, params.power
    faces = [*(f"+{score}" for score in config.SCORE_KEYS), "BACK"]
    pairs = [
        ("[board] holes", board.holes, hole_led_map.HOLES),
        ("[board] street", board.street, 30),
        ("[board] group", board.group, 5),
        ("[board] teams", board.teams, config.TEAMS),
        ("[strip] leds", params.strip.leds, config.STRIP_LEDS),
        ("[keys] faces", keys.faces, faces),
        ("[keys] shared", keys.shared, ["OK", "MENU"]),
        ("[power] controller", power.controller, config.CONTROLLER_MA),
        ("[power] full", power.full, config.LED_FULL_MA),
        ("[bank] pulse_ms", params.bank.pulse_ms, config.KEEP_ALIVE_MS),
        ("[voice] ma", params.voice.ma, config.VOICE_MA),
    ]
    for place, value, firmware in pairs:
        if value != firmware:
            raise ParamsError(f"{place}: the firmware's is {firmware}, not {value}; change both or neither")
    if not board.tracks or not set(board.tracks) <= {2, 3, 4} or sorted(set(board.tracks)) != board.tracks:
        raise ParamsError(f"[board] tracks: some of 2, 3, 4, in order; the firmware runs no others, not {board.tracks}")


def _check_displays(kinds: dict) -> None:
    """Check the kinds of display. Raises ParamsError."""
    for name, kind in kinds.items():
        place = f"[display.kinds.{name}]"
        for field, value in vars(kind).items():
            _check_values(f"{place} {field}", field, value, field == "above")
        if any(inner >= outer for inner, outer in zip(kind.window, kind.module, strict=True)):
            raise ParamsError(f"{place} window: smaller than the module, {kind.module[0]:g} x {kind.module[1]:g}")


def _check_builds(params: Any) -> None:
    """Check kinds of LED, tracks and options, and set `params.builds`. Raises ParamsError."""
    if set(params.power.kinds) != {"strip", "street"}:
        raise ParamsError("[power.kinds]: they are strip and street")
    for name, kind in params.power.kinds.items():
        if not isinstance(kind.dark, int | float) or not 0 < kind.dark < 5:
            raise ParamsError(f"[power.kinds.{name}] dark: 0 to 5 mA")
    kinds = params.build
    for name in ("cable_mohm", "bank_cable_mohm"):
        _check_number(f"[build] {name}", getattr(kinds, name), zero_allowed=True)
    if [own["tracks"] for own in kinds.tracks.values()] != params.board.tracks:
        raise ParamsError("[build.tracks]: one for each of [board] tracks, in their order")
    for name, own in kinds.tracks.items():
        _check_port(params, f"[build.tracks] {name}", own["port"])
    for name, option in kinds.options.items():
        _check_option(params, f"[build.options.{name}]", option)
    params.builds = builds.examples(params)
    for name in kinds.kept:
        builds.named(params, name)


def _check_option(params: Any, place: str, option: Any) -> None:
    """Check what an option has and excludes. Raises ParamsError."""
    allowed = {"displays": list(params.display.kinds), "battery": [BANK, CELL], "voice": [True], "form": ["street"],
               "port": params.power.ports}  # fmt: skip
    for field, value in option.has.items():
        if field not in allowed:
            raise ParamsError(f"{place} has: {field} is unknown; names are {' '.join(allowed)}")
        values = value if field == "displays" else [value]
        if not 1 <= len(values) <= 2 or any(one not in allowed[field] for one in values):
            most = ", two at most" if field == "displays" else ""
            raise ParamsError(f"{place} {field}: of {' '.join(map(str, allowed[field]))}{most}, not {value}")
    if unknown := [other for other in option.excludes if other not in params.build.tracks | params.build.options]:
        raise ParamsError(f"{place} excludes: {unknown[0]} is unknown")


def _check_port(params: Any, place: str, port: Any) -> None:
    if port not in params.power.ports:
        raise ParamsError(f"{place} port: one of {' '.join(map(str, params.power.ports))}, not {port}")


def _check_strip(params: Any) -> None:
    """Check that a strip's rows add up. Raises ParamsError."""
    strip = params.strip
    if len(strip.rows) != 4 or sum(strip.rows) != strip.leds or strip.leds + strip.spare != strip.metre:
        raise ParamsError("[strip] rows: four, which add up to leds, and with spare to metre")
    if max(strip.width, params.street.width) > params.board.track_gap:
        raise ParamsError(f"[strip] width: at most the track_gap, {params.board.track_gap}")
