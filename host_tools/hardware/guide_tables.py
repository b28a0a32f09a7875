"""Fills the marked blocks of the building guides with generated Markdown: tables and numbers."""

import re
from collections.abc import Collection
from typing import Any

from . import cross_section, led_bit_timing, load_switch, measured, proofs, stack_up
from . import power as power_report
from .battery_bay import BANK, CELL
from .bom import Bom
from .case import depth
from .errors import ParamsError
from .netlist import PICO_PORT_MA
from .plate_geometry import build_plate
from .power import Row
from .screw_lengths import held_by_rim_screws, light_depth

_FED_BY = {"": "", BANK: "a power bank at ", CELL: "a charger module at "}
_PLACE = re.compile(r"(<!-- begin ([\w-]+) -->\n).*?(<!-- end \2 -->)", re.DOTALL)
_NUMBER = re.compile(r"(<!--([\w-]+)-->).*?(<!--/-->)", re.DOTALL)


def fill(text: str, blocks: dict[str, str], name: str) -> str:
    """Return a guide with every table and every number between its marks regenerated.

    A table stands between `<!-- begin NAME -->` and `<!-- end NAME -->`, a number in a sentence between `<!--NAME-->`
    and `<!--/-->`. Raises ParamsError for a mark without a block.
    """

    def replacement(match: re.Match) -> str:
        """Return a mark, its block's text and the closing mark."""
        if match.group(2) not in blocks:
            raise ParamsError(f"{name}: no block {match.group(2)}; blocks are {' '.join(sorted(blocks))}")
        end = "\n" if match.re is _PLACE else ""
        return match.group(1) + blocks[match.group(2)] + end + match.group(3)

    return _NUMBER.sub(replacement, _PLACE.sub(replacement, text))


def blocks(params: Any, rows: list[Row], bom: Bom) -> dict[str, str]:
    """Return the Markdown of every block, by the name that marks its place in a guide."""
    return {
        "builds": _builds(params, rows, bom),
        "options": _options(params),
        "power": power_report.table(params, rows),
        "timing": led_bit_timing.table(params),
        "frame": f"One track's frame is at most {led_bit_timing.frame_us(params) / 1000:.2f} ms on the wire.",
        "stack-up": stack_up.table(params),
        "geometry": _geometry(params),
        "load-switch": _load_switch(params, rows),
        "port-sense": _port_sense(params),
        "copper": _copper(params),
        "leak": _leak(params),
        "never-measured": measured.unchecked(params.measurements),
        "never-proved": proofs.unproved(params.proofs),
        **_numbers(params),
        "numbers-read": bom.numbers_read,
    }


def markdown_table(heads: list[str], lines: list[list[Any]]) -> str:
    """Format a Markdown table."""
    rows = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    return "\n".join([*rows, *("| " + " | ".join(map(str, line)) + " |" for line in lines)])


def _builds(params: Any, rows: list[Row], bom: Bom) -> str:
    """Return a table of the builds: tracks, size, supply, worst current and price."""
    lines = []
    for build in params.builds:
        plate, row = build_plate(params, build), power_report.build_row(params, rows, build)
        size = f"{plate.width:.0f} × {plate.height:.0f} mm"
        plug = "the Pico’s own plug" if build.port <= PICO_PORT_MA else "USB-C socket"
        supply = f"{build.port} mA, {_FED_BY[build.battery]}{plug}"
        cost = f"${bom.total(build):.0f}"
        lines.append([f"`{build.id}`", build.tracks, size, supply, f"{row.worst} mA", cost])
    return markdown_table(["build", "tracks", "plate", "supply", "worst scene", "parts (estimate)"], lines)


def _options(params: Any) -> str:
    """Return a table of the options: what each adds, and what it excludes; why, an error says."""
    options = params.build.options
    lines = []
    for name, option in options.items():
        others = [*option.excludes, *(other for other, own in options.items() if name in own.excludes)]
        lines.append([f"`{name}`", option.adds, ", ".join(f"`{other}`" for other in others)])
    return markdown_table(["option", "adds", "not with"], lines)


def _geometry(params: Any) -> str:
    """Return the lengths that follow from the LEDs' pitch, as a list."""
    pitch = 1000 / params.board.leds_per_metre
    case = params.case
    return "\n".join(
        [
            f"- pitch 1000 / {params.board.leds_per_metre} = {pitch:.3f} mm; web between two holes "
            f"{pitch:.3f} − {params.plate.hole:g} = {pitch - params.plate.hole:.3f} mm",
            f"- baffle walls {pitch:.3f} − {case.cell:g} = {pitch - case.cell:.3f} mm",
            f"- chain {' + '.join(map(str, params.strip.rows))} = {params.strip.leds} LEDs, of which "
            f"{params.board.holes} shine; with {params.strip.spare} cut away: {params.strip.metre}, "
            f"{params.strip.metre * pitch / 1000:g} m of strip",
        ]
    )


def _load_switch(params: Any, rows: list[Row]) -> str:
    """Return a table of the builds' load switch: resistors, limits, start-up, fault power, warming."""
    power = params.power
    names: dict[tuple[Any, ...], list[str]] = {}
    for build in params.builds:
        row, limit = power_report.build_row(params, rows, build), load_switch.limit(power, build.port)
        rise = load_switch.rise_ms(power, build.port, power_report.dark_led_ma(params, row))
        names.setdefault(
            (
                f"{load_switch.limit_kohm(power, build.port):.1f}",
                f"{limit.least:.0f} / {limit.typical:.0f} / {limit.most:.0f}",
                power_report.led_ma(params, row),
                f"{load_switch.start_ma(power, build.port):.0f}, {rise:.0f} ms",
                f"{load_switch.fault_w(power, build.port):.1f}",
                f"{load_switch.heat_c(power, power_report.led_ma(params, row)):.0f}",
            ),
            [],
        ).append(f"`{build.id}`")
    heads = ["build", "R7, R8 (kΩ)", "limit: least / typical / most (mA)", "strips, most (mA)", "start, most (mA)",
             "a fault gets (W)", "U4 warms by (K)"]  # fmt: skip
    return markdown_table(heads, [[", ".join(alike), *values] for values, alike in names.items()])


def _port_sense(params: Any) -> str:
    """Return the thresholds of the port sense, beside those of the USB-C specification."""
    low, high = load_switch.thresholds(params.power)
    top, middle, bottom = params.power.cc_ladder
    return (
        f"R16, R17 and R18 ({top}, {middle}, {bottom} kΩ from 3.3 V to ground) make the thresholds {low:.2f} and "
        f"{high:.2f} V;\nUSB-C wants them between 0.61 and 0.70 V, and between 1.16 and 1.31 V."
    )


def _leak(params: Any) -> str:
    """Return how far light leaks under a baffle wall, as a sentence."""
    height = light_depth(params) - params.strip.height
    return (
        f"Light that slips under a baffle wall has climbed {cross_section.leak_mm(params):.1f} mm by the far edge of "
        f"the neighbour's hole, which is {height:.1f} mm above the LEDs: it ends on the next wall."
    )


def voltage_line(params: Any, rows: list[Row], build: Any) -> list[str]:
    """Return a build's voltage on the carrier, as a sum; the resistance of its feed; the voltage at the last LED."""
    power, row = params.power, power_report.build_row(params, rows, build)
    led, mohm = power_report.led_ma(params, row), power.switch_mohm + power.contact_mohm
    rail, last = power_report.rail_volts(params, build, row), power_report.last_volts(params, build, row)
    return [
        f"{power.port_volts} − {build.cable_mohm:g} mΩ × {row.worst / 1000:.2f} A − {mohm} mΩ × "
        f"{led / 1000:.2f} A = {rail:.2f} V",
        f"{power_report.feed_mohm(params, build):.0f} mΩ",
        f"{last:.2f} V",
    ]


def _copper(params: Any) -> str:
    """Return the least width of an outer track for the highest current limit, as a sentence."""
    limit = max(load_switch.limit(params.power, build.port).most for build in params.builds) / 1000
    width = power_report.ipc_width(limit)
    return (
        f"By IPC-2221 an outer track of 35 µm copper for {limit:.2f} A and 10 K is {width:.2f} mm wide; the carrier's "
        "5 V is a filled area."
    )


def displays_table(params: Any, names: Collection[str]) -> str:
    """Return a table of the named kinds of display."""
    lines = []
    for name, kind in params.display.kinds.items():
        if name in names:
            sizes = [f"{a:g} × {b:g} mm" for a, b in (kind.module, kind.window)]
            lines.append([f"`display-{name}`", kind.name, *sizes, f"{kind.ma} mA"])
    return markdown_table(["part", "display", "module", "window", "3.3 V, all lit"], lines)


def _numbers(params: Any) -> dict[str, str]:
    """Return the numbers inside sentences, by name."""
    pitch = 1000 / params.board.leds_per_metre
    rows = params.strip.rows
    cuts = [sum(rows[: row + 1]) + row + 1 for row in range(3)]
    return {
        "plate": f"{params.plate.thickness:g} mm",
        "sheet": f"{params.case.baffle / 3:g} mm",
        "stack": f"{params.case.baffle:g} mm",
        "strip-plate-mm": f"{params.case.strip_plate:g} mm",
        "base-mm": f"{params.case.base:g} mm",
        "bed": f"{max(params.plate.bed):g} mm",
        "walls": f"{depth(params):g} mm",
        "held": f"{held_by_rim_screws(params):g} mm",
        "leds": f"{params.strip.metre} LEDs",
        "length": f"{params.strip.metre * pitch / 1000:.2f} m",
        "cut-leds": f"{cuts[0]}, {cuts[1]} and {cuts[2]}",
        "row-leds": f"{rows[0]}, {rows[1]}, {rows[2]} and {rows[3]}",
        "seam": f"column {params.plate.seam_column}",
        "kerf": f"{params.plate.kerf:g} mm",
        "half-kerf": f"{params.plate.kerf / 2:g} mm",
        "cutout": f"{params.keys.cutout:g} mm",
        "hole": f"{params.plate.hole:g} mm",
        "through": f"{params.screws.through:g} mm",
        "gap": f"{params.case.gap:g} mm",
        "washers": f"{params.screws.washers:g} mm",
        "light": f"{params.case.light:g} mm",
        "response": f"{params.power.response_us:g} µs",
        "strip-mm": f"{params.strip.width:g} mm",
        "leds-per-metre": f"{params.board.leds_per_metre} LEDs",
        "carrier-mm": f"{params.carrier.thickness:g} mm",
        "pico-3v3": f"{params.display.pico_3v3:g} mA",
        "bank": f"{params.bank.mah} mAh",
        "bank-size": " × ".join(f"{side:g}" for side in params.bank.size) + " mm",
        "bank-grams": f"{params.bank.grams:g} g",
        "bay": f"{params.bank.size[0] + 2 * params.bay.play:g} mm",
        "cell-mah": f"{params.cell.mah} mAh",
        "cell-size": " × ".join(f"{side:g}" for side in params.cell.size) + " mm",
        "cell-grams": f"{params.cell.grams:g} g",
        "cell-bay": f"{params.cell.size[0] + 2 * params.bay.play:g} mm",
        "charger-idle": f"{params.charger.idle_ma:g} mA",
        "charger-ma": f"{params.charger.ma:g} mA",
        "pico-busy": f"{params.bank.pico_ma:g}",
        "pico-waiting": f"{params.bank.pico_ma - params.bank.asleep_saves_ma:.1f}",
        "asleep": f"{params.bank.asleep:.0%}".replace("%", " %"),
        "charge-hours": f"{params.cell.mah / params.charger.ma:.0f} h",
        "tap-holes": " × ".join(str(count) for count in params.charger.tap),
        "pulse": f"{params.bank.pulse_ms / 1000:g} s every {params.bank.every_s:g} s",
        "street-mm": f"{params.street.thickness:g} mm",
        "voice-ma": f"{params.voice.ma} mA",
        "voice-board-mm": f"{params.voice.width:g} × {params.voice.height:g} mm",
        "voice-supply": "{:.1f} to {:.1f} V".format(*power_report.voice_volts(params)),
        "speaker-mm": f"{params.voice.speaker[0]:g} mm",
    }
