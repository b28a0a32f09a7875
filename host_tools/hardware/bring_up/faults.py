"""Every single fault of a build's net list, and the net list with one of them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from ..netlist import Part

CHIP_NAMES = {"U1": "Pico"}
_TURNED = {"D": (1, 0), "NFET": (2, 1, 0), "NPN": (2, 1, 0)}
"""Order of the pins of a part that is soldered the wrong way round."""
_UNDIVIDED = ("LINK", "CABLE", "SPEAKER", "TOGGLE", "CELL")
"""Parts whose ends stand nowhere beside each other."""
_ONE_SIDED = ("CONN", "USB_C", "CHARGER")
"""Parts whose pins stand in one row."""


class Fault(NamedTuple):
    """A fault of the part `ref`: `kind` is missing, open, short, wrong or turned.

    `pins`: numbers of the pins that are open or joined. `value`: the value of a resistor that is there instead.
    """

    ref: str
    kind: str
    pins: tuple[int, ...] = ()
    value: str = ""

    @property
    def label(self) -> str:
        """The place as it is named to people: `R21`, `J7.2`, `Pico 15`, `J7.1–J7.2`."""
        if self.kind not in ("open", "short"):
            return CHIP_NAMES.get(self.ref, self.ref)
        return "–".join(pin_name(self.ref, pin) for pin in self.pins)


def pin_name(ref: str, pin: int) -> str:
    """Return how a pin is named to people: `J7.2`, `Pico 15`."""
    return f"{CHIP_NAMES[ref]} {pin}" if ref in CHIP_NAMES else f"{ref}.{pin}"


def single_faults(parts: Sequence[Part]) -> Iterator[Fault]:
    """Yield each single fault: a part missing or turned, a resistor of another value of the build, a joint that is
    open, two neighbouring pins of a part that are joined. A joint of a net that leads nowhere in the build is none."""
    kit = sorted({part.value for part in parts if part.symbol == "R"})
    pins_of_net = Counter(net for part in parts for net in part.pins)
    for part in parts:
        yield Fault(part.ref, "missing")
        if part.symbol in _TURNED:
            yield Fault(part.ref, "turned")
        if part.symbol == "R":
            yield from (Fault(part.ref, "wrong", value=value) for value in kit if value != part.value)
        yield from (Fault(part.ref, "open", (pin,)) for pin, net in enumerate(part.pins, 1)
                    if net and pins_of_net[net] > 1)  # fmt: skip
        for pair in neighbours(part):
            nets = {part.pins[pin - 1] for pin in pair}
            if None not in nets and len(nets) == 2:
                yield Fault(part.ref, "short", pair)


def neighbours(part: Part) -> list[tuple[int, int]]:
    """Return the pairs of pins that stand beside each other; chips have two rows."""
    if part.symbol in _UNDIVIDED:
        return []
    pins = range(1, len(part.pins) + 1)
    if len(part.pins) <= 3 or part.symbol.startswith(_ONE_SIDED):
        return list(pairwise(pins))
    half = len(part.pins) // 2
    return [pair for pair in pairwise(pins) if pair != (half, half + 1)]


def with_fault(parts: Sequence[Part], fault: Fault) -> list[Part]:
    """Return the net list with the fault: an open pin is on a net of its own, joined pins have one net."""
    if fault.kind == "missing":
        return [part for part in parts if part.ref != fault.ref]
    if fault.kind == "short":
        part = next(part for part in parts if part.ref == fault.ref)
        kept, gone = sorted((part.pins[pin - 1] for pin in fault.pins), key=_rank)
        return [part._replace(pins=tuple(kept if net == gone else net for net in part.pins)) for part in parts]
    return [_changed(part, fault) if part.ref == fault.ref else part for part in parts]


def _rank(net: str) -> tuple[bool, str]:
    """Order joined nets: ground first, then supplies, whose name stays."""
    supplies = ("GND", "IN_5V", "VBUS", "VSYS", "LED_5V", "3V3")
    return (net not in supplies, str(supplies.index(net)) if net in supplies else net)


def _changed(part: Part, fault: Fault) -> Part:
    """Return the part with its fault: another value, turned, or with an open pin."""
    if fault.kind == "wrong":
        return part._replace(value=fault.value)
    if fault.kind == "turned":
        return part._replace(pins=tuple(part.pins[index] for index in _TURNED[part.symbol]))
    pins = list(part.pins)
    for pin in fault.pins:
        pins[pin - 1] = f"{part.ref}.{pin} open"
    return part._replace(pins=tuple(pins))
