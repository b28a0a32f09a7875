"""Pinout of the Pico: GPIO numbers, physical pins, and the use of each."""

from typing import Any, NamedTuple

_PIN_NAMES = (
    "GP0 GP1 GND GP2 GP3 GP4 GP5 GND GP6 GP7 GP8 GP9 GND GP10 GP11 GP12 GP13 GND GP14 GP15 "
    "GP16 GP17 GND GP18 GP19 GP20 GP21 GND GP22 RUN GP26 GP27 AGND GP28 ADC_VREF 3V3 3V3_EN GND VSYS VBUS"
).split()
"""Names of pins 1 to 40."""


class PinUse(NamedTuple):
    """A GPIO, its pin number on the Pico's edge, its net and its use. Nets of keys are A_1, A_2, A_5, A_BACK, …"""

    gpio: int
    pin: int
    net: str
    what: str


def pin_of(name: str) -> int:
    """Return the number (1 to 40) of the first pin with a name. Raises ValueError for an unknown name."""
    return _PIN_NAMES.index(name) + 1


def uses(params: Any, tracks: int, voice: bool = False, cell: bool = False) -> list[PinUse]:
    """Return the use of each GPIO of a board with `tracks` tracks, with a `voice` or a measured `cell` or without,
    sorted by GPIO."""
    pins, board = params.pins, params.board
    assigned = [(pins.led_rail, "RAIL_ON", "LED rail on"), (pins.buzzer, "BUZZER", "buzzer")]
    assigned += [(pins.sda, "SDA", "I²C data: displays, port"), (pins.scl, "SCL", "I²C clock")]
    assigned += [(pins.ok, "OK", "key OK"), (pins.menu, "MENU", "key MENU")]
    for track, team in enumerate(board.teams[:tracks]):
        assigned.append((pins.led_data[track], f"DATA_{team}", f"LED data, track {team}"))
        for gpio, face in zip(getattr(pins, f"keys_{team.lower()}"), params.keys.faces, strict=True):
            assigned.append((gpio, key_net(team, face), f"key {team} {face}"))
    if tracks < 4:
        assigned += [(pins.rail_sense, "SENSE", "LED rail, halved")]
        assigned += _serial(params, voice)
    if cell:
        assigned.append((pins.battery, "CELL", "cell's voltage, halved"))
    return [PinUse(gpio, pin_of(f"GP{gpio}"), net, description) for gpio, net, description in sorted(assigned)]


def _serial(params: Any, voice: bool) -> list[tuple[int, str, str]]:
    """Return GPIO, net and use of the serial line, which a sound module takes with one pin more: its busy line."""
    pins = params.pins
    if not voice:
        return [(pins.voice_tx, "TX", "debug serial, out"), (pins.voice_rx, "RX", "debug serial, in")]
    said = [(pins.voice_tx, "TX", "to the sound module's RX"), (pins.voice_rx, "RX", "from the sound module's TX")]
    return [*said, (pins.voice_busy, "BUSY", "sound module's BUSY")]


def key_net(team: str, face: str) -> str:
    """Return the net of a key: `A_5` for A's +5."""
    return f"{team}_{face.lstrip('+')}"
