"""The bill of materials: parts of each build, counted from its circuit and its plate."""

import ast
import tomllib
from collections import Counter
from math import isfinite
from pathlib import Path
from typing import Any

from . import screw_lengths, wire_cuts
from .battery_bay import BANK, CELL
from .case import depth
from .errors import ParamsError
from .netlist import PICO_PORT_MA, all_parts, build_parts
from .plate_geometry import build_plate

FILE = "parts.toml"
WASHER_MM = 0.5
_WIRES = {
    "red_m": wire_cuts.RED,
    "black_m": wire_cuts.BLACK,
    "yellow_m": wire_cuts.YELLOW,
    "thin_black_m": wire_cuts.THIN_BLACK,
}
"""Names of the metres of each wire, with some to spare."""
_FIELDS = ("part", "maker", "mpn", "alternates", "price")


class Bom:
    """The items of parts.toml by id. Raises ParamsError."""

    def __init__(self, params: Any, folder: Path) -> None:
        self.params = params
        self._load_parts(folder / FILE)
        self._counts = {build: self._count(build) for build in params.builds}

    def _load_parts(self, path: Path) -> None:
        """Load and validate parts.toml. Raises ParamsError."""
        try:
            raw = tomllib.loads(path.read_text(encoding="utf-8"))
            self.items: dict[str, dict] = raw["items"]
            self.date: str = raw["date"]
            self.sources: list[str] = raw["sources"]
            self.numbers_read: str = raw["numbers_read"]
            self.shops: dict[str, str] = raw["shops"]
            self.tools: dict[str, float] = raw["tools"]
            self.orders: dict[str, float] = raw["orders"]
        except (OSError, KeyError, tomllib.TOMLDecodeError) as error:
            raise ParamsError(f"{path}: {error}") from None
        self._take_numbers()
        sizes = _sizes(self.params)
        for name, item in self.items.items():
            if missing := [field for field in _FIELDS if field not in item]:
                raise ParamsError(f"{path}: {name} has no {missing[0]}")
            if len(item["alternates"]) != 2:
                raise ParamsError(f"{path}: {name} needs two alternates")
            if len(item.setdefault("sources", self.sources)) != 2:
                raise ParamsError(f"{path}: {name} needs two sources")
            if unknown := (set(item["sources"]) | set(item.get("numbers", {}))) - set(self.shops):
                raise ParamsError(f"{path}: {name}: no shop {min(unknown)}; [shops] has {', '.join(self.shops)}")
            if not isfinite(item["price"]) or item["price"] <= 0:
                raise ParamsError(f"{path}: {name}: a price above 0, not {item['price']}")
            try:
                item |= {field: item[field].format_map(sizes) for field in ("part", "mpn")}
                item["alternates"] = [text.format_map(sizes) for text in item["alternates"]]
            except (KeyError, ValueError) as error:
                raise ParamsError(f"{path}: {name}: no size {error}; sizes are {' '.join(sizes)}") from None

    def _take_numbers(self) -> None:
        """Give each item that is a part of a circuit the maker and number that the part's fields have in KiCad."""
        refs: dict[str, str] = {}
        for part in all_parts(self.params):
            item, first = self.items.get(part.item), refs.setdefault(part.item, part.ref)
            if item is None:
                raise ParamsError(f"{FILE}: nothing for {part.ref}; add [items.{part.item}]")
            own = {"maker": part.maker, "mpn": part.mpn}
            if first != part.ref and own != {name: item[name] for name in own}:
                raise ParamsError(f"{part.ref}: its fields Manufacturer and MPN are not those of {first}")
            if first == part.ref and item.keys() & own.keys():
                raise ParamsError(f"{FILE}: {part.item}: no maker and mpn here; they are fields of {part.ref} in KiCad")
            item |= own

    def quantities(self, build: Any) -> Counter:
        """Return how many of each item a build takes: fitted parts, and the results of `count` expressions."""
        if build not in self._counts:
            self._counts[build] = self._count(build)
        return self._counts[build]

    def _count(self, build: Any) -> Counter:
        counts: Counter = Counter({name: 0 for name, item in self.items.items() if "count" not in item})
        for part in build_parts(self.params, build):
            counts[part.item] += 1
        numbers = self._numbers(build) | {name.replace("-", "_"): number for name, number in counts.items()}
        for name, item in self.items.items():
            if "count" in item:
                counts[name] = _evaluate(item["count"], numbers)
        return counts

    def _numbers(self, build: Any) -> dict[str, int]:
        """Return the numbers that `count` expressions in parts.toml may name."""
        plate = build_plate(self.params, build)
        screws = Counter(spot.name for spot in plate.screws())
        wires = wire_cuts.metres(self.params, build)
        return {
            "tracks": build.tracks,
            "keys": len(plate.key_spots()),
            "strips": build.tracks if build.form == "strip" else 0,
            "banks": int(build.battery == BANK),
            "cells": int(build.battery == CELL),
            "links": int(build.port <= PICO_PORT_MA),
            "supplies": int(build.port > PICO_PORT_MA and not build.battery),
            "streets": 4 * build.tracks if build.form == "street" else 0,
            "rim_screws": screws["rim"],
            "washers": screws["inner"] * round(self.params.screws.washers / WASHER_MM),
            **{name: wires[wire] for name, wire in _WIRES.items()},
            "inner_screws": screws["inner"],
            "socket_builds": int(build.port > PICO_PORT_MA),
            "voice": int(build.voice),
            **{f"{kind}_displays": build.displays.count(kind) for kind in self.params.display.kinds},
        }

    def total(self, build: Any) -> float:
        """Return the price of all parts of a build in US dollars."""
        return sum(self.items[name]["price"] * count for name, count in self.quantities(build).items())


def _sizes(params: Any) -> dict[str, str]:
    """Return the sizes that texts in parts.toml name in braces, as text, by name."""
    pitch = 1000 / params.board.leds_per_metre
    return {
        "leds": str(params.board.leds_per_metre),
        "length": f"{params.strip.metre * pitch / 1000:.2f}".rstrip("0").rstrip("."),
        "faceplate": f"{params.plate.thickness:g}",
        "sheet": f"{params.case.baffle / 3:g}",
        "diffuser": f"{params.case.diffuser:g}",
        "strip_plate": f"{params.case.strip_plate:g}",
        "base": f"{params.case.base:g}",
        "walls": f"{depth(params):g}",
        "standoff": f"{params.screws.standoff:g}",
        "spacer": f"{params.carrier.spacer:g}",
        "rim_screw": str(screw_lengths.rim(params)),
        "carrier_screw": str(screw_lengths.carrier(params)),
        "street_screw": str(screw_lengths.street(params)),
        "short_screw": str(screw_lengths.short(params)),
        "strip_width": f"{params.strip.width:g}",
        "foot": f"{params.case.foot[0]:g}",
        "foot_height": f"{params.case.foot[1]:g}",
        "street": f"{params.street.thickness:g}",
        "carrier": f"{params.carrier.thickness:g}",
        "frame": f"{params.display.frame:g}",
        "hex": f"{params.screws.hex:g}",
        "led_height": f"{params.street.led_height:g}",
        "bank": str(params.bank.mah),
        "bank_size": " x ".join(f"{side:g}" for side in params.bank.size),
        "bank_grams": f"{params.bank.grams:g}",
        "strap_width": f"{params.bay.strap[0]:g}",
        "rail": " x ".join(f"{side:g}" for side in params.bay.rail),
        "cell": str(params.cell.mah),
        "cell_size": " x ".join(f"{side:g}" for side in params.cell.size),
        "tap": " x ".join(str(count) for count in params.charger.tap),
        "rest": " x ".join(f"{side:g}" for side in (*params.charger.rest, params.carrier.spacer)),
        "charger_screw": str(screw_lengths.charger(params)),
        "switch_hole": f"{params.charger.switch_hole:g}",
        "speaker": f"{params.voice.speaker[0]:g}",
        "speaker_depth": f"{params.voice.speaker[1]:g}",
    }


def _evaluate(text: str, numbers: dict[str, int]) -> int:
    """Evaluate an expression of whole numbers, names of `numbers`, + * and //. Raises ParamsError for any other."""
    try:
        return _evaluate_node(ast.parse(text, mode="eval").body, numbers)
    except (SyntaxError, KeyError, TypeError) as error:
        raise ParamsError(f"{FILE}: count = {text!r}: {error}; names are {' '.join(numbers)}") from None


def _evaluate_node(node: Any, numbers: dict[str, int]) -> int:
    """Evaluate a node of an expression's syntax tree. Raises TypeError, KeyError for what is not allowed."""
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return node.value
    if isinstance(node, ast.Name):
        return numbers[node.id]
    if isinstance(node, ast.BinOp):
        left, right = _evaluate_node(node.left, numbers), _evaluate_node(node.right, numbers)
        operations = {ast.Add: left + right, ast.Mult: left * right, ast.FloorDiv: left // max(right, 1)}
        return operations[type(node.op)]
    raise TypeError("only whole numbers, names, + * //")
