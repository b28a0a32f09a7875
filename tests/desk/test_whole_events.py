"""Property test over random events with faulty boards: results reach only players who played them."""

import os
from collections import Counter

import pytest

from host_tools.desk.store.database import Store
from tests.deep_cases import deep
from tests.desk.disrupted_event import BadNight
from tests.desk.event_with_faults import Evening
from tests.desk.keyed_log import KeyedLog
from tests.desk.witnessed_event import Harsher, Small, TwoHalls, Witnessed

EVENTS = int(os.environ.get("CRIBBOARD_EVENTS", "3"))
"""How many events a deep run plays; `CRIBBOARD_EVENTS=5000` plays more."""
AT_ONCE = 3
QUICK = (22, 27)


def play_all(kind, first):
    """Play events of a kind, with the seeds from `first` on."""
    store = Store("sqlite://")
    for seed in range(first, first + AT_ONCE):
        event = kind(seed, store)
        event.play()
        event.forget()
    store.close()


@pytest.mark.parametrize("first", [0, *deep(*range(AT_ONCE, EVENTS, AT_ONCE))])
def test_every_counted_result_was_played_by_its_players(first):
    play_all(Evening, first)


def play_witnessed(kind, seeds):
    """What came of events of a kind, in which some players look at a phone."""
    store, seen = Store("sqlite://"), Counter()
    for seed in seeds:
        event = kind(seed, store)
        seen += event.play().seen
        event.forget()
    store.close()
    return seen


RUNS = [(kind, range(first, first + AT_ONCE)) for kind in (Witnessed, Harsher) for first in range(0, EVENTS, AT_ONCE)]


@pytest.mark.parametrize(("kind", "seeds"), [(Small, QUICK), *deep((TwoHalls, (*QUICK, 59)), *RUNS)])
def test_no_mix_up_that_somebody_looked_at_stays_silent(kind, seeds):
    """Boards carried, exchanged, used by neighbours and for friendly games; who looks says *not mine*."""
    seen = play_witnessed(kind, seeds)
    assert seen["silent though seen"] == 0
    if isinstance(seeds, tuple):
        assert seen["disputes"] > 0, "without them the test would say nothing"


@pytest.mark.deep
@pytest.mark.parametrize("first", range(0, EVENTS, AT_ONCE))
def test_whatever_goes_otherwise_seats_places_and_money_are_right(first):
    """People late, absent, swapped, tied, corrected and sent home early, in any order."""
    play_all(BadNight, first)


class KeyedEvening(Evening):
    """Boards are virtual ones whose results are played by their keys, at few tables as that takes longer."""

    most_players, most_rounds, formats, keyed = 8, 3, ("acc", "bondurant"), True

    def __init__(self, seed, store, folder):
        super().__init__(seed, store)
        self._folder = folder

    def new_log(self, name):
        return KeyedLog(self._folder / name, name, "Night", self.key)


@pytest.mark.parametrize("seed", [0, *deep(1, 2)])
def test_every_counted_result_was_played_by_its_players_on_virtual_boards(seed, tmp_path):
    store = Store("sqlite://")
    KeyedEvening(seed, store, tmp_path).play()
    store.close()
