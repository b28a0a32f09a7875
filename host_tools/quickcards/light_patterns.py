"""LED patterns printed on the quick-reference cards, drawn by the firmware's own scenes."""

from dataclasses import dataclass

from firmware.config import BOARD_LEDS
from firmware.rules.preset import DEFAULT_PRESET, Preset
from firmware.rules.presets import load_preset
from firmware.view.lights.hole_led_map import HoleLedMap
from firmware.view.lights.menu_view import MENU_SCENES
from firmware.view.lights.palette import Palette
from firmware.view.lights.scenes import (
    OVERLAY_REFUSED,
    SCENE_CLAIM,
    SCENE_CODED,
    SCENE_ENDED,
    SCENE_JUDGE,
    SCENE_JUDGED,
    SCENE_PEGS,
    SCENE_PENDING,
    SCENE_SETUP,
    SCENE_SIGN,
    SCENE_STATUS,
    SCENE_UNDO,
    SCENE_WARNED,
    SceneParams,
    Scenes,
)

Mark = tuple[int, int]
"""Colour and level, as `firmware.view.lights.palette` numbers them."""


@dataclass(frozen=True)
class Sign:
    """A light pattern: a scene of the firmware with its parameters, and the first and last hole that the card shows."""

    scene: int
    front: int
    back: int
    amount: int = 0
    first: int = 1
    last: int = 121
    refused: bool = False


SIGNS = {
    "PEGS": Sign(SCENE_PEGS, 12, 7, first=2, last=17),
    "PENDING": Sign(SCENE_PENDING, 7, 3, 8, first=2, last=17),
    "WARNED": Sign(SCENE_WARNED, 3, 1, 19, first=9, last=24),
    "CLAIM": Sign(SCENE_CLAIM, 113, 107, 10, first=106),
    "SIGN": Sign(SCENE_SIGN, 88, 80, 10, first=43, last=58),
    "UNDO": Sign(SCENE_UNDO, 15, 5, first=2, last=17),
    "REFUSED": Sign(SCENE_PEGS, 7, 3, first=2, last=17, refused=True),
    "JUDGE": Sign(SCENE_JUDGE, 3, 0),
    "JUDGED": Sign(SCENE_JUDGED, 7, 3, 15, first=2, last=17),
    "SETUP": Sign(SCENE_SETUP, 4, 2, 3),
    "STATUS": Sign(SCENE_STATUS, 2, 14),
    "CODED": Sign(SCENE_CODED, 31, 2),
    "ENDED": Sign(SCENE_ENDED, 0, 0, 1),
}
"""Light patterns, by the name of their line in the catalogue."""


@dataclass(frozen=True)
class Step:
    """A picture of the worked example: the pattern on the own track, and the keys that are pressed."""

    sign: Sign
    pressed: tuple[str, ...] = ()


EXAMPLE = {
    "before": Step(Sign(SCENE_PEGS, 7, 3, first=2, last=17)),
    "count": Step(Sign(SCENE_PENDING, 7, 3, 7, first=2, last=17), ("+2", "+5")),
    "peg": Step(Sign(SCENE_PEGS, 14, 7, first=2, last=17), ("OK",)),
}
"""Steps of the worked example, a count of 7 from hole 7 on, by the name of their line in the catalogue."""
OTHER_TRACK = Sign(SCENE_PEGS, 11, 9, first=2, last=17)
"""The pattern on the track across the board, in all steps of the example."""


_BRIGHTNESS = 5
_UNLIMITED = 1 << 20


class _RecordingStrip:
    """Stands in for the firmware's strip, with one LED a hole: records the marks; the first one on a hole stays."""

    def __init__(self, preset: Preset) -> None:
        self.lit: dict[int, Mark] = {}
        led_map = HoleLedMap(BOARD_LEDS)
        led_map.prepare(preset.target, preset.lines)
        self._led_of = led_map.led_of

    def clear(self) -> None:
        self.lit.clear()

    def mark(self, hole: int, colour: int, level: int) -> None:
        self.lit.setdefault(self._led_of[hole] + 1, (colour, level))

    def mark_run(self, hole: int, step: int, count: int, colour: int, level: int) -> None:
        for i in range(count):
            self.mark(hole + i * step, colour, level)

    def mark_over(self, hole: int, colour: int, level: int) -> None:
        self.lit[self._led_of[hole] + 1] = (colour, level)

    def save(self, key: int, reserve: int) -> None:
        pass

    def restore(self, key: int) -> bool:
        return False

    def paint(self) -> None:
        pass


def lit_holes(sign: Sign) -> dict[int, Mark]:
    """Return the holes lit on team A's track when the scene begins, each with its colour and level."""
    preset = load_preset(DEFAULT_PRESET)
    strip = _RecordingStrip(preset)
    scenes = Scenes(preset, Palette(_BRIGHTNESS, _UNLIMITED))
    scenes.register(MENU_SCENES)
    params = SceneParams()
    params.scene, params.front, params.back, params.amount = sign.scene, sign.front, sign.back, sign.amount
    params.overlays = OVERLAY_REFUSED if sign.refused else 0
    scenes.draw(strip, params)
    return strip.lit
