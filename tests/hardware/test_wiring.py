"""The wiring diagrams' words: every pin, key and strip of the build, and no others."""

from xml.etree import ElementTree

import pytest

from firmware import config
from host_tools.hardware import wiring

SVG = "{http://www.w3.org/2000/svg}"


DRAWN = [("two", 2), ("three", 3), ("four", 4), ("four-street", 4), ("two-display", 2),
         ("two-cell", 2), ("three-voice", 3)]  # fmt: skip


@pytest.fixture(params=DRAWN, ids=lambda build: build[0])
def words(request, folder):
    name, tracks = request.param
    root = ElementTree.parse(folder / f"builds/{name}/wiring.svg").getroot()
    return tracks, [" ".join(text.itertext()).strip() for text in root.iter(f"{SVG}text")]


def test_every_key_and_its_pin(words):
    tracks, texts = words
    names = [f"{team} {face}" for team in config.TEAMS for face in ("+1", "+2", "+5", "BACK")] + ["OK", "MENU"]
    pins = dict(zip(names, config.PINS_KEYS, strict=True))
    own = {name: pin for name, pin in pins.items() if name[0] in config.TEAMS[:tracks] + "OM"}
    assert {word for word in texts if word in pins} == set(own)
    assert {f"GP{pin}" for pin in own.values()} <= set(texts)
    assert texts.count("1k") == len(own)


def test_keys_stand_beside_their_pins(words, folder):
    """Keys and pins follow one another down the left side in the same order."""
    tracks, texts = words
    order = [word for word in texts if word.startswith("GP")]
    keys = [f"GP{pin}" for pin in (*config.PINS_KEYS[: 4 * tracks], *config.PINS_KEYS[-2:])]
    assert order[: len(keys)] == keys


def test_every_strip_and_its_pin(words):
    tracks, texts = words
    assert [f"GP{pin}" in texts for pin in config.PINS_LED_DATA] == [n < tracks for n in range(4)]
    assert texts.count("330") == texts.count("DIN") == tracks


def test_power_comes_in_one_way(words):
    tracks, texts = words
    assert ("JP1: a wire" in texts) == (tracks == 2)
    assert ("D1" in texts) == (tracks > 2)
    assert "D2 TVS" in texts


def test_a_cell_is_halved_on_its_way_to_the_pin_that_measures_it(folder):
    root = ElementTree.parse(folder / "builds/two-cell/wiring.svg").getroot()
    texts = [" ".join(text.itertext()).strip() for text in root.iter(f"{SVG}text")]
    assert f"GP{config.PIN_BATTERY}" in texts
    text = " ".join(texts)
    for words in ("J25.1: J10.2, R33, GP28", "R41 100k", "R42 100k", "C11 100 nF", "S1 on J26", "BT1", "module"):
        assert words in text, words


def test_displays_are_wired_to_the_bus(folder):
    root = ElementTree.parse(folder / "builds/two-large-display/wiring.svg").getroot()
    texts = [" ".join(text.itertext()).strip() for text in root.iter(f"{SVG}text")]
    text = " ".join(texts)
    assert [text.count(words) for words in ("J12: display", "J18: display", "0x3c", "0x3d")] == [1] * 4
    assert texts.count("SDA") == texts.count("SCL") == texts.count("Pico 36") == 2
    assert texts.count(f"GP{config.PIN_I2C_SDA}") == texts.count(f"GP{config.PIN_I2C_SCL}") == 3


def test_drawing_is_seen_whatever_else_is_loaded(parameters):
    """svglib and build123d give SVG's namespace a prefix: once eight drawings came out blank."""
    ElementTree.register_namespace("svg", SVG.strip("{}"))
    assert wiring.wiring(parameters, parameters.builds[0]).startswith(b'<svg xmlns="')
