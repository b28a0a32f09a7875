"""What the places of all else want: screws, plates, wires, strips, displays, supplies."""

import re
from collections.abc import Callable
from typing import Any

from .. import screw_lengths
from ..bom import WASHER_MM, Bom
from .reader import facts
from .want import Wants, between, least, most, near, words

_PH_GAUGES = (24, 26)
"""Wires between street boards: the thickest that SPH-002T takes; thinner than these take too much of the 5 V."""
_CONTROLLERS = {"small": ("SSD1306", "SSD1315"), "large": ("SSD1309",)}
"""What the firmware's driver knows."""
_THINNEST_WIRE = 40
_LEAST_CHARGE_HOURS = 2.5
"""A cell that the module fills sooner is charged faster than many may be."""
_PLAY_MM = 0.6
"""A switch's hole may be larger by as much: its washer covers it."""
_FOOT_MM = 0.6
"""A foot may be as much larger or smaller than its place."""


def wanted(params: Any, bom: Bom, item: str) -> Wants:
    """Return what the place of an item wants; {} where it wants nothing by which a number can be judged."""
    return _PLACES[item](params, bom) if item in _PLACES else {}


def _screw(thread: str, length: float, head: float) -> Wants:
    """Return what a screw's place wants; `longest`: the longest that its standard has."""
    return {"thread": words(thread), "length": near(length), "longest": least(length), "head": most(head)}


def _short_screw(params: Any, _: Bom) -> Wants:
    """Return what the standoffs' screws want: their heads lie over the Pico."""
    screw = _screw("M3", screw_lengths.short(params), params.screws.head)
    return screw | {"head_height": most(params.screws.head_height)}


def _street_screw(params: Any, _: Bom) -> Wants:
    """Return what a street board's screws want: their heads lie between two LEDs, in a column without one."""
    room = 2 * 1000 / params.board.leds_per_metre - params.street.led_width
    return _screw("M2", screw_lengths.street(params), room)


def _charger_screw(params: Any, _: Bom) -> Wants:
    """Return what the charger module's screws want: their heads are below the base, as the carrier's."""
    return _screw("M2", screw_lengths.charger(params), params.screws.head)


def _switch(params: Any, _: Bom) -> Wants:
    """Return what the switch in the back wall wants: its thread fits the hole, and no key springs back."""
    hole = params.charger.switch_hole
    return {"bushing": between(hole - _PLAY_MM, hole), "contacts": words("on-on", "on-off")}


def _standoff(params: Any, _: Bom) -> Wants:
    screws = params.screws
    return {"thread": words("M3"), "length": near(screws.standoff), "across": most(screws.hex)}


def _sheet(thickness: float, by: float) -> Wants:
    return {"thickness": near(thickness, by)}


def _board(thickness: float) -> Wants:
    return {"layers": near(2), "thickness": near(thickness), "copper": least(35)}


def _ohm_per_km(awg: int) -> float:
    """Return the resistance of a wire at 20 °C, in mΩ a metre; ASTM B258: 36 is 0.127 mm, 39 steps are 92 times."""
    millimetres = 0.127 * 92 ** ((36 - awg) / 39)
    return 17.2 / (millimetres**2 * 0.7854)


def _power_wire(params: Any, bom: Bom) -> Wants:
    """Return what red and black wires want: a contact's clamp, and the resistance that the 5 V are reckoned with."""
    mohm = params.power.wire_mohm_per_metre
    thinnest = max((awg for awg in range(_THINNEST_WIRE + 1) if _ohm_per_km(awg) <= mohm), default=0)
    return {"awg": between(_contact_gauges(bom)[0], thinnest)}


def _signal_wire(_: Any, bom: Bom) -> Wants:
    return {"awg": between(*_contact_gauges(bom))}


def _contact_gauges(bom: Bom) -> tuple[int, int]:
    """Return the thickest and the thinnest wire for the list's contacts; all that there are, where it does not say."""
    contact = facts(bom.items["contact"]["mpn"])
    return contact.get("thickest", 0), contact.get("thinnest", _THINNEST_WIRE)


def _street_cable(_: Any, __: Bom) -> Wants:
    return {"series": words("PH"), "pins": near(3), "pitch": near(2.0, 0.1), "awg": between(*_PH_GAUGES)}


def _strip(params: Any, _: Bom) -> Wants:
    return {"chip": words(*params.timing.chips), "leds": near(params.board.leds_per_metre), "colours": words("RGB"),
            "data_lines": near(1), "coating": words("none")}  # fmt: skip


def _street_led(params: Any, _: Bom) -> Wants:
    return {"chip": words(*params.timing.chips), "colours": words("RGB")}


def _display(kind: str) -> Callable[[Any, Bom], Wants]:
    def wants(params: Any, _: Bom) -> Wants:
        inches = re.search(r"([\d.]+) in", params.display.kinds[kind].name)[1]  # type: ignore[index]
        return {"controller": words(*_CONTROLLERS[kind]), "inches": near(float(inches)), "bus": words("I2C"),
                "dots": words("128 x 64")}  # fmt: skip

    return wants


def _sides(names: tuple[str, ...], sizes: list[float], by: Callable[[float], Any]) -> Wants:
    return {name: by(size) for name, size in zip(names, sizes, strict=True)}


def _charger(params: Any, _: Bom) -> Wants:
    """Return what the place of the charger module wants: its sizes and pins are one module's."""
    return {"family": words("PowerBoost 1000C"), "amps": least(params.charger.ma / 1000),
            "volts": between(params.power.rail, params.power.most_volts)}  # fmt: skip


def _supply(params: Any, _: Bom) -> Wants:
    power = params.power
    return {"volts": between(power.port_volts, power.most_volts), "plug": words("USB-C"),
            "amps": least(max((build.port for build in params.builds), default=0) / 1000)}  # fmt: skip


_PLACES: dict[str, Callable[[Any, Bom], Wants]] = {
    "screw-rim": lambda params, bom: _screw("M3", screw_lengths.rim(params), params.screws.head),
    "screw-short": _short_screw,
    "screw-carrier": lambda params, bom: _screw("M3", screw_lengths.carrier(params), params.screws.head),
    "screw-street": _street_screw,
    "screw-charger": _charger_screw,
    "toggle-switch": _switch,
    "nut": lambda params, bom: {"thread": words("M3"), "height": most(screw_lengths.highest_nut(params))},
    "washer": lambda params, bom: {"thread": words("M3"), "thickness": near(WASHER_MM, params.tolerance.washer)},
    "standoff": _standoff,
    "spacer": lambda params, bom: {"hole": least(3.0), "length": near(params.carrier.spacer)},
    "feet": lambda params, bom: {"side": near(params.case.foot[0], _FOOT_MM), "height": least(params.case.foot[1])},
    "faceplate": lambda params, bom: _sheet(params.plate.thickness, params.plate.tolerance),
    "diffuser": lambda params, bom: _sheet(params.case.diffuser, params.tolerance.diffuser),
    "baffle": lambda params, bom: _sheet(params.case.baffle / 3, params.tolerance.sheet),
    "strip-plate": lambda params, bom: _sheet(params.case.strip_plate, params.tolerance.sheet),
    "base": lambda params, bom: _sheet(params.case.base, params.tolerance.sheet),
    "carrier-board": lambda params, bom: _board(params.carrier.thickness),
    "voice-board": lambda params, bom: _board(params.carrier.thickness),
    "street-panel": lambda params, bom: _board(params.street.thickness),
    "bay-rail": lambda params, bom: _sides(("width", "height"), params.bay.rail, near),
    "wire-red": _power_wire,
    "wire-black": _power_wire,
    "wire-signal": _signal_wire,
    "wire-ground": _signal_wire,
    "street-cable": _street_cable,
    "street-feed": _street_cable,
    "strip": _strip,
    "strip-low": _strip,
    "street-led": _street_led,
    "display-small": _display("small"),
    "display-large": _display("large"),
    "sound-module": lambda params, bom: {"family": words("DFPlayer Mini"), "pins": near(16)},
    "speaker": lambda params, bom: {"diameter": near(params.voice.speaker[0]), "impedance": near(8), "watts": least(1)},
    "supply": _supply,
    "charger-module": _charger,
    "cell": lambda params, bom: {"mah": least(_LEAST_CHARGE_HOURS * params.charger.ma), "plug": words("PH 2.0")},
    "bank": lambda params, bom: _sides(("width", "length", "thickness"), params.bank.size, most),
}
