"""hardware/params.toml, read and checked."""

import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

FILE = "params.toml"

_SECTIONS = {
    "board": "holes street group leds_per_metre track_gap row_gap teams tracks reverse",
    "strip": "leds rows metre spare width led window height",
    "plate": "thickness hole margin corner bed least_web seam_column small_bed",
    "keys": "cutout cap pitch group_gap above row_pitch below faces shared",
    "screws": "hole inset head post standoff inner_columns seam_offset",
    "case": "diffuser baffle cell gap strip_plate electronics base wall printer_bed usb usb_at usb_above",
    "pins": "led_rail buzzer display_sda display_scl led_data keys_a keys_b keys_c keys_d ok menu rail_sense uart_tx "
    "uart_rx",
    "power": "controller full ports divider bulk_uf inlet_uf gate_nf hold_nf gate_kohm bleed_kohm threshold "
    "thresholds switch_mohm rail least_rail port_volts fuse_derating fuses kinds",
    "timing": "t0h t0l t1h t1l reset bits chips",
}
_BUILD = "id tracks kind port fuse"
_PICO_GPIOS = set(range(23)) | {26, 27, 28}


class ParamsError(ValueError):
    """What is wrong in the parameter file, and what would be right."""


def load(folder: Path) -> Any:
    """The parameters of `folder` by section and name: `params.plate.hole` and so on.

    `kinds` and `chips` are dicts, `builds` a list. Raises ParamsError.
    """
    path = folder / FILE
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError:
        raise ParamsError(f"{path}: not there; give the folder that holds {FILE}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ParamsError(f"{path}: {error}") from None
    try:
        return _checked(raw)
    except ParamsError as error:
        raise ParamsError(f"{path}: {error}") from None


def _checked(raw: dict) -> Any:
    params = SimpleNamespace()
    for section, names in _SECTIONS.items():
        setattr(params, section, _named(raw.get(section), names, f"[{section}]"))
    params.power.kinds = {name: _named(kind, "name dark", f"[power.kinds.{name}]") for name, kind in _kinds(raw)}
    params.timing.chips = dict(raw["timing"]["chips"])
    params.builds = [_named(build, _BUILD, "[[builds]]") for build in raw.get("builds", [])]
    _check_numbers(params)
    _check_pins(params.pins)
    _check_geometry(params)
    return params


def _kinds(raw: dict) -> list[tuple[str, Any]]:
    return list(raw["power"]["kinds"].items())


def _named(table: Any, names: str, where: str) -> SimpleNamespace:
    wanted = set(names.split())
    found = set(table or {})
    if missing := sorted(wanted - found):
        raise ParamsError(f"{where}: {missing[0]} is missing")
    if unknown := sorted(found - wanted):
        raise ParamsError(f"{where}: {unknown[0]} is unknown; names are {' '.join(sorted(wanted))}")
    return SimpleNamespace(**table)


def _check_numbers(params: Any) -> None:
    for section in ("board", "strip", "plate", "keys", "screws", "case", "power", "timing"):
        for name, value in vars(getattr(params, section)).items():
            if isinstance(value, int | float) and not isinstance(value, bool) and value <= 0:
                raise ParamsError(f"[{section}] {name}: above 0, not {value}")
    for build in params.builds:
        if build.tracks not in params.board.tracks or build.kind not in params.power.kinds:
            raise ParamsError(f"[[builds]] {build.id}: tracks and kind must be among those above")
        if str(build.fuse) not in params.power.fuses:
            raise ParamsError(f"[[builds]] {build.id}: fuse must be one of {' '.join(params.power.fuses)}")


def _check_pins(pins: Any) -> None:
    used: dict[int, str] = {}
    for name, value in vars(pins).items():
        for gpio in value if isinstance(value, list) else [value]:
            if gpio not in _PICO_GPIOS:
                raise ParamsError(f"[pins] {name}: a Pico has no GPIO {gpio}")
            if gpio in used and name not in ("rail_sense", "uart_tx", "uart_rx"):
                raise ParamsError(f"[pins] {name}: GPIO {gpio} is {used[gpio]} already")
            used.setdefault(gpio, name)


def _check_geometry(params: Any) -> None:
    strip, plate = params.strip, params.plate
    pitch = 1000 / params.board.leds_per_metre
    if sum(strip.rows) != strip.leds or strip.leds + strip.spare != strip.metre:
        raise ParamsError("[strip] rows: must add up to leds, and with spare to metre")
    if pitch - plate.hole < plate.least_web:
        most = pitch - plate.least_web
        raise ParamsError(f"[plate] hole: at most {most:.2f}, or the webs are under {plate.least_web}")
    if strip.width > params.board.track_gap:
        raise ParamsError(f"[strip] width: at most the track_gap, {params.board.track_gap}")
