"""The data of the captain's page *Bring-up*: a JSON file for each build, and one with the picture of the carrier."""

import json
from pathlib import Path
from typing import Any

from ..board_settings import hardware_fields
from ..netlist import fitted
from ..pcb import board_file
from . import cell_supply
from .behaviour import TELLS_MV, key_name_of
from .fault_tree import Dictionary, Node, figure
from .faults import pin_name
from .meter_readings import Reading

FOLDER = Path(__file__).parents[2] / "captain" / "page" / "bring_up"
PICTURE = "carrier.json"
VERSION = 1
_SUSPECTS = 6
_PLACES = 3
"""Most suspects of a node, and places of each, that the page is given; it names three."""


def page_data(params: Any) -> dict[str, str]:
    """Return the files by name."""
    found = {f"{build.id}.json": _text(build_data(params, build)) for build in params.builds}
    found[PICTURE] = _text(carrier_picture(params))
    return found


def write(params: Any) -> int:
    """Write the files into the page's folder, and return how many there are."""
    found = page_data(params)
    FOLDER.mkdir(exist_ok=True)
    for name, text in found.items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    return len(found)


def _text(data: dict) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"


def build_data(params: Any, build: Any) -> dict[str, Any]:
    """Return what the dialogue needs of a build: `readings` (way, two places, key, group, what is right), `symptoms`
    with what is right, the `trees` of both, its `parts` for the picture, its `keys` by reference, the range that
    `rail_mv` and a cell's `battery_mv` should be in, and what its board is told of its `hardware`.

    A node is a list: suspects as [part, places], number of the reading to take or -1, nodes by what it shows.
    """
    dictionary = Dictionary(params, build)
    trees = dictionary.trees()
    numbers = {reading.id: number for number, reading in enumerate(dictionary.readings)}
    found = figure(dictionary, trees)
    return {
        "version": VERSION,
        "build": build.id,
        "tracks": build.tracks,
        "parts": [part.ref for part in fitted(params, build)],
        "keys": {part.ref: key_name_of(part.ref) for part in fitted(params, build) if part.symbol == "SW"},
        "hardware": hardware_fields(params, build),
        "rail_mv": TELLS_MV,
        "battery_mv": cell_supply.TELLS_MV,
        "figure": {"faults": found.faults, "at_once": found.at_once, "named": found.readings},
        "readings": [_reading(reading, dictionary.right[reading.id]) for reading in dictionary.readings],
        "symptoms": dictionary.symptoms,
        "trees": {
            str(numbers.get(name, name)): {shown: _node(node, numbers) for shown, node in outcomes.items()}
            for name, outcomes in trees.items()
        },
    }


def _reading(reading: Reading, right: str) -> list:
    key = key_name_of(reading.key) if reading.key else ""
    return [reading.way, pin_name(*reading.first), pin_name(*reading.second), key, reading.group, right]


def _node(node: Node, numbers: dict[str, int]) -> list:
    suspects = [[ref, places[:_PLACES]] for ref, places in list(node.suspects.items())[:_SUSPECTS]]
    if node.ask is None:
        return [suspects]
    then = {shown: _node(following, numbers) for shown, following in node.then.items()}
    return [suspects, numbers[node.ask.id], then]


def carrier_picture(params: Any) -> dict[str, Any]:
    """Return the carrier from above in mm: its size, and of each part its strokes and pads (x, y) and its box."""
    board = board_file.load(params.folder, "carrier")
    return {
        "version": VERSION,
        "width": board.width,
        "height": board.height,
        "parts": {part.ref: _drawn(part) for part in board.parts},
    }


def _drawn(part: Any) -> dict[str, list]:
    runs = [[[round(x, 2), round(y, 2)] for x, y in run] for run in part.silk]
    spots = [[round(pad.x, 2), round(pad.y, 2)] for pad in part.pads]
    xs, ys = zip(*[point for run in runs for point in run], *spots, strict=True)
    return {"lines": runs, "pads": spots, "box": [min(xs), min(ys), max(xs), max(ys)]}


def table(params: Any) -> str:
    """Return the figures of the written files as a Markdown table; a build that has none yet is left out."""
    rows = ["| build | single faults | named among three at once | after its readings |", "|---|--:|--:|--:|"]
    paths = [FOLDER / f"{build.id}.json" for build in params.builds]
    for path in (path for path in paths if path.is_file()):
        data = json.loads(path.read_text(encoding="utf-8"))
        faults = data["figure"]["faults"]
        shares = (f"{data['figure'][name] / faults:.1%}" for name in ("at_once", "named"))
        rows.append(f"| `{data['build']}` | {faults} | {' | '.join(shares)} |")
    return "\n".join(rows)
