"""Wokwi project of a board: `diagram.json`, `wokwi.toml` and instructions."""

import json
from typing import Any

from . import pins
from .schematic.carrier_netlist import key_names

_SENSE_ADC = 775
"""Of 1023: half of 5 V, which the firmware reads as a rail that is on. The simulator has no voltage dividers."""
_COLOURS = ("orange", "skyblue", "green", "pink")


def diagram(params: Any, tracks: int) -> str:
    """Return the text of `diagram.json`. Keys are wired without resistors, which simulated keys do not need."""
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
    for index, (net, name, _) in enumerate(key for key in key_names(params) if key[0] in uses):
        key = f"key{net}"
        parts.append(
            _part("wokwi-pushbutton", key, 320 + 70 * (index // 4), -240 + 120 * (index % 4), _key_attributes(name))
        )
        wires.append([f"{key}:1.l", f"pico:GP{uses[net].gpio}", "gray", []])
        wires.append([f"{key}:2.l", "pico:GND.3", "black", []])
    parts.append(_part("wokwi-buzzer", "buzzer", 240, -60, {"volume": "0.1"}))
    wires += [["buzzer:2", f"pico:GP{uses['BUZZER'].gpio}", "purple", []], ["buzzer:1", "pico:GND.1", "black", []]]
    rail = {"color": "red", "label": "LED rail on"}
    parts.append(_part("wokwi-led", "rail", 240, 60, rail))
    wires += [["rail:A", f"pico:GP{uses['RAIL_ON'].gpio}", "red", []], ["rail:C", "pico:GND.1", "black", []]]
    parts.append(_part("board-ssd1306", "display", 240, -320, {"i2cAddress": "0x3c"}))
    wires += [
        ["display:SDA", f"pico:GP{uses['SDA'].gpio}", "blue", []],
        ["display:SCL", f"pico:GP{uses['SCL'].gpio}", "yellow", []],
        ["display:VCC", "pico:3V3", "red", []],
        ["display:GND", "pico:GND.1", "black", []],
    ]
    if "SENSE" in uses:
        parts.append(_part("wokwi-potentiometer", "sense", 300, 160, {"value": str(_SENSE_ADC)}))
        wires += [
            ["sense:SIG", f"pico:GP{uses['SENSE'].gpio}", "orange", []],
            ["sense:VCC", "pico:3V3", "red", []],
            ["sense:GND", "pico:GND.1", "black", []],
        ]
    text = {"version": 1, "author": "the cribbage board", "editor": "wokwi", "parts": parts, "connections": wires}
    return json.dumps(text, indent=1) + "\n"


def _part(kind: str, name: str, top: float, left: float, attrs: dict) -> dict:
    """Return a part of the diagram at a place on its canvas (pixels)."""
    return {"type": kind, "id": name, "top": top, "left": left, "attrs": attrs}


def _key_attributes(name: str) -> dict:
    """Return the attributes of a key: its label and its team's colour."""
    return {"label": name, "color": "white" if name in ("OK", "MENU") else _COLOURS["ABCD".index(name[0])]}


def project_toml() -> str:
    """Return the text of `wokwi.toml`, which names the program's file."""
    return '[wokwi]\nversion = 1\nfirmware = "cribboard.uf2"\nelf = "cribboard.uf2"\n'


def readme(tracks: int) -> str:
    """Return the README of the folder: how to run the simulation."""
    sense = " The potentiometer stands for the voltage that the\ncarrier reads from the strips." if tracks < 4 else ""
    return f"""# Try the board of {tracks} tracks in Wokwi

This folder has never been loaded there: its parts and pins are compared with the pin table by a test, no more.

1. Make a UF2 of MicroPython and the firmware: `cribboard image --tracks {tracks} --leds 141 --micropython FILE`.
   FILE is MicroPython's own UF2 for the Pico.
2. Move the file that it writes, `new-board-….uf2`, into this folder, and name it `cribboard.uf2`.
3. Install the Wokwi extension in VS Code, open this folder, press F1 and choose "Wokwi: Start Simulator". It wants a
   licence key, free for open projects.
4. The red LED shows that the firmware has switched the strips on (GP2). Click a key, or hold it with the mouse.

`diagram.json` is the circuit, `wokwi.toml` says where the program is.{sense}
"""
