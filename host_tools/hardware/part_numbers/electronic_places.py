"""What the places of electronic parts want: by footprint, by the circuit, and by what flows there."""

import re
from collections.abc import Callable
from typing import Any

from .. import load_switch, perfboard, resistor_colours
from ..bom import Bom
from ..charger_places import HEADER_MM
from ..schematic.build_netlist import all_parts
from .reader import facts
from .want import Want, Wants, between, least, most, near, words

_PITCH_MM = 0.1
"""Leads may be bent by as much: 5.08 into 5.00."""
_DIAMETER_MM = 0.3
_LEAST_VOLTS = {"c-inlet": 10, "c-100n": 10, "c-bulk": 6.3, "c-voice": 6.3, "street-capacitor": 10}
"""Twice the 5 V where a ceramic loses capacity by voltage; an electrolytic's own above 5.5 V."""
_NEAR, _ANY_NEAR = 0.016, 0.5
"""How far a resistor may be off, where the list wants 1 %, and where the value hardly matters."""
_FOOTPRINTS: list[tuple[str, Callable[..., Wants]]] = [
    (r"(DIP-14|SOT-23-6|SOIC-16W|TO-92|DO-41|DO-15|DIN0207)", lambda name: {"package": words(name)}),
    (r"C_(0\d{3})_", lambda name: {"package": words(name)}),
    (r"PLCC4_5\.0x5\.0mm", lambda: {"package": words("5050"), "pads": near(4)}),
    (r"_1x(\d\d)(?:-1MP)?_P([\d.]+)mm",
     lambda pins, pitch: {"pins": near(int(pins)), "pitch": near(float(pitch), _PITCH_MM)}),
    (r"JST_(XH|PH)_.*_Vertical", lambda series: {"series": words(series), "entry": words("top")}),
    (r"-SM4-", lambda: {"mount": words("surface")}),
    (r"Capacitor_THT:.*_P([\d.]+)mm", lambda pitch: {"pitch": near(float(pitch), _PITCH_MM)}),
    (r":(?:CP_Radial|LED)_D([\d.]+)mm", lambda size: {"diameter": near(float(size), _DIAMETER_MM)}),
    (r"GCT_(USB\d+)", lambda series: {"series": words(series)}),
    (r"Keystone_([\d-]+)_", lambda series: {"series": words(series)}),
    (r":(?:C_Disc|C_0603)", lambda: {"dielectric": words("X7R", "X5R")}),
    # Where the pads are that these drawings of KiCad's have, by whose names nothing tells it.
    (r"Buzzer_TDK_PS1240", lambda: {"pitch": near(5.0, _PITCH_MM)}),
    (r"Fuse_BelFuse_0ZRE0025FF", lambda: {"pitch": near(5.1, _PITCH_MM)}),
]  # fmt: skip
_LINK_MM = 0.7
"""Thickest wire for the holes of 0.8 mm that DIN0207 has, as they are drilled."""
_LEAST_GATE_MARGIN = 1.0
"""Volts between the gate's highest threshold and what the gate gets."""
_HOT_SHARE = 0.67
"""Of its hold current a resettable fuse holds this at 60 °C: by its derating table, from memory."""


def wanted(params: Any, bom: Bom, item: str) -> Wants:
    """Return what the place of an electronic item wants; {} where it wants nothing by which a number can be judged."""
    own = _PLACES[item](params, bom) if item in _PLACES else {}
    return _of_footprint(bom.footprint(item)) | _of_circuit(params, bom, item) | own


def _of_footprint(footprint: str) -> Wants:
    """Return what a footprint of KiCad's wants."""
    found: Wants = {}
    for pattern, wants in _FOOTPRINTS:
        if match := re.search(pattern, footprint):
            found |= wants(*match.groups())
    return found


def _of_circuit(params: Any, bom: Bom, item: str) -> Wants:
    """Return what the value of an item in the circuit wants."""
    values = {part.value for part in all_parts(params) if part.item == item}
    if item == "street-capacitor":
        values = {"100n"}
    if len(values) != 1:
        return {}
    value = values.pop()
    if item.startswith("r-"):
        return _resistor(params, resistor_colours.ohms(value), "1 %" in bom.items[item]["part"])
    if match := re.fullmatch(r"(\d+)([un])", value):
        return {"uf": near(int(match[1]) / (1 if match[2] == "u" else 1000)), "volts": least(_LEAST_VOLTS[item])}
    return {}


def _resistor(params: Any, ohms: float, exact: bool) -> Wants:
    """Return what a resistor's place wants: at most the whole 5 V stand across it."""
    within = _NEAR if exact else _ANY_NEAR
    wants = {"ohms": near(ohms, ohms * within), "watts": least(params.power.most_volts**2 / ohms)}
    return wants | ({"percent": most(1)} if exact else {})


def _fault_amperes(params: Any) -> float:
    """Return what a connector behind the load switch may have to carry."""
    return max((load_switch.limit(params.power, build.port).most for build in params.builds), default=0) / 1000


def _port_amperes(params: Any) -> float:
    """Return what the largest port of a build offers."""
    return max((build.port for build in params.builds), default=0) / 1000


def _contact(params: Any, bom: Bom) -> Wants:
    """Return what the contacts want: both gauges of the list's wires, and a fault's current."""
    thick, thin = (facts(bom.items[wire]["mpn"]).get("awg") for wire in ("wire-red", "wire-signal"))
    wants = {"series": words("XH"), "amps": least(_fault_amperes(params))}
    return wants | ({"thickest": most(thick)} if thick else {}) | ({"thinnest": least(thin)} if thin else {})


def _fuse(params: Any, _: Bom) -> Wants:
    """Return what the voice's fuse wants: it carries the module, and trips below what the port offers."""
    ports = [build.port for build in params.builds if build.voice]
    return {"hold": least(params.voice.ma / 1000 / _HOT_SHARE), "trip": most(min(ports, default=0) / 1000),
            "most_ohms": most(params.voice.fuse_ohm), **_volts(params)}  # fmt: skip


def _diode(params: Any, bom: Bom) -> Wants:
    """Return what the diode behind the fuse wants: it carries what trips the fuse."""
    trip = facts(bom.items["fuse"]["mpn"]).get("trip", 0)
    return {"junction": words("silicon"), "amps": least(trip), **_volts(params)}


def _housing(pins: int) -> Callable[[Any, Bom], Wants]:
    return lambda params, bom: {"series": words("XH"), "pins": near(pins), "pitch": near(2.5)}


def _dip_socket(_: Any, bom: Bom) -> Wants:
    """Return what the sockets of the chips in DIP-14 want."""
    pins, width = re.search(r"DIP-(\d+)_W([\d.]+)mm", bom.footprint("shifter")).groups()  # type: ignore[union-attr]
    return {"pins": near(int(pins)), "width": near(float(width), _PITCH_MM)}


def _strip(gender: str, pins: int) -> Wants:
    return {"gender": words(gender), "pins": near(pins), "pitch": near(perfboard.PITCH_MM, _PITCH_MM)}


def _stack(height: float) -> dict[str, Want]:
    """Return what a socket wants of height, under a board that stands `height` mm above."""
    return {"height": near(height - HEADER_MM, _PITCH_MM)}


def _volts(params: Any) -> Wants:
    return {"volts": least(params.power.most_volts)}


def _vsys_amperes(params: Any) -> float:
    """Return what flows to the Pico and what it feeds, at most."""
    sums = (sum(params.display.kinds[name].ma for name in build.displays) for build in params.builds)
    displays = max(sums, default=0)
    return (params.power.controller + displays) / 1000


def _adapter(_: Any, bom: Bom) -> Wants:
    rows = perfboard.rows_apart("U4")
    return {**_of_footprint(bom.footprint("load-switch")), "between_rows": near(rows, _PITCH_MM)}


_PLACES: dict[str, Callable[[Any, Bom], Wants]] = {
    "pico": lambda params, bom: {"pins": near(40), "headers": words("none")},
    "pico-socket": lambda params, bom: _strip("socket", 20) | _stack(params.carrier.pico_stack),
    "pico-header": lambda params, bom: _strip("pins", 20),
    "header-8": lambda params, bom: _strip("pins", 8),
    "socket-8": lambda params, bom: {"gender": words("socket"), **_stack(params.voice.stack)},
    "dip-socket": _dip_socket,
    # TTL thresholds, and inputs that may be high while it has no supply: HCT's are clamped to it.
    "shifter": lambda params, bom: {"family": words("AHCT")},
    "load-switch": lambda params, bom: {"enable": words("high"), "fault": words("tries again")},
    "comparator": lambda params, bom: {"output": words("open collector")},
    "expander": lambda params, bom: {"khz": least(400), "address": near(0x20)},
    "n-fet": lambda params, bom: {"channel": words("N"), "leads": words("SGD"), **_volts(params),
                                  "threshold": most(params.power.port_volts - _LEAST_GATE_MARGIN)},
    "npn": lambda params, bom: {"leads": words("EBC"), **_volts(params)},
    "schottky": lambda params, bom: {"junction": words("Schottky"), "amps": least(_vsys_amperes(params)),
                                     **_volts(params)},
    "diode": _diode,
    "tvs": lambda params, bom: {"standoff": between(params.power.rail, params.power.most_volts),
                                "directions": words("one")},
    "led": lambda params, bom: {"colour": words("red"), "inside": words("nothing")},
    "usb-socket": lambda params, bom: {"amps": least(_port_amperes(params))},
    "wire-link": lambda params, bom: {"diameter": most(_LINK_MM)},
    "buzzer": lambda params, bom: {"sounder": words("piezo"), "drive": words("external")},
    "key": lambda params, bom: {"stem": words("MX"), "sold": words("still")},
    "socket": lambda params, bom: {"stem": words("MX")},
    "contact": _contact,
    **{f"housing-{pins}": _housing(pins) for pins in (2, 3, 4, 5)},
    "fuse": _fuse,
    "sot-adapter": _adapter,
    "usb-breakout": lambda params, bom: {"pull_downs": near(5100, 510)},
}  # fmt: skip
