"""Where the keys, the Pico, its level shifter and the tracks' connectors stand on the carrier's sheet."""

from .block import Block, Place

_TEAMS = 4
_ROW, _TEAM = 4, 24
"""Steps from a key to the next, and from a team's first key to the next team's."""
_FIRST = 14
_KEYS_OF_ALL = 18
_ROWS = [_FIRST + _TEAM * (key // 4) + _ROW * (key % 4) for key in range(_KEYS_OF_ALL)]
"""y of each key's line, in the order of their numbers: four of each team, then OK and MENU."""
_DATA = [_FIRST + 6 + _TEAM * team for team in range(_TEAMS)]
"""y of each track's data."""
_PICO_X, _GATE_X, _SERIES_X, _TRACK_X = 62, 98, 116, 140
_BUZZER_Y = _FIRST + 102
_HEIGHT = 128


def _key_wires() -> list[str]:
    """Return the ground line of each group of keys, from key to key."""
    wires = []
    for first in range(0, _KEYS_OF_ALL, 4):
        last = min(first + 3, _KEYS_OF_ALL - 1)
        wires += [f"SW{n + 1}.2 -- 17,{_ROWS[n]}" for n in range(first, last + 1)]
        wires.append(f"17,{_ROWS[first]} -- GND@17,{_ROWS[last] + 2}")
    return wires


KEYS = Block(
    "Keys, on the faceplate",
    (10, 78, 42, _HEIGHT),
    {f"SW{n}": Place(24, y, texts=(-22, 0), mirrored=True) for n, y in enumerate(_ROWS, 1)},
    _key_wires(),
)


def _places() -> dict[str, Place]:
    """Return the places of what is between the keys' connectors and those of the tracks."""
    places = {f"R{n}": Place(34, y, "left") for n, y in enumerate(_ROWS, 20)}
    for n in range(_TEAMS):
        y = _DATA[n]
        places[f"J{7 + n}"] = Place(16, _ROWS[4 * n], texts="left", mirrored=True)
        places[f"U2{'ABCD'[n]}"] = Place(_GATE_X, y, texts=(1, -4))
        places[f"R{1 + n}"] = Place(_SERIES_X, y)
        places[f"J{2 + n}"] = Place(_TRACK_X, y - 2)
        places[f"J{14 + n}"] = Place(_TRACK_X, y + 10)
    places["J11"] = Place(16, _ROWS[16], texts="left", mirrored=True, symbol="CONN3_WIDE")
    places["U1"] = Place(_PICO_X, _FIRST, texts=(-9, 44))
    places |= {"R14": Place(94, _BUZZER_Y), "BZ1": Place(110, _BUZZER_Y, texts="right")}
    places |= {"U2E": Place(130, _BUZZER_Y + 2, texts=(4, -1)), "C5": Place(149, _BUZZER_Y + 2, "down")}
    return places


def _wires() -> tuple[list[str], list[str]]:
    """Return wires and labels: from each key's connector to the Pico, from there to each track's connector."""
    wires, labels = [], []
    nets = [f"{team}_{face}" for team in "ABCD" for face in ("1", "2", "5", "BACK")] + ["OK", "MENU"]
    pads = (14, 15, 16, 17, 19, 20, 21, 22, 26, 27, 29, 31, 32, 34, 1, 2, 24, 25)
    for n, (net, pad, y) in enumerate(zip(nets, pads, _ROWS, strict=True)):
        connector = f"J{7 + n // 4}.{1 + n % 4}"
        wires += [f"{connector} -- R{20 + n}.2", f"R{20 + n}.1 -- U1.{pad}"]
        labels += [f"KEY_{net} 21,{y}", f"{net} 38,{y}"]
    gates = ((9, 2, 3), (10, 5, 6), (11, 9, 8), (12, 12, 11))
    for n, ((pad, data, out), y) in enumerate(zip(gates, _DATA, strict=True)):
        team = "ABCD"[n]
        wires += [f"U1.{pad} -- U2.{data}", f"U2.{out} -- R{1 + n}.1", f"R{1 + n}.2 -- J{2 + n}.2"]
        labels += [f"DATA_{team} 80,{y}", f"OUT_{team} 106,{y}", f"LED_{team} 121,{y}"]
    wires += [
        "U1.3 -- U1.8 -- U1.13 -- U1.18 -- U1.23 -- U1.28 -- U1.33 -- U1.38",
        f"U1.18 -- GND@61,{_FIRST + 108}",
        "U1.5 -- R14.1",
        "R14.2 -- BZ1.1",
    ]
    return wires, [*labels, f"BUZZER 80,{_BUZZER_Y}", f"BUZZ 99,{_BUZZER_Y}"]


PICO = Block("Pico, level shifter, tracks", (55, 78, 161, _HEIGHT), _places(), *_wires())
