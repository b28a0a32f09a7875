"""The tables of one build's book: its parts, resistors, wires, pins, connectors, settings and readings."""

from collections import Counter
from typing import Any

from . import (
    load_switch,
    meter_readings,
    pins,
    resistor_colours,
    run_time,
    shops,
    wire_cuts,
)
from . import power as power_report
from .battery_bay import BANK, CELL
from .bom import Bom
from .csv_writer import csv_text
from .guide_tables import displays_table, markdown_table, voltage_line
from .netlist import build_parts
from .pcb.carrier_steps import STEPS
from .power import Row


def tables(params: Any, rows: list[Row], build: Any) -> dict[str, str]:
    """Return the Markdown of every table of a build, by the name that marks its place in a guide."""
    found = {
        "resistors": _resistors(params, build),
        "wires": _wires(params, build),
        "pins": _pins(params, build),
        "connectors": connector_table(params, build),
        "expected": _expected(params, rows, build),
        "voltage": markdown_table(["on the carrier", "feed, there and back", "at the last LED"],
                                  [voltage_line(params, rows, build)]),
        "battery-hours": run_time.battery_table(params, rows, [build]) if build.battery == BANK else "",
        "cell-hours": run_time.cell_table(params, rows, [build]) if build.battery == CELL else "",
        "displays": displays_table(params, build.displays) if build.displays else "",
        "readings-voice": _readings(meter_readings.voice_board(params, build)),
        "readings-tap": _readings(meter_readings.tap_board(params, build)),
    }  # fmt: skip
    for step in STEPS:
        found[f"readings-{step}"] = _readings(meter_readings.after_step(params, build, step))
    return found


def parts_csv(params: Any, bom: Bom, build: Any) -> str:
    """Return a build's parts list as CSV: references, value and colours beside what to buy."""
    lines = []
    refs, values = references(params, build), _values(params, build)
    for name, item in bom.items.items():
        if count := bom.quantities(build)[name]:
            value = values.get(name, "")
            colours = " ".join(resistor_colours.bands(resistor_colours.ohms(value))) if name.startswith("r-") else ""
            lines.append([name, count, " ".join(refs.get(name, [])), value, colours, item["part"], item["maker"],
                          item["mpn"], *item["alternates"], *_shop_columns(bom, item), f"{item['price']:.2f}",
                          shops.checked(bom, item)])  # fmt: skip
    lines.append(["total", *[""] * 16, f"{bom.total(build):.2f}", ""])
    columns = ("id number references value colours part maker mpn alternate_1 alternate_2 shop_1 number_1 link_1 "
               "shop_2 number_2 link_2 jlcpcb_number price_usd checked").split()  # fmt: skip
    return csv_text(columns, lines)


def _shop_columns(bom: Bom, item: dict) -> list[str]:
    """Return name, own number and address of both shops of a line, and JLCPCB's number."""
    columns = []
    for shop in item["sources"]:
        columns += [shop, item.get("numbers", {}).get(shop, ""), shops.address(bom, item, shop)]
    return [*columns, shops.house_number(item)]


def references(params: Any, build: Any) -> dict[str, list[str]]:
    """Return the references of the parts that a build has, by item."""
    found: dict[str, list[str]] = {}
    for part in build_parts(params, build):
        found.setdefault(part.item, []).append(part.ref)
    return found


def _values(params: Any, build: Any) -> dict[str, str]:
    """Return the value of each item of the circuit: that of its parts, where they have one and the same."""
    values: dict[str, set[str]] = {}
    for part in build_parts(params, build):
        values.setdefault(part.item, set()).add(part.value)
    return {item: next(iter(own)) for item, own in values.items() if len(own) == 1}


def _resistors(params: Any, build: Any) -> str:
    """Return the resistors of a build by value, with their colours."""
    resistors = [part for part in build_parts(params, build) if part.symbol == "R"]
    lines = []
    for item in dict.fromkeys(part.item for part in resistors):
        own = [part for part in resistors if part.item == item]
        ohms = resistor_colours.ohms(own[0].value)
        colours = " · ".join(resistor_colours.bands(ohms))
        lines.append([resistor_colours.text(ohms), f"`{item}`", len(own), colours, " ".join(part.ref for part in own)])
    return markdown_table(["value", "id", "how many", "colours", "references"], lines)


def _wires(params: Any, build: Any) -> str:
    """Return the wires to cut, and the sum of each kind."""
    wires = wire_cuts.cuts(params, build)
    lines = [[f"`{cut.wire}`", wire_cuts.COLOURS[cut.wire], cut.number, cut.mm, cut.what]
             for cut in wires]  # fmt: skip
    sums: Counter = Counter()
    for cut in wires:
        sums[cut.wire] += cut.number * cut.mm
    bought = wire_cuts.metres(params, build)
    lines += [[f"`{wire}`", wire_cuts.COLOURS[wire], "", f"**{total}**", f"sum; buy {bought[wire]} m"]
              for wire, total in sums.items()]  # fmt: skip
    return markdown_table(["wire", "colour", "how many", "length", "for"], lines)


def _pins(params: Any, build: Any) -> str:
    """Return the use of the Pico's pins in a build."""
    used = pins.uses(params, build.tracks, build.voice, build.battery == CELL)
    lines = [[use.gpio, use.pin, use.what] for use in used]
    return markdown_table(["GPIO", "pin", "use"], lines)


def connector_table(params: Any, build: Any) -> str:
    """Return the connectors of a build, with the net of each pin that leads to another part of the build."""
    there = build_parts(params, build)
    ends = Counter(net for part in there for net in part.pins if net)
    lines = [
        [part.ref, part.value, " · ".join(f"{pin} {net}" for pin, net in enumerate(part.pins, 1) if ends[net] > 1)]
        for part in there
        if part.ref.startswith("J") and not part.ref.startswith("JP")
    ]
    return markdown_table(["connector", "for", "pins"], lines)


def _expected(params: Any, rows: list[Row], build: Any) -> str:
    """Return the currents (mA) that a meter should read at a build, a Pico's as expected; the load switch's limit.

    Before the first count few LEDs are lit: what is read is what all take in the dark, and tells of a wrong strip.
    """
    row, limit = power_report.build_row(params, rows, build), load_switch.limit(params.power, build.port)
    heads = ["no track plugged in", "before the first count", "in play", "worst scene", "limit of the load switch"]
    unplugged = row.dark - power_report.dark_led_ma(params, row)
    currents = [run_time.expected_ma(params, ma) for ma in (unplugged, row.dark, row.play, row.worst)]
    return markdown_table(heads, [[f"{ma:.0f}" for ma in (*currents, limit.typical)]])


def _readings(readings: list[meter_readings.Reading]) -> str:
    """Return readings as a table; "" for none."""
    heads = ["what", "between", "right", "else"]
    return markdown_table(heads, meter_readings.book_rows(readings)) if readings else ""
