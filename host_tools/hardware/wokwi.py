"""The build as a circuit for Wokwi's simulator: its `diagram.json`."""

import json
from typing import Any

from . import pins
from .schematic.circuit import key_names

_COLOURS = ("orange", "skyblue", "green", "pink")


def diagram(params: Any, tracks: int) -> str:
    """The file's text. Keys are wired straight to the Pico, which simulated keys do not mind."""
    uses = {use.net: use for use in pins.uses(params, tracks)}
    parts = [_part("wokwi-pi-pico", "pico", 0, 0, {})]
    wires = [["pico:GP0", "$serialMonitor:RX", "", []], ["pico:GP1", "$serialMonitor:TX", "", []]] if tracks < 4 else []
    for track, team in enumerate(params.board.teams[:tracks]):
        strip = f"strip{team}"
        parts.append(_part("wokwi-led-strip", strip, -300 - 60 * track, -200, {"pixels": str(params.strip.leds)}))
        wires += [
            [f"{strip}:VDD", "pico:VBUS", "red", []],
            [f"{strip}:VSS", "pico:GND.8", "black", []],
            [f"{strip}:DIN", f"pico:GP{uses[f'DATA_{team}'].gpio}", _COLOURS[track], []],
        ]
    for n, (net, name, _) in enumerate(key for key in key_names(params) if key[0] in uses):
        key = f"key{net}"
        parts.append(_part("wokwi-pushbutton", key, 320 + 70 * (n // 4), -240 + 120 * (n % 4), _face(name)))
        wires.append([f"{key}:1.l", f"pico:GP{uses[net].gpio}", "gray", []])
        wires.append([f"{key}:2.l", "pico:GND.3", "black", []])
    parts.append(_part("wokwi-buzzer", "buzzer", 240, -60, {"volume": "0.1"}))
    wires += [["buzzer:2", f"pico:GP{uses['BUZZER'].gpio}", "purple", []], ["buzzer:1", "pico:GND.1", "black", []]]
    text = {"version": 1, "author": "the cribbage board", "editor": "wokwi", "parts": parts, "connections": wires}
    return json.dumps(text, indent=1) + "\n"


def _part(kind: str, name: str, top: float, left: float, attrs: dict) -> dict:
    return {"type": kind, "id": name, "top": top, "left": left, "attrs": attrs}


def _face(name: str) -> dict:
    return {"label": name, "color": "white" if name in ("OK", "MENU") else _COLOURS["ABCD".index(name[0])]}
