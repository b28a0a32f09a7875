"""Netlist of the carrier board for four tracks: every part, and the net each of its pins is on.

`fit` says on which boards a part is fitted: "all", a team's letter (that track exists), "strip A" (and is made of
strip, not of street boards), "three" (no fourth track), "socket" (the board has a power socket of its own), "link" (it
has none, and runs from the Pico's plug), "display 1" (it has at least one), "bus" (it has a device on the I²C bus),
"voice" (it has a sound module), "voice D" (it has one, or the fourth track whose pins those are), "voice cell D" (or it
measures a cell by one of them), "option" (on none, by choice).
"""

from typing import Any, NamedTuple

from .. import pins
from ..battery_bay import CELL
from ..errors import ParamsError

PICO_PORT_MA = 500
"""Builds that draw more than this have a power socket of their own; others are fed through the Pico's plug."""
GND, IN_5V, LED_5V, VSYS, V3 = "GND", "IN_5V", "LED_5V", "VSYS", "3V3"
FOURTH_KEYS = "J10"
"""Without a fourth team its keys' connector and resistors lead to a sound module, or to a cell's tap board."""
_VOICE_NETS = ("D_2", "D_5", "D_BACK")
"""Busy line, what it is sent, what it answers."""
CELL_NET = "D_2"
"""Half a cell's voltage, at the Pico's pin."""
_TESTED = ("SDA", "SCL", V3, GND)
"""Nets with a test point."""


class Part(NamedTuple):
    """`pins` are the nets of pins 1, 2, …; None: not connected. `item` is its id in the parts list."""

    ref: str
    symbol: str
    value: str
    item: str
    pins: tuple
    fit: str = "all"


def parts(params: Any) -> list[Part]:
    """Return all parts, those that belong together one after another."""
    logic = [*_logic(params), *_key_resistors(params), *_keys(params), *_connectors(params)]
    return [*_power(params), *_port(params), *logic, *_bus(), *_small_parts()]


def cables(*ends: tuple[str, int, str, int]) -> list[Part]:
    """Return wires between boards, from W1 on, as parts whose ends are contacts of connectors (`J10.2`).

    `ends`: of each wire a connector and its pin, then the other's.
    """
    pairs = [(f"{one}.{pin}", f"{other}.{number}") for one, pin, other, number in ends]
    return [Part(f"W{n}", "CABLE", "wire", "", pair) for n, pair in enumerate(pairs, 1)]


def is_fitted(part: Part, build: Any) -> bool:
    """Return whether a part is on the board of a build; options are not."""
    socket = build.port > PICO_PORT_MA
    displays = len(build.displays)
    rules = {"all": True, "three": build.tracks < 4, "socket": socket, "link": not socket, "option": False,
             "voice": build.voice, "voice D": build.voice or build.tracks == 4,
             "voice cell D": build.voice or build.battery == CELL or build.tracks == 4,
             "bus": socket or displays > 0, "display 1": displays > 0, "display 2": displays > 1}  # fmt: skip
    if part.fit in rules:
        return rules[part.fit]
    form, _, team = part.fit.rpartition(" ")
    return "ABCD".index(team) < build.tracks and (not form or build.form == form)


def fitted(params: Any, build: Any) -> list[Part]:
    """Return the parts on the carrier of a build, and its keys; J10 is named by what is plugged in there.

    Raises ParamsError where a supply at J1 would feed the computer at the Pico's plug: by JP1.
    """
    there = [part for part in parts(params) if is_fitted(part, build)]
    if value := "sound module" if build.voice else "cell's voltage" if build.battery == CELL else "":
        there = [part._replace(value=value) if part.ref == FOURTH_KEYS else part for part in there]
    refs = {part.ref for part in there}
    if "JP1" in refs and refs & {"J1", "D1"}:
        raise ParamsError(
            f"build {build.id}: JP1 and J1 with D1 are never both fitted: one supply would feed the other"
        )
    return there


def _power(params: Any) -> list[Part]:
    """Return the parts from the socket to the strips' 5 V."""
    power = params.power
    low, high = (_kilohm(value) for value in (power.limit_low_kohm, power.limit_high_kohm))
    return [
        Part("J1", "USB_C", "USB-C, 5 V in", "usb-socket", (IN_5V, IN_5V, GND, GND, "CC1", "CC2", GND), fit="socket"),
        Part("R5", "R", "5.1k", "r-5k1", ("CC1", GND), fit="socket"),
        Part("R6", "R", "5.1k", "r-5k1", ("CC2", GND), fit="socket"),
        Part("JP1", "LINK", "USB powers LEDs", "wire-link", ("VBUS", IN_5V), fit="link"),
        Part("C1", "C", f"{power.inlet_uf}u", "c-inlet", (IN_5V, GND)),
        Part("C2", "C", "100n", "c-100n", (IN_5V, GND)),
        Part("D2", "D", "SA5.0A", "tvs", (IN_5V, GND)),
        Part("D1", "D", "1N5819", "schottky", (VSYS, IN_5V), fit="socket"),
        Part("U4", "LOAD_SWITCH", "TPS2553", "load-switch", (IN_5V, GND, "RAIL_ON", "FAULT", "ILIM", LED_5V)),
        Part("R7", "R", low, "r-limit-low", ("ILIM", GND)),
        Part("R8", "R", high, "r-limit-high", ("ILIM", "MORE"), fit="socket"),
        Part("Q1", "NFET", "2N7000", "n-fet", (GND, "BOOST", "MORE"), fit="socket"),
        Part("Q2", "NPN", "2N3904", "npn", (GND, "BASE", "BOOST"), fit="socket"),
        Part("R12", "R", "100k", "r-100k", ("PORT_1A5", "BASE"), fit="socket"),
        Part("R13", "R", "100k", "r-100k", (IN_5V, "BOOST"), fit="socket"),
        Part("R9", "R", "100k", "r-100k", ("RAIL_ON", GND)),
        Part("R15", "R", "1k", "r-1k", (IN_5V, "WARN")),
        Part("D3", "D", "red, overload", "led", ("FAULT", "WARN")),
        Part("C4", "C", f"{power.bulk_uf // 2}u", "c-bulk", (LED_5V, GND)),
        Part("C7", "C", f"{power.bulk_uf // 2}u", "c-bulk", (LED_5V, GND)),
        Part("R10", "R", f"{power.divider[0]}k", "r-10k", (LED_5V, "D_1"), fit="three"),
        Part("R11", "R", f"{power.divider[1]}k", "r-10k", ("D_1", GND), fit="three"),
    ]


def _port(params: Any) -> list[Part]:
    """Return the port sense: what the port offers, by a comparator for each CC line and each threshold.

    The outputs are open collectors, two on each net: low if either line is above the threshold.
    """
    top, middle, bottom = (_kilohm(value) for value in params.power.cc_ladder)
    comparators = ("PORT_1A5", "PORT_1A5", IN_5V, "CC1", "CC_LOW", "CC2", "CC_LOW",
                   "CC1", "CC_HIGH", "CC2", "CC_HIGH", GND, "PORT_3A", "PORT_3A")  # fmt: skip
    return [
        Part("U3", "LM339", "LM339", "comparator", comparators, fit="socket"),
        Part("C6", "C", "100n", "c-100n", (IN_5V, GND), fit="socket"),
        Part("R16", "R", top, "r-56k", (V3, "CC_HIGH"), fit="socket"),
        Part("R17", "R", middle, "r-16k", ("CC_HIGH", "CC_LOW"), fit="socket"),
        Part("R18", "R", bottom, "r-18k", ("CC_LOW", GND), fit="socket"),
        Part("R19", "R", "10k", "r-10k", (V3, "PORT_1A5"), fit="socket"),
        Part("R38", "R", "10k", "r-10k", (V3, "PORT_3A"), fit="socket"),
    ]


def _bus() -> list[Part]:
    """Return the parts on GP4 and GP5: the expander by which the firmware reads the port (0x20), and displays."""
    inputs = ("PORT_1A5", "PORT_3A", "FAULT", None, GND, *[None] * 4)
    expander = (GND, GND, GND, *inputs, None, "SCL", "SDA", V3)
    always = [
        Part("U5", "TCA9554", "TCA9554", "expander", expander, fit="socket"),
        Part("C8", "C", "100n", "c-100n", (V3, GND), fit="socket"),
        Part("R39", "R", "4.7k", "r-4k7", (V3, "SDA"), fit="bus"),
        Part("R40", "R", "4.7k", "r-4k7", (V3, "SCL"), fit="bus"),
    ]
    names = ((1, "J12", "display at the keys"), (2, "J18", "display opposite"))
    nets = (V3, GND, "SDA", "SCL")
    return always + [Part(ref, "CONN4", name, "j-4", nets, fit=f"display {number}") for number, ref, name in names]


def _kilohm(value: float) -> str:
    return f"{value:g}k"


def _logic(params: Any) -> list[Part]:
    """Return Pico, level shifter and data resistors."""
    nets = {use.pin: use.net for use in pins.uses(params, 4)}
    fixed = {"GND": GND, "AGND": GND, "VSYS": VSYS, "VBUS": "VBUS", "3V3": V3}
    pico = tuple(nets.get(number) or fixed.get(name) for number, name in enumerate(pins.pin_names(), 1))
    gates: list[str] = []
    for team in "AB":
        gates += [GND, f"DATA_{team}", f"OUT_{team}"]
    right = [GND, "DATA_D", "OUT_D", GND, "DATA_C", "OUT_C"]
    shifter = (*gates, GND, *reversed(right), LED_5V)
    chips = [
        Part("U1", "PICO", "Raspberry Pi Pico", "pico", pico),
        Part("U2", "AHCT125", "74AHCT125", "shifter", shifter),
        Part("C5", "C", "100n", "c-100n", (LED_5V, GND)),
    ]
    teams = params.board.teams
    resistors = [
        Part(f"R{number}", "R", "330", "r-330", (f"OUT_{team}", f"LED_{team}"), fit=team)
        for number, team in enumerate(teams, 1)
    ]
    return chips + resistors


def key_names(params: Any) -> list[tuple[str, str, str]]:
    """Return the net at the Pico, the name on the faceplate and the `fit` of each key, in key-number order."""
    keys = [(pins.key_net(t, face), f"{t} {face}", t) for t in params.board.teams for face in params.keys.faces]
    return keys + [(name, name, "all") for name in params.keys.shared]


def _key_resistors(params: Any) -> list[Part]:
    """Return a series resistor per key, from R20 on."""
    names = enumerate(key_names(params), 20)
    fits = dict.fromkeys(_VOICE_NETS, "voice D") | {CELL_NET: "voice cell D"}
    return [Part(f"R{n}", "R", "1k", "r-1k", (net, f"KEY_{net}"), fit=fits.get(net, fit)) for n, (net, _, fit) in names]


def _keys(params: Any) -> list[Part]:
    """Return the keys, from SW1 on."""
    names = enumerate(key_names(params), 1)
    return [Part(f"SW{n}", "SW", f"key {name}", "key", (f"KEY_{net}", GND), fit=fit) for n, (net, name, fit) in names]


def _connectors(params: Any) -> list[Part]:
    """Return the connectors.

    J2 to J5: 5 V and data at each track's left; J7 to J10: its keys; J11: the shared keys; J14 to J17: 5 V again at the
    right, where rows 2 and 4 begin (builds of strip only); J19: 5 V before the load switch for a sound module.
    """
    teams = params.board.teams
    connectors = [
        Part(f"J{number}", "CONN3", f"track {team}, left", "j-3", (LED_5V, f"LED_{team}", GND), fit=team)
        for number, team in enumerate(teams, 2)
    ]
    connectors += [
        Part(f"J{number}", "CONN2", f"track {team}, right", "j-2", (LED_5V, GND), fit=f"strip {team}")
        for number, team in enumerate(teams, 14)
    ]
    for number, team in enumerate(teams, 7):
        nets = [f"KEY_{pins.key_net(team, face)}" for face in params.keys.faces]
        fit = "voice cell D" if f"J{number}" == FOURTH_KEYS else team
        connectors.append(Part(f"J{number}", "CONN5", f"keys {team}", "j-5", (*nets, GND), fit=fit))
    shared = tuple(f"KEY_{name}" for name in params.keys.shared)
    connectors.append(Part("J11", "CONN3", "shared keys", "j-3", (*shared, GND)))
    connectors.append(Part("J19", "CONN2", "voice, 5 V", "j-2", (IN_5V, GND), fit="voice"))
    return connectors


def _small_parts() -> list[Part]:
    """Return debug serial, buzzer and test points."""
    return [
        Part("J13", "CONN3", "debug serial", "j-3", ("D_5", "D_BACK", GND), fit="option"),
        Part("R14", "R", "220", "r-220", ("BUZZER", "BUZZ")),
        Part("BZ1", "BUZZER", "piezo, passive", "buzzer", ("BUZZ", GND)),
        *(Part(f"TP{n}", "CONN1", net, "test-point", (net,), fit="option") for n, net in enumerate(_TESTED, 1)),
    ]
