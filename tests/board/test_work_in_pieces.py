"""No step works long with files: the calls that take a Pico milliseconds are few in each.

Opening a file, closing one that was written, renaming, removing and listing take 2 to 8 ms there; a step may take 15.
"""

import os

import pytest

from firmware import board_files, settings
from firmware.board import _HASTE_MS, _MUCH_DONE_US, _NEXT_KEY_MS, Board
from firmware.journal.seal import line_hash
from firmware.rules.match import Match
from host_tools.sim.virtual.board import key_mask, network_board

GAME = "A+5 A+5 A+5 A+5 A+5 OK " * 2 + "A+5 A+5 A+1 OK B+1:1000 wait 3000"
MOST = 2


class Calls:
    """Calls to the file system, by step: `steps` are their names."""

    def __init__(self) -> None:
        self.steps: list[list[str]] = [[]]

    def counted(self, name: str, function):
        def call(*arguments):
            self.steps[-1].append(name)
            return function(*arguments)

        return call

    def longest(self) -> list[str]:
        """Return those of the step with most of them, and forget all."""
        longest = max(self.steps, key=len)
        self.steps = [[]]
        return longest


@pytest.fixture
def calls(monkeypatch) -> Calls:
    calls = Calls()
    disk = board_files.Disk
    for name in ("names", "entries", "remove", "rename"):
        monkeypatch.setattr(disk, name, calls.counted(name, getattr(disk, name)))
    open_file, begin, step = disk.open, Board.__init__, Board.step

    class Written:
        def __init__(self, file) -> None:
            self._file = file
            self.write, self.flush = file.write, file.flush
            self.close = calls.counted("close", file.close)

    def counted_open(self, name, mode):
        calls.steps[-1].append("open " + name)
        file = open_file(self, name, mode)
        return file if mode == "rb" else Written(file)

    def begun(self, hal):
        begin(self, hal)
        # Before the first frame nobody waits for a key's light.
        calls.steps = [[]]

    def counted_step(self, now_ms):
        calls.steps.append([])
        return step(self, now_ms)

    monkeypatch.setattr(disk, "open", counted_open)
    monkeypatch.setattr(Board, "__init__", begun)
    monkeypatch.setattr(Board, "step", counted_step)
    return calls


@pytest.fixture
def board(calls, tmp_path):
    board = network_board(tmp_path, "0" * 16)
    board.configure(preset="lurch61")
    calls.longest()
    return board


@pytest.mark.parametrize(
    "fields",
    [
        {"name": "By the door"},
        {"brightness": 1},
        {"preset": "acc", "teams": 2},
        {"event": "Night", "round": 3, "table": 7, "names": ["Ann", "Bo"]},
        {"port_ma": 900},
    ],
    ids=lambda fields: " ".join(fields),
)
def test_settings(board, calls, fields):
    assert board.ask({"do": "configure"} | fields)[-1]["ok"]
    assert len(calls.longest()) <= MOST


@pytest.mark.parametrize("apart", [("check_fields", "load_preset"), ("rename", "restart")])
def test_settings_of_a_match_are_not_checked_and_read_nor_written_and_applied_in_one_step(
    board, calls, monkeypatch, apart
):
    monkeypatch.setattr(settings, "check_fields", calls.counted("check_fields", settings.check_fields))
    monkeypatch.setattr(settings, "load_preset", calls.counted("load_preset", settings.load_preset))
    monkeypatch.setattr(Match, "restart", counted_method(calls, "restart", Match.restart))
    assert board.ask({"do": "configure", "preset": "acc", "event": "Night"})[-1]["ok"]
    for name in apart:
        assert [step for step in calls.steps if name in step]
    assert not [step for step in calls.steps if set(apart) <= set(step)]


def counted_method(calls, name, method):
    def call(self, *arguments):
        calls.steps[-1].append(name)
        return method(self, *arguments)

    return call


def test_a_step_that_has_done_much_puts_the_rest_off_once(board, monkeypatch):
    """A key that moves meanwhile would wait for both."""
    inner = board.board
    steps = [False]
    serve, step = inner.link.serve, inner.step

    def served(board):
        steps[-1] = True
        return serve(board)

    def counted(now_ms):
        steps.append(False)
        return step(now_ms)

    monkeypatch.setattr(inner.link, "serve", served)
    monkeypatch.setattr(inner, "step", counted)
    monkeypatch.setattr(inner, "_ticks_us", lambda: inner.clock.began_us + _MUCH_DONE_US)
    assert board.ask({"do": "status"})[-1]["ok"]
    first = steps.index(True)
    assert steps[first : first + 7] == [True, False] * 3 + [True]


@pytest.mark.parametrize("work", ["a request", "a segment", "what keys wait for"])
def test_no_piece_begins_shortly_before_the_next_key_of_somebody_in_haste(board, monkeypatch, work):
    """A press that came in the middle of a piece would be lit late."""
    begun: set[int] = set()
    inner = board.board
    now = 0

    def note(part, name):
        call = getattr(part, name)

        def noted(*arguments):
            begun.add(now)
            return call(*arguments)

        monkeypatch.setattr(part, name, noted)

    note(inner, "_go_on")
    note(inner.link, "serve")
    monkeypatch.setattr(board.hal, "slow", True)
    board.hal.keys_down(key_mask("A+1"))
    for now in range(_HASTE_MS + 50):
        inner.step(board.now + now)
        if now == _NEXT_KEY_MS - 5:
            if work == "a request":
                board.hal.receive('{"do": "status"}\n')
            else:
                inner.journal.full = True
                inner.actions.deferred = work == "what keys wait for"
    pause = set(range(_NEXT_KEY_MS, _HASTE_MS))
    if work == "what keys wait for":
        assert begun & pause
    else:
        assert min(begun) < _NEXT_KEY_MS
        assert max(begun) >= _HASTE_MS
        assert not begun & pause


def test_the_network(board, calls):
    for broker in ("127.0.0.1", ""):
        assert board.ask({"do": "network", "ssid": "Hall", "password": "", "broker": broker})[-1]["ok"]
    assert len(calls.longest()) <= MOST


def test_games_their_results_and_archives(board, calls, tmp_path):
    for _ in range(10):
        board.play(GAME + " OK wait 1500")
    assert os.listdir(tmp_path / "archive")
    assert len(calls.longest()) <= MOST
    last = (tmp_path / "results/results.log").read_bytes().splitlines()[-1]
    assert board.ask({"do": "clear", "link": line_hash(last)})[-1]["ok"]
    assert len(calls.longest()) <= MOST


def test_a_start_after_its_first_frame(board, calls):
    board.play("A+5 OK")
    board.cut()
    assert len(calls.longest()) <= MOST
