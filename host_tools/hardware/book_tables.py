"""The tables of a build's book that are no circuit's: what it is, time, price, shops, plugs, and what to install."""

from typing import Any

from firmware.config import FIRMWARE_VERSION
from host_tools.usb.new_board_image import PREFIX

from . import shops, wire_cuts
from .battery_bay import BANK, CELL
from .board_settings import flash_command
from .bom import Bom
from .build_tables import references
from .builds import Build
from .guide_tables import markdown_table
from .inside_picture import plugged
from .netlist import PICO_PORT_MA, build_parts, fitted
from .pcb import board_file, house_lists
from .plate_geometry import STREETS, build_plate
from .power import Row, build_row

_BATTERIES = {BANK: "a power bank", CELL: "a charger module with a protected lithium cell"}
_PICO_PINS = 40
_WHEEL = f"cribbage_board-{FIRMWARE_VERSION}-py3-none-any.whl[sim]"
_JOINT, _WIRE_JOINT, _CRIMP, _CUT_ROW = 1.2, 3, 3, 10
"""Minutes, with finding the part, cutting, and the check."""
_BUYING, _KEY, _CASE, _FLASH_AND_TEST = 2.0, 4, 4.0, 2.5
"""Hours, and minutes for each key."""


def tables(params: Any, rows: list[Row], bom: Bom, build: Build) -> dict[str, str]:
    """Return the Markdown of these tables, by the name that marks its place in the guide."""
    return {
        "facts": _facts(params, rows, build),
        "hours": _hours(params, bom, build),
        "costs": _costs(bom, build),
        "quantities": _quantities(params, bom, build),
        "plugs": _plugs(params, build),
        "image": f"`{image_name(build)}`",
        "build-name": f"`{build.id}`",
        "led-plugs": _list([ref for ref, value in plugged(params, build).items() if value.startswith("track")]),
        "install-windows": f'cribbage\\Scripts\\pip install "{_WHEEL}"',
        "install-unix": f"cribbage/bin/pip install '{_WHEEL}'",
        "settings": f"```\n{flash_command(params, build)}\n```",
        "house": _house(params, bom, build),
    }


def image_name(build: Build) -> str:
    """Return the name of the one file that makes a new Pico this build's board."""
    return f"{PREFIX}{build.id}.uf2"


def _list(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def _facts(params: Any, rows: list[Row], build: Build) -> str:
    """Return what the build is."""
    plate, row = build_plate(params, build), build_row(params, rows, build)
    plug = "its own USB-C socket" if build.port > PICO_PORT_MA else "the Pico’s plug"
    supply = f"{plug}, a supply of 5 V 3 A" if build.port > PICO_PORT_MA else f"{plug}, 500 mA"
    if build.battery:
        supply = f"{_BATTERIES[build.battery]} in its bay, at {plug}"
    lines = [
        ["build", f"`{build.id}`"],
        ["tracks, keys", f"{build.tracks}, {len(plate.key_spots())}"],
        ["LEDs", params.power.kinds[build.form].name],
        ["displays", ", ".join(params.display.kinds[name].name for name in build.displays) or "none"],
        ["voice", "a sound module, a speaker in the base" if build.voice else "none"],
        ["size", f"{plate.width:.0f} × {plate.height:.0f} mm"],
        ["fed by", supply],
        ["takes in the worst scene", f"{row.worst} mA"],
        ["licence", "[CERN-OHL-P-2.0](https://ohwr.org/cern_ohl_p_v2.txt)"],
    ]
    return markdown_table(["what", "here"], lines)


def joints(params: Any, bom: Bom, build: Build) -> dict[str, int]:
    """Return how many joints are soldered by hand on circuit boards and at wires, and how many contacts are crimped."""
    there = {part.ref for part in fitted(params, build)}
    carrier = board_file.load(params.folder, "carrier")
    pads = [pad for part in carrier.parts if part.ref in there for pad in part.pads if pad.drill]
    beside = [part for part in build_parts(params, build) if part.ref not in there]
    pins = _PICO_PINS + sum(sum(net is not None for net in part.pins) for part in beside)
    number = bom.quantities(build)
    crimps = sum(count * number[f"housing-{count}"] for count in (2, 3, 4, 5))
    ends = 2 * sum(cut.number for cut in wire_cuts.cuts(params, build))
    return {"boards": len(pads) + pins, "wires": max(ends - crimps, 0), "crimps": crimps}


def _hours(params: Any, bom: Bom, build: Build) -> str:
    """Return the hours of each chapter, from the number of joints."""
    counted = joints(params, bom, build)
    rows = STREETS * build.tracks if build.form == "strip" else 0
    keys = len(build_plate(params, build).key_spots())
    lines: list[tuple[str, str, int | str, float]] = [
        ("Buy", "orders, test piece", "", _BUYING),
        ("Solder", "joints on circuit boards", counted["boards"], counted["boards"] * _JOINT / 60),
        ("Solder", "joints at wires", counted["wires"], counted["wires"] * _WIRE_JOINT / 60),
        ("Solder", "crimped contacts", counted["crimps"], counted["crimps"] * _CRIMP / 60),
        ("Solder", "rows of strip: cut and laid", rows, rows * _CUT_ROW / 60),
        ("Plug, Close", "plates, walls, screws; keys", keys, _CASE + keys * _KEY / 60),
        ("Flash, Bring-up", "file, tests", "", _FLASH_AND_TEST),
    ]
    whole = sum(hours for *_, hours in lines)
    shown = [[*line[:3], f"{line[3]:.1f}"] for line in lines if line[2] != 0]
    return markdown_table(
        ["chapter", "what", "how many", "hours"], [*shown, ["", "**together**", "", f"**{whole:.0f}**"]]
    )


def _costs(bom: Bom, build: Build) -> str:
    """Return what a build costs: parts, what comes with ordering them, and tools."""
    parts = bom.total(build)
    lines: list[list[Any]] = [["parts of [the list](#parts)", f"{parts:.0f}"]]
    lines += [[name, f"{price:.0f}"] for name, price in bom.orders.items()]
    ordered = parts + sum(bom.orders.values())
    lines.append(["**the board, to your door**", f"**{ordered:.0f}**"])
    lines += [[f"tools: {name}", f"{price:.0f}"] for name, price in bom.tools.items()]
    lines.append(["**with all tools, for who has none**", f"**{ordered + sum(bom.tools.values()):.0f}**"])
    return markdown_table([f"US dollars, estimated {bom.date}", ""], lines)


def _quantities(params: Any, bom: Bom, build: Build) -> str:
    """Return the parts of a build: id, what it is, how many, references and two shops."""
    refs = references(params, build)
    lines = [
        [f"`{name}`", f"{item['part']}. {_made(item)}", bom.quantities(build)[name],
         " ".join(refs.get(name, [])), *shops.offers(bom, item)]
        for name, item in bom.items.items()
        if bom.quantities(build)[name]
    ]  # fmt: skip
    return markdown_table(["id", "part, maker, number", "how many", "references", "shop", "or"], lines)


def _made(item: dict) -> str:
    """Return maker and number of a line, or what it is called where no maker is meant."""
    return f"{item['maker']} {item['mpn']}" if shops.maker_number(item) else item["mpn"]


def _house(params: Any, bom: Bom, build: Build) -> str:
    """Return the parts that a board house fits, with its own number of each."""
    items = {part.ref: part.item for part in fitted(params, build)}
    found = house_lists.house_items(board_file.load(params.folder, "carrier"), items, bom.items)
    lines = []
    for ref, item in found.items():
        number = shops.house_number(item)
        link = f"[{number}](https://jlcpcb.com/partdetail/{number})" if number else "none found: search by the maker’s"
        lines.append([ref, item["part"], item["mpn"], link])
    return markdown_table(["fitted by the house", "part", "maker’s number", "JLCPCB’s number"], lines)


def _plugs(params: Any, build: Build) -> str:
    """Return a step for the plugs of the keys, and one for those of the tracks; the guide has the others."""
    named = {value: ref for ref, value in plugged(params, build).items()}
    teams = params.board.teams[: build.tracks]
    keys = [f"{named[f'keys {team}']} takes team {team}’s plug of five wires" for team in teams]
    steps = [f"**Keys.** {', '.join(keys)}, {named['shared keys']} that of OK and MENU, three wires. *Check:* each key "
             "that is held has 1 kΩ from its pin of the Pico to ground."]  # fmt: skip
    sides = ("left", "right") if build.form == "strip" else ("left",)
    places = [_list([f"{side} {named[f'track {team}, {side}']}" for side in sides]) for team in teams]
    tracks = "; ".join(f"track {team} {place}" for team, place in zip(teams, places, strict=True))
    steps.append(f"**Tracks.** Write on each plug where it goes: {tracks}. **All of them stay out** until "
                 "[Bring-up](#bring-up) asks for them. *Check:* no beep from 5 V to ground of any.")  # fmt: skip
    return "\n".join(f"1. {step}" for step in steps)
