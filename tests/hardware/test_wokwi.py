"""The Wokwi files against the firmware's pins and the parts' pins as that simulator documents them."""

import json
import tomllib

import pytest

from firmware import config

PINS = {
    "wokwi-pi-pico": {f"GP{n}" for n in (*range(23), 26, 27, 28)} | {f"GND.{n}" for n in range(1, 9)} | {"VBUS", "3V3"},
    "wokwi-led-strip": {"VDD", "DIN", "VSS", "VDD.2", "DOUT", "VSS.2"},
    "wokwi-pushbutton": {"1.l", "2.l", "1.r", "2.r"},
    "wokwi-buzzer": {"1", "2"},
    "wokwi-led": {"A", "C"},
    "wokwi-potentiometer": {"GND", "SIG", "VCC"},
    "board-ssd1306": {"GND", "VCC", "SCL", "SDA"},
}


@pytest.fixture(params=[2, 3, 4])
def tracks(request):
    return request.param


@pytest.fixture
def diagram(folder, tracks):
    return json.loads((folder / f"wokwi/{tracks}-tracks/diagram.json").read_text())


def ends(diagram, part):
    """What each pin of a part is wired to."""
    wires = {}
    for a, b, _, _ in diagram["connections"]:
        for end, other in ((a, b), (b, a)):
            if end.split(":")[0] == part:
                wires[end.split(":", 1)[1]] = other
    return wires


def test_every_end_is_a_pin_of_a_part(diagram):
    kinds = {part["id"]: part["type"] for part in diagram["parts"]}
    assert len(kinds) == len(diagram["parts"])
    for connection in diagram["connections"]:
        for end in connection[:2]:
            part, pin = end.split(":", 1)
            if part != "$serialMonitor":
                assert pin in PINS[kinds[part]], end


def test_strips_are_on_the_firmware_s_pins(diagram, tracks):
    strips = [part for part in diagram["parts"] if part["type"] == "wokwi-led-strip"]
    assert len(strips) == tracks
    for track, strip in enumerate(sorted(strips, key=lambda part: part["id"])):
        assert strip["attrs"]["pixels"] == "141"
        wired = ends(diagram, strip["id"])
        assert wired["DIN"] == f"pico:GP{config.PINS_LED_DATA[track]}"
        assert wired["VDD"] == "pico:VBUS"
        assert wired["VSS"].startswith("pico:GND")


def test_keys_are_on_the_firmware_s_pins(diagram, tracks):
    labels = {part["attrs"].get("label"): part["id"] for part in diagram["parts"] if part["type"] == "wokwi-pushbutton"}
    names = [f"{team} {face}" for team in config.TEAMS for face in ("+1", "+2", "+5", "BACK")]
    pins = dict(zip([*names, "OK", "MENU"], config.PINS_KEYS, strict=True))
    there = config.TEAMS[:tracks] + "OM"
    wanted = {name: pin for name, pin in pins.items() if name[0] in there}
    assert set(labels) == set(wanted)
    for name, pin in wanted.items():
        wired = ends(diagram, labels[name])
        assert wired["1.l"] == f"pico:GP{pin}"
        assert wired["2.l"].startswith("pico:GND")


def test_buzzer_is_on_the_firmware_s_pin(diagram):
    assert ends(diagram, "buzzer")["2"] == f"pico:GP{config.PIN_BUZZER}"


def test_display_is_on_the_firmware_s_bus(diagram):
    wired = ends(diagram, "display")
    assert (wired["SDA"], wired["SCL"]) == (f"pico:GP{config.PIN_I2C_SDA}", f"pico:GP{config.PIN_I2C_SCL}")
    assert (wired["VCC"], wired["GND"]) == ("pico:3V3", "pico:GND.1")


def test_no_pin_of_the_pico_is_wired_twice(diagram):
    used = [end for c in diagram["connections"] for end in c[:2] if end.startswith("pico:GP")]
    assert len(used) == len(set(used))


def test_rail_is_seen_and_sensed(diagram, tracks, parameters):
    """The rail's LED is on the firmware's pin; with up to three tracks the sense pin reads a rail that is up."""
    assert ends(diagram, "rail")["A"] == f"pico:GP{config.PIN_LED_RAIL}"
    parts = {part["id"]: part for part in diagram["parts"]}
    assert ("sense" in parts) == (tracks < 4)
    if tracks < 4:
        assert ends(diagram, "sense")["SIG"] == f"pico:GP{parameters.pins.rail_sense}"
        volts = int(parts["sense"]["attrs"]["value"]) / 1023 * 3.3 * 2
        assert config.RAIL_LEAST_MV < 1000 * volts < 5250


def test_folder_has_what_the_simulator_loads(folder, tracks):
    """Settings and steps name the same program, and the steps the verb that makes it."""
    home = folder / f"wokwi/{tracks}-tracks"
    settings = tomllib.loads((home / "wokwi.toml").read_text(encoding="utf-8"))["wokwi"]
    assert settings["version"] == 1
    steps = (home / "README.md").read_text(encoding="utf-8")
    assert settings["firmware"] == settings["elf"] == "cribboard.uf2"
    assert "`cribboard.uf2`" in steps
    assert f"`cribboard image --tracks {tracks} --leds 141 --micropython FILE`" in steps
    assert ("potentiometer" in steps) == (tracks < 4)
