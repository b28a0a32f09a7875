"""From levels and edges with their times to presses: the first edge acts, what follows too soon is bounce."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.config import KEY_COUNT
from firmware.entry.debounce import Debounce
from firmware.key_edges import EdgeLog
from firmware.ticks import MASK

K = 0b1
MOST_BOUNCE_MS = 25

# Scans of one key that was up at power-up: ms, level, edges noted since the last as (ms, whether down after it).
# Then the presses and releases heard: ms of the scan that hears them.
SCANS = {
    "clean press": ([(0, 1, [(0, 1)]), (27, 1, []), (40, 0, [(40, 0)])], [0], [40]),
    "press bounces for 25 ms": (
        [(0, 1, [(0, 1)]), (1, 0, [(1, 0)]), (2, 1, [(2, 1)]), (3, 0, [(3, 0)]), (25, 1, [(25, 1)]), (60, 1, [])],
        [0], []),
    "press that is up again before its bounces are over": (
        [(0, 1, [(0, 1)]), (15, 0, [(15, 0)]), (26, 0, []), (27, 0, [])], [0], [27]),
    "release bounces for 25 ms": (
        [(0, 1, [(0, 1)]), (40, 0, [(40, 0)]), (41, 1, [(41, 1)]), (65, 0, [(65, 0)]), (80, 0, [])], [0], [40]),
    "release bounces between scans": (
        [(0, 1, [(0, 1)]), (40, 0, [(40, 0)]), (60, 0, [(41, 1), (58, 0)]), (80, 0, [])], [0], [40]),
    "second press 30 ms after a release": (
        [(0, 1, [(0, 1)]), (40, 0, [(40, 0)]), (70, 1, [(70, 1)]), (100, 0, [(100, 0)])], [0, 70], [40, 100]),
    "second press 30 ms after a release that bounced for 25": (
        [(0, 1, [(0, 1)]), (40, 0, [(40, 0)]), (66, 0, [(41, 1), (65, 0)]), (70, 1, [(70, 1)])], [0, 70], [40]),
    "second press 30 ms after the first began": (
        [(0, 1, [(0, 1)]), (15, 0, [(15, 0)]), (27, 0, []), (30, 1, [(30, 1)]), (42, 1, []), (45, 0, [(45, 0)]),
         (57, 0, [])], [0, 42], [27, 57]),
    "press bounces every 3 ms for 60": (
        [(0, 1, [(0, 1)]), *((t, t % 2, [(t, t % 2)]) for t in range(3, 64, 3)), (90, 1, [])], [0], []),
    "held for ever": ([(0, 1, [(0, 1)]), *((t, 1, []) for t in range(1000, 90000, 1000))], [0], []),
    "a held key's contact slips for 20 ms": (
        [(0, 1, [(0, 1)]), (50, 0, [(50, 0)]), (70, 1, [(70, 1)]), (77, 1, []), (90, 0, [(90, 0)])], [0], [50, 90]),
    "levels alone": ([(0, 1, []), (12, 1, []), (40, 0, []), (70, 0, [])], [0], [40]),
    "levels alone, a bounce seen by a scan": ([(0, 1, []), (5, 0, []), (25, 1, []), (60, 1, [])], [0], []),
    "both edges in one, level up: down and up again": ([(0, 0, [(0, 0)]), (27, 0, []), (60, 0, [])], [0], [27]),
    "bounces of a press, too fast to be told apart": (
        [(0, 1, [(0, 0), (0, 1), (1, 1), (3, 0), (3, 1)]), (40, 0, [(39, 0), (39, 0), (40, 0)])], [0], [40]),
    "a key that is held chatters": ([(0, 1, [(0, 1)]), (30, 1, []), (36, 1, [(34, 1)]), (80, 1, [])], [0], []),
}  # fmt: skip

# The step is late, as while flash is erased.
LATE = {
    "press of 15 ms": ([(0, 0, []), (400, 0, [(20, 1), (35, 0)]), (410, 0, [])], [400], [400]),
    "its bounces too": (
        [(0, 0, []), (80, 0, [(20, 1), (21, 0), (23, 1), (38, 0), (39, 1), (41, 0)]), (90, 0, [])], [80], [80]),
    "press begun": ([(0, 0, []), (45, 1, [(30, 1), (31, 0), (32, 1)]), (70, 1, []), (100, 0, [(100, 0)])], [45], [100]),
    "taps 30 ms apart": (
        [(0, 0, []), (400, 0, [(20, 1), (21, 0), (22, 1), (60, 0), (61, 1), (85, 0), (90, 1), (130, 0), (160, 1),
                               (190, 0)])], [400] * 3, [400] * 3),
    "tapped 0-40 and 80-110, late from 1 to 120": (
        [(0, 1, [(0, 1)]), (120, 0, [(2, 0), (3, 1), (40, 0), (80, 1), (110, 0)]), (140, 0, [])], [0, 120], [120, 120]),
    "tapped 0-40 and 70-90, late from 41 to 100": (
        [(0, 1, [(0, 1)]), (40, 0, [(40, 0)]), (100, 0, [(42, 1), (44, 0), (70, 1), (90, 0)]), (120, 0, [])],
        [0, 100], [40, 100]),
    "a blip of 4 ms, then a tap": (
        [(0, 0, []), (90, 0, [(10, 1), (14, 0), (50, 1), (70, 0)])], [90, 90], [90, 90]),
    "edges later than the step's own time": (
        [(0, 0, []), (10, 0, [(20, 1), (50, 0), (80, 1), (120, 0)]), (150, 0, [])], [10, 10], [10, 10]),
}  # fmt: skip

# Keys by interrupt, which was off as well: all of the key's edges come as one when it is on again.
MERGED = {
    "press of 15 ms": ([(0, 0, []), (45, 0, [(45, 0)]), (72, 0, [])], [45], [72]),
    "press begun": ([(0, 0, []), (45, 1, [(45, 1)]), (80, 1, [])], [45], []),
    "press begun in its last millisecond, which goes on bouncing": (
        [(0, 0, []), (45, 1, [(45, 1), (46, 0), (47, 1)]), (80, 1, [])], [45], []),
    "release": ([(0, 1, [(0, 1)]), (30, 1, []), (75, 0, [(75, 0)]), (110, 0, [])], [0], [75]),
    "bounces of the press before it": ([(0, 1, [(0, 1)]), (46, 1, [(46, 1)]), (80, 0, [(80, 0)])], [0], [80]),
    "bounces of the press before it, and its release": ([(0, 1, [(0, 1)]), (46, 0, [(46, 0)]), (80, 0, [])], [0], [46]),
    "bounces of the release before it": (
        [(0, 1, [(0, 1)]), (40, 0, [(40, 0)]), (86, 0, [(86, 0)]), (120, 0, [])], [0], [40]),
    "bounces of the release before it, then a press": (
        [(0, 1, [(0, 1)]), (40, 0, [(40, 0)]), (86, 1, [(86, 1)]), (120, 1, [])], [0, 86], [40]),
    "a tap, then one more with interrupts on": (
        [(0, 0, []), (120, 0, [(45, 0), (80, 1), (110, 0)]), (140, 0, [])], [120, 120], [120, 120]),
}  # fmt: skip


def log_of(edges, start=0):
    log = EdgeLog()
    for key, time, down in edges:
        log.note(key, bool(down), start + time & MASK)
    return log


def presses_and_releases(scans, levels=0, start=0):
    debounce = Debounce(levels, 27)
    presses, releases = [], []
    for now, level, edges in scans:
        log = log_of([(0, *edge) for edge in edges], start)
        while debounce.scan(level, log, start + now & MASK):
            assert debounce.pressed or debounce.released
            presses += [now] * debounce.pressed
            releases += [now] * debounce.released
    return presses, releases


TABLES = SCANS | LATE | MERGED


@pytest.mark.parametrize("case", TABLES)
def test_key(case):
    """Whenever it begins: at once, later, and where time wraps."""
    scans, presses, releases = TABLES[case]
    for start in (0, 7, MASK - 20, MASK - 60):
        assert presses_and_releases(scans, start=start) == (presses, releases), start


def test_key_down_at_power_up_is_no_press_until_its_next_edge():
    scans = [(0, 1, []), (500, 1, []), (600, 0, [(600, 0)]), (700, 1, [(700, 1)])]
    assert presses_and_releases(scans, levels=K) == ([700], [600])


def test_key_down_at_power_up_and_let_go_before_the_first_scan_is_no_press():
    assert presses_and_releases([(0, 0, [(0, 0)]), (50, 1, [(50, 1)])], levels=K) == ([50], [0])


def test_deaf_key_does_not_deafen_the_others():
    debounce = Debounce(0, 27)
    assert debounce.scan(0b01, log_of([(0, 0, 1)]), 0)
    assert debounce.scan(0b11, log_of([(1, 3, 1)]), 3)
    assert debounce.pressed == 0b10


def rounds(log, levels, now):
    debounce = Debounce(0, 27)
    debounce.scan(0, EdgeLog(), 0)
    heard = []
    while debounce.scan(levels, log, now):
        heard.append((debounce.pressed, debounce.released))
    return heard


def test_keys_are_heard_in_the_order_in_which_they_moved_however_late():
    log = log_of([(5, 20, 1), (3, 24, 1), (5, 50, 0), (3, 60, 0)])
    assert rounds(log, 0, 100) == [(1 << 5, 0), (1 << 3, 0), (0, 1 << 5), (0, 1 << 3)]


def test_keys_of_one_millisecond_are_heard_together():
    assert rounds(log_of([(5, 20, 1), (3, 20, 1)]), 0b101000, 30) == [(0b101000, 0)]


@pytest.mark.parametrize("bouncing", range(4))
def test_keys_handled_one_after_another_when_interrupts_come_on_do_not_vouch_for_each_other(bouncing):
    """Four keys, pressed just before the erase, bounce in it; one after another their handlers run at its end."""
    debounce = Debounce(0, 27)
    debounce.scan(0, EdgeLog(), 0)
    assert debounce.scan(0b1111, log_of([(key, 10, 1) for key in range(4)]), 10)
    assert debounce.pressed == 0b1111
    late = log_of([(key, 55 + (key + bouncing) % 4 // 2, 1) for key in range(4)])
    assert not debounce.scan(0b1111, late, 57)


def test_every_key_is_heard():
    for key in range(KEY_COUNT):
        debounce = Debounce(0, 27)
        assert debounce.scan(1 << key, log_of([(key, 0, 1)]), 0)
        assert debounce.pressed == 1 << key


def test_a_full_log_keeps_the_oldest_edges_and_the_levels_tell_the_rest():
    log = EdgeLog()
    for time in range(200):
        log.note(2, time % 2 == 0, time)
    debounce = Debounce(0, 27)
    debounce.scan(0, EdgeLog(), 0)
    heard = 0
    while debounce.scan(0, log, 300):
        heard |= debounce.pressed
    assert heard == 0b100
    assert debounce.down == 0


class Contact:
    """A key's contact. `presses`: (ms of pause, ms held), one after another.

    It bounces for a millisecond, `bounces` ms after each press and release, and slips so `slips` ms after a press.
    """

    def __init__(self, presses, bounces, slips=()):
        self._moves = {}
        """The level that each press and release makes, by its millisecond."""
        self._turned = {0: set(bounces), 1: {*bounces, *slips}}
        now = 50
        for pause, held in presses:
            self._moves |= {now + pause: 1, now + pause + held: 0}
            now += pause + held
        self.end = now

    def levels(self):
        """The level in each millisecond, until half a second after the last release."""
        began, level = -500, 0
        for now in range(self.end + 500):
            if now in self._moves:
                began, level = now, self._moves[now]
            yield level ^ (now - began in self._turned[level])


def heard_presses(contact, stalls):
    """Presses heard of a contact that is sampled each ms, by a board that steps each ms but for `stalls` (from, to)."""
    debounce = Debounce(0, 27)
    log = EdgeLog()
    samples = list(contact.levels())
    stalled = {now for first, last in stalls for now in range(first + 1, last)}
    level = count = read = 0
    for now in range(len(samples)):
        if now in stalled:
            continue
        log.behind = False
        while read <= now and not log.behind:
            sampled = samples[read]
            log.behind = sampled != level and not log.note(0, bool(sampled), read)
            if not log.behind:
                level = sampled
                read += 1
        while debounce.scan(level, log, now):
            count += debounce.pressed
    return count


bounces = st.sets(st.integers(1, MOST_BOUNCE_MS - 1), max_size=12)
gaps = st.lists(st.tuples(st.integers(1, 90), st.integers(2, 400)), max_size=8)


def stalls_of(gaps):
    stalls, now = [], 0
    for pause, length in gaps:
        stalls.append((now + pause, now + pause + length))
        now += pause + length
    return stalls


@settings(deadline=None, max_examples=150)
@given(presses=st.lists(st.tuples(st.integers(30, 120), st.integers(30, 60)), min_size=1, max_size=8), gaps=gaps,
       bounces=bounces)  # fmt: skip
def test_presses_30_ms_apart_count_once_each_however_they_bounce_and_however_late_the_steps(presses, gaps, bounces):
    assert heard_presses(Contact(presses, bounces), stalls_of(gaps)) == len(presses)


@settings(deadline=None, max_examples=150)
@given(presses=st.lists(st.tuples(st.integers(15, 120), st.integers(15, 60)), min_size=1, max_size=8), gaps=gaps)
def test_no_press_of_15_ms_that_begins_30_after_another_is_lost(presses, gaps):
    apart = [(max(pause, 30 - held), held) for pause, held in presses if held < 27]
    assert heard_presses(Contact(apart, ()), stalls_of(gaps)) == len(apart)


@settings(deadline=None, max_examples=150)
@given(held=st.integers(28, 300), slips=st.sets(st.integers(28, 299), max_size=20))
def test_a_held_key_whose_contact_slips_is_pressed_once(held, slips):
    assert heard_presses(Contact([(50, held)], (), {ms for ms in slips if ms < held}), []) == 1


def press_times(edges, bounce_ms):
    """Times at which a key is heard to go down, stepped each millisecond; `edges`: ms and whether it is down after."""
    debounce = Debounce(0, bounce_ms)
    log = EdgeLog()
    level, heard = 0, []
    for now in range(400):
        for ms, down in edges:
            if ms == now:
                log.note(0, down, now)
                level = down
        while debounce.scan(level, log, now):
            heard += [now] * debounce.pressed
    return heard


CLOSES_AGAIN = [(50, 1), (90, 0), (125, 1), (127, 0)]
LOSES_CONTACT = [(50, 1), (120, 0), (160, 1), (300, 0)]


@pytest.mark.parametrize("edges", [CLOSES_AGAIN, LOSES_CONTACT], ids=["closes again", "slips"])
def test_a_board_may_say_that_its_keys_bounce_for_longer(edges):
    assert press_times(edges, 27) == [50, edges[2][0]]
    assert press_times(edges, 60) == [50]


def test_a_board_may_say_that_its_keys_bounce_for_less():
    twice = [(50, 1), (58, 0), (66, 1), (74, 0)]
    assert len(press_times(twice, 27)) == 1
    assert len(press_times(twice, 5)) == 2
