"""What a board with power and firmware does, with a fault of its net list or without: what people see, what it answers.

Chips are as their data sheets say of levels: a pin of the Pico reads low below 1.4 V, its pull-ups have 50 kΩ; the
comparators' inputs float high; the expander's inputs have pull-ups of their own. A joint of a supply that is there
twice has no effect.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cached_property

from firmware.entry.key_names import key_name

from .. import pins
from ..netlist import GND, IN_5V, LED_5V, V3, VSYS, Part
from .cell_supply import CellSupply
from .circuit import Circuit
from .sound_module import SoundModule

_LOW_V = 1.4
_PULL_UP = 50_000.0
_SUPPLY_PULL_UPS = {3000: 10_000.0, 1500: 22_000.0, 500: 56_000.0}
"""USB-C: ohms from 5 V to a CC line by which a supply says what it offers, in mA."""
_DETECTED_V = (0.2, 2.1)
"""A USB-C supply switches on if a CC line has a voltage between these."""
_FLOATING_V = 3.5
_SOUNDING_OHMS = 2000
_SIGNAL_OHMS = 10_000
TELLS_MV = (4400, 5250)
"""Least and most that `rail_mv` should tell."""
_OFFERS = {(False, False): 500, (True, False): 1500, (True, True): 3000, (False, True): 0}
"""By whether PORT_1A5 and PORT_3A are low, as the firmware reads them."""


def key_name_of(ref: str) -> str:
    """Return a key's name as the firmware has it: SW1 is its key 0."""
    return key_name(int(ref.removeprefix("SW")) - 1)


class Behaviour:
    """A powered board. `parts` may have a fault; `whole` are the build's parts, `tracks` and `form` the build's."""

    def __init__(self, parts: Sequence[Part], whole: Sequence[Part], wires: dict, tracks: int, form: str) -> None:
        self._parts = {part.ref: part for part in parts}
        self._whole = {part.ref: part for part in whole}
        self._circuit = Circuit(parts, wires)
        self._tracks, self._form = tracks, form
        self._inlet_net, self._led_net, self._v3_net, self._vsys_net = (
            self._now(net) for net in (IN_5V, LED_5V, V3, VSYS)
        )

    def _now(self, net: str) -> str:
        """Return the name of a net of the build without faults: another, where a short has joined it to one."""
        names = Counter(self._parts[ref].pins[pin] for ref, part in self._whole.items() if ref in self._parts
                        for pin, before in enumerate(part.pins) if before == net)  # fmt: skip
        return names.most_common(1)[0][0] if names else net

    @cached_property
    def answers(self) -> bool:
        """Whether the firmware answers: the Pico is there, and no supply is shorted."""
        there = {part.symbol for part in self._parts.values()}
        volts = (self._pico("VBUS"), self._pico("VSYS"), self._pico("3V3"))
        clash = len({GND, *volts}) < len(volts) + 1
        if "JP1" in self._whole:
            clash = clash or self._joined(self._inlet_net, GND)
        return "PICO" in there and not clash and not self._joined(self._v3_net, GND)

    def symptoms(self) -> dict[str, str]:
        """Return what is seen, heard or answered, by tests’ names; only what makes sense for the build."""
        if not self.answers:
            return {"answers": "no"}
        found = {"answers": "yes", "rail": self._rail, "buzzer": self._buzzer(), "keys": self._keys_idle()}
        found |= {f"key {name}": self._key(ref) for ref, name in self._keys.items()}
        found |= {f"track {team}": self._track(team) for team in "ABCD"[: self._tracks]}
        found |= {f"display {ref}": self._display(ref) for ref in ("J12", "J18") if ref in self._whole}
        if "U6" in self._whole:
            inlet = self._inlet_net if self._inlet else ""
            found |= SoundModule(self._circuit, self._parts, self._gpio, inlet).symptoms()
        if "U7" in self._whole:
            found |= CellSupply(self._circuit, self._parts, self._gpio, self._fixed).symptoms()
        if self._tracks < 4:
            found["rail_mv"] = self._rail_mv()
        if "J1" in self._whole:
            found["alone"] = "yes" if self._starts_alone() else "no"
            for offer in (3000, 500):
                for line in ("CC1", "CC2"):
                    found[f"offered {offer} {line}"] = str(self._offered(offer, line))
        return found

    @cached_property
    def _keys(self) -> dict[str, str]:
        """The keys' names by reference."""
        return {ref: key_name_of(ref) for ref, part in self._whole.items()
                if part.symbol == "SW"}  # fmt: skip

    def _joined(self, one: str | None, other: str | None) -> bool:
        return one is not None and (one == other or self._circuit.joined(one, other))

    def _pico(self, name: str) -> str | None:
        return self._circuit.node("U1", pins.pin_of(name))

    def _gpio(self, net: str) -> str | None:
        """Return the node of the Pico's pin for a net of the build without faults."""
        return self._circuit.node("U1", self._whole["U1"].pins.index(net) + 1)

    @cached_property
    def _inlet(self) -> bool:
        """Whether the 5 V of the strips' switch are there."""
        if "JP1" in self._whole:
            return self._joined(self._pico("VBUS"), self._inlet_net)
        plug = self._parts.get("J1")
        return (
            plug is not None
            and self._inlet_net in plug.pins[:2]
            and GND in plug.pins[2:4]
            and not self._joined(self._inlet_net, GND)
        )

    @cached_property
    def _rail(self) -> str:
        """`on`, `off`, `off-lit` (the switch is on and limits), `always` (5 V come past the switch)."""
        switch = self._parts.get("U4")
        if self._joined(self._led_net, self._inlet_net) and self._inlet:
            return "always"
        if switch is None or not self._inlet or switch.pins[0] != self._inlet_net or switch.pins[1] != GND:
            return "off"
        driver = self._gpio("RAIL_ON")
        if driver is None or not self._joined(driver, switch.pins[2]) or driver in (GND, self._inlet_net):
            return "off"
        if self._joined(switch.pins[5], GND):
            return "off-lit" if self._overload_seen(switch) else "off"
        return "on" if switch.pins[5] == self._led_net else "off"

    def _overload_seen(self, switch: Part) -> bool:
        """Return whether D3 shows that the switch limits."""
        light = self._parts.get("D3")
        if light is None or not self._joined(light.pins[0], switch.pins[3]):
            return False
        return self._circuit.ohms(light.pins[1], self._inlet_net) < _SIGNAL_OHMS

    @cached_property
    def _fixed(self) -> dict[str, float]:
        """Voltages of the nodes that something holds, while the firmware runs."""
        held = {self._v3_net: 3.3, self._now("VBUS"): 5.0, self._vsys_net: 4.7}
        if self._inlet:
            held[self._inlet_net] = 5.0
        if self._rail in ("on", "always"):
            held[self._led_net] = 5.0
        held[GND] = 0.0
        outputs = ["RAIL_ON", *(f"DATA_{team}" for team in "ABCD"[: self._tracks])]
        for net in [*outputs, *(["D_5"] if self._tracks < 4 else [])]:
            node = self._gpio(net)
            if node and node not in held:
                held[node] = 3.3
        return held

    def _low(self, net: str, contact: list) -> bool:
        node = self._gpio(net)
        if node is None:
            return False
        volts = self._circuit.volts(node, self._fixed, [*contact, (node, self._v3_net, _PULL_UP)])
        return volts is not None and volts < _LOW_V

    @cached_property
    def _idle(self) -> dict[str, bool]:
        return {ref: self._low(self._net_of(ref), []) for ref in self._keys}

    def _net_of(self, ref: str) -> str:
        return self._whole[ref].pins[0].removeprefix("KEY_")

    def _keys_idle(self) -> str:
        return self._named(self._idle)

    def _key(self, ref: str) -> str:
        """Return the names of the keys that are down while one is held."""
        contact = self._circuit.held_key(ref)
        touched = self._circuit.reached([node for resistor in contact for node in resistor[:2]], self._fixed)
        down = dict(self._idle)
        for other in self._keys:
            net = self._net_of(other)
            if self._gpio(net) in touched:
                down[other] = self._low(net, contact)
        return self._named(down)

    def _named(self, down: dict[str, bool]) -> str:
        return " ".join(self._keys[ref] for ref in self._keys if down[ref])

    def _buzzer(self) -> str:
        buzzer, driver = self._parts.get("BZ1"), self._gpio("BUZZER")
        if buzzer is None or driver in (None, GND) or driver in self._fixed or self._joined(*buzzer.pins):
            return "silent"
        ends = [self._circuit.ohms(driver, end) for end in buzzer.pins]
        grounded = [self._joined(end, GND) for end in buzzer.pins]
        heard = (ends[0] < _SOUNDING_OHMS and grounded[1]) or (ends[1] < _SOUNDING_OHMS and grounded[0])
        return "heard" if heard else "silent"

    def _rail_mv(self) -> str:
        """`right`, `low` or `high`: twice the voltage at the divider's middle, as the firmware tells it."""
        node = self._gpio("D_1")
        volts = self._circuit.volts(node, self._fixed)
        millivolts = 2000 * min(volts or 0.0, 3.3)
        return "low" if millivolts < TELLS_MV[0] else "high" if millivolts > TELLS_MV[1] else "right"

    def _track(self, team: str) -> str:
        """`right`, `dark`, `row-2` (dark from there on), or `wrong` (it shows another track's)."""
        gate, series = self._parts.get("U2"), f"OUT_{team}"
        if gate is None or self._led_net not in self._fixed or gate.pins[13] != self._led_net or gate.pins[6] != GND:
            return "dark"
        whole = self._whole["U2"].pins
        data, out = whole.index(f"DATA_{team}"), whole.index(series)
        enable = next(index for index in (data - 1, data + 1) if index in (0, 3, 9, 12))
        left = next(part for part in self._whole.values() if f"LED_{team}" in part.pins and part.symbol == "CONN3")
        feed, signal, ground = (self._circuit.node(left.ref, pin) for pin in (1, 2, 3))
        driver = self._gpio(f"DATA_{team}")
        if driver is None or not self._joined(driver, gate.pins[data]) or gate.pins[enable] != GND:
            return "dark"
        if self._circuit.ohms(gate.pins[out], signal) > _SIGNAL_OHMS or not self._joined(feed, self._led_net):
            return "dark"
        if any(
            self._joined(node, rail)
            for node in (driver, gate.pins[out], signal)
            for rail in (GND, self._led_net, self._v3_net)
        ):
            return "dark"
        if self._mixed(team, gate, signal):
            return "wrong"
        return self._far_end(team, self._joined(ground, GND))

    def _mixed(self, team: str, gate: Part, signal: str | None) -> bool:
        """Return whether another output reaches the track's data."""
        whole = self._whole["U2"].pins
        others = [gate.pins[whole.index(f"OUT_{other}")] for other in "ABCD"[: self._tracks] if other != team]
        drivers = [self._gpio(net) for net in self._whole["U1"].pins
                   if net and net.startswith(("DATA_", "RAIL_ON")) and net != f"DATA_{team}"]  # fmt: skip
        mine = self._gpio(f"DATA_{team}")
        return any(self._circuit.ohms(signal, other) < 1 for other in others) or any(
            self._joined(mine, other) for other in drivers if other
        )

    def _far_end(self, team: str, ground: bool) -> str:
        """Return what a track of strip shows by its second feed; `ground`: whether its first has ground."""
        if self._form != "strip":
            return "right" if ground else "dark"
        ref = f"J{14 + 'ABCD'.index(team)}"
        far = [self._joined(self._circuit.node(ref, pin), net) for pin, net in ((1, self._led_net), (2, GND))]
        if not ground:
            return "dark"
        return "right" if all(far) else "row-2"

    def _bus(self) -> bool:
        """Return whether the I²C bus can work at the Pico's pins."""
        lines = [self._gpio(net) for net in ("SDA", "SCL")]
        return (
            None not in lines
            and not self._joined(*lines)
            and not any(self._joined(line, net) for line in lines for net in self._fixed)
        )

    def _display(self, ref: str) -> str:
        wires = [self._circuit.node(ref, pin) for pin in (1, 2, 3, 4)]
        wanted = [self._pico("3V3"), GND, self._gpio("SDA"), self._gpio("SCL")]
        joined = all(self._joined(wire, node) for wire, node in zip(wires, wanted, strict=True))
        return "shows" if joined and self._bus() else "dark"

    def _starts_alone(self) -> bool:
        """Return whether the power socket feeds the Pico, through D1."""
        diode = self._parts.get("D1")
        return (
            self._inlet
            and diode is not None
            and diode.pins == (self._vsys_net, self._inlet_net)
            and self._pico("VSYS") == self._vsys_net
        )

    def _offered(self, offer: int, line: str) -> int | str:
        """Return what the board reads as `offered_ma` from a plug that offers `offer` on a CC line; `unpowered` if the
        plug gives nothing."""
        plug = self._parts.get("J1")
        held = dict(self._fixed) | {"supply": 5.0}
        if plug is None:
            return "unpowered"
        pin = plug.pins[("CC1", "CC2").index(line) + 4]
        source = [(pin, "supply", _SUPPLY_PULL_UPS[offer])]
        volts = held.get(pin) if pin in held else self._circuit.volts(pin, held, source)
        if volts is None or not self._inlet or (offer > 500 and not _DETECTED_V[0] < volts < _DETECTED_V[1]):
            return "unpowered"
        return self._read_port(held, source)

    def _read_port(self, held: dict[str, float], source: list) -> int:
        """Return what comparators and expander make of the lines' voltages."""
        expander, comparator = self._parts.get("U5"), self._parts.get("U3")
        if expander is None or not self._bus() or not self._expander_answers(expander):
            return 0
        low = {"PORT_1A5": False, "PORT_3A": False}
        if comparator and comparator.pins[2] == self._inlet_net and comparator.pins[11] == GND:
            outputs = zip((1, 0, 13, 12), ((3, 4), (5, 6), (7, 8), (9, 10)), strict=True)
            for output, (minus, plus) in outputs:
                levels = [self._level(comparator.pins[index], held, source) for index in (minus, plus)]
                net = comparator.pins[output]
                if net in low and levels[0] > levels[1]:
                    low[net] = True
        read = []
        for index, net in ((3, "PORT_1A5"), (4, "PORT_3A")):
            node = expander.pins[index]
            read.append(low.get(node, False) or self._joined(node, GND) or (node == "PORT_1A5" and low[net]))
        return _OFFERS[(read[0], read[1])]

    def _level(self, node: str | None, held: dict[str, float], source: list) -> float:
        volts = held.get(node) if node in held else self._circuit.volts(node, held, source)
        return _FLOATING_V if volts is None else volts

    def _expander_answers(self, expander: Part) -> bool:
        """Return whether the expander has supply, bus and its address."""
        pulled = all(self._circuit.volts(self._gpio(net), self._fixed) is not None for net in ("SDA", "SCL"))
        bus = self._joined(expander.pins[13], self._gpio("SCL")) and self._joined(expander.pins[14], self._gpio("SDA"))
        supply = expander.pins[15] == self._v3_net and self._pico("3V3") == self._v3_net and expander.pins[7] == GND
        return pulled and bus and supply and all(pin == GND for pin in expander.pins[:3])
