"""Games at the pace of people, heard by somebody who sees nothing: the pegs are told by what is said alone."""

import random

import pytest
from bench_board import presses
from voice.conftest import SpokenBench
from voice.listener import heard_pegs, is_number

from firmware.view.spoken_buffer import LETTERS_AT

EVERY_MS = 20
OWN_MS = 50
"""From the key that pegs until a silent module has its command; with the 100 ms that modules take: 150."""


class Game:
    """One game on a board with a voice, by a seed; `moments` counts those at which everything was said."""

    def __init__(self, root, teams, seed, **settings):
        self.dice = random.Random(seed)
        self.board = SpokenBench(root, tracks=teams, teams=teams, idle_ms=0, **settings)
        self.teams = teams
        self.asked_at = []
        self.moments = 0

    def pause(self, least, most):
        self.board.wait(self.dice.randint(least, most), every=EVERY_MS)

    def press(self, key):
        self.board.down(key)
        self.board.wait(60, every=EVERY_MS)
        self.board.up(key)
        self.pause(140, 420)

    def count(self, team, holes):
        for amount in presses(holes):
            self.press(f"{team}+{amount}")

    def commit(self):
        """OK, by which a move is pegged; note when, if nothing sounds and nothing is to come."""
        if self.quiet():
            self.asked_at.append(self.board.now - self.board._powered_at)
        self.press("OK")

    def delays(self):
        """From each noted OK to the first sound after it."""
        return [min(one.began for one in self.board.model.heard if one.began >= at) - at for at in self.asked_at]

    def quiet(self):
        module = self.board.board.voice_loader.module
        return module.playing < 0 and module._next == module._last

    def check(self):
        if self.quiet():
            self.moments += 1
            fronts = dict(zip("ABC", self.board.fronts(), strict=False))
            assert heard_pegs(self.board.model.heard, self.teams) == fronts

    def play(self):
        board = self.board
        while board.phase == "idle":
            team = self.dice.choice("ABC"[: self.teams])
            self.count(team, self.dice.choice((1, 2, 2, 3, 4, 5, 6, 8, 9, 12, 14, 16, 21, 24)))
            self.commit()
            if self.dice.random() < 0.05 and board.phase == "idle":
                self.press(f"{team}<")
                other = "B" if team == "A" else "A"
                board.down(f"{other}+1")
                board.wait(1100, every=EVERY_MS)
                board.up(f"{other}+1")
            self.pause(700, 5000)
            self.check()
        board.wait(15_000, every=EVERY_MS)
        self.check()
        assert [one for one in board.model.heard if one.cut and one.clip < LETTERS_AT and is_number(one.clip)] == []
        assert max(self.delays()) <= self.board._begin_ms + OWN_MS
        assert board.model.lost == 0


@pytest.mark.parametrize("teams", [2, 3])
def test_pegs_are_known_by_ear(tmp_path, teams):
    game = Game(tmp_path, teams, seed=teams)
    game.play()
    assert game.moments > 10


@pytest.mark.deep
@pytest.mark.parametrize("begin_ms", [100, 500])
@pytest.mark.parametrize("teams", [2, 3])
def test_pegs_are_known_by_ear_in_many_games(tmp_path, teams, begin_ms):
    for seed in range(4):
        (tmp_path / str(seed)).mkdir()
        game = Game(tmp_path / str(seed), teams, 100 + seed, begin_ms=begin_ms, spoken="all" if seed % 2 else "pegs")
        game.play()
