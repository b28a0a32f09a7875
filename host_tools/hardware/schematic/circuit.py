"""The carrier board's circuit: every part, and the net each of its pins is on. It is the one for four tracks.

`fit` says where a part is fitted: "all", a team's letter (that track exists), "three" (no fourth track), "socket" (the
board has a power socket of its own), "link" (it has none, and runs from the Pico's plug), "option".
"""

from typing import Any, NamedTuple

from .. import pins

GND, IN, FUSED, LED, VSYS, V3 = "GND", "IN_5V", "5V", "LED_5V", "VSYS", "3V3"


class Part(NamedTuple):
    """`pins` are the nets of pins 1, 2, …; None: not connected. `item` is its id in the parts list."""

    ref: str
    symbol: str
    value: str
    item: str
    pins: tuple
    fit: str = "all"
    group: str = ""


def parts(params: Any) -> list[Part]:
    """All parts, in the order of the groups they are drawn in."""
    groups = {
        "Power entry and soft-start switch": _power(params),
        "Pico and level shifter": _logic(params),
        "Series resistors of the keys": _key_resistors(params),
        "Keys, on the faceplate": _keys(params),
        "Connectors": _connectors(params),
        "Display, debug serial, buzzer": _small(),
    }
    return [part._replace(group=group) for group, found in groups.items() for part in found]


def fitted(part: Part, build: Any) -> bool:
    """Whether a part is on the board of a build; options are not."""
    socket = build.port > 500
    rules = {"all": True, "three": build.tracks < 4, "socket": socket, "link": not socket, "option": False}
    return rules[part.fit] if part.fit in rules else "ABCD".index(part.fit) < build.tracks


def _power(params: Any) -> list[Part]:
    power = params.power
    return [
        Part("J1", "USB_C", "USB-C, 5 V in", "usb-socket", (IN, GND, "CC1", "CC2", GND), "socket"),
        Part("R5", "R", "5.1k", "r-5k1", ("CC1", GND), "socket"),
        Part("R6", "R", "5.1k", "r-5k1", ("CC2", GND), "socket"),
        Part("JP1", "LINK", "USB powers LEDs", "wire-link", ("VBUS", IN), "link"),
        Part("F1", "F", "PTC, see parts list", "fuse", (IN, FUSED)),
        Part("C1", "C", f"{power.inlet_uf}u", "c-inlet", (FUSED, GND)),
        Part("D2", "D", "SA5.0A", "tvs", (FUSED, GND)),
        Part("D1", "D", "1N5819", "schottky", (VSYS, FUSED), "socket"),
        Part("Q1", "PFET", "Si4435DDY", "p-fet", (FUSED, "GATE", LED)),
        Part("R7", "R", _kilohm(power.bleed_kohm), "r-bleed", (FUSED, "GATE")),
        Part("C3", "C", _nano(power.hold_nf), "c-hold", (FUSED, "GATE")),
        Part("C2", "C", _nano(power.gate_nf), "c-100n", ("GATE", LED)),
        Part("R8", "R", _kilohm(power.gate_kohm), "r-gate", ("GATE", "PULL")),
        Part("Q2", "NFET", "2N7000", "n-fet", (GND, "RAIL_ON", "PULL")),
        Part("R9", "R", "100k", "r-100k", ("RAIL_ON", GND)),
        Part("C4", "C", f"{power.bulk_uf}u", "c-bulk", (LED, GND)),
        Part("R10", "R", f"{power.divider[0]}k", "r-10k", (LED, "D_1"), "three"),
        Part("R11", "R", f"{power.divider[1]}k", "r-10k", ("D_1", GND), "three"),
    ]


def _kilohm(value: float) -> str:
    return f"{value / 1000:g}M" if value >= 1000 else f"{value:g}k"


def _nano(value: float) -> str:
    return f"{value / 1000:g}u" if value >= 1000 else f"{value:g}n"


def _logic(params: Any) -> list[Part]:
    nets = {use.pin: use.net for use in pins.uses(params, 4)}
    fixed = {"GND": GND, "AGND": GND, "VSYS": VSYS, "VBUS": "VBUS", "3V3": V3}
    pico = tuple(nets.get(n) or fixed.get(name) for n, name in enumerate(pins.edge(), 1))
    gates: list[str] = []
    for team in "AB":
        gates += [GND, f"DATA_{team}", f"OUT_{team}"]
    right = [GND, "DATA_D", "OUT_D", GND, "DATA_C", "OUT_C"]
    shifter = (*gates, GND, *reversed(right), LED)
    found = [
        Part("U1", "PICO", "Raspberry Pi Pico", "pico", pico),
        Part("U2", "AHCT125", "74AHCT125", "shifter", shifter),
        Part("C5", "C", "100n", "c-100n", (LED, GND)),
    ]
    teams = params.board.teams
    return found + [Part(f"R{n}", "R", "330", "r-330", (f"OUT_{t}", f"LED_{t}"), t) for n, t in enumerate(teams, 1)]


def key_names(params: Any) -> list[tuple[str, str, str]]:
    """Net at the Pico, name on the faceplate and fit of each key, in key-number order."""
    keys = [(pins.key_net(t, face), f"{t} {face}", t) for t in params.board.teams for face in params.keys.faces]
    return keys + [(name, name, "all") for name in params.keys.shared]


def _key_resistors(params: Any) -> list[Part]:
    names = enumerate(key_names(params), 20)
    return [Part(f"R{n}", "R", "1k", "r-1k", (net, f"KEY_{net}"), fit) for n, (net, _, fit) in names]


def _keys(params: Any) -> list[Part]:
    names = enumerate(key_names(params), 1)
    return [Part(f"SW{n}", "SW", f"key {name}", "key", (f"KEY_{net}", GND), fit) for n, (net, name, fit) in names]


def _connectors(params: Any) -> list[Part]:
    teams = params.board.teams
    found = [Part(f"J{n}", "CONN3", f"strip {t}", "j-3", (LED, f"LED_{t}", GND), t) for n, t in enumerate(teams, 2)]
    found.append(Part("J6", "CONN2", "row feeds", "j-feed", (LED, GND)))
    for n, team in enumerate(teams, 7):
        nets = [f"KEY_{pins.key_net(team, face)}" for face in params.keys.faces]
        found.append(Part(f"J{n}", "CONN5", f"keys {team}", "j-5", (*nets, GND), team))
    shared = tuple(f"KEY_{name}" for name in params.keys.shared)
    found.append(Part("J11", "CONN3", "shared keys", "j-3", (*shared, GND)))
    return found


def _small() -> list[Part]:
    return [
        Part("J12", "CONN4", "display", "j-4", (GND, V3, "SCL", "SDA"), "option"),
        Part("R12", "R", "4.7k", "r-4k7", (V3, "SDA"), "option"),
        Part("R13", "R", "4.7k", "r-4k7", (V3, "SCL"), "option"),
        Part("J13", "CONN3", "debug serial", "j-3", ("D_5", "D_BACK", GND), "option"),
        Part("R14", "R", "220", "r-220", ("BUZZER", "BUZZ")),
        Part("BZ1", "BUZZER", "piezo, passive", "buzzer", ("BUZZ", GND)),
    ]
