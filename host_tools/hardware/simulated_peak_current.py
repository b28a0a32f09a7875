"""Measures the LEDs' peak current: plays games on a virtual board and keeps the scene that draws the most."""

import tempfile
from functools import cache
from typing import NamedTuple

from firmware.config import TEAMS
from firmware.view.lights.power import estimate_ma
from host_tools.sim.virtual.board import VirtualBoard
from host_tools.sim.virtual.hal import VirtualHal

_USUAL_BRIGHTNESS, _FULL_BRIGHTNESS = 3, 5
_STEP_MS = 20
_COUNT_25 = "{t}+5 {t}+5 {t}+5 {t}+5 {t}+5"
_PHASES_IN_PLAY = ("idle", "pending")


class CurrentDraw(NamedTuple):
    """Milliamperes by the firmware's estimate: on average while a game is played, and at most; `scene` names when."""

    play: int
    worst: int
    scene: str


@cache
def measure_scenes(tracks: int, leds: int, port_ma: int, dark_ua: int) -> CurrentDraw:
    """Measure a board's current in all scenes of an evening; `dark_ua`: µA of an unlit LED.

    Raises ValueError if the firmware refuses the port.
    """
    ordinary = Evening(tracks, leds, port_ma, dark_ua, brightness=_USUAL_BRIGHTNESS)
    brightest = Evening(tracks, leds, port_ma, dark_ua, brightness=_FULL_BRIGHTNESS)
    most, scene = max((light, phase) for phase, light in brightest.seen)
    in_play = [light for phase, light in ordinary.seen if phase in _PHASES_IN_PLAY]
    mean = sum(in_play) // len(in_play)
    play, worst = (estimate_ma(light, tracks * leds, dark_ua) for light in (mean, most))
    return CurrentDraw(play, worst, scene)


class Evening(VirtualBoard):
    """A board played through all its scenes; `seen` has the phase and the sum of R+G+B of the frame at each moment."""

    def __init__(self, tracks: int, leds: int, port_ma: int, dark_ua: int, brightness: int) -> None:
        self.seen: list[tuple[str, int]] = []
        with tempfile.TemporaryDirectory() as root:
            super().__init__(lambda: VirtualHal(tracks, root, leds, port_ma, led_dark_ua=dark_ua), step_ms=_STEP_MS)
            self.configure(1, teams=tracks, brightness=brightness)
            self.play(all_scenes(TEAMS[:tracks]))

    def step(self) -> None:
        frames = self.hal.frames
        super().step()
        light = self.seen[-1] if self.seen else ("dark", 0)
        if self.hal.frames != frames:
            light = (self.phase, sum(sum(track) for track in self.hal.shown))
        moment = self.now // _STEP_MS
        self.seen[moment:] = [light]


def all_scenes(teams: str) -> str:
    """Return a scenario of all scenes: setup, each team's longest counts, refusals, judge, status, undo, match end."""
    lines = ["MENU:2100 wait 300 A<"]
    for count in ("{t}+2 {t}+1", "{t}+2", "{t}+2 {t}+1", "{t}+1 {t}+1 {t}+1"):
        for team in teams:
            lines.append(f"{_COUNT_25} {count} wait 1000 {{t}}+5 OK wait 300".replace("{t}", team))
    lines += [
        "MENU:2100 wait 1000 A+1 OK B+5 wait 1000 MENU wait 100",
        "A< wait 1000 A< wait 100",
        "MENU wait 1000 MENU",
    ]
    lines += [f"{_COUNT_25} wait 1000 OK wait 300".replace("{t}", "A")]
    lines += [f"{team}+1:1200 wait 200" for team in teams[1:]]
    return "\n".join([*lines, "wait 1000 MENU wait 500 MENU OK wait 1500"])
