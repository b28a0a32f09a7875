"""Games at the pace of people, heard by somebody who sees nothing: the pegs are told by what is said alone."""

import pytest

from firmware.view.voice.spoken_buffer import LETTERS_AT
from host_tools.sim.players import PacedPlayers
from tests.voice.conftest import SpokenBench
from tests.voice.listener import heard_pegs, is_number

OWN_MS = 50
"""From the key that pegs until a silent module has its command; with the 100 ms that modules take: 150."""


class Game(PacedPlayers):
    """One game on a board with a voice, by a seed; `moments` counts those at which everything was said."""

    def __init__(self, root, teams, seed, **settings):
        super().__init__(SpokenBench(root, tracks=teams, teams=teams, idle_ms=0, **settings), teams, seed)
        self.asked_at = []
        self.moments = 0

    def before_ok(self):
        """Note when OK is pressed, by which a move is pegged, if nothing sounds and nothing is to come."""
        if self.quiet():
            self.asked_at.append(self.board.now - self.board.powered_at)

    def delays(self):
        """From each noted OK to the first sound after it."""
        return [min(one.began for one in self.board.model.heard if one.began >= at) - at for at in self.asked_at]

    def quiet(self):
        return self.board.board.voice_loader.module.is_idle()

    def has_settled(self):
        if self.quiet():
            self.moments += 1
            fronts = dict(zip("ABC", self.board.fronts(), strict=False))
            assert heard_pegs(self.board.model.heard, self.teams) == fronts

    def play(self):
        super().play()
        board = self.board
        assert [one for one in board.model.heard if one.cut and one.clip < LETTERS_AT and is_number(one.clip)] == []
        assert max(self.delays()) <= board.begin_ms + OWN_MS
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
        game = Game(tmp_path / str(seed), teams, 100 + seed, begin_ms=begin_ms, spoken="all" if seed % 2 else "pegs")
        game.play()
