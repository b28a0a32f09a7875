"""From levels and edges with their times to presses: the first edge acts, then the key is deaf for 10 ms."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.config import KEY_COUNT
from firmware.entry.debounce import Debounce
from firmware.hal.key_edges import EdgeLog
from firmware.ticks import MASK

K = 0b1

# Scans of one key that was up at power-up: ms, level, edges noted since the last as (ms, whether down after it).
# Then the presses and releases heard: ms of the scan that hears them.
SCANS = {
    "clean press": ([(0, 1, [(0, 1)]), (10, 1, []), (40, 0, [(40, 0)])], [0], [40]),
    "press bounces for 5 ms": (
        [(0, 1, [(0, 1)]), (1, 0, [(1, 0)]), (2, 1, [(2, 1)]), (3, 0, [(3, 0)]), (5, 1, [(5, 1)]), (20, 1, [])],
        [0], []),
    "press that is up again at the end of the deaf time": (
        [(0, 1, [(0, 1)]), (4, 0, [(4, 0)]), (9, 0, []), (10, 0, [])], [0], [10]),
    "release bounces": (
        [(0, 1, [(0, 1)]), (40, 0, [(40, 0)]), (41, 1, [(41, 1)]), (43, 0, [(43, 0)]), (60, 0, [])], [0], [40]),
    "release bounces between scans": (
        [(0, 1, [(0, 1)]), (40, 0, [(40, 0)]), (47, 0, [(41, 1), (43, 0)]), (60, 0, [])], [0], [40]),
    "second press after a release": (
        [(0, 1, [(0, 1)]), (40, 0, [(40, 0)]), (60, 1, [(60, 1)]), (90, 0, [(90, 0)])], [0, 60], [40, 90]),
    "held for ever": ([(0, 1, [(0, 1)]), *((t, 1, []) for t in range(1000, 90000, 1000))], [0], []),
    "levels alone": ([(0, 1, []), (12, 1, []), (40, 0, []), (60, 0, [])], [0], [40]),
    "levels alone, a bounce seen by a scan": ([(0, 1, []), (5, 0, []), (45, 1, []), (60, 1, [])], [0], []),
    "both edges in one, level up: down and up again": ([(0, 0, [(0, 0)]), (10, 0, []), (30, 0, [])], [0], [10]),
    "bounces of a press, too fast to be told apart": (
        [(0, 1, [(0, 0), (0, 1), (1, 1), (3, 0), (3, 1)]), (40, 0, [(39, 0), (39, 0), (40, 0)])], [0], [40]),
    "a key that is held chatters": ([(0, 1, [(0, 1)]), (30, 1, []), (36, 1, [(34, 1)]), (80, 1, [])], [0], []),
}  # fmt: skip

# The step is late, but interrupts were on.
LATE = {
    "press of 15 ms": ([(0, 0, []), (45, 0, [(20, 1), (35, 0)]), (60, 0, [])], [45], [45]),
    "its bounces too": (
        [(0, 0, []), (60, 0, [(20, 1), (21, 0), (23, 1), (38, 0), (39, 1), (41, 0)]), (80, 0, [])], [60], [60]),
    "press of 15 ms whose release is still deaf": (
        [(0, 0, []), (36, 0, [(20, 1), (35, 0)]), (50, 0, [])], [36], [36]),
    "press begun": ([(0, 0, []), (45, 1, [(30, 1), (31, 0), (32, 1)]), (70, 1, []), (100, 0, [(100, 0)])], [45], [100]),
    "two taps": (
        [(0, 0, []), (150, 0, [(20, 1), (21, 0), (22, 1), (50, 0), (51, 1), (52, 0), (90, 1), (120, 0)])],
        [150, 150], [150, 150]),
    "tapped 0-40 and 80-110, late from 1 to 120": (
        [(0, 1, [(0, 1)]), (120, 0, [(2, 0), (3, 1), (40, 0), (80, 1), (110, 0)]), (140, 0, [])], [0, 120], [120, 120]),
    "tapped 0-40 and 70-90, late from 41 to 100": (
        [(0, 1, [(0, 1)]), (40, 0, [(40, 0)]), (100, 0, [(42, 1), (44, 0), (70, 1), (90, 0)]), (120, 0, [])],
        [0, 100], [40, 100]),
    "a blip of 4 ms, then a tap": (
        [(0, 0, []), (90, 0, [(10, 1), (14, 0), (50, 1), (70, 0)])], [90, 90], [90, 90]),
}  # fmt: skip

# Interrupts were off as well: all of the key's edges come as one when they are on again.
ERASE = {
    "press of 15 ms": ([(0, 0, []), (45, 0, [(45, 0)]), (60, 0, [])], [45], [60]),
    "press begun": ([(0, 0, []), (45, 1, [(45, 1)]), (70, 1, [])], [45], []),
    "press begun in its last millisecond, which goes on bouncing": (
        [(0, 0, []), (45, 1, [(45, 1), (46, 0), (47, 1)]), (70, 1, [])], [45], []),
    "release": ([(0, 1, [(0, 1)]), (20, 1, []), (65, 0, [(65, 0)]), (80, 0, [])], [0], [65]),
    "released and pressed again": (
        [(0, 1, [(0, 1)]), (20, 1, []), (65, 1, [(65, 1)]), (80, 1, []), (120, 0, [(120, 0)])], [0, 80], [65, 120]),
    "bounces of the press before it": ([(0, 1, [(0, 1)]), (46, 1, [(46, 1)]), (80, 0, [(80, 0)])], [0], [80]),
    "bounces of the press before it, and its release": ([(0, 1, [(0, 1)]), (46, 0, [(46, 0)]), (60, 0, [])], [0], [46]),
    "bounces of the release before it": (
        [(0, 1, [(0, 1)]), (40, 0, [(40, 0)]), (86, 0, [(86, 0)]), (100, 0, [])], [0], [40]),
    "bounces of the release before it, then a press": (
        [(0, 1, [(0, 1)]), (40, 0, [(40, 0)]), (86, 1, [(86, 1)]), (100, 1, [])], [0, 86], [40]),
    "a tap, then one more with interrupts on": (
        [(0, 0, []), (90, 0, [(45, 0), (60, 1), (80, 0)]), (110, 0, [])], [90, 90], [90, 90]),
}  # fmt: skip


def log_of(edges, start=0):
    log = EdgeLog()
    for key, time, down in edges:
        log.note(key, bool(down), start + time & MASK)
    return log


def presses_and_releases(scans, levels=0, start=0):
    debounce = Debounce(levels)
    presses, releases = [], []
    for now, level, edges in scans:
        log = log_of([(0, *edge) for edge in edges], start)
        while debounce.scan(level, log, start + now & MASK):
            assert debounce.pressed or debounce.released
            presses += [now] * debounce.pressed
            releases += [now] * debounce.released
    return presses, releases


TABLES = SCANS | LATE | ERASE


@pytest.mark.parametrize("start", [0, 7, MASK - 20, MASK - 60], ids=["", "later", "across the wrap of time", "wrap"])
@pytest.mark.parametrize("case", TABLES)
def test_key(case, start):
    scans, presses, releases = TABLES[case]
    assert presses_and_releases(scans, start=start) == (presses, releases)


def test_key_down_at_power_up_is_no_press_until_its_next_edge():
    scans = [(0, 1, []), (500, 1, []), (600, 0, [(600, 0)]), (700, 1, [(700, 1)])]
    assert presses_and_releases(scans, levels=K) == ([700], [600])


def test_key_down_at_power_up_and_let_go_before_the_first_scan_is_no_press():
    assert presses_and_releases([(0, 0, [(0, 0)]), (50, 1, [(50, 1)])], levels=K) == ([50], [0])


def test_deaf_key_does_not_deafen_the_others():
    debounce = Debounce(0)
    assert debounce.scan(0b01, log_of([(0, 0, 1)]), 0)
    assert debounce.scan(0b11, log_of([(1, 3, 1)]), 3)
    assert debounce.pressed == 0b10


def rounds(log, levels, now):
    debounce = Debounce(0)
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
    debounce = Debounce(0)
    debounce.scan(0, EdgeLog(), 0)
    assert debounce.scan(0b1111, log_of([(key, 10, 1) for key in range(4)]), 10)
    assert debounce.pressed == 0b1111
    late = log_of([(key, 55 + (key + bouncing) % 4 // 2, 1) for key in range(4)])
    assert not debounce.scan(0b1111, late, 57)


@pytest.mark.parametrize("key", range(KEY_COUNT))
def test_every_key_is_heard(key):
    debounce = Debounce(0)
    assert debounce.scan(1 << key, log_of([(key, 0, 1)]), 0)
    assert debounce.pressed == 1 << key


def test_a_full_log_keeps_the_oldest_edges_and_the_levels_tell_the_rest():
    log = EdgeLog()
    for time in range(200):
        log.note(2, time % 2 == 0, time)
    debounce = Debounce(0)
    debounce.scan(0, EdgeLog(), 0)
    heard = 0
    while debounce.scan(0, log, 300):
        heard |= debounce.pressed
    assert heard == 0b100
    assert debounce.down == 0


class Wire:
    """One key's contact: closes and opens with bounces of up to 5 ms, `changes` are (ms, level) in order."""

    def __init__(self, contacts, bounces):
        self.changes = []
        now = 50
        for pause, held in contacts:
            self._move(now + pause, 1, bounces)
            self._move(now + pause + held, 0, bounces)
            now += pause + held
        self.end = now

    def _move(self, time, level, bounces):
        self.changes.append((time, level))
        for i in range(1, bounces + 1):
            self.changes += [(time + i, 1 - level), (time + i, level)]


def heard_presses(wire, stalls, masked):
    """Presses heard by a board that steps each ms but for `stalls`, (from, to); interrupts off in them if `masked`."""
    debounce = Debounce(0)
    log = EdgeLog()
    level = count = 0
    pending = False
    changes = list(wire.changes)
    for now in range(wire.end + 200):
        stalled = any(first < now < last for first, last in stalls)
        while changes and changes[0][0] == now:
            level = changes.pop(0)[1]
            pending = True
            if not (stalled and masked):
                log.note(0, bool(level), now)
                pending = False
        if stalled:
            continue
        if pending:
            log.note(0, bool(level), now)
            pending = False
        while debounce.scan(level, log, now):
            count += debounce.pressed
    return count


contacts = st.lists(st.tuples(st.integers(30, 120), st.integers(15, 60)), min_size=1, max_size=8)
gaps = st.lists(st.tuples(st.integers(1, 90), st.integers(2, 150)), max_size=8)


def stalls_of(gaps):
    stalls, now = [], 0
    for pause, length in gaps:
        stalls.append((now + pause, now + pause + length))
        now += pause + length
    return stalls


@settings(deadline=None, max_examples=300)
@given(contacts=contacts, gaps=gaps, bounces=st.integers(0, 5))
def test_no_press_of_15_ms_is_lost_or_doubled_however_late_the_steps(contacts, gaps, bounces):
    assert heard_presses(Wire(contacts, bounces), stalls_of(gaps), masked=False) == len(contacts)


@settings(deadline=None, max_examples=300)
@given(
    pauses=st.lists(st.integers(80, 120), min_size=1, max_size=8),
    held=st.integers(15, 60),
    gaps=st.lists(st.tuples(st.integers(20, 90), st.integers(20, 45)), max_size=8),
    bounces=st.integers(0, 5),
)
def test_no_press_of_15_ms_is_lost_or_doubled_by_erases_of_45_ms(pauses, held, gaps, bounces):
    contacts = [(pause, held) for pause in pauses]
    assert heard_presses(Wire(contacts, bounces), stalls_of(gaps), masked=True) == len(contacts)


@settings(deadline=None, max_examples=300)
@given(contacts=contacts, gaps=gaps, bounces=st.integers(0, 5))
def test_no_bounce_is_a_press_whatever_erases_last(contacts, gaps, bounces):
    assert heard_presses(Wire(contacts, bounces), stalls_of(gaps), masked=True) <= len(contacts)
