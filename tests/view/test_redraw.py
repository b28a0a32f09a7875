"""Only what changed is drawn, and lights move at most three times a second."""

from collections import Counter

import pytest

from firmware.view.lights import led_view
from firmware.view.lights.strip import Strip
from tests.view.phase_setups import FEW, PHASES, STATES, a_turn_of_lights, board_in, can_be_seen


@pytest.fixture
def drawn(monkeypatch):
    """Counts how often each track has been drawn; `bench` after this one."""
    counts = Counter()
    strips = []

    class CountingStrip(Strip):
        def __init__(self, *args):
            super().__init__(*args)
            self.track = len(strips) % 4
            strips.append(self)

        def paint(self):
            counts["ABCD"[self.track]] += 1
            super().paint()

    monkeypatch.setattr(led_view, "Strip", CountingStrip)
    return counts


def test_board_at_rest_draws_nothing_and_sends_a_whole_frame_a_second(drawn, bench):
    board = bench(tracks=4, teams=4).play("A+5 OK wait 500")
    frames, leds = board.hal.frames, board.hal.leds_sent
    drawn.clear()
    board.wait(60_000, every=20)
    sent = board.hal.frames - frames
    assert (drawn, board.hal.leds_sent - leds) == ({}, sent * 4 * board.hal.leds)
    assert 58 <= sent <= 60


# Keys before, then the keys; how often each track is drawn until 80 ms later.
DRAWN = [
    ("", "A+5", {"A": 1}),
    ("A+5", "A+1", {"A": 1}),
    ("A+5", "OK", {"A": 1}),
    ("A+5", "B+2", {"A": 1, "B": 1}),
    ("", "D<", {"D": 1}),
    ("", "MENU:40", {"A": 1, "B": 1, "C": 1, "D": 1}),
    ("", "OK", {}),
]


@pytest.mark.parametrize(("before", "keys", "counts"), DRAWN)
def test_key_draws_the_tracks_it_changes_and_no_other(drawn, bench, before, keys, counts):
    board = bench(tracks=4, teams=4).play(before)
    board.wait(130 if before else 500)
    drawn.clear()
    board.play(keys)
    assert drawn == counts


def test_moving_light_draws_its_own_track_once_a_beat(drawn, bench):
    board = bench(tracks=4, teams=4, idle_ms=0).play("B+5")
    drawn.clear()
    board.wait(9600)
    assert drawn == {"B": 60}


def test_frame_is_sent_once_for_all_tracks_it_changes(bench):
    board = bench(tracks=4, teams=4).play("A+5 wait 100")
    frames = board.hal.frames
    board.hold("B+5")
    assert board.hal.frames == frames + 1


def test_frame_waits_while_the_last_one_is_on_the_wire_and_then_shows_what_is_new(bench):
    board = bench()
    board.hal.busy = lambda: True
    frames, before = board.hal.frames, [bytes(track) for track in board.hal.shown]
    board.play("A+5")
    assert (board.hal.frames, [bytes(track) for track in board.hal.shown]) == (frames, before)
    board.hal.busy = lambda: False
    board.step()
    assert board.hal.shown[0] != before[0]


@pytest.mark.parametrize("phase", PHASES)
def test_no_light_flashes_more_than_three_times_a_second(tmp_path, phase):
    for name in FEW:
        state = STATES[name]
        if can_be_seen(phase, state):
            (tmp_path / name).mkdir()
            frames = a_turn_of_lights(board_in(tmp_path / name, phase, state), every=40, ms=2000)
            assert most_flashes_in_a_second(frames) <= 3


def most_flashes_in_a_second(frames):
    """Of all LEDs: times it brightens by a tenth or more within any 25 frames."""
    most = 0
    for bufs in zip(*frames, strict=True):
        # Most LEDs are lit alike.
        for colours in {tuple([buf[led : led + 3] for buf in bufs]) for led in range(0, len(bufs[0]), 3)}:
            light = [sum(colour) for colour in colours]
            ups = [now > 1.1 * before for before, now in zip(light, light[1:], strict=False)]
            most = max(most, *(sum(ups[i : i + 25]) for i in range(len(ups) - 24)))
    return most
