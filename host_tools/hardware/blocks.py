"""The computed parts of the guides: tables and sums as Markdown, by the name of their place."""

import re
from math import ceil
from typing import Any

from firmware.config import RAIL_MS

from . import pins, power, section, softstart, timing
from .bom import Bom
from .case import depth
from .geometry import Plate
from .params import ParamsError
from .power import Row
from .schematic.circuit import fitted, parts

_PLACE = re.compile(r"(<!-- begin ([\w-]+) -->\n).*?(<!-- end \2 -->)", re.DOTALL)


def fill(text: str, blocks: dict[str, str], name: str) -> str:
    """A guide with every block between its marks made anew. Raises ParamsError for a mark without a block."""

    def made(found: re.Match) -> str:
        if found.group(2) not in blocks:
            raise ParamsError(f"{name}: no block {found.group(2)}; blocks are {' '.join(sorted(blocks))}")
        return found.group(1) + blocks[found.group(2)] + "\n" + found.group(3)

    return _PLACE.sub(made, text)


def blocks(params: Any, rows: list[Row], bom: Bom) -> dict[str, str]:
    """All blocks by name."""
    return {
        "builds": _builds(params, rows, bom),
        "power": power.table(params, rows),
        "timing": timing.table(params),
        "frame": f"One track's frame is at most {timing.frame_us(params) / 1000:.2f} ms on the wire.",
        "replug": _replug(params),
        "pins": pins.table(params),
        "connectors": _connectors(params),
        "quantities": _quantities(params, bom),
        "geometry": _geometry(params),
        "soft-start": _soft_start(params, rows),
        "light": _light(params),
        "voltage": _voltage(params, rows),
        "expected": _expected(params, rows),
        "screws": f"The walls are {depth(params):g} mm high; the long screws hold "
        f"{params.plate.thickness + depth(params) + params.case.base:g} mm of material and a nut.",
    }


def _row(rows: list[Row], build: Any) -> Row:
    return next(r for r in rows if (r.tracks, r.kind, r.port) == (build.tracks, build.kind, build.port))


def _table(heads: list[str], lines: list[list[Any]]) -> str:
    out = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    return "\n".join([*out, *("| " + " | ".join(map(str, line)) + " |" for line in lines)])


def _builds(params: Any, rows: list[Row], bom: Bom) -> str:
    lines = []
    for build in params.builds:
        plate, one = Plate(params, build.tracks), _row(rows, build)
        size = f"{plate.width:.0f} × {plate.height:.0f} mm"
        supply = f"{build.port} mA, {'the Pico’s own plug' if build.port <= 500 else 'USB-C socket'}"
        keys = len(plate.key_spots())
        cost = f"${bom.total(build.id):.0f}"
        lines.append([f"`{build.id}`", build.tracks, keys, size, supply, f"{one.worst} mA", f"{one.margin} mA", cost])
    return _table(["build", "tracks", "keys", "plate", "supply", "worst scene", "margin", "parts (estimate)"], lines)


def _connectors(params: Any) -> str:
    lines = []
    for part in parts(params):
        if part.ref.startswith("J") and not part.ref.startswith("JP"):
            nets = " · ".join(f"{n} {net}" for n, net in enumerate(part.pins, 1))
            lines.append([part.ref, part.value, nets])
    return _table(["connector", "for", "pins"], lines)


def _quantities(params: Any, bom: Bom) -> str:
    heads = ["id", "part", *(f"`{build.id}`" for build in params.builds), "references"]
    lines = []
    for name, item in bom.items.items():
        counts = [bom.quantities[build.id][name] for build in params.builds]
        lines.append([f"`{name}`", item["part"], *counts, _short(bom.refs.get(name, []))])
    return _table(heads, lines)


def _short(refs: list[str]) -> str:
    return " ".join(refs) if len(refs) < 7 else f"{refs[0]} – {refs[-1]}"


def _geometry(params: Any) -> str:
    pitch = 1000 / params.board.leds_per_metre
    case = params.case
    return "\n".join(
        [
            f"- pitch 1000 / {params.board.leds_per_metre} = {pitch:.3f} mm; web between two holes "
            f"{pitch:.3f} − {params.plate.hole:g} = {pitch - params.plate.hole:.3f} mm",
            f"- baffle walls {pitch:.3f} − {case.cell:g} = {pitch - case.cell:.3f} mm",
            f"- chain {' + '.join(map(str, params.strip.rows))} = {params.strip.leds} LEDs, of which "
            f"{params.board.holes} shine; with {params.strip.spare} cut away: {params.strip.metre}, one metre",
        ]
    )


def _soft_start(params: Any, rows: list[Row]) -> str:
    small = min(params.builds, key=lambda build: build.port)
    one = _row(rows, small)
    p = params.power
    return "\n".join(
        [
            f"- R8 draws ({p.rail:g} − {p.threshold:g}) V / {p.gate_kohm} kΩ from the gate, R7 gives a little back: "
            f"{softstart.gate_current_ua(p, p.threshold):.1f} µA",
            f"- into C2's {p.gate_nf} nF that is {softstart.slope_v_per_s(p, p.threshold):.0f} V/s: the rail takes "
            f"{softstart.rise_ms(p, p.threshold):.0f} ms, after {softstart.delay_ms(p, p.threshold):.0f} ms in which "
            "C3 is charged",
            f"- C4's {p.bulk_uf} µF take {softstart.inrush_ma(params):.0f} mA meanwhile; with all that is dark "
            f"{power.start_ma(params, one)} mA, of the {small.port} mA of the smallest build",
            f"- {softstart.ready_ms(p, p.threshold):.0f} ms after RAIL_ON the strips have 5 V; the firmware sends them "
            f"nothing for {RAIL_MS} ms (`RAIL_MS` in `firmware/config.py`)",
            f"- with the highest threshold of the data sheet, {p.thresholds[1]:g} V, it would be "
            f"{softstart.ready_ms(p, p.thresholds[1]):.0f} ms, and the first frame lost: then `RAIL_MS` has to be more",
            f"- a plug that goes in with the rail off lifts the gate by {softstart.plug_in_volts(params):.2f} V, "
            f"less than the least threshold, {p.thresholds[0]:g} V: the switch stays off",
            f"- a plug pulled in play leaves {softstart.gate_volts(params):.2f} V on the gate, which R7 takes away: "
            f"put back within {softstart.unplugged_s(params):.1f} s it finds the switch on, and no soft start",
        ]
    )


def _replug(params: Any) -> str:
    return (
        f"Unplugged, wait {ceil(softstart.unplugged_s(params))} seconds before you plug in again. Sooner, the strips' "
        "switch is still on: C4 loads the port at\nonce, and a computer's port may switch itself off. Then unplug, "
        "wait, plug in."
    )


def _light(params: Any) -> str:
    height = params.screws.standoff - params.strip.height
    return (
        f"Light that slips under a baffle wall has climbed {section.leak_mm(params):.1f} mm by the far edge of the "
        f"neighbour's hole, which is {height:.1f} mm above the LEDs: it ends on the next wall."
    )


def _voltage(params: Any, rows: list[Row]) -> str:
    lines = []
    for build in params.builds:
        one = _row(rows, build)
        ohms = params.power.fuses[str(build.fuse)] + params.power.switch_mohm / 1000
        lines.append(
            [
                f"`{build.id}`",
                f"{build.fuse} mA",
                f"{power.led_ma(params, one)} mA",
                f"{build.fuse * params.power.fuse_derating:.0f} mA",
                f"{params.power.port_volts} − {ohms:.2f} Ω × {power.led_ma(params, one) / 1000:.2f} A "
                f"= {power.volts(params, build, one):.2f} V",
            ]
        )
    return _table(["build", "fuse holds", "strips take at most", "fuse holds, warm", "left for the strips"], lines)


def _expected(params: Any, rows: list[Row]) -> str:
    lines = []
    for build in params.builds:
        one = _row(rows, build)
        links = [p.ref for p in parts(params) if p.ref in ("JP1", "J1", "D1") and fitted(p, build)]
        lines.append([f"`{build.id}`", " ".join(links), params.power.controller, one.dark, one.play, one.worst])
    return _table(["build", "fitted", "rail off", "rail on, all dark", "in play", "worst scene"], lines)
