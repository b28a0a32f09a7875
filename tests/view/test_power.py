"""No frame takes more than the port gives, by the model of hardware/DESIGN.md, "Power", and the pegs are always lit.

budget = port - 100 mA for the controller - 1 mA for each LED; estimate = sum of R+G+B x 60 mA / 765.
"""

import tempfile
from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from firmware.view.lights.hole_led_map import HoleLedMap
from firmware.view.lights.power import estimate_ma
from tests.view.phase_setups import PHASES, STATES, a_turn_of_lights, board_in, can_be_seen

PORTS = (500, 900, 1500, 3000)
BRIGHTNESS = (1, 2, 3, 4, 5)


def left_for_light(tracks, leds, port_ma):
    return port_ma - 100 - tracks * leds


MACHINES = [
    {"tracks": tracks, "leds": leds, "port_ma": port}
    for tracks, leds, port in product((2, 3, 4), (141, 121), PORTS)
    if left_for_light(tracks, leds, port) >= 12 * tracks
]
TOO_WEAK = [(2, 141, 382), (3, 141, 500), (4, 141, 500), (4, 121, 500), (2, 141, 390), (2, 121, 100), (3, 121, 490)]


WEAKEST = [
    next(machine for machine in MACHINES if (machine["tracks"], machine["leds"]) == kind)
    for kind in product((2, 3, 4), (141, 121))
]


def name_of(machine):
    return "{tracks} tracks of {leds}, {port_ma} mA".format(**machine)


def milliamperes(frame):
    """What a frame takes by the stated model: the controller, the LEDs dark, the light."""
    leds = sum(len(track) for track in frame) // 3
    return 100 + leds + sum(sum(track) for track in frame) * 60 / 765


moves = st.lists(st.integers(1, 29), max_size=9)


@settings(deadline=None, max_examples=60)
@given(
    machine=st.sampled_from(MACHINES),
    phase=st.sampled_from(PHASES),
    preset=st.sampled_from(["acc", "lurch61", "sevencard"]),
    a=moves,
    b=moves,
    brightness=st.sampled_from(BRIGHTNESS),
    refused=st.booleans(),
)
def test_random_pegs_in_a_random_phase_are_within_the_port(machine, phase, preset, a, b, brightness, refused):
    target = {"acc": 121, "lurch61": 61, "sevencard": 151}[preset]
    assume(sum(a) < target and sum(b) < target and can_be_seen(phase, (preset, a, b)))
    with tempfile.TemporaryDirectory() as root:
        board = board_in(root, phase, (preset, a, b), brightness=brightness, **machine)
        if refused:
            board.hold("C+1", "B<")
        frames = a_turn_of_lights(board)
        assert max(milliamperes(frame) for frame in frames) <= machine["port_ma"]
        light = sum(sum(track) for track in frames[-1])
        assert board.board.view.light_sum() in (light, sum(sum(track) for track in board.hal.shown))


def test_estimate_is_the_stated_model():
    for light, leds in ((0, 282), (765, 282), (12345, 484)):
        assert estimate_ma(light, leds, 230) == int(100 + 0.23 * leds + light * 60 / 765)


BOTH = {"A": ("front", "back"), "B": ("front", "back")}
PEGS = {
    "idle": BOTH,
    "pending": BOTH,
    "warned": BOTH,
    "claim": BOTH,
    "sign": {"A": ("front", "back"), "B": ("front",)},
    "undo": BOTH,
    "game over": BOTH,
    "standby": BOTH,
}
"""Phases that show the game, and which pegs of A and B they show."""
PEG_STATES = ("mid-game", "nobody has dealt", "B at the stink hole", "151 holes, second lap")


@pytest.mark.parametrize("phase", PHASES)
def test_every_frame_of_every_phase_is_within_the_port_and_its_pegs_are_lit(tmp_path, phase):
    """At the dimmest and the brightest, on the weakest port of each kind of board; others are among the random ones."""
    wrong = []
    for machine, name in product(WEAKEST, PEG_STATES):
        if can_be_seen(phase, STATES[name]):
            root = tmp_path / name_of(machine) / name
            root.mkdir(parents=True)
            board = board_in(root, phase, STATES[name], teams=machine["tracks"], **machine)
            for brightness, refused in product((BRIGHTNESS[0], BRIGHTNESS[-1]), (False, True)):
                frames = frames_of(board, brightness, refused and phase in PEGS and phase != "standby")
                most = max(milliamperes(frame) for frame in frames)
                where = f"{name_of(machine)}, {name}, brightness {brightness}{', refusing' * refused}"
                wrong += [f"{most:.0f} mA: {where}"] * (most > machine["port_ma"])
                wrong += [f"{peg}: {where}" for peg in dark_pegs(board, frames, PEGS.get(phase, {}))]
    assert wrong == []


def frames_of(board, brightness, refused):
    board.configure(brightness=brightness)
    if refused:
        board.board.console.refuse(16, board.board.clock.now)
    return a_turn_of_lights(board, every=160, ms=160 if refused else 960)


def dark_pegs(board, frames, pegs):
    """The pegs that some frame leaves dark; `pegs`: which are to be lit, by team."""
    led_of = HoleLedMap(board.hal.leds).led_of
    laps = board.board.match.game.target > 121
    tracks = board.state["tracks"]
    dark = []
    for team, shown in pegs.items():
        for peg in shown:
            hole = tracks[team][peg]
            led = 3 * led_of[(hole - 1) % 120 + 1 if laps else hole]
            if hole and not all(any(frame["AB".index(team)][led : led + 3]) for frame in frames):
                dark.append(f"{team}'s {peg} peg on {hole} is dark")
    return dark


@pytest.mark.parametrize(("tracks", "leds", "port_ma"), TOO_WEAK)
def test_port_too_weak_for_the_pegs_is_refused_in_words(bench, tracks, leds, port_ma):
    with pytest.raises(ValueError, match=f"^port_ma: {port_ma} mA .* {tracks} tracks"):
        bench(tracks=tracks, machine={"leds": leds, "port_ma": port_ma})
