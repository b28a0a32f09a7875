"""Every phase can be told from every other without colour: in greyscale and with each colour-vision deficiency.

Two looks are compared over a whole second, LED by LED. An LED is *plainly* different when it is lit in one look only,
or twice as bright at its brightest, or moves in another rhythm. Looks are told apart by two such LEDs, or by one that
moves in one and not in the other (a count of one hole is a single pulse beside the front peg). All states of the one
phase are compared with all states of the other: who sees the board need not know where the pegs were.
"""

from functools import cache
from itertools import chain, combinations, product

import pytest

from tests.view.colour_vision import EYES, luminance
from tests.view.phase_setups import FEW, PHASES, STATES, a_turn_of_lights, board_in, can_be_seen

PLAINLY = 2.0
AT_ONCE = 1.5
"""A change of light in place is seen sooner than a difference between two looks remembered."""
DARK = 0.5
ENOUGH = 2
"""LEDs that differ, by which looks are told apart: counting stops here."""
PAGES_OF_ONE_PHASE = {"judge's detail": "judge"}

BRIGHTNESS = {"dimmest": 1, "usual": 3, "brightest": 5}

seen_by = cache(luminance)


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """Frames of a second at each brightness, by (phase, state)."""
    frames = {brightness: {} for brightness in BRIGHTNESS}
    for phase, (name, state) in product(PHASES, STATES.items()):
        if can_be_seen(phase, state):
            board = board_in(tmp_path_factory.mktemp("board"), phase, state)
            for brightness, setting in BRIGHTNESS.items():
                board.configure(brightness=setting)
                board.wait(80)
                frames[brightness][phase, name] = a_turn_of_lights(board)
    return frames


@pytest.fixture(params=BRIGHTNESS)
def frames(request, recorded):
    """Frames of a second by (phase, state)."""
    return recorded[request.param]


@pytest.mark.deep
def test_every_phase_is_looked_at(frames):
    assert {phase for phase, _ in frames} == set(PHASES)


@pytest.mark.parametrize("eyes", EYES)
def test_every_two_phases_are_told_apart(frames, eyes):
    looks = {key: look(a_second, eyes) for key, a_second in frames.items()}
    pairs, alike = 0, []
    for (phase, state), (other_phase, other_state) in combinations(looks, 2):
        if PAGES_OF_ONE_PHASE.get(phase, phase) != PAGES_OF_ONE_PHASE.get(other_phase, other_phase):
            pairs += 1
            if difference(looks[phase, state], looks[other_phase, other_state]) < ENOUGH:
                alike.append(f"{phase} ({state}) and {other_phase} ({other_state})")
    assert pairs > 1000
    assert alike == []


def look(a_second, eyes):
    """(brightest, turns a second) of each LED that is lit at all, by (track, LED)."""
    lit = {}
    for track, bufs in enumerate(zip(*a_second, strict=True)):
        for i in range(0, len(bufs[0]), 3):
            brightest, times = look_of_led(eyes, tuple([buf[i : i + 3] for buf in bufs]))
            if brightest >= DARK:
                lit[track, i] = brightest, times
    return lit


@cache
def look_of_led(eyes, colours):
    """(brightest, turns a second) of an LED that has these colours (GRB bytes), one a frame."""
    levels = [seen_by(eyes, tuple(colour)) for colour in colours]
    return max(levels), turns(levels)


def turns(levels):
    """How often in a second the LED plainly brightens; 0 for one that is steady."""
    if max(levels) < PLAINLY * max(min(levels), DARK):
        return 0
    middle = (max(levels) + min(levels)) / 2
    return sum(levels[i - 1] < middle <= levels[i] for i in range(len(levels)))


def difference(first, other):
    """LEDs that differ plainly, up to ENOUGH; one that moves in one look and not in the other counts twice."""
    count = 0
    for led in chain(first, (led for led in other if led not in first)):
        peak, rhythm = first.get(led, (0, 0))
        other_peak, other_rhythm = other.get(led, (0, 0))
        if bool(rhythm) != bool(other_rhythm):
            count += 2
        elif rhythm != other_rhythm or max(peak, other_peak) >= PLAINLY * max(min(peak, other_peak), DARK):
            count += 1
        if count >= ENOUGH:
            break
    return count


# Phase, and a key it refuses.
REFUSALS = [
    ("idle", "A<"),
    ("pending", "C+1"),
    ("warned", "B+1"),
    ("claim", "B+1"),
    ("sign", "OK"),
    ("undo", "A+1"),
    ("game over", "A+1"),
    ("match over", "A+1"),
    ("judge", "OK"),
    ("judge's detail", "B+1"),
    ("deal", "OK"),
]


@pytest.mark.parametrize(("phase", "key"), REFUSALS)
def test_refusal_is_seen_on_the_track_of_who_pressed_and_then_gone(tmp_path, phase, key):
    for name in FEW:
        state = STATES[name]
        if can_be_seen(phase, state) and (phase != "idle" or not state[1]):
            (tmp_path / name).mkdir()
            board = board_in(tmp_path / name, phase, state, tracks=3, teams=2)
            usual = a_turn_of_lights(board)
            board.hold(key)
            refusing = a_turn_of_lights(board, every=40, ms=280)
            board.wait(280)
            assert board.refused == 1
            tracks = range(3) if key == "OK" else ["ABC".index(key[0])]
            for eyes, track in product(EYES, tracks):
                assert least_changed(usual, refusing, track, eyes) >= 3, (name, eyes, track)
            assert difference(look(usual, "greyscale"), look(a_turn_of_lights(board), "greyscale")) == 0


def least_changed(usual, refusing, track, eyes):
    """The least number of LEDs by which a frame of the refusal differs from any usual one, on one track."""
    return min(
        sum(max(old, other) >= AT_ONCE * max(min(old, other), DARK) for old, other in zip(before, now, strict=True))
        for before in levels_of(usual, track, eyes)
        for now in levels_of(refusing, track, eyes)
    )


def levels_of(a_second, track, eyes):
    """The different frames of a track, each as a tuple of its LEDs' levels."""
    bufs = {frame[track] for frame in a_second}
    return {tuple(seen_by(eyes, tuple(buf[i : i + 3])) for i in range(0, len(buf), 3)) for buf in bufs}
