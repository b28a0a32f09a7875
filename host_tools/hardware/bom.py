"""The parts list: what each build needs, counted from its circuit and its plate."""

import ast
import csv
import io
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

from .geometry import Plate
from .params import ParamsError
from .schematic.circuit import fitted, parts

FILE = "parts.toml"
_FIELDS = ("part", "maker", "mpn", "alternates", "price")


class Bom:
    """The items of parts.toml by id, and how many of each every build takes. Raises ParamsError."""

    def __init__(self, params: Any, folder: Path) -> None:
        self.params = params
        self._read(folder / FILE)
        self.refs: dict[str, list[str]] = {}
        for part in parts(params):
            for item in self._items_of(part):
                self.refs.setdefault(item, []).append(part.ref)
        self.quantities = {build.id: self._count(build) for build in params.builds}

    def _read(self, path: Path) -> None:
        try:
            raw = tomllib.loads(path.read_text(encoding="utf-8"))
            self.items: dict[str, dict] = raw["items"]
            self.date: str = raw["date"]
            self.estimated: bool = raw["estimated"]
        except (OSError, KeyError, tomllib.TOMLDecodeError) as error:
            raise ParamsError(f"{path}: {error}") from None
        for name, item in self.items.items():
            if missing := [field for field in _FIELDS if field not in item]:
                raise ParamsError(f"{path}: {name} has no {missing[0]}")
            if len(item["alternates"]) != 2:
                raise ParamsError(f"{path}: {name} needs two alternates")

    def _items_of(self, part: Any) -> list[str]:
        """The ids a reference stands for: a fuse's depends on the build."""
        found = [f"fuse-{ma}" for ma in self.params.power.fuses] if part.item == "fuse" else [part.item]
        if unknown := [item for item in found if item not in self.items]:
            raise ParamsError(f"{FILE}: nothing for {part.ref}; add [items.{unknown[0]}]")
        return found

    def _count(self, build: Any) -> Counter:
        """How many of each item a build takes."""
        found: Counter = Counter()
        for part in parts(self.params):
            if fitted(part, build):
                found[f"fuse-{build.fuse}" if part.item == "fuse" else part.item] += 1
        numbers = self._numbers(build)
        for name, item in self.items.items():
            if "count" in item:
                found[name] += _sum(item["count"], numbers)
        return found

    def _numbers(self, build: Any) -> dict[str, int]:
        plate = Plate(self.params, build.tracks)
        screws = Counter(spot.name for spot in plate.screws())
        keys = len(plate.key_spots())
        return {"tracks": build.tracks, "keys": keys, "rim_screws": screws["rim"], "inner_screws": screws["inner"]}

    def total(self, build: str) -> float:
        """What all parts of a build cost."""
        return sum(self.items[name]["price"] * count for name, count in self.quantities[build].items())

    def table(self) -> str:
        """The list as CSV, totals in its last line."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        heads = [f"quantity_{build}" for build in self.quantities]
        writer.writerow(["id", "part", "maker", "mpn", "alternate_1", "alternate_2", "references", *heads,
                         "price_usd", "price_date", "price_kind"])  # fmt: skip
        kind = "estimated" if self.estimated else "quoted"
        for name, item in self.items.items():
            counts = [counted[name] for counted in self.quantities.values()]
            refs = " ".join(self.refs.get(name, []))
            writer.writerow([name, item["part"], item["maker"], item["mpn"], *item["alternates"], refs, *counts,
                             f"{item['price']:.2f}", self.date, kind])  # fmt: skip
        totals = [f"{self.total(build):.2f}" for build in self.quantities]
        writer.writerow(["total", "all parts of a build, US dollars", "", "", "", "", "", *totals, "", self.date, kind])
        return out.getvalue()


def _sum(text: str, numbers: dict[str, int]) -> int:
    """The value of a sum of whole numbers and names. Raises ParamsError."""
    try:
        return _value(ast.parse(text, mode="eval").body, numbers)
    except (SyntaxError, KeyError, TypeError) as error:
        raise ParamsError(f"{FILE}: count = {text!r}: {error}; names are {' '.join(numbers)}") from None


def _value(node: Any, numbers: dict[str, int]) -> int:
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return node.value
    if isinstance(node, ast.Name):
        return numbers[node.id]
    if isinstance(node, ast.BinOp):
        left, right = _value(node.left, numbers), _value(node.right, numbers)
        operations = {ast.Add: left + right, ast.Mult: left * right, ast.FloorDiv: left // max(right, 1)}
        return operations[type(node.op)]
    raise TypeError("only whole numbers, names, + * //")
