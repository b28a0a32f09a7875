"""The dialogue of the bring-up as trees: from a result that is not as it should be to the parts to suspect.

A tree is learned from every single fault of the net list. Its node holds the faults that agree with all answers so far,
their parts ordered by how many of the faults are theirs, and the reading that tells most of these apart.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import log2
from typing import Any, NamedTuple

from ..battery_bay import CELL
from ..netlist import wired_parts
from ..pcb.carrier_steps import SOCKETED
from .behaviour import Behaviour
from .circuit import key_wires
from .faults import Fault, single_faults, with_fault
from .meter_readings import Bench, Reading, readings, same

NAMED = 3
"""How many parts are named at once."""
_DEPTH = 4
_DEPTH_OF_TWO_BOARDS = 6
"""Most readings that are asked for after a result that is wrong: of one board, of two with wires between them."""


@dataclass
class Node:
    """`suspects`: places by part, likeliest first. `ask`: the reading to take; `then`: the node by what it shows."""

    suspects: dict[str, list[str]]
    ask: Reading | None = None
    then: dict[str, "Node"] = field(default_factory=dict)


class Signature(NamedTuple):
    """All results of a board with a fault that are not as they should be: readings by id, symptoms by name."""

    fault: Fault
    readings: dict[str, str]
    symptoms: dict[str, str]


class Dictionary:
    """What every single fault of a build does: its `signatures`; `readings` and `right`: what is measured, and what is
    read, seen or answered where nothing is wrong."""

    def __init__(self, params: Any, build: Any) -> None:
        whole = wired_parts(params, build)
        self._depth = _DEPTH_OF_TWO_BOARDS if build.voice or build.battery == CELL else _DEPTH
        wires = key_wires(whole)
        self.readings = readings(whole)
        bench = Bench(whole, wires)
        self.right = {reading.id: bench.read(reading) for reading in self.readings}
        self._by_id = {reading.id: reading for reading in self.readings}

        def behave(parts: list) -> dict[str, str]:
            return Behaviour(parts, whole, wires, build.tracks, build.form).symptoms()

        self.symptoms = behave(whole)
        self.signatures = []
        for fault in single_faults(whole):
            parts = with_fault(whole, fault)
            measured = whole if fault.kind == "missing" and fault.ref in SOCKETED else parts
            read = self._measure(Bench(measured, wires))
            self.signatures.append(Signature(fault, read, self._changed(behave(parts))))

    def _measure(self, bench: Bench) -> dict[str, str]:
        found = {reading.id: bench.read(reading) for reading in self.readings}
        return {name: shown for name, shown in found.items() if not same(shown, self.right[name])}

    def _changed(self, symptoms: Mapping[str, str]) -> dict[str, str]:
        return {name: seen for name, seen in symptoms.items() if seen != self.symptoms[name]}

    def trees(self) -> dict[str, dict[str, Node]]:
        """Return for each listed reading (by id) and symptom (by name) a tree by what is read or seen instead."""
        listed = {reading.id for reading in self.readings if reading.group}
        roots: dict[str, dict[str, list[Signature]]] = {}
        for signature in self.signatures:
            results = {name: shown for name, shown in signature.readings.items() if name in listed}
            for name, shown in (results | signature.symptoms).items():
                roots.setdefault(name, {}).setdefault(shown, []).append(signature)
        return {
            name: {shown: self._grow(found, {name}, self._depth) for shown, found in outcomes.items()}
            for name, outcomes in roots.items()
        }

    def _grow(self, found: Sequence[Signature], asked: set[str], depth: int) -> Node:
        """Return the tree of signatures that agree with all answers so far."""
        node = Node(_suspects(found))
        if len(node.suspects) == 1 or not depth:
            return node
        # A reading that no fault changes tells nothing.
        names = {name for signature in found for name in signature.readings} - asked
        splits = {name: self._split(found, name) for name in names}
        told = [(_spread(split), name) for name, split in splits.items() if len(split) > 1]
        if told:
            name = min(told)[1]
            split = splits[name]
            node.ask = self._by_id[name]
            node.then = {shown: self._grow(part, asked | {name}, depth - 1) for shown, part in split.items()}
        return node

    def _split(self, found: Sequence[Signature], name: str) -> dict[str, list[Signature]]:
        split: dict[str, list[Signature]] = {}
        for signature in found:
            split.setdefault(signature.readings.get(name, self.right[name]), []).append(signature)
        return split


def _suspects(found: Iterable[Signature]) -> dict[str, list[str]]:
    """Return the parts at fault, likeliest first, each with the places named."""
    counts = Counter(signature.fault.ref for signature in found)
    places: dict[str, list[str]] = {}
    for ref, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        labels = [signature.fault.label for signature in found if signature.fault.ref == ref]
        places[ref] = list(dict.fromkeys(labels))
    return places


def _spread(split: Mapping[str, Sequence[Signature]]) -> float:
    """Return how uncertain the part is after a reading that splits faults so: mean entropy, in bits."""
    total = sum(len(part) for part in split.values())
    return round(sum(len(part) / total * _entropy(part) for part in split.values()), 9)


def _entropy(found: Sequence[Signature]) -> float:
    counts = Counter(signature.fault.ref for signature in found)
    return -sum(count / len(found) * log2(count / len(found)) for count in counts.values())


class Figure(NamedTuple):
    """Of how many `faults` the dialogue names the part among the first three: `at_once`, and after its `readings`.

    `unseen`: faults that change nothing the dialogue asks.
    """

    faults: int
    at_once: int
    readings: int
    unseen: list[Fault]


def figure(dictionary: Dictionary, trees: Mapping[str, Mapping[str, Node]]) -> Figure:
    """Inject every fault, go through the dialogue up to the first result that is wrong, and follow its tree."""
    at_once = after = 0
    unseen = []
    for signature in dictionary.signatures:
        results = signature.readings | signature.symptoms
        name = next((name for name in trees if name in results), None)
        if name is None:
            unseen.append(signature.fault)
            continue
        node = trees[name][results[name]]
        at_once += signature.fault.ref in list(node.suspects)[:NAMED]
        while node.ask:
            shown = signature.readings.get(node.ask.id, dictionary.right[node.ask.id])
            node = node.then[shown]
        after += signature.fault.ref in list(node.suspects)[:NAMED]
    return Figure(len(dictionary.signatures), at_once, after, unseen)
